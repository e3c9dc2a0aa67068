import type { Migration } from '../platform/sql/migrate.ts'

/** A number for each watched table that grows with every transaction that writes to it. Replaced by migration 18. */
export const changeStamps: Migration = {
  id: 7,
  name: 'change-stamps',
  up: ({ integer }) => [
    `create table change_stamps (
      table_name text not null,
      stamp ${integer} not null,
      constraint change_stamps_pk primary key (table_name)
    )`,
  ],
}
