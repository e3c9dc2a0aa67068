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
