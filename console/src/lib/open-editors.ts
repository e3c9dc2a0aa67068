const CHANNEL = 'inkstone.editors'
/** Other tabs answer within milliseconds; busy ones get a little more. */
const ANSWER_MS = 400

interface Question {
  readonly kind: 'who'
  readonly from: string
}
interface Answer {
  readonly kind: 'here'
  readonly editor: string
}

const here = new Set<string>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)

channel?.addEventListener('message', ({ data }: MessageEvent<Question | Answer>) => {
  if (data.kind !== 'who') return
  for (const editor of here) channel.postMessage({ kind: 'here', editor } satisfies Answer)
})

/** Announces that this editor is open, until the returned function is called. */
export function announceEditor(editor: string): () => void {
  here.add(editor)
  return () => here.delete(editor)
}

/** The editors that are open now, in this tab and in others of this browser. */
export async function openEditors(): Promise<ReadonlySet<string>> {
  const found = new Set(here)
  if (!channel) return found
  const hear = ({ data }: MessageEvent<Question | Answer>) => {
    if (data.kind === 'here') found.add(data.editor)
  }
  channel.addEventListener('message', hear)
  channel.postMessage({ kind: 'who', from: '' } satisfies Question)
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  channel.removeEventListener('message', hear)
  return found
}
