import type { Language } from '../../platform/core/problem.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { showMessage } from '../messages/messages.view.ts'
import type { dataOf } from './personal-data.actions.ts'
import { RETAINED } from './personal-data.actions.ts'

export function showData(
  zone: Zone,
  language: Language,
  { user, comments, ...of }: Awaited<ReturnType<typeof dataOf>>,
) {
  return {
    account: user
      ? {
          id: user.id,
          username: user.username,
          email: user.email,
          nickname: user.nickname,
          avatar: user.avatar,
          bio: user.bio,
          language: user.language,
          role: user.role,
          ...showTimes(zone, { create: user.created_at, login: user.last_login_at }),
        }
      : null,
    comments: comments.map(({ created_at, article_id, page_id, address, ...comment }) => ({
      ...comment,
      article_id: article_id ?? 0,
      page_id: page_id ?? 0,
      ip: address,
      ...showTimes(zone, { create: created_at }),
    })),
    articles: [...of.articles],
    media: [...of.media],
    sessions: of.sessions.map(({ device, address, created_at, last_seen_at }) => ({
      device,
      ip: address,
      ...showTimes(zone, { create: created_at, last_seen: last_seen_at }),
    })),
    tokens: of.tokens.map(({ name, scope, created_at, last_used_at, expires_at }) => ({
      name,
      scope,
      ...showTimes(zone, { create: created_at, last_used: last_used_at, expire: expires_at }),
    })),
    passkeys: of.passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      ...showTimes(zone, { create: created_at, last_used: last_used_at }),
    })),
    identities: of.identities.map(({ issuer, subject, created_at }) => ({
      issuer,
      subject,
      ...showTimes(zone, { create: created_at }),
    })),
    messages: of.messages.map((row) => {
      const { title, content, create_time, create_at } = showMessage(zone, language)(row)
      return { site_id: row.site_id, title, content, create_time, create_at }
    }),
    saved_views: of.savedViews.map(({ site_id, name, query, created_at }) => ({
      site_id,
      name,
      query,
      ...showTimes(zone, { create: created_at }),
    })),
    likes: of.likes.map(shownReaction(zone)),
    favorites: of.favorites.map(shownReaction(zone)),
    stays: [...RETAINED],
  }
}

function shownReaction(zone: Zone) {
  return ({ article_id, created_at }: { article_id: number; created_at: number }) => ({
    article_id,
    ...showTimes(zone, { create: created_at }),
  })
}
