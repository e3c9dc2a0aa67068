import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Changes, Flag, FlagShown, Id, PageQuery, Paginated, Text, Times } from './schema.ts'

const Domain = Type.String({
  trim: true,
  maxLength: 253,
  pattern: '^[\\p{L}\\p{Nd}]([\\p{L}\\p{M}\\p{Nd}.-]*[\\p{L}\\p{M}\\p{Nd}])?(:\\d{1,5})?$',
  description: 'An internationalised domain is returned as browsers send it (`xn--…`).',
  examples: ['blog.example.com'],
})

const Site = Type.Object({
  id: Id,
  name: Type.String({ examples: ['Default'] }),
  alias: Type.String({ examples: ['default'] }),
  domains: Type.Array(Type.String(), { examples: [['blog.example.com']] }),
  enabled: FlagShown,
  default_category_id: Id,
  ...Times('create', 'update'),
})

const SiteFields = Type.Object({
  name: Text({ min: 1, max: 100, examples: ['Magazine'] }),
  alias: Type.Optional(
    Type.String({
      trim: true,
      maxLength: 64,
      pattern: '^([a-z0-9][a-z0-9_-]*)?$',
      description:
        'Lower-case letters, digits, underscore and hyphen, but not only digits. If empty, it is generated from the name.',
    }),
  ),
  domains: Type.Optional(Type.Array(Domain, { maxItems: 50 })),
  enabled: Type.Optional(Flag),
})

const tag = 'Sites'
const access = 'sites.manage'
const params = Type.Object({ id: Id })

export const listSites = endpoint({
  method: 'GET',
  path: '/api/sites',
  access,
  tag,
  summary: 'List sites',
  query: PageQuery,
  answer: Paginated(Site),
})

export const createSite = endpoint({
  method: 'POST',
  path: '/api/sites',
  access,
  tag,
  summary: 'Create a site',
  description: 'The new site gets its own default category.',
  body: SiteFields,
  answer: Site,
  status: 201,
  creates: true,
})

export const getSite = endpoint({
  method: 'GET',
  path: '/api/sites/{id}',
  access,
  tag,
  summary: 'Read a site',
  params,
  answer: Site,
  problems: ['site-not-found'],
})

export const updateSite = endpoint({
  method: 'PUT',
  path: '/api/sites/{id}',
  access,
  tag,
  summary: 'Update a site',
  description: 'Only the fields in the request change. Site 1 cannot be disabled.',
  params,
  body: Changes(SiteFields),
  answer: Site,
  problems: ['site-not-found'],
  guarded: true,
})

export const deleteSite = endpoint({
  method: 'DELETE',
  path: '/api/sites/{id}',
  access,
  tag,
  summary: 'Delete a site',
  description: 'A site with content cannot be deleted (422). Site 1 cannot be deleted.',
  params,
  problems: ['site-not-found', 'invalid'],
})
