import { Type } from '@sinclair/typebox'
import { ArticleDetail } from './articles.ts'
import { ContentQuery } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Id, OneOf, Times } from './schema.ts'

const tag = 'Preview'

export const createPreview = endpoint({
  method: 'POST',
  path: '/api/articles/{id}/preview',
  access: 'signed-in',
  tokens: ['draft'],
  tag,
  summary: 'Create a preview link',
  description:
    'Anyone with the link can read the article or its working copy without logging in until the link expires. For callers who may edit the article.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    of: Type.Optional(OneOf(['article', 'working_copy'], { description: 'Default: `article`.' })),
    hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720, description: 'Default: 24.' })),
  }),
  answer: Type.Object({
    url: Type.String({ examples: ['https://www.example.com/preview?token=…'] }),
    token: Type.String(),
    ...Times('expire'),
  }),
  problems: ['article-not-found', 'working-copy-not-found'],
})

export const readPreview = endpoint({
  method: 'GET',
  path: '/api/preview',
  access: 'anyone',
  tag,
  summary: 'Read the content of a preview link',
  description:
    '`token` is the preview token. It identifies the site too. An empty, wrong or expired one is 403. Every response, errors included, has `Cache-Control: no-store` and `X-Robots-Tag: noindex`. The request counts for the rate limit of the API or session token in its header, if there is one; otherwise that token is ignored.',
  query: Type.Object({ token: Type.String(), ...ContentQuery.properties }),
  answer: ArticleDetail,
  problems: ['preview-ended'],
  ignoresToken: true,
  countsToken: true,
  unlisted: true,
})
