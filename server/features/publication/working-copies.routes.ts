import { PUBLISHED } from '@inkstone/contract/articles.ts'
import * as contract from '@inkstone/contract/working-copies.ts'
import { preparesAndWrites, reads, writes } from '../../database.ts'
import { flagOf } from '../../platform/core/flags.ts'
import { showTimes } from '../../platform/times/times.ts'
import { prepareContent } from '../content/content.actions.ts'
import { shownText, textToSave } from './copy-texts.actions.ts'
import {
  dropWorkingCopy,
  publishWorkingCopy,
  saveWorkingCopy,
  seeWorkingCopy,
  versionOfCopy,
} from './working-copies.actions.ts'
import { showWorkingCopy } from './working-copies.view.ts'

export const workingCopyRoutes = [
  reads(contract.getWorkingCopy, async (db, { actor, params, query, zone, answering }) => {
    const whole = await seeWorkingCopy(db, actor, params.id)
    answering.version = whole.copy.version
    return showWorkingCopy(zone)(whole, await shownText(db, whole, query.format))
  }),
  preparesAndWrites(
    contract.saveWorkingCopy,
    async (db, { actor, params, query, body }) => {
      const prepared = await prepareContent(db, body)
      return { ...prepared, text: await textToSave(db, actor, params.id, prepared.fields, query.format) }
    },
    async (tx, { actor, params, query, zone }, { fields, removed, text }) => {
      const options = { autosave: query.autosave === 1 }
      const whole = await saveWorkingCopy(tx, actor, params.id, fields, options)
      return { ...showWorkingCopy(zone)(whole, await shownText(tx, whole, query.format, text)), removed }
    },
    async (tx, { actor, params }) => versionOfCopy(tx, actor, params.id),
  ),
  writes(
    contract.dropWorkingCopy,
    async (tx, { actor, params }) => dropWorkingCopy(tx, actor, params.id),
    async (tx, { actor, params }) => versionOfCopy(tx, actor, params.id),
  ),
  writes(
    contract.publishWorkingCopy,
    async (tx, { actor, params, body, zone }) => {
      const publishAt = body.publish_time ?? null
      const { article, scheduledAt } = await publishWorkingCopy(tx, actor, params.id, publishAt)
      return {
        id: article.id,
        status: PUBLISHED as 1,
        working_copy: flagOf(scheduledAt !== null),
        review_status: article.review_status,
        ...showTimes(zone, {
          publish: article.publish_at,
          scheduled: scheduledAt,
          update: article.updated_at,
        }),
      }
    },
    async (tx, { actor, params }) => versionOfCopy(tx, actor, params.id),
  ),
]
