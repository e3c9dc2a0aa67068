import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { dataOf } from './personal-data.actions.ts'
import { RETAINED } from './personal-data.actions.ts'

export function showData(
  zone: Zone,
  { user, comments, articles, media }: Awaited<ReturnType<typeof dataOf>>,
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
    articles: [...articles],
    media: [...media],
    stays: [...RETAINED],
  }
}
