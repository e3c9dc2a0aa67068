import type { Migration } from '../platform/sql/migrate.ts'
import { foundation } from './0001-foundation.ts'
import { content } from './0002-content.ts'

/** Every change of the schema, in order. A migration that has been released is never edited: the next one mends it. */
export const migrations: readonly Migration[] = [foundation, content]
