import type { Migration } from '../platform/sql/migrate.ts'

/**
 * Articles of before have `article-{id}` as their alias. The upkeep after the upgrade gives them one made from their title;
 * where there was nothing else for it to do, it begins with that.
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
