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
      external_link: Type.String({ description: 'If not empty, the entry links to this URL.' }),
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
    description: 'Categories, then pages, that are shown in the navigation.',
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
        'The available ways to sign in: passkeys, an OpenID provider, password reset by e-mail, and registration with or without a captcha.',
    },
  ),
  paths: Type.Object(
    {
      article: Type.String({ examples: ['/articles/{alias}'] }),
      page: Type.String({ examples: ['/{alias}'] }),
      category: Type.String({ examples: ['/categories/{alias}'] }),
      tag: Type.String({ examples: ['/tags/{alias}'] }),
    },
    { description: 'Paths relative to `url`.' },
  ),
  open: Type.Unsafe<0 | 1>({
    ...FlagShown,
    description:
      '1 if these URLs work for readers: the built-in website is on and public, or `site_url` is another website.',
  }),
  versions: Type.Array(Type.String(), { examples: [['v1']] }),
})
export type SiteInfo = Static<typeof SiteInfo>

export const getSiteInfo = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'site.read',
  tokens: ['content'],
  tag: 'Site',
  summary: 'Read the public information of the site',
  description:
    'Always public, regardless of `public_read`: name, language, navigation, comment rules and ways to sign in.',
  answer: SiteInfo,
})

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/site/templates',
  access: 'articles.create',
  tag: 'Site',
  summary: 'List the templates of the theme',
  description: 'The template files of the theme beside the built-in ones, without their extension.',
  answer: Type.Array(Type.String({ examples: ['wide'] })),
})
