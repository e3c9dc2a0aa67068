/** What the API reference says beside the endpoints themselves. */

export const referenceTitle = 'Inkstone API'
export const referenceVersion = '1.0.0'

export const referenceDescription = `A content management service: articles, categories, tags, pages, comments, media, users and sites.

Every JSON answer is an envelope of \`code\`, \`message\`, \`data\`, \`errors\` and \`timestamp\`. \`/api/v1/x\` and \`/api/x\` are the same thing.
A request names its site with \`X-Site\`, \`site_id\` or its host; otherwise it means site 1.`

/** Whoever runs the service answers for it; the reference cannot know more of them. */
export const referenceContact = { name: 'The administrators of this service' }
export const referenceLicense = { name: 'MIT', identifier: 'MIT' }

export const tagDescriptions: Readonly<Record<string, string>> = {
  Authentication: 'Logging in, the session, and one’s own account.',
  Users: 'The administration of users, roles and VIPs.',
  'API tokens': 'Long-lived tokens for programs.',
  Sites: 'Several sites in one service, each with content of its own.',
  Site: 'What a front end needs to know of the site it shows.',
  Settings: 'What a site allows and limits.',
  Articles: 'Writing, listing and reading articles.',
  Publication: 'From draft to public and back: publish, schedule, review, archive.',
  'Working copies': 'Changes to a published article that readers do not see yet.',
  Revisions: 'Earlier states of an article.',
  Counters: 'Views, likes and favorites.',
  Categories: 'The tree of categories.',
  Tags: 'The flat list of tags.',
  Pages: 'Single pages with an address of their own.',
  'Personal data': 'What is kept of a person, and its erasure.',
  Imports: 'Taking in what other services exported.',
  Search: 'Full-text search in every language, and suggestions.',
  Export: 'Articles as a spreadsheet or a document.',
  Comments: 'Nested comments of guests and users.',
  Moderation: 'The queue, reports, sensitive words and blocked addresses.',
  Captcha: 'Puzzles that keep programs out.',
  Messages: 'What a user is told inside the service.',
  Media: 'Uploaded files and pictures.',
  'Recycle bin': 'What was deleted and can still be restored.',
  Preview: 'Links that show what is not published yet.',
  Changes: 'What changed since, for programs that keep a copy.',
  Webhooks: 'Signed requests to other systems when something happens.',
  Statistics: 'What is read and commented on, day by day.',
  Backups: 'Copies of everything, and how to get them back.',
  Operations: 'The audit log and background work.',
}
