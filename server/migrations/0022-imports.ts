import type { Migration } from '../platform/sql/migrate.ts'

/** Imports, and the origin of each imported item: a second import of the same source skips it. */
export const imports: Migration = {
  id: 22,
  name: 'imports',
  up: ({ id, integer, text }) => [
    `create table imports (
      id ${id},
      site_id ${integer} not null references sites (id),
      kind ${text} not null,
      status ${text} not null,
      report ${text} not null default '',
      created_at ${integer} not null,
      updated_at ${integer} not null
    )`,
    'create index imports_of_site on imports (site_id, id)',
    `create table import_items (
      id ${id},
      import_id ${integer} not null references imports (id),
      site_id ${integer} not null,
      origin ${text} not null,
      type ${text} not null,
      ref_id ${integer} not null,
      constraint import_items_site_id_origin_unique unique (site_id, origin)
    )`,
    'create index import_items_of_import on import_items (import_id, id)',
  ],
}
