import { defaultSettings } from '@inkstone/contract/settings.ts'
import { transacts } from '../../database.ts'
import { systemActor } from '../../platform/core/actor.ts'
import { publishDue } from '../workflow/publication.rules.ts'
import { publishWhenDue } from './publication.actions.ts'

export const publicationJobs = [
  transacts(publishDue, async (tx, { site_id, article_id }) =>
    publishWhenDue(
      tx,
      (id) => systemActor({ id, alias: '', settings: defaultSettings }),
      site_id,
      article_id,
    ),
  ),
]
