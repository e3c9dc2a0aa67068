import * as contract from '@inkstone/contract/comments.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { preparesAndWrites, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import type { Zone } from '../../platform/times/times.ts'
import { showComment, showPosted } from './comments.view.ts'
import { type CommentOptions, postComment, prepareComment, replyAsSite } from './posting.actions.ts'
import { like, report, unlike } from './reactions.actions.ts'
import { type ReadThreads, readComments, readPageComments } from './reading.actions.ts'
import { onArticle } from './subjects.rules.ts'

/** `total` counts every approved comment, pages go by the top-level ones. */
const shown = (found: ReadThreads, query: PageQuery, zone: Zone) => ({
  ...paginated(found, query, showComment(zone)),
  total_pages: Math.ceil(found.threads / query.page_size),
})

export const commentRoutes = (options: CommentOptions) => [
  reads(contract.listComments, async (db, { actor, params, query, zone }) =>
    shown(await readComments(db, actor, onArticle(params.id), query.order ?? 'latest', query), query, zone),
  ),
  reads(contract.listPageComments, async (db, { actor, params, query, zone }) =>
    shown(await readPageComments(db, actor, params.alias, query.order ?? 'latest', query), query, zone),
  ),
  preparesAndWrites(
    contract.postComment,
    async (_db, { actor, body, header }) => prepareComment(options, actor, body, header('cookie')),
    async (tx, { actor, body }, prepared) => showPosted(await postComment(tx, actor, body, prepared)),
  ),
  writes(contract.likeComment, async (tx, { actor, params }) => ({
    like_count: await like(tx, actor, params.id),
    liked: 1 as const,
  })),
  writes(contract.unlikeComment, async (tx, { actor, params }) => ({
    like_count: await unlike(tx, actor, params.id),
    liked: 0 as const,
  })),
  writes(contract.reportComment, async (tx, { actor, params, body }) =>
    report(tx, actor, params.id, body.reason),
  ),
  writes(contract.replyToComment, async (tx, { actor, params, body }) =>
    showPosted(await replyAsSite(tx, actor, params.id, body.content)),
  ),
]
