// The baseline: how fast node:http sends the same bytes, headers included, on this machine at this moment. Each path has
// the response that the service gave for it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = new Map(
  JSON.parse(readFileSync(process.env.ANSWERS, 'utf8')).map(({ path, status, headers, body }) => {
    const bytes = status === 304 ? undefined : Buffer.from(body)
    if (bytes) headers.push('content-length', String(bytes.length))
    return [path, { status, headers, bytes }]
  }),
)

createServer((request, response) => {
  const answer = answers.get(request.url)
  if (!answer) return response.writeHead(404).end()
  response.writeHead(answer.status, answer.headers)
  response.end(answer.bytes)
}).listen(Number(process.env.PORT), '127.0.0.1')
