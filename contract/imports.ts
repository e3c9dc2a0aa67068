import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, FlagShown, Id, Nullable, OneOf, PageQuery, Paginated, Times } from './schema.ts'

export const importKinds = ['wordpress', 'ghost', 'markdown', 'comments'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStatuses = ['queued', 'running', 'done', 'failed'] as const
export const importMedia = ['fetch', 'skip'] as const

const Loss = Type.Object({
  where: Type.String({ description: 'The title, path or file concerned.', examples: ['Hello'] }),
  what: Type.String({ examples: ['it is private: imported as a draft'] }),
})

export const ImportReport = Type.Object({
  found: Type.Integer({ ...Count, description: 'Articles and pages in the file.', examples: [12] }),
  articles: Type.Integer({ ...Count, examples: [10] }),
  pages: Count,
  comments: Count,
  categories: Type.Integer({ ...Count, description: 'New categories.' }),
  tags: Count,
  files: Count,
  already_there: Type.Integer({ ...Count, description: 'Imported earlier.' }),
  updated: Type.Integer({
    ...Count,
    description: 'Of those, changed because their files changed. Only with `update`.',
    examples: [1],
  }),
  updated_texts: Type.Array(Type.String(), {
    description: 'Their paths in the folder, at most the first 1000.',
    examples: [['guide/setup.md']],
  }),
  authors: Type.Array(Type.String(), {
    description: 'Authors for whom a disabled user was or would be created.',
    examples: [['mary']],
  }),
  category_names: Type.Array(Type.String(), {
    description:
      'Of a dry run: the paths of the categories that would be created, at most the first 1000. Otherwise empty.',
    examples: [['News/Local']],
  }),
  losses: Type.Array(Loss, {
    description: 'Content that was not imported, or not exactly. At most the first 1000.',
  }),
  losses_total: Count,
})

export const Import = Type.Object({
  id: Id,
  kind: OneOf(importKinds, { examples: ['wordpress'] }),
  filename: Type.String({ examples: ['export.xml'] }),
  status: OneOf(importStatuses, { examples: ['running'] }),
  dry_run: FlagShown,
  update: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 if it updates what changed in its folder.' }),
  undone: Type.Unsafe<0 | 1>({ ...FlagShown, description: '1 after the import was undone.' }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent.', examples: [42] }),
  failure: Type.String({ description: 'Why the import failed, or empty.', examples: [''] }),
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
  summary: 'Import an export file of another service',
  description:
    '`file` is an export of WordPress (WXR) or Ghost (JSON), a zip of Markdown files, or comments of Disqus (XML), Waline, Twikoo, Artalk (JSON) or Inkstone (`comments.jsonl` of an export). A background job imports it, and GET /api/imports/{id} shows its progress. With `dry_run` nothing is written, and the report shows what would be imported. Content that was imported before is skipped, but new comments and files that were missing are added to it. With `update` a folder of Markdown also changes the articles and pages whose files changed.',
  body: Type.Object({
    file: Type.String({ format: 'binary', contentMediaType: 'application/octet-stream' }),
    kind: OneOf(importKinds, { examples: ['wordpress'] }),
    media: Type.Optional(
      OneOf(importMedia, {
        description:
          'Whether to download images from their original URLs [fetch]. A zip of Markdown files contains its own images.',
        examples: ['fetch'],
      }),
    ),
    dry_run: Type.Optional(
      OneOf(['0', '1', 'true', 'false'], {
        description: '1: only report what would be imported.',
        examples: ['1'],
      }),
    ),
    update: Type.Optional(
      OneOf(['0', '1', 'true', 'false'], {
        description:
          '1: only for Markdown. Changes the articles and pages whose files changed since they were imported from a zip of the same name. What was edited here since stays as it is, and so does what has unpublished changes or is in the recycle bin; the report names it, and the texts whose files are gone.',
        examples: ['1'],
      }),
    ),
    authors: Type.Optional(
      Type.String({
        description:
          'Maps authors to users: `old=username`, one per line. Somebody who may not manage users can only name members of the site.',
        examples: ['mary=editor'],
      }),
    ),
    categories: Type.Optional(
      Type.String({
        description:
          'Maps categories to others: `old path=new path`, one per line, with `/` between the levels. A new path that does not exist is created.',
        examples: ['News/Local=Regional'],
      }),
    ),
  }),
  bodyType: 'multipart/form-data',
  answer: Import,
  status: 201,
  problems: ['invalid'],
  creates: true,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access,
  tag,
  summary: 'List the imports of the site, newest first',
  query: PageQuery,
  answer: Paginated(Import),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/{id}',
  access,
  tag,
  summary: 'Read the progress and report of an import',
  params,
  answer: Import,
  problems,
})

export const importRedirects = endpoint({
  method: 'GET',
  path: '/api/imports/{id}/redirects',
  access,
  tag,
  summary: 'Download old and new URLs of imported content',
  params,
  file: { mediaTypes: ['text/csv'], description: 'Two columns, `from` and `to`.' },
  problems,
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  access,
  tag,
  summary: 'Move everything an import created to the recycle bin',
  description:
    'Categories, tags and authors created by the import are kept, and so are the changes of articles and pages that it updated: their former text is a revision. Returns 409 while the import is running.',
  params,
  answer: Type.Object({
    undone: Count,
    kept: Type.Integer({ ...Count, description: 'Articles and pages that it updated.' }),
  }),
  problems: ['import-not-found', 'import-running'],
})
