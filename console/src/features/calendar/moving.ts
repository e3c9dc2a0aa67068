import { updateArticle } from '@inkstone/contract/article-endpoints.ts'
import { publishArticle } from '@inkstone/contract/publication.ts'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { refreshAll, showError } from '../../lib/requests.ts'
import { nowInService, short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { showWithUndo } from '../../ui/undo.tsx'
import { calendarWords } from './calendar.words.ts'
import type { Entry } from './reading-month.ts'

const TOUCHES = ['/api/articles', '/api/stats']
/** The time of day for a draft without a date. */
const MORNING = '09:00:00'

export const isMovable = ({ article: { can } }: Entry) => can?.edit === 1 && can.publish === 1

/** Moves an article to another day, at the same time of day. */
export function useMoving() {
  const say = useWords(calendarWords)
  const ui = useWords(uiWords)
  const client = useQueryClient()

  async function put({ article: { id }, kind }: Entry, time: string): Promise<void> {
    if (kind === 'published') await call(updateArticle, { params: { id }, body: { publish_time: time } })
    else await call(publishArticle, { params: { id }, body: { publish_time: time } })
  }

  async function back({ article: { id }, kind, time }: Entry): Promise<void> {
    if (kind === 'draft') await call(updateArticle, { params: { id }, body: { publish_time: null } })
    else await put({ article: { id }, kind, time } as Entry, time)
  }

  async function run(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (failure) {
      showError(failure as Error)
      return false
    } finally {
      await refreshAll(client, TOUCHES)
    }
  }

  return async (entry: Entry, day: string): Promise<void> => {
    if (!isMovable(entry) || day === entry.time.slice(0, 10)) return
    const time = `${day} ${entry.kind === 'draft' ? MORNING : entry.time.slice(11)}`
    const isPast = time <= nowInService()
    if (isPast !== (entry.kind === 'published')) {
      notifications.show({ color: 'orange', message: say(isPast ? 'past' : 'future') })
      return
    }
    if (!(await run(() => put(entry, time)))) return
    const values = { title: entry.article.title, time: short(time) }
    showWithUndo(say('moved', values), ui, () => run(() => back(entry)))
  }
}
