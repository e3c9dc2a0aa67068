/** The text of the API reference beside the endpoints. */

export const referenceTitle = 'Inkstone API'
export const referenceVersion = '1.0.0'

export const referenceDescription = `A content management service: articles, categories, tags, pages, comments, media, users and sites.

Every JSON answer is an envelope of \`code\`, \`message\`, \`data\`, \`errors\` and \`timestamp\`. \`/api/v1/x\` and \`/api/x\` are the same thing.
A request selects its site with \`X-Site\`, \`site_id\` or its host. The default is site 1.`

/** The operator of the service, about whom the API reference knows nothing else. */
export const referenceContact = { name: 'The administrators of this service' }
export const referenceLicense = { name: 'MIT', identifier: 'MIT' }

export const tagDescriptions: Readonly<Record<string, string>> = {
  Authentication: 'Login, sessions and the account of the caller.',
  Users: 'Managing users, roles and VIPs.',
  'API tokens': 'Long-lived tokens for programs.',
  Sites: 'Several sites in one service, each with its own content.',
  Site: 'Public information about the site for a front end.',
  Settings: 'Options and limits of a site.',
  Articles: 'Writing, listing and reading articles.',
  Publication: 'From draft to public and back: publish, schedule, review, archive.',
  'Working copies': 'Changes to a published article that readers do not see yet.',
  Revisions: 'Earlier versions of an article.',
  Counters: 'Views, likes and favorites.',
  Categories: 'The category tree.',
  Tags: 'The flat list of tags.',
  Pages: 'Standalone pages with their own URL.',
  'Personal data': 'Exporting and erasing the data stored about a person.',
  Imports: 'Importing content from other services.',
  Search: 'Full-text search in every language, and suggestions.',
  Export: 'Articles as a spreadsheet or a document.',
  Comments: 'Nested comments by guests and users.',
  Moderation: 'Comment queue, reports, sensitive words and blocked addresses.',
  Captcha: 'Challenges that keep out bots.',
  Messages: 'Notifications to a user inside the service.',
  Media: 'Uploaded files and pictures.',
  'Recycle bin': 'Deleted items that can still be restored.',
  Preview: 'Links to unpublished content.',
  Changes: 'A feed of changes for programs that keep a copy of the content.',
  Webhooks: 'Signed requests to other systems when something happens.',
  Statistics: 'Views and comments per day.',
  Backups: 'Creating, listing and downloading backups.',
  Operations: 'The audit log and background jobs.',
}
