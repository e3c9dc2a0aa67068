import type { Config } from '../config.ts'
import type { Engine } from '../database.ts'
import { seedMagazine } from '../features/samples/magazine.actions.ts'
import { STORIES } from '../features/samples/magazine.rules.ts'
import { seedSamples } from '../features/samples/samples.actions.ts'
import { fillingIndex, indexWithTags } from '../features/search-index/indexing.actions.ts'
import { FIRST_SITE, resolveSite } from '../features/sites/sites.actions.ts'
import { prepareEmptyDatabase } from '../first-start.ts'
import { systemActor } from '../platform/core/actor.ts'
import { mediaOptions } from '../service.ts'
import { openStorage } from '../storages.ts'
import { announceAdmin } from './announce.ts'
import { type CommandCall, CommandFailed } from './command.ts'
import { startProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const DEFAULT_ARTICLES = 100
const MAX_ARTICLES = 10_000_000

/** Fills a site with sample articles, categories and tags in Chinese and English. */
export async function seed(call: CommandCall): Promise<void> {
  const articles = wholeNumber(call, 'articles', DEFAULT_ARTICLES, MAX_ARTICLES)
  const siteId = wholeNumber(call, 'site', FIRST_SITE, Number.MAX_SAFE_INTEGER)
  const config = call.config()
  await withDatabase(config, async (engine) => {
    const admin = await prepareEmptyDatabase(engine, {
      username: config.adminUsername,
      password: config.adminPassword,
    })
    // Before anything can fail, because the password is shown only once.
    if (admin) call.print(announceAdmin(admin))
    const site = await engine.db.selectFrom('sites').select('id').where('id', '=', siteId).executeTakeFirst()
    if (!site) throw new CommandFailed(`--site: site ${siteId} does not exist.`)
    const author = await engine.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    if (call.flag('demo')) await seedDemo(call, config, engine, siteId, author.id)
    else await seedArticles(call, engine, siteId, author.id, articles)
  })
}

async function seedDemo(
  call: CommandCall,
  config: Config,
  engine: Engine,
  siteId: number,
  authorId: number,
): Promise<void> {
  const site = await resolveSite(engine.db, String(siteId), undefined)
  const media = mediaOptions(config, await openStorage(config))
  const actor = { ...systemActor(site), userId: authorId }
  const progress = startProgress(call, STORIES.length, 'articles')
  const done = await seedMagazine({ engine, media, actor, origin: '', quiet: true }, progress.show)
  if (!done) throw new CommandFailed(`--demo: site ${siteId} already has articles; use an empty site.`)
  progress.end()
}

async function seedArticles(
  call: CommandCall,
  engine: Engine,
  siteId: number,
  authorId: number,
  articles: number,
): Promise<void> {
  const progress = startProgress(call, articles, 'articles')
  await fillingIndex(engine, () =>
    seedSamples(engine, {
      siteId,
      authorId,
      articles,
      index: indexWithTags,
      onProgress: progress.show,
    }),
  )
  progress.end()
}

function wholeNumber(call: CommandCall, option: string, standard: number, most: number): number {
  const text = call.option(option)
  if (text === undefined) return standard
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > most)
    throw new CommandFailed(`--${option}: invalid value "${text}"; use a whole number from 1 to ${most}.`)
  return number
}
