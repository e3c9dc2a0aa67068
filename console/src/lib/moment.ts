/** `HH:MM` of what people type for a time of day: 9, 930, 0930, 9:30, 9.30, 9:30 pm, 下午9:30, full-width digits. */
export function timeIn(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const isLate = /下午|晚上|p\.?m/.test(text)
  const isEarly = /上午|凌晨|早上|a\.?m/.test(text)
  const digits = text.replace(/下午|晚上|上午|凌晨|早上|[ap]\.?m\.?|\s/g, '')
  const [, h, m] =
    /^(\d{1,2})(?:[:.h时点](\d{1,2})?分?)?$/.exec(digits) ?? /^(\d{1,2})(\d{2})$/.exec(digits) ?? []
  if (h === undefined) return
  let hour = Number(h)
  const minute = Number(m ?? 0)
  if ((isLate || isEarly) && (hour < 1 || hour > 12)) return
  if (isLate && hour < 12) hour += 12
  if (isEarly && hour === 12) hour = 0
  if (hour > 23 || minute > 59) return
  return `${two(hour)}:${two(minute)}`
}

const two = (number: number) => String(number).padStart(2, '0')

/** `YYYY-MM-DD HH:MM:SS`: what a field gives once it is filled in. */
export const isMoment = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')
