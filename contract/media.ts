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

export const MAX_FILES_PER_UPLOAD = 100

export const mediaTypes = ['image', 'video', 'audio', 'document', 'archive'] as const
export type MediaType = (typeof mediaTypes)[number]

const Pixels = Nullable(Type.Integer({ minimum: 1, examples: [1920] }))

const Variant = Type.Object({
  width: Type.Integer({ minimum: 1, examples: [800] }),
  height: Type.Integer({ minimum: 1, examples: [450] }),
  mime_type: Type.String({ examples: ['image/webp'] }),
  url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg?w=800'] }),
})

/** In percent of the width or height. A crop keeps this point visible. */
const Focus = Type.Integer({ minimum: 0, maximum: 100, examples: [50] })

const MediaRecord = Type.Object({
  id: Id,
  filename: Type.String({ description: 'The original file name, sanitised.', examples: ['sea.jpg'] }),
  url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg'] }),
  size: Type.Integer({ minimum: 0, description: 'Bytes, as served.', examples: [20480] }),
  mime_type: Type.String({ examples: ['image/jpeg'] }),
  type: OneOf(mediaTypes, { examples: ['image'] }),
  width: Pixels,
  height: Pixels,
  alt: Type.String({ examples: ['The sea at dawn'] }),
  title: Type.String({ examples: ['Sea'] }),
  focus_x: Focus,
  focus_y: Focus,
  hash: Type.String({ description: 'SHA-256 of the bytes served.' }),
  blur_placeholder: Type.String({
    description: 'A data URI to show while the image loads. Empty for other files.',
  }),
  variants: Type.Array(Variant, {
    description: 'The widths available with `?w=`, smaller than the original.',
  }),
  uploader: Type.Object({ id: IdOrNone, username: Type.String(), nickname: Type.String() }),
  ...Times('create', 'update'),
})

const ShownMedia = {
  id: Id,
  url: Type.String({ examples: ['https://example.com/uploads/5f0c9d3e8b7a4c21a6d0e9f18b2c3d4e.jpg'] }),
  alt: Type.String({ examples: ['The sea at dawn'] }),
  width: Pixels,
  height: Pixels,
  placeholder: Type.String({
    description: 'A small data URI to show while the image loads, or empty.',
  }),
  variants: Type.Array(Variant),
  focus_x: Focus,
  focus_y: Focus,
}

/** Details of a cover that is a file of this site. */
export const CoverMedia = Nullable(
  Type.Object(ShownMedia, {
    description: 'Details of the cover if it is a file of this site, otherwise null.',
  }),
)

/** Details of the files of this site that a text uses. */
export const ContentMedia = Type.Array(
  Type.Object({ ...ShownMedia, mime_type: Type.String({ examples: ['image/jpeg'] }) }),
  { description: 'The files of this site that the content uses; with `include=media`.' },
)

const useKinds = ['article', 'page', 'category', 'site', 'user'] as const
const useRoles = ['content', 'cover', 'icon', 'logo', 'avatar'] as const
export interface MediaUse {
  readonly type: (typeof useKinds)[number]
  readonly id: number
  readonly title: string
  readonly as: (typeof useRoles)[number]
}

const MediaDetail = Type.Object({
  ...MediaRecord.properties,
  used_in: Type.Array(
    Type.Object({
      type: OneOf(useKinds, { examples: ['article'] }),
      id: Id,
      title: Type.String({ examples: ['Hello'] }),
      as: OneOf(useRoles, { examples: ['cover'] }),
    }),
    {
      description:
        'Where the URL of the file is used, as far as the caller may read it: in content, as the logo or icon of the site, and as an avatar: one’s own, or of anybody for those who manage users. At most 100.',
    },
  ),
})

const tag = 'Media'
const access = 'media.upload'
const params = Type.Object({ id: Id })
const problems = ['media-not-found'] as const
/** What people write about a file. */
export const MediaTexts = Type.Object({ alt: Text({ max: 500 }), title: Text({ max: 200 }) })
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
    'The type is detected from the content: jpg, png, gif, webp, avif, svg (sanitised), pdf, docx, xlsx, pptx, zip, mp4, mp3, txt, csv. Metadata is removed from images, and they are rotated upright. Uploading the same content twice creates two records but stores one file.',
  body: Type.Object({ file: FilePart, ...Type.Partial(MediaTexts).properties }),
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
  description: `At most ${MAX_FILES_PER_UPLOAD} files. Each file is handled independently: a rejected file does not affect the others.`,
  body: Type.Object({ 'files[]': Type.Array(FilePart, { minItems: 1, maxItems: MAX_FILES_PER_UPLOAD }) }),
  bodyType: 'multipart/form-data',
  answer: Type.Object({
    list: Type.Array(MediaRecord),
    success_count: Count,
    failed_count: Count,
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Errors by file name.',
    }),
  }),
  creates: true,
})

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media',
  tokenInQuery: true,
  access,
  tag,
  summary: 'List media',
  description: 'Newest first. Editors see all files and can change their own.',
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
    used: Type.Optional({
      ...Flag,
      description:
        '0: files that nothing uses. A file is used by articles and pages with their unpublished changes, also while they are in the recycle bin, by categories, as the logo or icon of the site and as an avatar. Earlier versions in the history do not count.',
    }),
  }),
  answer: Paginated(MediaRecord),
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/{id}',
  tokenInQuery: true,
  access,
  tag,
  summary: 'Read a media record and where it is used',
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
  summary: 'Update the title, alternative text and focal point of a file',
  description:
    'Only the fields in the request change. The focal point is the part of a picture that a crop keeps in sight, in percent from the left and the top. Editors and auditors can change their own files.',
  params,
  body: Changes(Type.Object({ ...MediaTexts.properties, focus_x: Focus, focus_y: Focus })),
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
  summary: 'Move a file to the recycle bin',
  description:
    'The file is no longer served. When it is deleted permanently, its content is deleted too, unless another record shares it.',
  params,
  problems,
})
