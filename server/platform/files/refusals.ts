/** Why a file is rejected, as a code. The texts for people are elsewhere. */
export type FileRefusal =
  | 'empty-file'
  | 'unsupported-type'
  | 'html'
  | 'not-utf8'
  | 'polyglot'
  | 'damaged-file'
  | 'too-many-pixels'
  | 'animation-unsupported'
  | 'decompression-bomb'
  | 'unsafe-archive'
  | 'macros'
  | 'svg-entities'
  | 'svg-too-complex'

export interface Refused {
  refused: FileRefusal
}
