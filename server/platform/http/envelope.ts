import { codeOf, fieldTexts, type Language, messageOf, type Problem } from '../problem.ts'

const SUCCESS = { en: 'success', zh: 'success' } as const

export function successEnvelope(status: number, dataJson: string | undefined, language: Language): string {
  const data = dataJson === undefined ? '' : `,"data":${dataJson}`
  return `{"code":${status},"message":"${SUCCESS[language]}"${data},"timestamp":${nowSeconds()}}`
}

export function problemEnvelope(problem: Problem, language: Language): string {
  const { fields } = problem.details
  return JSON.stringify({
    code: codeOf(problem.problem),
    message: messageOf(problem.problem, language),
    ...(fields && { errors: fieldTexts(fields, language) }),
    timestamp: nowSeconds(),
  })
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
