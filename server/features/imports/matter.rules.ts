import type { Matter } from './front-matter.rules.ts'

/** Front matter that notes which of its fields were read. */
export function trackedMatter(matter: Matter): { matter: Matter; unread(): string[] } {
  const read = new Set<string | symbol>()
  return {
    matter: new Proxy(matter, {
      get(target, name) {
        read.add(name)
        return typeof name === 'string' && Object.hasOwn(target, name) ? target[name] : undefined
      },
    }),
    unread: () =>
      Object.entries(matter).flatMap(([name, value]) => (read.has(name) || isEmpty(value) ? [] : [name])),
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
