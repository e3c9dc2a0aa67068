// The yardstick: what node:http can do with these bytes on this machine at this moment.
import { createServer } from 'node:http'

const body = Buffer.from(process.env.BODY ?? '')
const status = Number(process.env.STATUS ?? 200)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }

createServer((_request, response) => {
  response.writeHead(status, status === 304 ? {} : headers)
  response.end(status === 304 ? undefined : body)
}).listen(Number(process.env.PORT), '127.0.0.1')
