import { type Column, mayCall, operations } from './permission-table.ts'

/** Sends a request as one caller. */
export type Send = (
  method: string,
  url: string,
  body: string | undefined,
) => Promise<{ readonly status: number; readonly code: number }>

/** Nothing is changed: a caller who is let in fails next, at an id of 0 or at a body that is not JSON. */
function attempt(send: Send, operation: string) {
  const [method = '', path = ''] = operation.split(' ')
  return send(method, path.replace(/\{\w+\}/g, '0'), method === 'GET' ? undefined : '{')
}

/** What the service does otherwise than the table says; undefined if nothing. */
async function deviation(send: Send, column: Column, operation: string, expected: boolean) {
  const { status, code } = await attempt(send, operation)
  const refused = column === 'anonymous' ? status === 401 && code === 401 : status === 403
  const entered = status < 500 && ![401, 403, 405, 429].includes(status)
  if (expected ? entered : refused) return undefined
  return `${operation} is ${status} for ${column} and should be ${expected ? 'let in' : 'refused'}`
}

/** With more at a time, some would be rejected on a busy machine. */
const CONCURRENCY = 16

/** Every operation on which the service and the table disagree. */
export async function deviations(
  send: Send,
  column: Column,
  settings: { public_read: 0 | 1 },
  chosen = operations,
) {
  const found: (string | undefined)[] = []
  for (let from = 0; from < chosen.length; from += CONCURRENCY)
    found.push(
      ...(await Promise.all(
        chosen
          .slice(from, from + CONCURRENCY)
          .map((operation) => deviation(send, column, operation, mayCall(operation, column, settings))),
      )),
    )
  return found.filter((one) => one !== undefined)
}
