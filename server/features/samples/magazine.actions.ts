import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PUBLISHED } from '@inkstone/contract/articles.ts'
import sharp from 'sharp'
import type { Actor } from '../../platform/core/actor.ts'
import { prepareFile } from '../../platform/files/prepare.ts'
import { requireArticlePath } from '../articles/alias.actions.ts'
import { createArticle } from '../articles/articles.actions.ts'
import { createCategory } from '../categories/categories.actions.ts'
import { postComment, replyAsSite } from '../comments/posting.actions.ts'
import { prepareContent } from '../content/content.actions.ts'
import { pathOf } from '../media/addresses.rules.ts'
import { storeUpload, type Uploading } from '../media/storing.actions.ts'
import { createPage } from '../pages/pages.actions.ts'
import { changeSettings } from '../settings/settings.actions.ts'
import { createTag } from '../tags/tags.actions.ts'
import { CATEGORIES, COMMENT, landscape, PAGE, SETTINGS, STORIES, TAGS } from './magazine.rules.ts'

const DAY_MS = 86_400_000

/** Fills an empty site with the magazine, including images. False if the site already has articles. */
export async function seedMagazine(
  uploading: Uploading,
  onProgress: (done: number) => void,
): Promise<boolean> {
  const { engine, actor } = uploading
  const { siteId } = actor
  const filled = await engine.db
    .selectFrom('articles')
    .select('id')
    .where('site_id', '=', siteId)
    .limit(1)
    .executeTakeFirst()
  if (filled) return false
  const { categories, tags } = await engine.transact(async (tx) => {
    await changeSettings(tx, actor, { smsAvailable: false, requireArticlePath }, SETTINGS)
    const categories = new Map<string, number>()
    for (const fields of CATEGORIES)
      categories.set(fields.alias, (await createCategory(tx, actor, { ...fields, show_in_nav: 1 })).id)
    const tags = new Map<string, number>()
    for (const name of TAGS) tags.set(name, (await createTag(tx, actor, { name })).id)
    return { categories, tags }
  })
  const page = (await prepareContent(engine.db, PAGE)).fields
  await engine.transact((tx) => createPage(tx, actor, page))
  const now = await engine.now()
  for (const [index, { category, tag, cover, content, ...names }] of STORIES.entries()) {
    const { fields } = await prepareContent(engine.db, {
      ...names,
      category_id: categories.get(category) ?? 0,
      tag_ids: [tags.get(tag) ?? 0],
      content: content.includes('{picture}')
        ? content.replace('{picture}', `<img src="${await drawn(uploading, index + STORIES.length)}" alt="">`)
        : content,
      cover: cover ? await drawn(uploading, index) : '',
      status: PUBLISHED as 1,
      is_top: index === 0 ? (1 as const) : (0 as const),
      publish_time: now - (index + 1) * 9 * DAY_MS,
    })
    const article = await engine.transact((tx) => createArticle(tx, actor, fields))
    if (names.alias === COMMENT.on) await discuss(uploading, article.id)
    onProgress(index + 1)
  }
  return true
}

async function discuss({ engine, actor: before }: Uploading, article_id: number): Promise<void> {
  const { nickname, email, content, answer } = COMMENT
  // The site replies under the name that it was given above.
  const settings = { ...before.site.settings, ...SETTINGS }
  const actor: Actor = { ...before, site: { ...before.site, settings } }
  await engine.transact(async (tx) => {
    const { id } = await postComment(
      tx,
      actor,
      { article_id, nickname, email, content },
      { captcha: undefined, screening: unscreened(content), nickname: unscreened(nickname) },
    )
    await replyAsSite(tx, actor, id, answer)
  })
}

const unscreened = (text: string) => ({ text, hits: [], refused: false })

/** Draws an image, stores it and returns its URL. */
async function drawn(uploading: Uploading, number: number): Promise<string> {
  const folder = join(uploading.media.folder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const bytes = await sharp(Buffer.from(landscape(number)))
      .webp({ quality: 88 })
      .toBuffer()
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const originalName = `landscape-${number + 1}.webp`
    const prepared = await prepareFile({
      field: 'file',
      originalName,
      path,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    if ('refused' in prepared) throw new Error(`a picture of the demo was refused: ${prepared.refused}`)
    const { shown } = await storeUpload(uploading, {
      file: prepared,
      filename: originalName,
      key: undefined,
      show: ({ name }) => name,
    })
    return pathOf(shown)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
