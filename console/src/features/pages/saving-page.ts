import { savePageDraft } from '@inkstone/contract/page-history.ts'
import { createPage, updatePage } from '@inkstone/contract/pages.ts'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { callWithTag } from '../../lib/api.ts'
import type { Fields } from '../../lib/fields.ts'
import type { Journal } from '../../lib/journal.ts'
import type { Remote } from '../../lib/remote.ts'
import { useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { editedOf, PAGE_TOUCHES, type PageForm, type ReadPage } from './page-fields.ts'
import { pageWords } from './pages.words.ts'
import { readForEditing } from './reading-page.ts'

export function useSavingPage(
  opened: ReadPage | undefined,
  current: ReadPage | undefined,
  form: Fields<PageForm>,
  journal: Journal<PageForm>,
  { onCreated, onRead }: { onCreated: (id: number) => void; onRead: (read: ReadPage) => void },
) {
  const ui = useWords(uiWords)
  const say = useWords(pageWords)
  /** Set by "Save as draft". */
  const startsDraft = useRef(false)
  const toDraft = () => startsDraft.current || current?.draft !== undefined
  const remote: Remote<PageForm> = {
    async create(values, idempotencyKey) {
      const { data, etag } = await callWithTag(createPage, { body: values, idempotencyKey })
      return { id: data.id, etag }
    },
    async update(id, changes, etag) {
      const input = { params: { alias: String(id) }, body: changes }
      if (!toDraft()) return (await callWithTag(updatePage, { ...input, ifMatch: etag })).etag
      // The first save creates the draft, so there is no version for If-Match yet.
      const ifMatch = current?.draft ? etag : undefined
      return (await callWithTag(savePageDraft, { ...input, ifMatch })).etag
    },
    async read(id) {
      const read = await readForEditing(String(id)).catch(() => undefined)
      if (!read) return
      onRead(read)
      return { id, etag: read.etag, values: editedOf(read), editor: read.draft?.editor }
    },
  }
  const saving = useSaving({
    opened: opened && { id: opened.page.id, etag: opened.etag, values: editedOf(opened) },
    remote,
    form,
    journal,
    touches: PAGE_TOUCHES,
    saved: toDraft() ? say('draftSaved') : ui('saved'),
    onCreated,
  })
  return {
    ...saving,
    async saveAsDraft(): Promise<void> {
      startsDraft.current = true
      await saving.saveThen(async () => {
        notifications.show({ color: 'teal', message: say('draftSaved') })
        return true
      })
      startsDraft.current = false
    },
  }
}
