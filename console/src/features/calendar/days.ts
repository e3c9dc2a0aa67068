const DAY_MS = 86_400_000

/** Days are `YYYY-MM-DD` in the zone of the service; nothing here knows a zone. */
const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const toMoment = (day: string) => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: string, n: number): string {
  return toDay(toMoment(day) + n * DAY_MS)
}

/** `YYYY-MM`, a number of months later. */
export function addMonths(month: string, n: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + n)
  return date.toISOString().slice(0, 7)
}

/** The whole weeks, Monday to Sunday, that contain the month. */
export function weeksOf(month: string): string[] {
  const first = toMoment(`${month}-01`)
  const weekday = (new Date(first).getUTCDay() + 6) % 7
  const last = toMoment(`${addMonths(month, 1)}-01`) - DAY_MS
  const days: string[] = []
  for (let day = first - weekday * DAY_MS; day <= last || days.length % 7 !== 0; day += DAY_MS)
    days.push(toDay(day))
  return days
}

export function inWords(day: string, language: string, form: Intl.DateTimeFormatOptions): string {
  return new Date(toMoment(day)).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...form,
    timeZone: 'UTC',
  })
}
