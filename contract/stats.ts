import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Nullable, TimesOrNone } from './schema.ts'

const MAX_DAYS = 365

const Day = Type.Object({
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-03-01'] }),
  views: Count,
  comments: Count,
})

const CountOrHidden = Nullable(
  Type.Integer({ ...Count, description: 'null if the caller may not moderate them.' }),
)

const Waiting = Type.Object(
  {
    reviews: CountOrHidden,
    comments: CountOrHidden,
    reports: CountOrHidden,
    sent_back: Type.Integer({ ...Count, description: 'Articles of the caller that a reviewer sent back.' }),
    messages: Type.Integer({ ...Count, description: 'Unread messages of the caller.' }),
  },
  { description: 'Pending work of the caller.' },
)

const StorageState = Type.Object({
  files: Type.Integer({ ...Count, description: 'Files of the site, without the recycle bin.' }),
  bytes: Type.Integer({ ...Count, description: 'Size of the originals. Identical files are stored once.' }),
})

const BackupState = Type.Object({
  count: Count,
  bytes: Count,
  ...TimesOrNone('database', 'uploads'),
})

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'articles.create',
  tag: 'Statistics',
  summary: 'Read views and comments per day, and my pending work',
  description:
    'Daily views of published articles, in the time zone of the setting TIMEZONE, are kept for 400 days. With `article_id`, views and comments are those of the article, and `top` is empty. Callers who may not moderate comments see only approved ones.',
  query: Type.Object({
    days: Type.Integer({
      minimum: 1,
      default: 30,
      atMost: MAX_DAYS,
      description: `At most ${MAX_DAYS}. Larger numbers are reduced to ${MAX_DAYS}.`,
    }),
    article_id: Type.Optional(Id),
  }),
  answer: Type.Object({
    views: Type.Integer({ ...Count, description: 'Total of these days.' }),
    comments: Type.Integer({ ...Count, description: 'Total of these days.' }),
    days: Type.Array(Day, { description: 'Oldest first, today last.' }),
    top: Type.Array(Type.Object({ id: Id, title: Type.String(), alias: Type.String(), views: Count }), {
      description: 'The ten published articles with the most views in this period.',
    }),
    waiting: Waiting,
    storage: Nullable(StorageState),
    backups: Nullable(BackupState),
  }),
  problems: ['article-not-found'],
})
