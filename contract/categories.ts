import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  Changes,
  Count,
  Flag,
  FlagShown,
  Id,
  IdOrNone,
  SeoFields,
  SeoShown,
  SortOrder,
  TemplateName,
  Text,
  Times,
  Url,
} from './schema.ts'

const shown = {
  id: Id,
  name: Type.String({ examples: ['科技'] }),
  alias: Type.String({ examples: ['ke-ji'] }),
  parent_id: IdOrNone,
  article_count: Count,
  sort_order: Type.Integer({ examples: [0] }),
  enabled: FlagShown,
  icon: Type.String(),
  cover: Type.String(),
  template: Type.String(),
  show_in_nav: FlagShown,
  external_link: Type.String(),
  site_id: Id,
  is_default: {
    ...FlagShown,
    description: 'Articles whose category no longer exists move here. It cannot be deleted.',
  },
}

const CategoryNode = Type.Recursive((Node) => Type.Object({ ...shown, children: Type.Array(Node) }), {
  $id: 'CategoryNode',
})

const CategoryDetail = Type.Object({
  ...shown,
  description: Type.String(),
  ...SeoShown,
  ...Times('create', 'update'),
})

const CategoryFields = Type.Object({
  name: Text({ min: 1, max: 100, examples: ['科技'] }),
  alias: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]*$',
      description:
        'Letters, digits, underscore and hyphen. Unique within the site. If empty, it is generated from the name.',
    }),
  ),
  parent_id: Type.Optional(IdOrNone),
  description: Type.Optional(Text({ max: 2000 })),
  ...SeoFields,
  sort_order: Type.Optional(SortOrder),
  enabled: Type.Optional(Flag),
  icon: Type.Optional(Text({ max: 500, examples: ['icon-news'] })),
  cover: Type.Optional(Url),
  template: Type.Optional(TemplateName),
  show_in_nav: Type.Optional(Flag),
  external_link: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 2000,
      // Readers click on it, so only web addresses and local paths are allowed.
      pattern: '^([hH][tT][tT][pP][sS]?://[^\\s\\p{Cc}]+|/[^\\s\\p{Cc}]*)?$',
      description: 'An http or https URL, or a path that starts with /.',
      examples: ['https://example.com/news'],
    }),
  ),
})

const tag = 'Categories'
const access = 'categories.manage'
const params = Type.Object({ id: Id })

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Read the category tree',
  description:
    'A disabled category is omitted with all its subcategories. Callers who manage categories see them with `all=1`.',
  query: Type.Object({ all: Type.Optional(Flag) }),
  answer: Type.Array(CategoryNode),
})

export const createCategory = endpoint({
  method: 'POST',
  path: '/api/categories',
  access,
  tag,
  summary: 'Create a category',
  body: CategoryFields,
  answer: CategoryDetail,
  status: 201,
  creates: true,
  tagged: '/api/categories/{id}',
})

export const getCategory = endpoint({
  method: 'GET',
  path: '/api/categories/{id}',
  access: 'site.read',
  tokens: ['content'],
  tag,
  summary: 'Read a category',
  params,
  answer: CategoryDetail,
  problems: ['category-not-found'],
})

const update = {
  path: '/api/categories/{id}',
  access,
  tag,
  description:
    'Only the fields in the request change. A new `parent_id` moves the category with all its subcategories. It cannot be moved under itself.',
  params,
  body: Changes(CategoryFields),
  answer: CategoryDetail,
  problems: ['category-not-found'],
  guarded: true,
  tagged: '/api/categories/{id}',
} as const
export const updateCategory = endpoint({ method: 'PUT', summary: 'Update or move a category', ...update })
export const patchCategory = endpoint({
  method: 'PATCH',
  summary: 'Update a category (same as PUT)',
  ...update,
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/categories/{id}',
  access,
  tag,
  summary: 'Delete a category',
  description:
    'A category with subcategories or articles can only be deleted with `move_to`, the category that receives them. The default category of the site cannot be deleted.',
  params,
  query: Type.Object({ move_to: Type.Optional(Id) }),
  problems: ['category-not-found', 'invalid'],
})

export const mergeCategory = endpoint({
  method: 'POST',
  path: '/api/categories/{id}/merge',
  access,
  tag,
  summary: 'Merge a category into another',
  description: 'Moves its subcategories and articles to the target and deletes it. Returns the target.',
  params,
  body: Type.Object({ target_id: Id }),
  answer: CategoryDetail,
  problems: ['category-not-found'],
})
