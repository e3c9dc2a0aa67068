import { Type } from '@sinclair/typebox'
import { ContentFormatField, ContentQuery, Removed } from './content.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { ContentMedia } from './media.ts'
import {
  Changes,
  Count,
  Flag,
  FlagShown,
  Id,
  SeoFields,
  SeoShown,
  SortOrder,
  TemplateName,
  Text,
  Times,
  WordList,
} from './schema.ts'

const SeoAndTimes = Type.Object({ ...SeoShown, ...Times('create', 'update') })

const PageItem = Type.Object({
  id: Id,
  title: Type.String({ examples: ['关于我们'] }),
  alias: Type.String({ examples: ['guan-yu-wo-men'] }),
  view_count: Count,
  sort_order: Type.Integer({ examples: [0] }),
  enabled: FlagShown,
  show_in_nav: FlagShown,
  template: Type.String(),
  css_class: Type.String(),
  page_type: Type.String(),
  allow_comment: FlagShown,
  comment_count: Type.Integer({ ...Count, description: 'Approved comments.' }),
  site_id: Id,
  content: Type.Optional(Type.String({ description: 'HTML; with `include=content`.' })),
  media: Type.Optional(ContentMedia),
  draft: Type.Optional(
    Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 if the page has a draft; with `all=1`.' }),
  ),
  ...Type.Partial(SeoAndTimes).properties,
})

export const PageDetail = Type.Object({
  ...Type.Omit(PageItem, ['draft']).properties,
  content: Type.String({ description: 'HTML, or Markdown with `format=markdown`.', examples: ['<p>…</p>'] }),
  ...SeoAndTimes.properties,
})

const PageSaved = Type.Object({ ...PageDetail.properties, removed: Removed })

const PageFields = Type.Object({
  title: Text({ min: 1, max: 100, examples: ['关于我们'] }),
  alias: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]*$',
      description:
        'Letters, digits, underscore and hyphen, but not only digits. Unique within the site. If empty, it is generated from the title.',
    }),
  ),
  content: Type.String({
    minLength: 1,
    maxLength: 2_000_000,
    pattern: '\\S',
    description:
      'HTML or Markdown. Scripts, event handlers, javascript: and data: URLs are removed. The response lists what was removed.',
    examples: ['<p>我们是谁。</p>'],
  }),
  content_format: Type.Optional(ContentFormatField),
  ...SeoFields,
  sort_order: Type.Optional(SortOrder),
  enabled: Type.Optional(Flag),
  show_in_nav: Type.Optional(Flag),
  template: Type.Optional(TemplateName),
  css_class: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 200,
      pattern: '^[^"\'<>&`]*$',
      description: 'CSS class names without quotes or markup.',
      examples: ['page wide'],
    }),
  ),
  page_type: Type.Optional(
    Type.String({ trim: true, maxLength: 50, pattern: '^[A-Za-z0-9_-]*$', examples: ['contact'] }),
  ),
  allow_comment: Type.Optional(
    Type.Unsafe<0 | 1>({
      ...Flag,
      description: '1: readers may comment on the page. Default: 0.',
    }),
  ),
})
export const PageChanges = Changes(PageFields)

const tag = 'Pages'
const access = 'pages.manage'
// One parameter name for all methods: GET, PUT and DELETE of a path address the same page.
export const PageParams = Type.Object({
  alias: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The alias of the page, or its id.',
    examples: ['guan-yu-wo-men'],
  }),
})
const problems = ['page-not-found'] as const

export const listPages = endpoint({
  method: 'GET',
  path: '/api/pages',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'List pages',
  description: 'Disabled pages are omitted. Callers who manage pages see them with `all=1`.',
  query: Type.Object({
    all: Type.Optional(Flag),
    include: Type.Optional(
      WordList(
        ['content', 'media'],
        'Include the content, the SEO fields and the times of each page, or the files of this site that the content uses, with their sizes.',
      ),
    ),
  }),
  answer: Type.Array(PageItem),
})

export const createPage = endpoint({
  method: 'POST',
  path: '/api/pages',
  access,
  tag,
  summary: 'Create a page',
  body: PageFields,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: PageSaved,
  status: 201,
  creates: true,
  tagged: '/api/pages/{alias}',
})

export const getPage = endpoint({
  method: 'GET',
  path: '/api/pages/{alias}',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Read a page',
  params: PageParams,
  query: ContentQuery,
  answer: PageDetail,
  problems,
})

const update = {
  path: '/api/pages/{alias}',
  access,
  tag,
  description: 'Only the fields in the request change.',
  params: PageParams,
  body: PageChanges,
  bodyLimit: CONTENT_BODY_LIMIT,
  answer: PageSaved,
  problems,
  guarded: true,
  tagged: '/api/pages/{alias}',
} as const
export const updatePage = endpoint({ method: 'PUT', summary: 'Update a page', ...update })
export const patchPage = endpoint({
  method: 'PATCH',
  summary: 'Update a page (same as PUT)',
  ...update,
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/api/pages/{alias}',
  access,
  tag,
  summary: 'Move a page to the recycle bin',
  description: 'Another page can use its alias from then on.',
  params: PageParams,
  problems,
})

export const viewPage = endpoint({
  method: 'POST',
  path: '/api/pages/{alias}/view',
  access: 'site.read',
  tag,
  summary: 'Count a view',
  params: PageParams,
  answer: Type.Object({ view_count: Count }),
  problems,
})
