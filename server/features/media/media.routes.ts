import * as contract from '@inkstone/contract/media.ts'
import { Type } from '@sinclair/typebox'
import { reads, streams, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { issueText, type Language, messageOf } from '../../platform/core/problem.ts'
import { laterKey } from '../../platform/http/idempotency.ts'
import { createReaders } from '../../platform/http/validation.ts'
import { changeMedia, deleteMedia, mediaOf, seeMedia, usesOf } from './media.actions.ts'
import { lockMedia } from './media.store.ts'
import { showMedia } from './media.view.ts'
import type { MediaOptions } from './storing.actions.ts'
import { uploadMany, uploadOne } from './upload.actions.ts'

const texts = Type.Partial(contract.MediaTexts)

export const mediaRoutes = (media: MediaOptions) => [
  streams(
    contract.uploadMedia,
    async (engine, { actor, zone, filesUrl: origin, header }, { request, reply }) => {
      const keyFor = laterKey(actor, contract.uploadMedia, header('idempotency-key'))
      const uploading = { engine, media, actor, origin }
      const readTexts = createReaders(zone)(texts)
      const { shown, replayed } = await uploadOne(
        uploading,
        request.raw,
        keyFor,
        showMedia(zone, origin),
        readTexts,
      )
      if (replayed) reply.header('idempotent-replayed', 'true')
      return shown
    },
  ),
  streams(
    contract.uploadManyMedia,
    async (engine, { actor, zone, filesUrl: origin, header }, { request, reply }) => {
      const { kept, issues, failed, replayed } = await uploadMany(
        { engine, media, actor, origin },
        request.raw,
        contract.MAX_FILES_PER_UPLOAD,
        laterKey(actor, contract.uploadManyMedia, header('idempotency-key')),
        showMedia(zone, origin),
      )
      if (replayed) reply.header('idempotent-replayed', 'true')
      return {
        list: kept,
        success_count: kept.length,
        failed_count: failed,
        errors: textsOf(issues, actor.language),
      }
    },
  ),
  reads(contract.listMedia, async (db, { actor, query, zone, filesUrl: origin }) =>
    paginated(await mediaOf(db, actor, query), query, showMedia(zone, origin)),
  ),
  reads(contract.getMedia, async (db, { actor, params, zone, filesUrl: origin, answering }) => {
    const media = await seeMedia(db, actor, params.id)
    answering.version = media.version
    return { ...showMedia(zone, origin)(media), used_in: await usesOf(db, actor, media) }
  }),
  writes(
    contract.updateMedia,
    async (tx, { actor, params, body, zone, filesUrl: origin }) =>
      showMedia(zone, origin)(await changeMedia(tx, actor, params.id, body, origin)),
    async (tx, { actor, params }) => (await lockMedia(tx, actor.siteId, params.id)).version,
  ),
  writes(contract.deleteMedia, async (tx, { actor, params, filesUrl: origin }) =>
    deleteMedia(tx, actor, params.id, origin),
  ),
]

type Issues = Awaited<ReturnType<typeof uploadMany>>['issues']

function textsOf(issues: Issues, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    [...issues].map(([name, found]) => [
      name,
      found.map((issue) =>
        issue === 'unavailable' ? messageOf('unavailable', language) : issueText(issue, language),
      ),
    ]),
  )
}
