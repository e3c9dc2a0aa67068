import type { IncomingHttpHeaders } from 'node:http'
import type { CommentFields } from '@inkstone/contract/comments.ts'
import { fieldTexts, messageOf, type Problem, statusOf } from '../../platform/core/problem.ts'
import { isChinese } from './words.rules.ts'

/** Converts the fields of a form to those of the API. Empty fields count as absent. */
export function commentFrom(form: Readonly<Record<string, string>>): CommentFields {
  const given = (name: string) => {
    const value = form[name]
    return value === undefined || value === '' ? {} : { [name]: value }
  }
  const number = (value: string | undefined) => (/^\d{1,15}$/.test(value ?? '') ? Number(value) : 0)
  return {
    ...(form.page_id ? { page_id: number(form.page_id) } : { article_id: number(form.article_id) }),
    content: form.content ?? '',
    ...(form.parent_id && { parent_id: number(form.parent_id) }),
    ...given('captcha'),
    ...given('captcha_id'),
    ...given('nickname'),
    ...given('email'),
  }
}

/**
 * Whether a form comes from a page of this site. Browsers send the origin of a form. Programs send none, but cannot be
 * tricked into sending a form for someone else.
 */
export function isSameOriginForm(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** The given path if it is on this site, otherwise `/`. */
export function localPath(given: string): string {
  return /^\/(?![/\\])[^\s\\#\p{Cc}]*$/u.test(given) && given.length <= 500 ? given : '/'
}

export function textsOf(problem: Problem, siteLanguage: string): { status: number; texts: string[] } {
  const language = isChinese(siteLanguage) ? 'zh' : 'en'
  const { fields } = problem.details
  const texts = fields
    ? Object.values(fieldTexts(fields, language)).flat()
    : [messageOf(problem.problem, language)]
  return { status: statusOf(problem.problem), texts }
}
