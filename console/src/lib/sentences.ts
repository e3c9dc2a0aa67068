/** Sentences one after the other. Chinese has no space between them. */
export function sentences(texts: readonly string[]): string {
  return texts.join(' ').replace(/([。！？]) /g, '$1')
}
