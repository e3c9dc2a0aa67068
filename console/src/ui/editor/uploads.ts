import type { EditorState } from '@tiptap/pm/state'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type InsertedFile, insertFile } from './inserted-file.ts'

export type Upload = (file: File, onProgress: (part: number) => void) => Promise<InsertedFile>

interface Step {
  readonly add?: { readonly id: object; readonly at: number; readonly name: string }
  readonly remove?: object
}

const key = new PluginKey<DecorationSet>('uploads')

/** Marks the place of a file while it is uploaded. */
export function uploadsPlugin(): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        const mapped = before.map(transaction.mapping, transaction.doc)
        const step = transaction.getMeta(key) as Step | undefined
        if (step?.add) {
          const { id, at, name } = step.add
          return mapped.add(transaction.doc, [Decoration.widget(at, () => placeholder(name), { id })])
        }
        if (step?.remove)
          return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === step.remove))
        return mapped
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

function placeholder(name: string): HTMLElement {
  const shown = document.createElement('div')
  shown.className = 'upload'
  const progress = document.createElement('progress')
  progress.max = 1
  progress.setAttribute('aria-label', name)
  shown.append(name, progress)
  return shown
}

function placeOf(state: EditorState, id: object): number | undefined {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
}

/** Uploads one after the other. Each file goes to its marked place, even if the text around it has moved. */
export async function uploadInto(
  view: EditorView,
  files: readonly File[],
  at: number,
  { upload, onFailure }: { upload: Upload; onFailure: (file: File, error: unknown) => void },
): Promise<void> {
  const marked = files.map((file) => ({ file, id: {} }))
  for (const { file, id } of marked)
    view.dispatch(view.state.tr.setMeta(key, { add: { id, at, name: file.name } } satisfies Step))
  for (const { file, id } of marked) {
    const shown = () => [...view.dom.querySelectorAll<HTMLProgressElement>('.upload progress')][0]
    try {
      const uploaded = await upload(file, (part) => {
        const bar = shown()
        if (bar) bar.value = part
      })
      if (view.isDestroyed) return
      putFile(view, placeOf(view.state, id), id, uploaded)
    } catch (error) {
      if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Step))
      onFailure(file, error)
    }
  }
}

function putFile(view: EditorView, place: number | undefined, id: object, file: InsertedFile): void {
  const { tr } = view.state
  tr.setMeta(key, { remove: id } satisfies Step)
  // The user deleted the place during the upload, so the file is not wanted.
  if (place !== undefined) insertFile(tr, place, file)
  view.dispatch(tr)
}
