import { codeOf, errorsOf, type Language, messageOf, type Problem } from '../core/problem.ts'

/** The message is the same in every language, so that a shared cache can store a success. */
export function successEnvelope(status: number, dataJson: string | undefined): string {
  const data = dataJson === undefined ? '' : `,"data":${dataJson}`
  return `{"code":${status},"message":"success"${data},"timestamp":${nowSeconds()}}`
}

/** The bytes before and after the data of a success. */
export function aroundData(status: number): [before: Buffer, after: Buffer] {
  return [
    Buffer.from(`{"code":${status},"message":"success","data":`),
    Buffer.from(`,"timestamp":${nowSeconds()}}`),
  ]
}

/** A status always has three digits, and the seconds have ten. */
const [BEFORE_DATA = 0, AFTER_DATA = 0] = aroundData(200).map(({ length }) => length)

/** The data within the bytes of a success. */
export function dataIn(bytes: Buffer): Buffer {
  return bytes.subarray(BEFORE_DATA, bytes.length - AFTER_DATA)
}

export function problemEnvelope(problem: Problem, language: Language): string {
  const errors = errorsOf(problem, language)
  return JSON.stringify({
    code: codeOf(problem.problem),
    error: problem.problem,
    message: messageOf(problem.problem, language),
    ...(errors && { errors }),
    timestamp: nowSeconds(),
  })
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
