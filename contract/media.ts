import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  Changes,
  Count,
  Flag,
  Id,
  IdOrNone,
  Nullable,
  OneOf,
  PageQuery,
  Paginated,
  Text,
  Times,
} from './schema.ts'

export const MOST_UPLOADED_AT_ONCE = 20

export const mediaTypes = ['image', 'video', 'audio', 'document', 'archive'] as const
export type MediaType = (typeof mediaTypes)[number]

const Pixels = Nullable(Type.Integer({ minimum: 1, examples: [1920] }))

const Variant = Type.Object({
  width: Type.Integer({ minimum: 1, examples: [800] }),
  height: Type.Integer({ minimum: 1, examples: [450] }),
  mime_type: Type.String({ examples: ['image/webp'] }),
  url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg?w=800'] }),
})

const MediaRecord = Type.Object({
  id: Id,
  filename: Type.String({ description: 'The name it came with, cleaned.', examples: ['sea.jpg'] }),
  url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg'] }),
  size: Type.Integer({ minimum: 0, description: 'Bytes, as served.', examples: [20480] }),
  mime_type: Type.String({ examples: ['image/jpeg'] }),
  type: OneOf(mediaTypes, { examples: ['image'] }),
  width: Pixels,
  height: Pixels,
  alt: Type.String({ examples: ['The sea at dawn'] }),
  title: Type.String({ examples: ['Sea'] }),
  hash: Type.String({ description: 'SHA-256 of the bytes served.' }),
  blur_placeholder: Type.String({
    description: 'A data URI to show until a picture is there; empty for what is no picture.',
  }),
  variants: Type.Array(Variant, { description: 'The widths that `?w=` serves, smaller than the picture.' }),
  uploader: Type.Object({ id: IdOrNone, username: Type.String(), nickname: Type.String() }),
  ...Times('create', 'update'),
})

/** What is known of a cover that is a file of this site. */
export const CoverMedia = Nullable(
  Type.Object(
    {
      id: Id,
      url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg'] }),
      alt: Type.String({ examples: ['The sea at dawn'] }),
      width: Pixels,
      height: Pixels,
      placeholder: Type.String({
        description:
          'A data URI of a few pixels, to show until the picture is there; empty where there is none.',
      }),
      variants: Type.Array(Variant),
    },
    { description: 'The cover where it is a file of this site, else null.' },
  ),
)

const useKinds = ['article', 'page', 'category'] as const

const MediaDetail = Type.Object({
  ...MediaRecord.properties,
  used_in: Type.Array(
    Type.Object({
      type: OneOf(useKinds, { examples: ['article'] }),
      id: Id,
      title: Type.String({ examples: ['Hello'] }),
      as: OneOf(['content', 'cover', 'icon'] as const, { examples: ['cover'] }),
    }),
    { description: 'Where its address occurs, at most 100 places, among what the caller may read.' },
  ),
})

const tag = 'Media'
const access = 'media.upload'
const params = Type.Object({ id: Id })
const problems = ['media-not-found'] as const
const FilePart = Type.String({ format: 'binary', contentMediaType: 'application/octet-stream' })

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media/upload',
  tokenInQuery: true,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Upload a file',
  description:
    'What a file is, its bytes say: jpg, png, gif, webp, avif, svg (cleaned), pdf, docx, xlsx, pptx, zip, mp4, mp3, txt, csv. Pictures lose their metadata and are turned upright. The same bytes twice are two records and one stored file.',
  body: Type.Object({ file: FilePart }),
  bodyType: 'multipart/form-data',
  answer: MediaRecord,
  creates: true,
})

export const uploadManyMedia = endpoint({
  method: 'POST',
  path: '/api/media/upload/batch',
  tokenInQuery: true,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Upload several files',
  description: `At most ${MOST_UPLOADED_AT_ONCE}. Each stands alone: one that is refused does not keep the others out.`,
  body: Type.Object({ 'files[]': Type.Array(FilePart, { minItems: 1, maxItems: MOST_UPLOADED_AT_ONCE }) }),
  bodyType: 'multipart/form-data',
  answer: Type.Object({
    list: Type.Array(MediaRecord),
    success_count: Count,
    failed_count: Count,
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'What was wrong, by the name of the file.',
    }),
  }),
})

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media',
  tokenInQuery: true,
  access,
  tokens: ['draft'],
  tag,
  summary: 'List the media of the site',
  description: 'The newest first. Editors see all of it, to choose from, and may change what is their own.',
  query: Type.Object({
    ...PageQuery.properties,
    type: Type.Optional(
      Type.String({
        pattern: `^(${mediaTypes.join('|')}|[a-z]+/[a-z0-9.+-]+)$`,
        maxLength: 100,
        description: `One of ${mediaTypes.join(', ')}, or a media type such as image/png.`,
        examples: ['image'],
      }),
    ),
    keyword: Type.Optional(Text({ max: 100, examples: ['sea'] })),
    mine: Type.Optional(Flag),
  }),
  answer: Paginated(MediaRecord),
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/{id}',
  tokenInQuery: true,
  access,
  tokens: ['draft'],
  tag,
  summary: 'Read a media record, with where it is used',
  params,
  answer: MediaDetail,
  problems,
})

export const updateMedia = endpoint({
  method: 'PATCH',
  path: '/api/media/{id}',
  tokenInQuery: true,
  access: 'media.manage.own',
  tag,
  summary: 'Describe a file',
  description: 'Only the fields that are sent change. Editors and auditors change their own.',
  params,
  body: Changes(Type.Object({ alt: Text({ max: 500 }), title: Text({ max: 200 }) })),
  answer: MediaRecord,
  problems,
  guarded: true,
})

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/{id}',
  tokenInQuery: true,
  access: 'media.manage.own',
  tag,
  summary: 'Put a file into the recycle bin',
  description:
    'It is no longer served. Deleted for good, its bytes go too, unless another record shares them.',
  params,
  problems,
})
