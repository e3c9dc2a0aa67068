import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, FlagShown, Id, Nullable, OneOf, PageQuery, Paginated, Times } from './schema.ts'

export const importKinds = ['wordpress', 'ghost', 'markdown', 'comments'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStatuses = ['queued', 'running', 'done', 'failed'] as const
export const importMedia = ['fetch', 'skip'] as const

const Loss = Type.Object({
  where: Type.String({ description: 'The title, path or file it is about.', examples: ['Hello'] }),
  what: Type.String({ examples: ['it is private: kept as a draft'] }),
})

export const ImportReport = Type.Object({
  found: Type.Integer({ ...Count, description: 'Articles and pages in the file.', examples: [12] }),
  articles: Type.Integer({ ...Count, examples: [10] }),
  pages: Count,
  comments: Count,
  categories: Type.Integer({ ...Count, description: 'New ones, like tags.' }),
  tags: Count,
  files: Count,
  already_there: Type.Integer({ ...Count, description: 'Taken by an earlier import.' }),
  authors: Type.Array(Type.String(), {
    description: 'Authors for whom a disabled user was made, or would be.',
    examples: [['mary']],
  }),
  losses: Type.Array(Loss, { description: 'What is not as it was; the first 1000.' }),
  losses_total: Count,
})

export const Import = Type.Object({
  id: Id,
  kind: OneOf(importKinds, { examples: ['wordpress'] }),
  filename: Type.String({ examples: ['export.xml'] }),
  status: OneOf(importStatuses, { examples: ['running'] }),
  dry_run: FlagShown,
  undone: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 once what it took was put into the bin.' }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.', examples: [42] }),
  failure: Type.String({ description: 'Why it failed; empty otherwise.', examples: [''] }),
  report: Nullable(ImportReport),
  ...Times('create', 'update'),
})
export type Import = Static<typeof Import>

const access = 'imports.manage'
const tag = 'Imports'
const params = Type.Object({ id: Id })
const problems = ['import-not-found'] as const

export const createImport = endpoint({
  method: 'POST',
  path: '/api/imports',
  access,
  tag,
  summary: 'Take in what another service exported',
  description:
    '`file` is an export of WordPress (WXR), of Ghost (JSON), a zip of Markdown files, or the comments of Disqus (XML), Waline, Twikoo or Artalk (JSON). It is taken in by a job: GET /api/imports/{id} tells how far it is. With `dry_run` nothing is written and the report says what would be. What an import took before is not taken again.',
  body: Type.Object({
    file: Type.String({ format: 'binary', contentMediaType: 'application/octet-stream' }),
    kind: OneOf(importKinds, { examples: ['wordpress'] }),
    media: Type.Optional(
      OneOf(importMedia, {
        description:
          'Whether pictures are fetched from where they are [fetch]; a zip of Markdown has its own with it.',
        examples: ['fetch'],
      }),
    ),
    dry_run: Type.Optional(
      OneOf(['0', '1', 'true', 'false'], {
        description: '1: only say what would be taken.',
        examples: ['1'],
      }),
    ),
    authors: Type.Optional(
      Type.String({
        description: 'Who is who here: `old=username`, one in each line.',
        examples: ['mary=editor'],
      }),
    ),
  }),
  bodyType: 'multipart/form-data',
  answer: Import,
  status: 201,
  problems: ['invalid'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access,
  tag,
  summary: 'The imports of the site, newest first',
  query: PageQuery,
  answer: Paginated(Import),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/{id}',
  access,
  tag,
  summary: 'How far an import is, and its report',
  params,
  answer: Import,
  problems,
})

export const importRedirects = endpoint({
  method: 'GET',
  path: '/api/imports/{id}/redirects',
  access,
  tag,
  summary: 'Download the old and new addresses of what an import took',
  params,
  file: { mediaTypes: ['text/csv'], description: 'Two columns, `from` and `to`.' },
  problems,
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  access,
  tag,
  summary: 'Put what an import took into the recycle bin',
  description: 'Categories, tags and authors that it made stay. While it is running the answer is 409.',
  params,
  answer: Type.Object({ undone: Count }),
  problems: ['import-not-found', 'import-running'],
})
