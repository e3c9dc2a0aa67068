import { createArticle, updateArticle } from '@inkstone/contract/article-endpoints.ts'
import { listRevisions } from '@inkstone/contract/revisions.ts'
import { saveWorkingCopy } from '@inkstone/contract/working-copies.ts'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call, callWithTag } from '../../lib/api.ts'
import type { Fields } from '../../lib/fields.ts'
import type { Journal } from '../../lib/journal.ts'
import { useMe } from '../../lib/may.ts'
import type { Remote } from '../../lib/remote.ts'
import { type Saving, useSaving } from '../../lib/saving.ts'
import { useListed, useWords } from '../../lib/words.tsx'
import { type ArticleForm, editedOf, type ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'
import { readForEditing } from './reading-article.ts'
import {
  autosavedPart,
  canBeCreated,
  endsSchedule,
  isCopyMeant,
  statusOfSave,
  withAlias,
} from './saving-rules.ts'

/** The content of a draft that has only a title. */
const NO_TEXT = '<p></p>'

/** Without a category the field is left out, so that the server reports it as missing. */
export function bodyOf({ category_id, content, ...rest }: Partial<ArticleForm>) {
  return {
    ...rest,
    ...(content !== undefined && { content: content.trim() === '' ? NO_TEXT : content }),
    ...(typeof category_id === 'number' && { category_id }),
  }
}

export function useSavingArticle(
  opened: ReadArticle | undefined,
  current: ReadArticle | undefined,
  form: Fields<ArticleForm>,
  journal: Journal<ArticleForm>,
  { onCreated, onRead }: { onCreated: (id: number) => void; onRead: (read: ReadArticle) => void },
) {
  const say = useWords(articleWords)
  const listed = useListed()
  /** Set by "Save without publishing". */
  const startsCopy = useRef(false)
  const tellRemoved = (names: readonly string[]) => {
    if (names.length === 0) return
    const message = say('removed', { names: listed(names) })
    notifications.show({ color: 'orange', message, autoClose: 12_000 })
  }
  /** What was read last: in the middle of a save it is newer than what is on the screen. */
  const latest = useRef(current)
  const take = (read: ReadArticle) => {
    latest.current = read
    onRead(read)
  }
  const changedBody = (changes: Partial<ArticleForm>) => bodyOf(withAlias(changes, form.now().values.alias))
  const remote: Remote<ArticleForm> = {
    async create(values, idempotencyKey) {
      const body = { ...bodyOf(values), status: 0 as const }
      const { data, etag } = await callWithTag(createArticle, { body, idempotencyKey })
      tellRemoved(data.removed)
      return { id: data.id, etag }
    },
    async update(id, changes, etag) {
      const body = changedBody(changes)
      const read = latest.current
      if (startsCopy.current || isCopyMeant(read, current)) {
        // The first save creates the copy, so there is no version for If-Match yet.
        const ifMatch = read?.copy ? etag : undefined
        const input = { params: { id }, body: { ...body, ...statusOfSave(read) }, ifMatch }
        const saved = await callWithTag(saveWorkingCopy, input)
        tellRemoved(saved.data.removed)
        return saved.etag
      }
      const saved = await callWithTag(updateArticle, { params: { id }, body, ifMatch: etag })
      tellRemoved(saved.data.removed)
      return saved.etag
    },
    async read(id) {
      const read = await readForEditing(id).catch(() => undefined)
      if (!read) return
      take(read)
      return { id, etag: read.etag, values: editedOf(read), editor: read.copy?.editor }
    },
    // Somebody changed the published version: a save says that the two were compared.
    isSaveNeeded: () => latest.current?.copy?.outdated === 1,
    async editor(id) {
      const revisions = call(listRevisions, { params: { id }, query: { page_size: 1 } })
      return (await revisions.catch(() => undefined))?.current.editor
    },
  }
  const saving = useSaving({
    opened: opened && { id: opened.article.id, etag: opened.etag, values: editedOf(opened) },
    remote,
    form,
    journal,
    touches: ARTICLE_TOUCHES,
    saved: say(savedWord(current)),
    onCreated,
  })
  useAutosave(current, saving, async (part, id, changes, ifMatch) => {
    const input = { params: { id }, query: { autosave: 1 as const }, body: changedBody(changes), ifMatch }
    if (part === 'copy') return (await callWithTag(saveWorkingCopy, input)).etag
    const { data, etag } = await callWithTag(updateArticle, input)
    const { title, update_time, update_at } = data
    const read = latest.current
    if (read) take({ ...read, article: { ...read.article, title, update_time, update_at }, etag })
    return etag
  })
  return {
    ...saving,
    async saveAsCopy(): Promise<void> {
      startsCopy.current = true
      await saving.saveThen(async () => {
        notifications.show({ color: 'teal', message: say('copySaved') })
        return true
      })
      startsCopy.current = false
    },
  }
}
export type SavingArticle = ReturnType<typeof useSavingArticle>

function savedWord(read: ReadArticle | undefined) {
  if (isCopyMeant(read)) return 'copySaved'
  return read && endsSchedule(read) ? 'savedForReview' : 'saved'
}

/** The autosave interval. The browser stores changes within two seconds anyway. */
const AUTOSAVE_MS = 10_000

type SendPart = (
  part: 'draft' | 'copy',
  id: number,
  changes: Partial<ArticleForm>,
  etag: string | undefined,
) => Promise<string | undefined>

/** Autosaves new articles, own drafts and working copies, without a revision each time. */
function useAutosave(current: ReadArticle | undefined, saving: Saving<ArticleForm>, send: SendPart): void {
  const say = useWords(articleWords)
  const me = useMe()
  const save = useEffectEvent(async () => {
    if (document.hidden) return
    const part = current ? autosavedPart(current, me?.id) : 'draft'
    if (part === undefined) return
    const outcome = await saving.autosave((...changed) => send(part, ...changed), canBeCreated)
    if (outcome === 'joined')
      notifications.show({ color: 'blue', message: say('joinedNewer'), autoClose: 12_000 })
  })
  useEffect(() => {
    const timer = setInterval(() => void save(), AUTOSAVE_MS)
    return () => clearInterval(timer)
  }, [])
}
