import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/core/problem.ts'
import { seePreview } from '../preview/preview.actions.ts'
import { previewModel } from './article-pages.actions.ts'
import type { Visit } from './page-models.rules.ts'
import { notFoundModel } from './pages.actions.ts'
import { page, type RenderedPage, readerOf } from './rendering.actions.ts'
import { isSiteOpen } from './sending.rules.ts'
import type { SiteContext } from './site-options.ts'
import type { Visitors } from './visitors.actions.ts'

/** The page of a preview link; 403 if the link has expired. */
export async function answerPreview(
  options: SiteContext,
  { anonymous, signedIn }: Visitors,
  request: FastifyRequest,
): Promise<RenderedPage> {
  const visit: Visit = { comments: 1, signedIn }
  const { engine, previewKey } = options
  const { token } = request.query as Record<string, unknown>
  const origin = options.originOf(request)
  try {
    const wanted = typeof token === 'string' ? token : ''
    const { article, reader: actor } = await seePreview(
      engine.db,
      anonymous,
      { key: previewKey },
      wanted,
      await engine.now(),
    )
    const { reader, site: whole } = await readerOf(actor, options, origin)
    // What the menu leads to is not public then.
    const site = isSiteOpen(actor.site.settings) ? whole : { ...whole, navigation: [] }
    return page(options, site, await previewModel(reader, site, article), 200, visit)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'preview-ended') throw error
    const { reader, site } = await readerOf(anonymous, options, origin)
    const model = notFoundModel(reader, site)
    const data = { ...model.data, title: reader.words.preview, text: reader.words.preview_ended }
    return page(options, site, { ...model, data }, 403, visit)
  }
}
