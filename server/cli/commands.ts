import type { Command } from './command.ts'
import { importCommands } from './import-commands.ts'

/** All commands, in the order of the help. The code of a command is loaded when it runs. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Run the service',
    byRoot: true,
    run: async (call) => (await import('./serve.ts')).serve(call),
  },
  {
    name: 'migrate',
    summary: 'Apply database migrations and exit',
    run: async (call) => (await import('./migrate.ts')).migrateCommand(call),
  },
  {
    name: 'user create',
    operands: ['NAME'],
    summary: 'Create a user',
    options: {
      email: { value: 'ADDRESS', summary: 'E-mail address (default: NAME@localhost)' },
      role: { value: 'ROLE', summary: 'member, editor, auditor or admin (default: member)' },
      password: { value: 'TEXT', summary: 'Password (default: generated and shown once)' },
    },
    run: async (call) => (await import('./user.ts')).createUserCommand(call),
  },
  {
    name: 'user reset-password',
    operands: ['NAME'],
    summary: 'Change the password of a user, end their sessions and revoke their API tokens',
    options: {
      password: { value: 'TEXT', summary: 'New password (default: generated and shown once)' },
    },
    run: async (call) => (await import('./user.ts')).resetPasswordCommand(call),
  },
  {
    name: 'user reset-second-factor',
    operands: ['NAME'],
    summary: 'Turn off the second factor of a user who has lost it',
    run: async (call) => (await import('./user.ts')).resetSecondFactorCommand(call),
  },
  {
    name: 'person export',
    operands: ['PERSON'],
    summary: 'Print the data stored about a person (username or e-mail address) as JSON',
    run: async (call) => (await import('./personal-data.ts')).exportPersonCommand(call),
  },
  {
    name: 'person erase',
    operands: ['PERSON'],
    summary: 'Erase the data of a user or guest, and list what is kept',
    options: { yes: { summary: 'Confirm: this cannot be undone' } },
    run: async (call) => (await import('./personal-data.ts')).erasePersonCommand(call),
  },
  {
    name: 'backup',
    summary: 'Back up the database, also while the service is running',
    options: { uploads: { summary: 'Also back up the uploaded files' } },
    run: async (call) => (await import('./backup.ts')).backupCommand(call),
  },
  {
    name: 'restore',
    operands: ['BACKUP'],
    summary: 'Restore a backup by its name or folder, also one of the other database (SQLite, PostgreSQL)',
    options: { replace: { summary: 'Replace existing data (a backup of it is made first)' } },
    run: async (call) => (await import('./restore.ts')).restoreCommand(call),
  },
  {
    name: 'rotate-key',
    summary: 'Replace the secret key by a new one; all users have to log in again',
    run: async (call) => (await import('./rotate-key.ts')).rotateKeyCommand(call),
  },
  {
    name: 'seed',
    summary: 'Fill a site with sample articles in Chinese and English',
    options: {
      articles: { value: 'COUNT', summary: 'Number of articles (default: 100)' },
      demo: { summary: 'Create a small magazine with images instead, on a site without articles' },
      site: { value: 'ID', summary: 'Site id (default: 1)' },
    },
    run: async (call) => (await import('./seed.ts')).seed(call),
  },
  {
    name: 'theme eject',
    summary: 'Copy the built-in templates to DATA_DIR/theme for customisation',
    run: async (call) => (await import('./theme.ts')).ejectTheme(call),
  },
  ...importCommands,
  {
    name: 'import undo',
    operands: ['ID'],
    summary: 'Move everything an import created to the recycle bin',
    options: { site: { value: 'SITE', summary: 'Site id or alias (default: 1)' } },
    run: async (call) => (await import('./import.ts')).undoImportCommand(call),
  },
  {
    name: 'export',
    operands: ['DIR'],
    summary: 'Export a whole site to a folder, also while the service is running',
    options: {
      format: {
        value: 'markdown|jsonl',
        summary: 'Markdown with front matter (default) or JSON lines',
      },
      site: { value: 'SITE', summary: 'Site id or alias (default: 1)' },
    },
    run: async (call) => (await import('./export.ts')).exportCommand(call),
  },
  {
    name: 'reindex',
    summary: 'Rebuild the search index, also while the service is running',
    options: {
      'from-empty': { summary: 'Empty a damaged index first; searches are incomplete until it is rebuilt' },
    },
    run: async (call) => (await import('./reindex.ts')).reindex(call),
  },
  {
    name: 'doctor',
    summary: 'Check the settings and the services they refer to',
    byRoot: true,
    options: {
      json: { summary: 'Print JSON' },
      media: { summary: 'Also compare media records with stored files' },
    },
    run: async (call) => (await import('./doctor/doctor.ts')).doctor(call),
  },
]
