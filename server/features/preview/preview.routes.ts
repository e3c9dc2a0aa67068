import * as contract from '@inkstone/contract/preview.ts'
import { acts } from '../../database.ts'
import { showTimes } from '../../platform/times/times.ts'
import { showArticle, withIncluded } from '../articles/articles.view.ts'
import { includedWith } from '../articles/including.actions.ts'
import { makePreview, type PreviewOptions, previewInFormat, seePreview } from './preview.actions.ts'

export const previewRoutes = (options: PreviewOptions) => [
  acts(contract.createPreview, async (engine, { actor, params, body, zone, origin }) => {
    const { of = 'article', hours = 24 } = body
    const now = await engine.now()
    const { url, token, expiresAt } = await makePreview(engine.db, actor, params.id, { of, hours }, options, {
      origin,
      now,
    })
    return { url, token, ...showTimes(zone, { expire: expiresAt }) }
  }),
  acts(contract.readPreview, async (engine, { actor, query, zone }) => {
    const { db } = engine
    const previewed = await seePreview(db, actor, options, query.token, await engine.now())
    const { reader, article } = previewed
    const shown = showArticle(zone, reader)(await previewInFormat(db, previewed, query.format))
    return withIncluded(zone, shown, await includedWith(db, reader, article, query.include))
  }),
]
