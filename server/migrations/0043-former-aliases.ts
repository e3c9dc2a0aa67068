import type { Migration } from '../platform/sql/migrate.ts'

/** Former aliases of pages, categories and tags, whose URLs redirect. */
export const formerAliases: Migration = {
  id: 43,
  name: 'former-aliases',
  up: ({ integer }) => [
    `create table former_aliases (
      site_id ${integer} not null,
      kind text not null,
      alias text not null,
      ref_id ${integer} not null,
      primary key (site_id, kind, alias)
    )`,
  ],
}
