import type { Migration } from '../platform/sql/migrate.ts'

/**
 * Where files are used, updated together with the content; and the Markdown source of a text, valid as long as the
 * text has this hash. Existing content is upgraded in portions by a job, which stores its progress in
 * `service_state`.
 */
export const contentUpkeep: Migration = {
  id: 13,
  name: 'content-upkeep',
  up: ({ integer }) => [
    `create table media_uses (
      type text not null,
      ref_id ${integer} not null,
      used_as text not null,
      media_id ${integer} not null,
      constraint media_uses_pk primary key (type, ref_id, used_as, media_id),
      constraint media_uses_type_check check (type in ('article', 'page')),
      constraint media_uses_media_id_fk foreign key (media_id) references media (id) on delete cascade
    )`,
    `create index media_uses_media_id on media_uses (media_id, type, ref_id)`,
    `create table content_sources (
      type text not null,
      ref_id ${integer} not null,
      content_hash text not null,
      markdown text not null,
      constraint content_sources_pk primary key (type, ref_id),
      constraint content_sources_type_check check (type in ('article', 'page'))
    )`,
    `insert into service_state (key, value) select 'content_upkeep', 'articles 0'
      where exists (select 1 from media)`,
  ],
}
