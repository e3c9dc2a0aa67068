import * as contract from '@inkstone/contract/preview.ts'
import { acts } from '../../database.ts'
import { showTimes } from '../../platform/times/times.ts'
import { showArticle } from '../articles/articles.view.ts'
import { makePreview, type PreviewMeans, seePreview } from './preview.actions.ts'

export const previewRoutes = (means: PreviewMeans) => [
  acts(contract.createPreview, async (engine, { actor, params, body, zone, origin }) => {
    const { of = 'article', hours = 24 } = body
    const now = await engine.now()
    const { url, token, expiresAt } = await makePreview(engine.db, actor, params.id, { of, hours }, means, {
      origin,
      now,
    })
    return { url, token, ...showTimes(zone, { expire: expiresAt }) }
  }),
  acts(contract.readPreview, async (engine, { actor, query, zone, answering }) => {
    answering.headers['cache-control'] = 'no-store'
    answering.headers['x-robots-tag'] = 'noindex'
    const { article, reader } = await seePreview(engine.db, actor, means, query.token, await engine.now())
    return showArticle(zone, reader)(article)
  }),
]
