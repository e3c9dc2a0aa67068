import { type TOptional, type TString, Type } from '@sinclair/typebox'
import { TemplateName, Text } from './schema.ts'

/**
 * The optional short texts of an article. Requests, responses, row types, revisions, working copies, exports and
 * imports are derived from this list; CONTRIBUTING.md lists what else a new one needs.
 */
const texts = {
  seo_title: Text({ max: 200 }),
  seo_keywords: Text({ max: 500 }),
  seo_description: Text({ max: 1000 }),
  template: TemplateName,
}

export type ArticleText = keyof typeof texts
type Texts<Value> = { readonly [Name in ArticleText]: Value }

export const articleTexts = Object.keys(texts) as readonly ArticleText[]

function each<Value>(make: (name: ArticleText) => Value): Texts<Value> {
  return Object.fromEntries(articleTexts.map((name) => [name, make(name)])) as Texts<Value>
}

/** As fields of a request. */
export const textsGiven: Texts<TOptional<TString>> = each((name) => Type.Optional(texts[name]))
/** As fields of a response. */
export const textsShown: Texts<TString> = each(() => Type.String())
/** The same where the response has them only if they are asked for. */
export const textsIncluded: Texts<TOptional<TString>> = each(() =>
  Type.Optional(Type.String({ description: 'With `include=content`.' })),
)
/** The maximum length of each. */
export const longestTexts: Texts<number> = each((name) => texts[name].maxLength ?? 0)
export const NO_TEXTS: Texts<string> = each(() => '')

/** Picks these texts from an object that has them. */
export function textsOf(article: Texts<string>): Texts<string> {
  const found: Record<ArticleText, string> = { ...NO_TEXTS }
  for (const name of articleTexts) found[name] = article[name]
  return found
}
