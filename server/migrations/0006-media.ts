import type { Migration } from '../platform/sql/migrate.ts'

/**
 * `media_objects` are stored bytes, `media` are the records that people see: the same bytes uploaded twice are two
 * records of one object. A storage key is never reused, so deleting an object cannot affect a later one.
 */
export const media: Migration = {
  id: 6,
  name: 'media',
  up: ({ id, integer }) => [
    `create table media_objects (
      id ${id},
      hash text not null,
      extension text not null,
      storage_key text not null,
      mime_type text not null,
      size ${integer} not null,
      width ${integer},
      height ${integer},
      blur_placeholder text not null default '',
      created_at ${integer} not null,
      constraint media_objects_hash_extension_unique unique (hash, extension),
      constraint media_objects_storage_key_unique unique (storage_key)
    )`,
    `create table media (
      id ${id},
      site_id ${integer} not null,
      object_id ${integer} not null,
      uploader_id ${integer} not null,
      name text not null,
      type text not null,
      filename text not null,
      alt text not null default '',
      title text not null default '',
      version ${integer} not null default 1,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      deleted_at ${integer},
      deleted_by ${integer},
      constraint media_name_unique unique (name),
      constraint media_type_check check (type in ('image', 'video', 'audio', 'document', 'archive')),
      constraint media_site_id_fk foreign key (site_id) references sites (id),
      constraint media_object_id_fk foreign key (object_id) references media_objects (id),
      constraint media_uploader_id_fk foreign key (uploader_id) references users (id)
    )`,
    `create index media_list on media (site_id, id) where deleted_at is null`,
    `create index media_by_type on media (site_id, type, id) where deleted_at is null`,
    `create index media_uploader_id on media (uploader_id, site_id, id)`,
    `create index media_object_id on media (object_id)`,
    `create index media_deleted_at on media (site_id, deleted_at) where deleted_at is not null`,
  ],
}
