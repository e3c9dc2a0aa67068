import type { Command } from './command.ts'

const common = {
  site: { value: 'SITE', summary: 'The site, by its id or alias (1 when left out)' },
  'dry-run': { summary: 'Only say what would be taken and what would not' },
} as const

const authors = {
  value: 'OLD=USER',
  summary: 'Who is who here; several times, or a CSV file of two columns',
  repeatable: true,
} as const

const media = (folder: string) => ({
  value: 'fetch|FOLDER|skip',
  summary: `Where pictures come from: their addresses, ${folder}, or nowhere`,
})

/** What is taken in from elsewhere, while the service runs or not; begun again, it goes on. */
export const importCommands: readonly Command[] = [
  {
    name: 'import wordpress',
    operands: ['FILE'],
    summary: 'Take in an export of WordPress (WXR), while the service runs or not; again, it goes on',
    options: { ...common, media: media('the folder wp-content/uploads'), authors },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'wordpress'),
  },
  {
    name: 'import ghost',
    operands: ['FILE'],
    summary: 'Take in an export of Ghost (JSON), while the service runs or not; again, it goes on',
    options: { ...common, media: media('the folder content of Ghost'), authors },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'ghost'),
  },
  {
    name: 'import markdown',
    operands: ['FOLDER'],
    summary: 'Take in a folder of Markdown files, while the service runs or not; again, it goes on',
    options: { ...common, media: media('a folder (FOLDER itself when left out)'), authors },
    run: async (call) => (await import('./import.ts')).importCommand(call, 'markdown'),
  },
  {
    name: 'import comments',
    operands: ['FILE'],
    summary: 'Take in comments of Disqus (XML), Waline, Twikoo or Artalk (JSON)',
    options: common,
    run: async (call) => (await import('./import.ts')).importCommand(call, 'comments'),
  },
]
