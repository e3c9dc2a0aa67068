import * as contract from '@inkstone/contract/moderation.ts'
import { reads, streams, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { block, blockedOn, unblock } from './ip-blacklist.actions.ts'
import { showBlocked, showWord } from './moderation.view.ts'
import { addWord, exportedWords, importWords, removeMany, removeWord, wordsOf } from './words.actions.ts'

export const moderationRoutes = [
  reads(contract.listWords, async (db, { actor, query, zone }) =>
    paginated(await wordsOf(db, actor, query.keyword, query), query, showWord(zone)),
  ),
  writes(contract.createWord, async (tx, { actor, body, zone }) =>
    showWord(zone)(await addWord(tx, actor, body)),
  ),
  writes(contract.deleteWord, async (tx, { actor, params }) => removeWord(tx, actor, params.id)),
  writes(contract.deleteWords, async (tx, { actor, body }) => {
    const ids = [...new Set(body.ids)]
    const removed = await removeMany(tx, actor, ids)
    return { success_count: removed, failed_count: ids.length - removed }
  }),
  streams(contract.exportWords, async (engine, { actor }, { reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="sensitive-words.txt"')
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(await exportedWords(engine.db, actor)),
  ),
  writes(contract.importWords, async (tx, { actor, body }) => importWords(tx, actor, body.text)),
  reads(contract.listBlocked, async (db, { actor, query, zone }) =>
    paginated(await blockedOn(db, actor, query), query, showBlocked(zone)),
  ),
  writes(contract.blockNetwork, async (tx, { actor, body, zone }) =>
    showBlocked(zone)(await block(tx, actor, body)),
  ),
  writes(contract.unblockNetwork, async (tx, { actor, params }) => unblock(tx, actor, { id: params.id })),
  writes(contract.unblockAddress, async (tx, { actor, body }) => unblock(tx, actor, { ip: body.ip })),
]
