import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { Problem } from '../core/problem.ts'

/** The path for the router, without a trailing slash. */
export function pathOf({ url }: { readonly url: string }): string {
  const [path = ''] = url.split('?', 1)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** The methods of a path. Literal paths have priority over those with parameters. */
export function createMethods(endpoints: readonly Endpoint[]) {
  const byPath = new Map<string, Set<string>>()
  for (const { path, method } of endpoints) byPath.set(path, (byPath.get(path) ?? new Set()).add(method))
  const fixed = (path: string) => byPath.get(path)
  const any = (path: string) =>
    fixed(path) ?? [...byPath].find(([template]) => patternOf(template).test(path))?.[1]
  return { fixed, any }
}

export function methodNotAllowed(methods: ReadonlySet<string>): Problem {
  const allowed = methods.has('GET') ? [...methods, 'HEAD'] : [...methods]
  return new Problem('method-not-allowed', { headers: { allow: allowed.sort().join(', ') } })
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
}
