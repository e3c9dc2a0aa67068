/** Why a file is not taken. Codes for machines: whoever tells people has the words. */
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
