import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, IdOrNone, Nullable, Text, Times, TimesOrNone } from './schema.ts'

const Person = Text({
  min: 1,
  max: 254,
  description: 'The username or e-mail address of a user, or the e-mail address of a guest.',
  examples: ['lihua@example.com'],
})

const Account = Type.Object({
  id: Id,
  username: Type.String({ examples: ['lihua'] }),
  email: Type.String({ examples: ['lihua@example.com'] }),
  nickname: Type.String(),
  avatar: Type.String(),
  bio: Type.String(),
  language: Type.String(),
  role: Type.String({ examples: ['member'] }),
  ...Times('create'),
  ...TimesOrNone('login'),
})

const Said = Type.Object({
  id: Id,
  site_id: Id,
  article_id: IdOrNone,
  page_id: IdOrNone,
  nickname: Type.String(),
  email: Type.String(),
  ip: Type.String({ examples: ['203.0.113.9'] }),
  content: Type.String(),
  ...Times('create'),
})
const Reaction = Type.Object({ article_id: Id, ...Times('create') })
const Made = Type.Object({ id: Id, site_id: Id, title: Type.String() })

const Retained = Type.Array(
  Type.Object({
    what: Type.String({ examples: ['audit_log'] }),
    why: Type.String({ examples: ['The record of who did what. It is kept as evidence.'] }),
  }),
  { description: 'Data that is kept, and why.' },
)

const access = 'users.manage'
const tag = 'Personal data'
const problems = ['person-not-found'] as const

export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/api/personal-data',
  access,
  tag,
  summary: 'Export the data stored about a person',
  description: 'On all sites. Lists have at most 10,000 entries.',
  query: Type.Object({ person: Person }),
  answer: Type.Object({
    account: Nullable(Account),
    comments: Type.Array(Said),
    articles: Type.Array(Made),
    media: Type.Array(Made),
    sessions: Type.Array(
      Type.Object({
        device: Type.String(),
        ip: Type.String(),
        ...Times('create'),
        ...TimesOrNone('last_seen'),
      }),
    ),
    tokens: Type.Array(
      Type.Object({
        name: Type.String(),
        scope: Type.String(),
        ...Times('create'),
        ...TimesOrNone('last_used', 'expire'),
      }),
      { description: 'API tokens.' },
    ),
    passkeys: Type.Array(
      Type.Object({ name: Type.String(), ...Times('create'), ...TimesOrNone('last_used') }),
    ),
    identities: Type.Array(
      Type.Object({ issuer: Type.String(), subject: Type.String(), ...Times('create') }),
      {
        description: 'Accounts at the OpenID provider.',
      },
    ),
    messages: Type.Array(
      Type.Object({ site_id: Id, title: Type.String(), content: Type.String(), ...Times('create') }),
    ),
    saved_views: Type.Array(
      Type.Object({ site_id: Id, name: Type.String(), query: Type.String(), ...Times('create') }),
    ),
    likes: Type.Array(Reaction),
    favorites: Type.Array(Reaction),
    stays: Retained,
  }),
  problems,
})

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/api/personal-data/erase',
  access,
  sessionOnly: true,
  sensitive: true,
  tag,
  summary: 'Erase the data stored about a person',
  description:
    'Deletes the account with its names, profile, sessions, tokens, passkeys, second factor, devices, messages and saved views. Removes name, e-mail address and IP address from comments, and IP addresses from likes and reports, on all sites. This cannot be undone. `stays` lists the data that is kept.',
  body: Type.Object({ person: Person }),
  answer: Type.Object({ accounts: Count, comments: Count, stays: Retained }),
  problems: [...problems, 'invalid'],
})
