import type { Migration } from '../platform/sql/migrate.ts'

/** What an import read and wrote, so that a later one updates the texts whose files changed. */
export const importUpdates: Migration = {
  id: 45,
  name: 'import-updates',
  up: ({ integer, text }) => [
    // The hashes of the fields of its file, as JSON.
    `alter table import_items add column file_marks ${text} not null default ''`,
    // When its text was written, and its hash.
    `alter table import_items add column written ${text} not null default ''`,
    // The last import that changed it.
    `alter table import_items add column updated_in ${integer} not null default 0`,
    'create index import_items_updated on import_items (updated_in, id) where updated_in > 0',
  ],
}
