import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { changedFields } from './changed-fields.ts'
import type { Creation } from './journal-store.ts'
import type { Remote } from './remote.ts'
import { createVersionSync, type SavedVersion } from './version-sync.ts'

type Form = Readonly<Record<'title' | 'content', string>>

const ID = 7
const OPENED: Form = { title: 'One', content: '<p>Text.</p>' }
const editor = { id: 2, username: 'ada', nickname: 'Ada' }

/** A server with one item, as others see it. */
function createServer(stored: Form | undefined) {
  let version = 1
  let key: string | undefined
  const etag = () => `"${version}"`
  const server = {
    stored,
    isUnreadable: false,
    isNextAnswerLost: false,
    /** What the user types during the next request. */
    meanwhile: () => {},
    save(changes: Partial<Form>) {
      if (server.stored) server.stored = { ...server.stored, ...changes }
      version += 1
    },
  }
  const answer = <Value>(value: Value): Value => {
    server.meanwhile()
    server.meanwhile = () => {}
    if (!server.isNextAnswerLost) return value
    server.isNextAnswerLost = false
    throw new ApiError(0, { code: 0, message: 'unreachable' })
  }
  const remote: Remote<Form> = {
    async create(values, sentKey) {
      if (key === sentKey) return answer({ id: ID, etag: undefined })
      expect(key).toBeUndefined()
      key = sentKey
      server.stored = values
      return answer({ id: ID, etag: etag() })
    },
    async update(_id, changes, ifMatch) {
      if (ifMatch !== undefined && ifMatch !== etag()) throw new ApiError(412, { code: 1, message: 'stale' })
      server.save(changes)
      return answer(etag())
    },
    async read(id) {
      return server.stored && !server.isUnreadable ? { id, etag: etag(), values: server.stored } : undefined
    },
    editor: async () => editor,
  }
  return { server, remote }
}

function createForm(initial: Form) {
  let state = { values: initial, base: initial }
  return {
    now: () => state,
    set(key: string, value: string): void {
      state = { ...state, values: { ...state.values, [key]: value } }
    },
    reset(values: Form): void {
      state = { values, base: values }
    },
    type: (changes: Partial<Form>) => (state = { ...state, values: { ...state.values, ...changes } }),
    settle(sent: Form, kept: Form): void {
      state = { values: { ...kept, ...changedFields(sent, state.values) }, base: kept }
    },
  }
}

function createJournal() {
  let open: Creation<Form> | undefined
  const close = () => {
    open = undefined
  }
  return {
    creation: () => open,
    async begin(creation: Creation<Form>): Promise<void> {
      open = creation
    },
    created: close,
    refused: close,
  }
}

/** An editor in which the item was opened; without `stored` it is a new one. */
function openEditor(stored: Form | undefined) {
  const { server, remote } = createServer(stored)
  const form = createForm(stored ?? { title: '', content: '' })
  const version: { current: SavedVersion<Form> | undefined } = {
    current: stored && { id: ID, etag: '"1"' },
  }
  const sync = createVersionSync({ version, remote, form, journal: createJournal() })
  const unsaved = () => changedFields(form.now().base, form.now().values)
  return { server, remote, form, version, sync, unsaved }
}

test('an update sends only what has changed', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.stored = { ...OPENED, content: '<p>Cleaned.</p>' }
  expect(await sync.update(ID)).toEqual({ outcome: 'saved' })
  expect(server.stored).toEqual({ title: 'Mine', content: '<p>Cleaned.</p>' })
  expect(unsaved()).toEqual({})
})

test('what is typed during an update stays unsaved, and the next update sends it', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.meanwhile = () => form.type({ title: 'Mine, and more' })
  await sync.update(ID)
  expect(unsaved()).toEqual({ title: 'Mine, and more' })
  await sync.update(ID)
  expect(server.stored?.title).toBe('Mine, and more')
})

test('an update takes over changes of somebody else to other fields', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ content: '<p>Theirs.</p>' })
  expect(await sync.update(ID)).toEqual({ outcome: 'joined' })
  expect(server.stored).toEqual({ title: 'Mine', content: '<p>Theirs.</p>' })
  expect(form.now().values.content).toBe('<p>Theirs.</p>')
  expect(unsaved()).toEqual({})
})

