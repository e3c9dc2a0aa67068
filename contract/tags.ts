import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  Changes,
  Colour,
  Count,
  Flag,
  FlagShown,
  Id,
  IdList,
  PageQuery,
  Paginated,
  SeoFields,
  SeoShown,
  SortOrder,
  Text,
  Times,
  TimesOrNone,
} from './schema.ts'

const TagItem = Type.Object({
  id: Id,
  name: Type.String({ examples: ['人工智能'] }),
  alias: Type.String({ examples: ['ren-gong-zhi-neng'] }),
  color: Type.String({ examples: ['#1f6feb'] }),
  article_count: Count,
  sort_order: Type.Integer({ examples: [0] }),
  enabled: FlagShown,
  site_id: Id,
})

const TagDetail = Type.Object({
  ...TagItem.properties,
  description: Type.String(),
  ...SeoShown,
  ...Times('create', 'update'),
  articles: Type.Array(
    Type.Object({
      id: Id,
      alias: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      cover: Type.String(),
      ...TimesOrNone('publish'),
      ...Times('create'),
    }),
    { description: 'The newest published articles, at most 20.' },
  ),
})

const TagFields = Type.Object({
  name: Text({ min: 1, max: 50, examples: ['人工智能'] }),
  alias: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 64,
      pattern: '^[a-z0-9-]*$',
      description:
        'Lower-case letters, digits and hyphen. Unique within the site. If empty, it is generated from the name.',
    }),
  ),
  color: Type.Optional(Colour),
  description: Type.Optional(Text({ max: 2000 })),
  ...SeoFields,
  sort_order: Type.Optional(SortOrder),
  enabled: Type.Optional(Flag),
})

const tag = 'Tags'
const access = 'tags.manage'
const MAX_IDS = 100
const params = Type.Object({ id: Id })

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'List tags',
  description:
    'Disabled tags are omitted. Callers who manage tags see them with `all=1`. A tag whose name is the `keyword` comes first.',
  query: Type.Object({
    ...PageQuery.properties,
    keyword: Type.Optional(Text({ max: 100 })),
    ids: Type.Optional(IdList(MAX_IDS)),
    all: Type.Optional(Flag),
  }),
  answer: Paginated(TagItem),
})

export const hotTags = endpoint({
  method: 'GET',
  path: '/api/tags/hot',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'List the tags with the most articles',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, default: 10, atMost: 100 }) }),
  answer: Type.Array(Type.Object({ id: Id, name: Type.String(), article_count: Count })),
})

export const createTag = endpoint({
  method: 'POST',
  path: '/api/tags',
  access: 'tags.create',
  tokens: ['draft'],
  tag,
  summary: 'Create a tag',
  description:
    'Callers who do not see disabled tags cannot create a tag with the name of one: 422 on `name`.',
  body: TagFields,
  answer: TagDetail,
  status: 201,
  creates: true,
  tagged: '/api/tags/{id}',
})

export const getTag = endpoint({
  method: 'GET',
  path: '/api/tags/{id}',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Read a tag with its latest articles',
  params,
  answer: TagDetail,
  problems: ['tag-not-found'],
})

const update = {
  path: '/api/tags/{id}',
  access,
  tag,
  description: 'Only the fields in the request change.',
  params,
  body: Changes(TagFields),
  answer: TagDetail,
  problems: ['tag-not-found'],
  guarded: true,
  tagged: '/api/tags/{id}',
} as const
export const updateTag = endpoint({ method: 'PUT', summary: 'Update a tag', ...update })
export const patchTag = endpoint({
  method: 'PATCH',
  summary: 'Update a tag (same as PUT)',
  ...update,
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/tags/{id}',
  access,
  tag,
  summary: 'Delete a tag',
  description: 'Articles with this tag are kept, but lose the tag.',
  params,
  problems: ['tag-not-found'],
})

export const mergeTag = endpoint({
  method: 'POST',
  path: '/api/tags/{id}/merge',
  access,
  tag,
  summary: 'Merge a tag into another',
  description: 'Its articles get the target tag, and it is deleted. Returns the target.',
  params,
  body: Type.Object({ target_id: Id }),
  answer: TagDetail,
  problems: ['tag-not-found'],
})
