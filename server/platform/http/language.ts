import type { Language } from '../core/problem.ts'

const MAX_HEADER_LENGTH = 200

/** Chinese if the client prefers it over English, otherwise English. */
export function preferredLanguage(header: string | undefined): Language {
  if (!header) return 'en'
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 }
  for (const range of header.slice(0, MAX_HEADER_LENGTH).toLowerCase().split(',')) {
    const [tag = '', ...parameters] = range.trim().split(';')
    const quality = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith('q='))
    const weight = quality ? Number(quality.slice(2)) || 0 : 1
    const language = languageOf(tag.trim())
    if (language && weight > best.weight) best = { language, weight }
  }
  return best.language
}

function languageOf(tag: string): Language | undefined {
  if (tag === 'zh' || tag.startsWith('zh-')) return 'zh'
  if (tag === 'en' || tag.startsWith('en-')) return 'en'
  return undefined
}
