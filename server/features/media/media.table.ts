import type { MediaType } from '@inkstone/contract/media.ts'
import type { Generated, Selectable } from 'kysely'

/** A stored file and its properties. */
export interface MediaObjectTable {
  id: Generated<number>
  /** SHA-256 in hexadecimal. */
  hash: string
  extension: string
  /** Never reused. */
  storage_key: string
  mime_type: string
  size: number
  width: number | null
  height: number | null
  blur_placeholder: Generated<string>
  created_at: number
}
export type MediaObjectRow = Selectable<MediaObjectTable>

/** A media record: a file with its name and texts. */
export interface MediaTable {
  id: Generated<number>
  site_id: number
  object_id: number
  uploader_id: number
  /** The public name, which cannot be guessed. */
  name: string
  type: MediaType
  filename: string
  alt: Generated<string>
  title: Generated<string>
  /** What a crop keeps in sight, in percent from the left and the top. */
  focus_x: Generated<number>
  focus_y: Generated<number>
  version: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_by: number | null
}
export type MediaRow = Selectable<MediaTable>

/** Where a file is used, written together with the content that uses it. */
export interface MediaUseTable {
  type: 'article' | 'page'
  ref_id: number
  used_as: 'content' | 'cover'
  media_id: number
}
