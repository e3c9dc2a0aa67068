/** The kinds of events that webhooks can receive. */
export const eventKinds = [
  'article.created',
  'article.updated',
  'article.published',
  'article.unpublished',
  'article.archived',
  'article.submitted',
  'article.audited',
  'article.deleted',
  'article.restored',
  'comment.created',
  'comment.approved',
  'comment.updated',
  'comment.deleted',
  'page.created',
  'page.updated',
  'page.published',
  'page.deleted',
  'category.created',
  'category.updated',
  'category.deleted',
  'tag.created',
  'tag.updated',
  'tag.deleted',
  'media.created',
  'media.updated',
  'media.deleted',
] as const
export type EventKind = (typeof eventKinds)[number]

type Subject<Kind extends string> = Kind extends `${infer Name}.${string}` ? Name : never
type Pattern = EventKind | `${Subject<EventKind>}.*` | '*'

const subjects = [...new Set(eventKinds.map((kind) => kind.slice(0, kind.indexOf('.'))))]

/** What a webhook can subscribe to: one kind, all events of a subject, or everything. */
export const eventPatterns = [
  ...eventKinds,
  ...subjects.map((subject) => `${subject}.*`),
  '*',
] as readonly Pattern[]
export type EventPattern = Pattern

export function isSubscribed(patterns: readonly string[], kind: EventKind): boolean {
  const ofSubject = `${kind.slice(0, kind.indexOf('.'))}.*`
  return patterns.some((pattern) => pattern === '*' || pattern === ofSubject || pattern === kind)
}
