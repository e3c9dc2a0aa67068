import type { Command } from './command.ts'
import { importCommands } from './import-commands.ts'

/** Every command, in the order of the help. What one needs is loaded when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Run the service until it is told to stop',
    run: async (call) => (await import('./serve.ts')).serve(call),
  },
  {
    name: 'migrate',
    summary: 'Bring the database up to date, and end',
    run: async (call) => (await import('./migrate.ts')).migrateCommand(call),
  },
  {
    name: 'user create',
    operands: ['NAME'],
    summary: 'Make a user',
    options: {
      email: { value: 'ADDRESS', summary: 'Its e-mail address (NAME@localhost when left out)' },
      role: { value: 'ROLE', summary: 'member, editor, auditor or admin (member when left out)' },
      password: { value: 'TEXT', summary: 'Its password (made and shown once when left out)' },
    },
    run: async (call) => (await import('./user.ts')).createUserCommand(call),
  },
  {
    name: 'user reset-password',
    operands: ['NAME'],
    summary: 'Give a user another password and end its sessions and API tokens',
    options: {
      password: { value: 'TEXT', summary: 'The new password (made and shown once when left out)' },
    },
    run: async (call) => (await import('./user.ts')).resetPasswordCommand(call),
  },
  {
    name: 'user reset-second-factor',
    operands: ['NAME'],
    summary: 'Switch off the second factor of a user who has lost it',
    run: async (call) => (await import('./user.ts')).resetSecondFactorCommand(call),
  },
  {
    name: 'person export',
    operands: ['PERSON'],
    summary: 'Show what is kept of a person, by username or e-mail address, as JSON',
    run: async (call) => (await import('./person.ts')).exportPersonCommand(call),
  },
  {
    name: 'person erase',
    operands: ['PERSON'],
    summary: 'Erase a person, a user or a guest, and say what stays',
    options: { yes: { summary: 'Do it: it cannot be taken back' } },
    run: async (call) => (await import('./person.ts')).erasePersonCommand(call),
  },
  {
    name: 'backup',
    summary: 'Make a backup of the database, while the service runs or not',
    options: { uploads: { summary: 'And one of the uploaded files' } },
    run: async (call) => (await import('./backup.ts')).backupCommand(call),
  },
  {
    name: 'restore',
    operands: ['BACKUP'],
    summary: 'Put a backup back, by its name or the path of its folder',
    options: { replace: { summary: 'Over what is there, of which a backup is made first' } },
    run: async (call) => (await import('./restore.ts')).restoreCommand(call),
  },
  {
    name: 'seed',
    summary: 'Fill a site with sample articles in Chinese and English',
    options: {
      articles: { value: 'COUNT', summary: 'How many articles (100 when left out)' },
      demo: { summary: 'A small magazine with pictures instead, on a site without articles' },
      site: { value: 'ID', summary: 'The site (1 when left out)' },
    },
    run: async (call) => (await import('./seed.ts')).seed(call),
  },
  {
    name: 'theme eject',
    summary: 'Copy the templates of the built-in site to DATA_DIR/theme, to change them there',
    run: async (call) => (await import('./theme.ts')).ejectTheme(call),
  },
  ...importCommands,
  {
    name: 'import undo',
    operands: ['ID'],
    summary: 'Put everything that an import took into the recycle bin',
    options: { site: { value: 'SITE', summary: 'The site, by its id or alias (1 when left out)' } },
    run: async (call) => (await import('./import.ts')).undoImportCommand(call),
  },
  {
    name: 'export',
    operands: ['DIR'],
    summary: 'Write everything of a site into a folder, while the service runs or not',
    options: {
      format: {
        value: 'markdown|jsonl',
        summary: 'Markdown with front matter (when left out), or JSON lines',
      },
      site: { value: 'SITE', summary: 'The site, by its id or alias (1 when left out)' },
    },
    run: async (call) => (await import('./export.ts')).exportCommand(call),
  },
  {
    name: 'reindex',
    summary: 'Build the search index anew, while the service runs or not',
    options: {
      'from-empty': { summary: 'Empty it first: for a damaged one; until it is full less is found' },
    },
    run: async (call) => (await import('./reindex.ts')).reindex(call),
  },
  {
    name: 'doctor',
    summary: 'Check the settings and everything they lead to, and say what is wrong',
    options: {
      json: { summary: 'Answer with JSON' },
      media: { summary: 'And hold the media records against the stored files, both ways' },
    },
    run: async (call) => (await import('./doctor/doctor.ts')).doctor(call),
  },
]
