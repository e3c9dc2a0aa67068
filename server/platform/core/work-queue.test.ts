import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

test('awaited work runs before unawaited work, each in order', async () => {
  const enqueue = createWorkQueue(1)
  const done: string[] = []
  const work = (name: string) => async () => {
    await Promise.resolve()
    done.push(name)
  }
  await Promise.all([
    enqueue(work('running'), 'unawaited'),
    enqueue(work('variant 1'), 'unawaited'),
    enqueue(work('variant 2'), 'unawaited'),
    enqueue(work('upload 1')),
    enqueue(work('upload 2')),
  ])
  expect(done).toEqual(['running', 'upload 1', 'upload 2', 'variant 1', 'variant 2'])
})

test('failed work releases its slot', async () => {
  const enqueue = createWorkQueue(1)
  const failing = enqueue(() => Promise.reject(new Error('no')))
  const next = enqueue(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('limits the running and waiting work, keeps the order, and rejects the rest', async () => {
  const queue = createWorkQueue(2, 3)
  const order: number[] = []
  let running = 0
  let highest = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      queue(async () => {
        running += 1
        highest = Math.max(highest, running)
        await new Promise((later) => setTimeout(later, 5))
        order.push(index)
        running -= 1
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  expect([highest, order]).toEqual([2, [0, 1, 2, 3, 4]])
  await expect(queue(async () => 'again')).resolves.toBe('again')
})
