import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Count, Flag, FlagShown, Id, IdOrNone, PageQuery, Paginated, Times, TimesOrNone } from './schema.ts'

const tag = 'Messages'
const access = 'messages.own'

const Message = Type.Object({
  id: Id,
  kind: Type.String({ examples: ['comment-answer'] }),
  title: Type.String({ examples: ['李华 answered your comment'] }),
  content: Type.String(),
  article_id: IdOrNone,
  page_id: IdOrNone,
  comment_id: IdOrNone,
  is_read: FlagShown,
  ...TimesOrNone('read'),
  ...Times('create'),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  access,
  tag,
  summary: 'List my messages, newest first',
  query: Type.Object({
    ...PageQuery.properties,
    unread: Type.Optional(Type.Unsafe<0 | 1>({ ...Flag, description: '1: only unread messages.' })),
  }),
  answer: Paginated(Message),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/messages/unread-count',
  access,
  tag,
  summary: 'Count my unread messages',
  answer: Type.Object({ unread_count: Count }),
})

export const readMessage = endpoint({
  method: 'POST',
  path: '/api/messages/{id}/read',
  access,
  tag,
  summary: 'Mark a message as read',
  params: Type.Object({ id: Id }),
  problems: ['message-not-found'],
})

export const readAllMessages = endpoint({
  method: 'POST',
  path: '/api/messages/read-all',
  access,
  tag,
  summary: 'Mark all my messages as read',
  answer: Type.Object({ success_count: Count }),
})

export const unsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  access: 'anyone',
  ignoresToken: true,
  tag,
  summary: 'Show the unsubscribe page for comment e-mails',
  description:
    'The link in every e-mail about comments. Opening it changes nothing: the page shows a button that sends a POST to the same URL. E-mail clients can send the one-click POST of RFC 8058 directly. No login is needed. `mail_comments` in the profile turns the e-mails on again.',
  query: Type.Object({
    token: Type.Optional(Type.String()),
    key: Type.Optional(Type.String({ description: 'The token, in links of earlier e-mails.' })),
  }),
  file: {
    mediaTypes: ['text/html'],
    description: 'A page with a button, or one that says that the address is unsubscribed already.',
    refusesWithPage: true,
  },
})
