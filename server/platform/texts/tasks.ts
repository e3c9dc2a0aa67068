import { type Cleaned, type CleaningRefusal, cleanHtml } from '../html/clean.ts'
import { htmlToMarkdown } from '../markdown/html-to-markdown.ts'
import { markdownToHtml } from '../markdown/markdown-to-html.ts'

/** Processing whose time grows with the length of the text. */
export type TextTask =
  | { readonly kind: 'clean-html'; readonly text: string }
  | { readonly kind: 'clean-markdown'; readonly text: string }
  | { readonly kind: 'to-markdown'; readonly text: string }

export function performTask(task: TextTask): Cleaned | CleaningRefusal | string {
  switch (task.kind) {
    case 'clean-html':
      return cleanHtml(task.text)
    case 'clean-markdown':
      return cleanHtml(markdownToHtml(task.text))
    case 'to-markdown':
      return htmlToMarkdown(task.text)
  }
}
