import { describe, expect, test } from 'vitest'
import { cleanText, toMarkdown } from './texts.ts'
import { createThreadPool, PoolIsFull, TaskTimedOut } from './thread-pool.ts'

describe('long texts', () => {
  test('are cleaned in a worker thread, with the same result', async () => {
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 1)
    const long = `<p onclick=x>${'<b>text</b> '.repeat(100_000)}</p>`
    const cleaned = await cleanText(long, 'html')
    clearInterval(turning)
    expect(cleaned).toEqual({ html: long.replace(' onclick=x', ''), removed: ['onclick'] })
    expect(turns).toBeGreaterThan(0)
    expect(await cleanText('<div>'.repeat(100_000), 'html')).toBe('nested-too-deeply')
  })

  test('in Markdown, in both directions', async () => {
    const markdown = '# Title\n\nSome *text*.\n\n'.repeat(3000).trim()
    const cleaned = await cleanText(markdown, 'markdown')
    if (typeof cleaned === 'string') throw new Error(cleaned)
    expect(await toMarkdown(cleaned.html)).toBe(markdown)
  })
})

describe('a thread pool', () => {
  const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const listening = (answer: string) =>
    thread(
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (given) => { ${answer} })`,
    )
  const pool = (url: URL, timeoutMs = 20_000, maxWaiting = 2) =>
    createThreadPool<number, number>({ url, timeoutMs, maxWaiting, threads: 1 })

  test('runs one task after the other, and limits the queue', async () => {
    const { run } = pool(listening('setTimeout(() => parentPort.postMessage({ result: given * 2 }), 20)'))
    const [first, second, third, fourth] = await Promise.allSettled([run(1), run(2), run(3), run(4)])
    expect([first, second, third]).toMatchObject([{ value: 2 }, { value: 4 }, { value: 6 }])
    expect(fourth).toMatchObject({ reason: expect.any(PoolIsFull) })
    expect(await run(5)).toBe(10)
  })

  test('terminates slow tasks, reports errors, and continues after a thread has died', async () => {
    const slow = pool(
      listening('if (given === 1) while (true); parentPort.postMessage({ result: given })'),
      300,
    )
    await expect(slow.run(1)).rejects.toBeInstanceOf(TaskTimedOut)
    const dying = pool(
      listening(
        "if (given === 1) process.exit(1); if (given === 2) parentPort.postMessage({ error: 'no' }); else parentPort.postMessage({ result: given })",
      ),
    )
    await expect(dying.run(1)).rejects.toThrow('exited during its work')
    await expect(dying.run(2)).rejects.toThrow('no')
    expect(await dying.run(3)).toBe(3)
  })
})
