// The baseline: how fast node:http sends the same bytes, headers included, on this machine at this moment.
import { createServer } from 'node:http'

const body = Buffer.from(process.env.BODY ?? '')
const status = Number(process.env.STATUS ?? 200)
const headers = JSON.parse(process.env.HEADERS ?? '[]')
if (status !== 304) headers.push('content-length', String(body.length))

createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : body)
}).listen(Number(process.env.PORT), '127.0.0.1')
