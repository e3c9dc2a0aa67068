import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, FlagShown, Id, OneOf } from './schema.ts'

const NavigationItem = Type.Recursive(
  (Item) =>
    Type.Object({
      type: OneOf(['category', 'page']),
      id: Id,
      name: Type.String({ examples: ['科技'] }),
      alias: Type.String({ examples: ['ke-ji'] }),
      url: Type.String({ examples: ['https://www.example.com/categories/ke-ji'] }),
      external_link: Type.String({ description: 'Leads elsewhere where it is not empty.' }),
      children: Type.Array(Item),
    }),
  { $id: 'NavigationItem' },
)
export type NavigationItem = Static<typeof NavigationItem>

const SiteInfo = Type.Object({
  name: Type.String({ examples: ['Default'] }),
  description: Type.String(),
  keywords: Type.String(),
  logo: Type.String(),
  icon: Type.String(),
  language: Type.String({ examples: ['zh-CN'] }),
  timezone: Type.String({ examples: ['UTC'] }),
  url: Type.String({ examples: ['https://www.example.com'] }),
  navigation: Type.Array(NavigationItem, {
    description: 'Categories, then pages, as far as they are shown in the navigation.',
  }),
  comments: Type.Object({
    enabled: FlagShown,
    guests: FlagShown,
    captcha_type: OneOf(['none', 'image', 'slider', 'sms']),
    min_length: Count,
    max_length: Count,
    max_depth: Count,
  }),
  sign_in: Type.Object(
    {
      passkeys: FlagShown,
      single_sign_on: FlagShown,
      mail: FlagShown,
      registration: FlagShown,
      registration_captcha: FlagShown,
    },
    {
      description:
        'The ways to an account: with a passkey, at an OpenID provider, a link by mail for who has forgotten the password, and registration, with a captcha or without.',
    },
  ),
  paths: Type.Object(
    {
      article: Type.String({ examples: ['/articles/{alias}'] }),
      page: Type.String({ examples: ['/{alias}'] }),
      category: Type.String({ examples: ['/categories/{alias}'] }),
      tag: Type.String({ examples: ['/tags/{alias}'] }),
    },
    { description: 'Where things are beneath `url`.' },
  ),
  open: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      '1 where readers find something at these addresses: the site of the service is on and public, or `site_url` leads elsewhere.',
  }),
  versions: Type.Array(Type.String(), { examples: [['v1']] }),
})
export type SiteInfo = Static<typeof SiteInfo>

export const getSiteInfo = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'site.read',
  tokens: ['content', 'draft'],
  tag: 'Site',
  summary: 'What a front end needs to know of the site',
  description:
    'Public, whatever `public_read` says: name, language, navigation, the rules of commenting and the ways to sign in.',
  answer: SiteInfo,
})

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/site/templates',
  access: 'articles.create',
  tag: 'Site',
  summary: 'The templates that an article, a page or a category can name',
  description: 'The files that the theme has beside the built-in ones, without their ending.',
  answer: Type.Array(Type.String({ examples: ['wide'] })),
})
