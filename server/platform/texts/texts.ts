import type { Cleaned, CleaningRefusal } from '../html/clean.ts'
import { performTask, type TextTask } from './tasks.ts'
import { createThreadPool } from './thread-pool.ts'

/** What is longer would hold everybody else up: it is worked on in a thread of its own. */
const LONGEST_IN_PLACE = 100_000
/** Markdown costs several times as much as HTML for each character. */
const LONGEST_MARKDOWN_IN_PLACE = 30_000

const pool = createThreadPool<TextTask, unknown>({
  url: new URL('./text-worker.mjs', import.meta.url),
  timeoutMs: 30_000,
  maxWaiting: 100,
})

async function perform(task: TextTask): Promise<unknown> {
  const longest = task.kind === 'clean-html' ? LONGEST_IN_PLACE : LONGEST_MARKDOWN_IN_PLACE
  return task.text.length <= longest ? performTask(task) : pool.run(task)
}

export type TextFormat = 'html' | 'markdown'

/** A text as it may be shown, from what somebody wrote. */
export async function cleanText(text: string, format: TextFormat): Promise<Cleaned | CleaningRefusal> {
  const kind = format === 'html' ? 'clean-html' : 'clean-markdown'
  return (await perform({ kind, text })) as Cleaned | CleaningRefusal
}

/** Markdown that gives this clean HTML again. */
export async function toMarkdown(html: string): Promise<string> {
  return (await perform({ kind: 'to-markdown', text: html })) as string
}
