/** What can happen that somebody else may want to be told of. */
export const eventKinds = [
  'article.created',
  'article.updated',
  'article.published',
  'article.deleted',
  'article.restored',
  'comment.created',
  'comment.approved',
  'page.created',
  'page.updated',
  'page.deleted',
  'media.created',
  'media.deleted',
] as const
export type EventKind = (typeof eventKinds)[number]
