import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { XmlUnreadable } from '../../platform/texts/xml-stream.ts'
import type { Zone } from '../../platform/times/times.ts'
import type { Item, Source } from './items.ts'
import { SourceUnreadable } from './unreadable.ts'
import { createAddresses } from './wordpress-addresses.rules.ts'
import { createAttachments } from './wordpress-attachments.rules.ts'
import { readWordpress, type WordpressRecord } from './wordpress-file.ts'
import { plainName } from './wordpress-names.rules.ts'
import { createPatterns } from './wordpress-patterns.rules.ts'
import { articleOf, commentsOf, type PostFacts, pageOf } from './wordpress-posts.rules.ts'
import { createTerms } from './wordpress-terms.rules.ts'

/** A WordPress export (WXR 1.2). It is read twice: first the data that posts refer to, then the posts. */
export async function wordpressSource(file: string, zone: Zone, name: string): Promise<Source> {
  const { size } = await stat(file)
  let read = 0
  let survey: Survey | undefined
  const whole = async function* (): AsyncGenerator<Item> {
    const losses: Item[] = []
    const tell = (what: string) => void losses.push({ kind: 'loss', where: basename(name), what })
    survey = await surveyOf(
      file,
      name,
      (bytes) => {
        read = bytes / 2
      },
      tell,
    )
    if (!survey.isExport()) throw new SourceUnreadable(`${basename(name)} is not a WordPress export.`)
    yield* losses
    yield* survey.first()
    const second = readWordpress(file, {
      onBytes: (bytes) => {
        read = (size + bytes) / 2
      },
      onFault: () => {},
    })
    for await (const record of second) yield* survey.itemsOf(record, zone)
    yield* survey.last(basename(name))
  }
  return {
    kind: 'wordpress',
    name,
    items: whole,
    progress: () => ({ done: Math.round(read), total: size, unit: 'bytes' }),
    linkKey: (address) => survey?.linkKey(address),
    leadsToText: () => true,
    file: (address) => survey?.file(address),
    imagePlace: (address) => survey?.imagePlace(address),
  }
}

const FAULTS = {
  doctype: 'it has a document type, which is ignored: its own entities are not expanded',
  malformed: 'it is not well-formed XML: only the readable part was imported',
  encoding: 'some bytes are not UTF-8 and were replaced',
} as const

type Survey = Awaited<ReturnType<typeof surveyOf>>

/** The data that posts refer to: the site, terms, authors, attachments and patterns. Unlike the posts, it is kept in memory. */
async function surveyOf(
  file: string,
  name: string,
  onBytes: (bytes: number) => void,
  addLoss: (what: string) => void,
) {
  const site = new Map<string, string>()
  const losses = createLossCounts()
  const { lose } = losses
  const terms = createTerms(lose)
  const attachments = createAttachments(lose)
  const patterns = createPatterns()

  function note(record: WordpressRecord): void {
    if (record.is === 'site') for (const [name, text] of record.fields) site.set(name, text.trim())
    else if (record.is === 'comments') return
    else if (record.is === 'item') {
      attachments.note(record.item)
      patterns.note(record.item)
      terms.noteTermsOf(record.item)
    } else terms.note(record.is, (name) => record.fields.get(`wp:${name}`)?.trim() ?? '')
  }

  try {
    for await (const record of readWordpress(file, { onBytes, onFault: (fault) => addLoss(FAULTS[fault]) }))
      note(record)
  } catch (error) {
    if (!(error instanceof XmlUnreadable)) throw error
    throw new SourceUnreadable(`${basename(name)} is not a WordPress export: ${error.message}.`)
  }
  const { formerList, ...addresses } = createAddresses(site, attachments.byUrl)
  const facts: PostFacts = {
    siteName: plainName(site.get('title') ?? ''),
    categoryPath: terms.pathOf,
    categoryOf: terms.categoryOf,
    linkKey: addresses.linkKey,
    attachment: attachments.withId,
    gallery: attachments.gallery,
    pattern: patterns.use,
    userOf: terms.userOf,
    lose,
  }

  return {
    ...addresses,
    isExport: () => site.size > 0,
    /** The items that must come before the posts. */
    *first(): Generator<Item> {
      yield* terms.items(formerList)
      yield* attachments.items()
    },
    *itemsOf(record: WordpressRecord, zone: Zone): Generator<Item> {
      if (record.is !== 'item' && record.is !== 'comments') return
      const { item } = record
      const type = item.fields.get('wp:post_type') ?? 'unknown'
      if (type === 'post' || type === 'page') {
        if (record.is === 'comments') yield* commentsOf(item, record.comments, facts, zone)
        else yield (type === 'post' ? articleOf : pageOf)(item, facts, zone)
        return
      }
      if (record.is === 'item' && type !== 'attachment' && !patterns.has(item))
        lose(`items of the type ${type} are not imported`)
      for (const _ of record.is === 'item' ? item.comments : record.comments)
        lose(`comments on items of the type ${type} are not imported`)
    },
    *last(where: string): Generator<Item> {
      for (const _ of patterns.unused()) lose('items of the type wp_block are not imported')
      for (const what of losses.counted()) yield { kind: 'loss', where, what }
    },
  }
}

const MAX_KINDS_OF_LOSSES = 200

/** Counts losses that are reported once each, at the end. */
function createLossCounts() {
  const counts = new Map<string, number>()
  return {
    lose(what: string): void {
      const key = counts.size < MAX_KINDS_OF_LOSSES || counts.has(what) ? what : 'other kinds of losses'
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    counted: () => [...counts].map(([what, count]) => `${what} (${count})`),
  }
}
