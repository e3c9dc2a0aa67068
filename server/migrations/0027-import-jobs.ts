import type { Migration } from '../platform/sql/migrate.ts'

/**
 * Imports that run as jobs and resume after a crash: their options, their progress, their losses, and the former URL
 * of each item.
 */
export const importJobs: Migration = {
  id: 27,
  name: 'import-jobs',
  up: ({ id, integer, text }) => [
    ...['source', 'options', 'failure'].map(
      (column) => `alter table imports add column ${column} ${text} not null default ''`,
    ),
    ...['user_id', 'done', 'total'].map(
      (column) => `alter table imports add column ${column} ${integer} not null default 0`,
    ),
    // The name by which people know it at the source.
    `alter table import_items add column place ${text} not null default ''`,
    // 1 while the text may contain links to items that were not imported yet.
    `alter table import_items add column open_links ${integer} not null default 0`,
    `create index import_items_open_links on import_items (import_id, id) where open_links = 1`,
    `create index import_items_counted on import_items (import_id, type)`,
    `create table import_addresses (
      id ${id},
      import_id ${integer} not null references imports (id),
      site_id ${integer} not null,
      address_hash ${text} not null,
      address ${text} not null,
      type ${text} not null,
      ref_id ${integer} not null,
      is_main ${integer} not null,
      constraint import_addresses_site_id_address_hash_unique unique (site_id, address_hash)
    )`,
    'create index import_addresses_of_import on import_addresses (import_id, id)',
    `create table import_losses (
      id ${id},
      import_id ${integer} not null references imports (id),
      loss_hash ${text} not null,
      place ${text} not null,
      what ${text} not null,
      constraint import_losses_import_id_loss_hash_unique unique (import_id, loss_hash)
    )`,
    'create index import_losses_of_import on import_losses (import_id, id)',
  ],
}
