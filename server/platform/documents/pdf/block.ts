import type { Inline } from './lines.ts'

/** What a block stands in, from the outside inwards. */
export type Frame = readonly ('list' | 'quote')[]

interface Framed {
  readonly frame: Frame
  /** The bullet or number of a list's item, with its first block. */
  readonly marker: string | undefined
}

export interface TextBlock extends Framed {
  readonly kind: 'text'
  readonly role: 'paragraph' | 'caption' | 1 | 2 | 3 | 4 | 5 | 6
  readonly inlines: readonly Inline[]
  /** The rest of a paragraph too long to be set at once. */
  readonly continued: boolean
}

export interface PictureBlock extends Framed {
  readonly kind: 'picture'
  readonly source: string
  readonly alternative: string
}

export interface CodeBlock extends Framed {
  readonly kind: 'code'
  readonly text: string
}

export interface TableBlock extends Framed {
  readonly kind: 'table'
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  readonly isHeader: boolean
  readonly cells: readonly TableCell[]
}

export interface TableCell {
  readonly inlines: readonly Inline[]
  /** How many columns it takes. */
  readonly columns: number
}

export type Block = TextBlock | PictureBlock | TableBlock | CodeBlock | (Framed & { readonly kind: 'rule' })
