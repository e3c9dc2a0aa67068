export interface Destination {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly to: string
  /** The filters of a list. */
  readonly search?: Readonly<Record<string, string | number>>
}

/** Those whose name contains the text, first those whose name begins with it. */
export function named(list: readonly Destination[], text: string): Destination[] {
  const wanted = text.trim().toLowerCase()
  const begins = ({ label }: Destination) => Number(label.toLowerCase().startsWith(wanted))
  return list
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .toSorted((one, other) => begins(other) - begins(one))
}

/** All of them, first those whose name contains the text. The server finds it in contents too. */
export function namedFirst(list: readonly Destination[], text: string): Destination[] {
  const first = named(list, text)
  return [...first, ...list.filter((destination) => !first.includes(destination))]
}

/** The beginnings of all lists, in their order. None crowds out the others: a few of each come before more of one. */
export function shared<Item>(
  lists: readonly (readonly Item[])[],
  { few, max }: { few: number; max: number },
) {
  let left = max - lists.reduce((sum, list) => sum + Math.min(few, list.length), 0)
  return lists
    .flatMap((list) => {
      const more = Math.min(Math.max(0, left), Math.max(0, list.length - few))
      left -= more
      return list.slice(0, few + more)
    })
    .slice(0, max)
}
