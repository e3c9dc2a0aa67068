import type { Inline } from './lines.ts'

/** The lists and quotes around a block, outermost first. */
export type Frame = readonly ('list' | 'quote')[]

interface Framed {
  readonly frame: Frame
  /** The bullet or number of a list item, on its first block. */
  readonly marker: string | undefined
}

export interface TextBlock extends Framed {
  readonly kind: 'text'
  readonly role: 'paragraph' | 'caption' | 1 | 2 | 3 | 4 | 5 | 6
  readonly inlines: readonly Inline[]
  /** Whether it continues a long paragraph that was split. */
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
  /** The number of columns that it spans. */
  readonly columns: number
}

export type Block = TextBlock | PictureBlock | TableBlock | CodeBlock | (Framed & { readonly kind: 'rule' })
