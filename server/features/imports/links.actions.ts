import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { aliasesOfArticles, broughtInText, rewriteBroughtIn } from '../articles/bring-in.actions.ts'
import { prepareContent } from '../content/content.actions.ts'
import { aliasesOfPages, broughtInPageText, rewriteBroughtInPage } from '../pages/bring-in.actions.ts'
import { withAddresses } from './addresses.rules.ts'
import { closeLinks, findAddressed, itemsOfImport, mainAddresses } from './imports.store.ts'
import type { Taking } from './taking.ts'

type Places = Pick<Taking, 'uploading'>

/** An address as it is compared: long ones would not fit into an index. */
export function hashOfAddress(key: string): string {
  return sha256Hex(key)
}

/** Where these addresses of the source lead here, as far as what they led to has been taken. */
export async function resolveLinks(places: Places, keys: readonly string[]): Promise<Map<string, string>> {
  const { engine, actor } = places.uploading
  const found = await findAddressed(engine.db, actor.siteId, [...new Set(keys.map(hashOfAddress))])
  const paths = await pathsTo(places, [...found.values()])
  const targets = new Map<string, string>()
  for (const key of keys) {
    const target = found.get(hashOfAddress(key))
    const path = target && paths(target)
    if (path !== undefined) targets.set(key, path)
  }
  return targets
}

interface Target {
  readonly type: 'article' | 'page'
  readonly ref_id: number
}

async function pathsTo({ uploading }: Places, targets: readonly Target[]) {
  const { engine, actor } = uploading
  const idsOf = (type: Target['type']) =>
    targets.filter((each) => each.type === type).map(({ ref_id }) => ref_id)
  const articles = await aliasesOfArticles(engine.db, actor.siteId, idsOf('article'))
  const pages = await aliasesOfPages(engine.db, actor.siteId, idsOf('page'))
  const { article_path, page_path } = actor.site.settings
  return ({ type, ref_id }: Target): string | undefined => {
    const alias = (type === 'article' ? articles : pages).get(ref_id)
    const path = type === 'article' ? article_path : page_path
    return alias === undefined ? undefined : path.replace('{alias}', encodeURIComponent(alias))
  }
}

const AT_ONCE = 50

/** At the end, when everything is there: the links that led to what came later. What leads nowhere is told. */
export async function closeOpenLinks(taking: Taking): Promise<void> {
  const { uploading, ledger } = taking
  const { engine, actor } = uploading
  for (;;) {
    const items = await itemsOfImport(engine.db, ledger.importId, { most: AT_ONCE, openLinks: true })
    if (items.length === 0) return
    const changed: ((typeof items)[number] & { text: Awaited<ReturnType<typeof relinked>> })[] = []
    for (const item of items) {
      const read = item.type === 'page' ? broughtInPageText : broughtInText
      const text = await read(engine.db, actor.siteId, item.ref_id)
      changed.push({ ...item, text: text && (await relinked(taking, text, item.place)) })
    }
    await engine.transact(async (tx) => {
      for (const { id, type, ref_id, text } of changed) {
        const rewrite = type === 'page' ? rewriteBroughtInPage : rewriteBroughtIn
        if (text) await rewrite(tx, actor.siteId, ref_id, text)
        await closeLinks(tx, id)
      }
    })
  }
}

async function relinked(
  taking: Taking,
  { content, source }: { content: string; source: string | undefined },
  place: string,
) {
  const format = source === undefined ? 'html' : 'markdown'
  const text = source ?? content
  const keys = new Map<string, string>()
  const collect = async (address: string) => {
    const key = taking.source.linkKey(address, place)
    if (key !== undefined) keys.set(address, key)
    return undefined
  }
  await withAddresses(text, format, collect)
  const targets = await resolveLinks(taking, [...keys.values()])
  for (const [address, key] of keys)
    if (!targets.has(key) && taking.source.leadsToText(address))
      taking.ledger.tell(place, `the link to ${address} is left as it is: nothing was taken from there`)
  if (targets.size === 0) return undefined
  const linked = await withAddresses(text, format, async (address) => {
    const target = targets.get(keys.get(address) ?? '')
    return target === undefined ? undefined : target + (/#.*$/s.exec(address)?.[0] ?? '')
  })
  const written = { content: linked, content_format: format as 'html' | 'markdown' }
  return (await prepareContent(taking.uploading.engine.db, written)).fields
}

/** Each address that readers knew, and where it leads now. */
export async function* redirectsOf(
  places: Places,
  importId: number,
): AsyncGenerator<{ from: string; to: string }> {
  const { engine } = places.uploading
  for (let after = 0; ; ) {
    const rows = await mainAddresses(engine.db, importId, after, 500)
    if (rows.length === 0) return
    const path = await pathsTo(places, rows)
    for (const row of rows) {
      const to = path(row)
      if (to !== undefined) yield { from: row.address, to }
    }
    after = rows.at(-1)?.id ?? after
  }
}

/** The list of redirects as CSV. */
export async function* redirectsCsv(places: Places, importId: number): AsyncGenerator<string> {
  const line = (...cells: string[]) =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
  yield line('from', 'to')
  for await (const { from, to } of redirectsOf(places, importId)) yield line(from, to)
}
