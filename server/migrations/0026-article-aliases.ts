import type { Migration } from '../platform/sql/migrate.ts'

/**
 * Older articles have the alias `article-{id}`. The upkeep job generates one from the title; if it had finished its
 * work before, it starts again with this.
 */
export const articleAliases: Migration = {
  id: 26,
  name: 'article-aliases',
  up: () => [
    `insert into service_state (key, value) select 'content_upkeep', 'aliases 0'
      where exists (select 1 from articles)
        and not exists (select 1 from service_state where key = 'content_upkeep')`,
  ],
}