test('an update replaces nothing when somebody else changed the same field, and tells whose version it is', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ title: 'Theirs' })
  expect(await sync.update(ID)).toMatchObject({
    outcome: 'conflict',
    theirs: { values: { title: 'Theirs' }, editor },
  })
  expect(server.stored?.title).toBe('Theirs')
  expect(unsaved()).toEqual({ title: 'Mine' })
})

test('an update fails when the newer version cannot be read, and keeps what was typed', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ content: '<p>Theirs.</p>' })
  server.isUnreadable = true
  await expect(sync.update(ID)).rejects.toMatchObject({ status: 412 })
  expect(unsaved()).toEqual({ title: 'Mine' })
})

test('an update without changes is only sent where the server waits for one', async () => {
  const { server, sync } = openEditor(OPENED)
  let requests = 0
  server.meanwhile = () => void requests++
  expect(await sync.update(ID)).toEqual({ outcome: 'saved' })
  expect(requests).toBe(0)
  expect(await sync.updateAnyway(ID)).toEqual({ outcome: 'saved' })
  expect(requests).toBe(1)
})

test('an own update whose response was lost is not a conflict', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.isNextAnswerLost = true
  await expect(sync.update(ID)).rejects.toMatchObject({ status: 0 })
  expect(unsaved()).toEqual({ title: 'Mine' })
  form.type({ title: 'Mine, and more' })
  expect(await sync.update(ID)).toEqual({ outcome: 'joined' })
  expect(server.stored?.title).toBe('Mine, and more')
})

test('overwriting replaces changes of somebody else', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ title: 'Theirs' })
  await sync.overwrite(ID)
  expect(server.stored?.title).toBe('Mine')
  expect(unsaved()).toEqual({})
})

test('an autosave does not replace a newer version', async () => {
  const { server, remote, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ content: '<p>Theirs.</p>' })
  await expect(sync.autosave(ID, remote.update)).rejects.toMatchObject({ status: 412 })
  expect(unsaved()).toEqual({ title: 'Mine' })
})

test('a new item is created once although the response was lost and the text went on', async () => {
  const { server, form, sync, unsaved } = openEditor(undefined)
  form.type({ title: 'New' })
  server.isNextAnswerLost = true
  await expect(sync.create()).rejects.toMatchObject({ status: 0 })
  form.type({ title: 'New, and more' })
  expect(await sync.create()).toBe(ID)
  expect(unsaved()).toEqual({ title: 'New, and more' })
})

test('an item that an earlier request created may have been changed: its version is read before the next update', async () => {
  const { server, form, sync } = openEditor(undefined)
  form.type({ title: 'New' })
  server.isNextAnswerLost = true
  await expect(sync.create()).rejects.toMatchObject({ status: 0 })
  server.save({ content: '<p>From another computer.</p>' })
  await sync.create()
  form.type({ title: 'New, and more' })
  expect(await sync.update(ID)).toEqual({ outcome: 'joined' })
  expect(server.stored).toEqual({ title: 'New, and more', content: '<p>From another computer.</p>' })
})

test('a merge continues from the version of the other person, and the next update saves it', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  form.type({ title: 'Mine' })
  server.save({ title: 'Theirs', content: '<p>Theirs.</p>' })
  const updated = await sync.update(ID)
  if (updated.outcome !== 'conflict') throw new Error('There is no conflict.')
  sync.rebase(updated.theirs, { title: 'Theirs and mine' })
  expect(unsaved()).toEqual({ title: 'Theirs and mine' })
  expect(await sync.update(ID)).toEqual({ outcome: 'saved' })
  expect(server.stored).toEqual({ title: 'Theirs and mine', content: '<p>Theirs.</p>' })
})

test('what the server cleaned is taken over after a save, without what was typed since', async () => {
  const { server, form, sync, unsaved } = openEditor(OPENED)
  server.save({ content: '<p>Cleaned.</p>' })
  form.type({ title: 'Typed since' })
  await sync.reread(ID)
  expect(form.now().values).toEqual({ title: 'Typed since', content: '<p>Cleaned.</p>' })
  expect(unsaved()).toEqual({ title: 'Typed since' })
})
