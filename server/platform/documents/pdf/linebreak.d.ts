declare module 'linebreak' {
  /** Where lines of text may end, by Unicode annex 14. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
}
