import type { InlineStyle } from './lines.ts'

/** How HTML elements are represented in a document. */

export const HEADINGS = [1, 2, 3, 4, 5, 6] as const
export const STYLES: readonly [elements: string, change: Partial<InlineStyle>][] = [
  ['b strong', { bold: true }],
  ['i em cite dfn var', { italic: true }],
  ['code kbd samp tt', { code: true }],
  ['s del strike', { struck: true }],
  ['u ins', { underlined: true }],
  ['mark', { marked: true }],
  ['sup', { raised: 'up' }],
  ['sub', { raised: 'down' }],
]
export const BLOCKS =
  'address article aside body center dd details dialog div dl dt fieldset figure footer form header hgroup html main nav p section summary tbody tfoot thead'
export const WITHOUT_TEXT = 'head math noscript script select style svg template textarea title'
export const PLAYERS = 'audio embed iframe object video'

export type Attributes = Readonly<Record<string, string>>
export type Leave = () => void
/** Called at the start of an element; returns the function for its end. */
export type Enter = (attributes: Attributes) => Leave

export function elements(names: string, enter: Enter): [string, Enter][] {
  return names.split(' ').map((name) => [name, enter])
}

export function empty(add: (attributes: Attributes) => void): Enter {
  return (attributes) => {
    add(attributes)
    return nothing
  }
}

export function nothing(): void {}

export function integer(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10)
  return Number.isSafeInteger(value) ? value : otherwise
}

export function fileName(source: string): string {
  const name = source.startsWith('data:') ? '' : source.split(/[?#]/)[0]?.split('/').at(-1)
  return name || '…'
}

const MAX_WORD_LENGTH = 100

/** A position near `at` where a word ends, or otherwise between two characters. */
export function gapAfter(html: string, at: number): number {
  const gap = html.slice(at, at + MAX_WORD_LENGTH).search(/[\s<]/)
  if (gap !== -1) return at + gap
  return /[\ud800-\udbff]/.test(html.charAt(at - 1)) ? at + 1 : at
}
