import type { Command } from './command.ts'

const common = {
  site: { value: 'SITE', summary: 'Site id or alias (default: 1)' },
  'dry-run': { summary: 'Only report what would be imported' },
  report: { value: 'FILE', summary: 'Write the report, with all losses, as JSON' },
} as const

const authors = {
  value: 'OLD=USER',
  summary: 'Map an author to a user; repeatable, or a CSV file with two columns',
  repeatable: true,
} as const

const categories = {
  value: 'OLD=NEW',
  summary:
    'Map a category to another, by path (News/Local=Regional); repeatable, or a CSV file with two columns',
  repeatable: true,
} as const

const update = { summary: 'Also change the texts whose files changed since they were imported' } as const

const media = (folder: string) => ({
  value: 'fetch|FOLDER|skip',
  summary: `Where images come from: their URLs, ${folder}, or nowhere`,
})

/** The import commands. They also work while the service is running, and resume when run again. */
export const importCommands: readonly Command[] = [
  {
    name: 'import wordpress',
    operands: ['FILE'],
    summary: 'Import a WordPress export (WXR); run it again to resume',
    options: { ...common, media: media('the folder wp-content/uploads'), authors, categories },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'wordpress'),
  },
  {
    name: 'import ghost',
    operands: ['FILE'],
    summary: 'Import a Ghost export (JSON); run it again to resume',
    options: { ...common, media: media('the content folder of Ghost'), authors, categories },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'ghost'),
  },
  {
    name: 'import markdown',
    operands: ['FOLDER'],
    summary: 'Import a folder of Markdown files; run it again to resume',
    options: { ...common, update, media: media('a folder (default: FOLDER)'), authors, categories },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'markdown'),
  },
  {
    name: 'import comments',
    operands: ['FILE'],
    summary: 'Import comments from Disqus (XML), Waline, Twikoo, Artalk or Inkstone (JSON)',
    options: common,
    run: async (call) => (await import('./import.ts')).importCommand(call, 'comments'),
  },
]
