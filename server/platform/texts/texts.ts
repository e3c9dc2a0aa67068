import type { Cleaned, CleaningRefusal } from '../html/clean.ts'
import { performTask, type TextTask } from './tasks.ts'
import { createThreadPool } from './thread-pool.ts'

/** Longer texts would block other requests, so they are processed in a worker thread. */
const MAX_INLINE_LENGTH = 100_000
/** Markdown takes several times as long as HTML per character. */
const MAX_INLINE_MARKDOWN_LENGTH = 30_000

const pool = createThreadPool<TextTask, unknown>({
  url: new URL('./text-worker.mjs', import.meta.url),
  timeoutMs: 30_000,
  maxWaiting: 100,
})

async function perform(task: TextTask): Promise<unknown> {
  const longest = task.kind === 'clean-html' ? MAX_INLINE_LENGTH : MAX_INLINE_MARKDOWN_LENGTH
  return task.text.length <= longest ? performTask(task) : pool.run(task)
}

export type TextFormat = 'html' | 'markdown'

/** Converts user input to clean HTML. */
export async function cleanText(text: string, format: TextFormat): Promise<Cleaned | CleaningRefusal> {
  const kind = format === 'html' ? 'clean-html' : 'clean-markdown'
  return (await perform({ kind, text })) as Cleaned | CleaningRefusal
}

/** Markdown that renders to this clean HTML. */
export async function toMarkdown(html: string): Promise<string> {
  return (await perform({ kind: 'to-markdown', text: html })) as string
}
