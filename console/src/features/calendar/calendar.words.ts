import { zoneNote } from '../../lib/times.ts'
import { words } from '../../lib/words.tsx'

export const calendarWords = words({
  title: ['Calendar', '日历'],
  hint: [
    'Drag an article to another day, or press Alt and an arrow key on it.',
    '将文章拖到其他日期，或选中后按 Alt 加方向键。',
  ],
  previous: ['Previous month', '上个月'],
  next: ['Next month', '下个月'],
  today: ['Today', '今天'],
  isToday: ['today', '今天'],
  published: ['Published', '已发布'],
  scheduled: ['Scheduled', '定时发布'],
  draft: ['Draft', '草稿'],
  zone: ['Time zone: {zone}.', '时区：{zone}。'],
  draftsHint: ['Drafts appear on the day they were created.', '草稿显示在创建当天。'],
  moved: [`“{title}” moved to {time}${zoneNote.en}.`, `“{title}”已移至 {time}${zoneNote.zh}。`],
  past: ['Choose a date in the future.', '请选择将来的日期。'],
  future: ['This article is already published. Choose a date in the past.', '文章已发布，请选择过去的日期。'],
  emptyMonth: ['Nothing this month.', '本月没有内容。'],
  more: ['Only the first {n} of each kind are shown.', '每种仅显示前 {n} 篇。'],
})
