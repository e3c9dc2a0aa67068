import { createClient } from '@inkstone/client'

const { INKSTONE_URL: url = 'http://127.0.0.1:3000', INKSTONE_TOKEN: token } = process.env

export default async function articles() {
  const found = []
  for await (const article of createClient({ url, token }).each('listArticles', { include: ['content'] }))
    found.push(article)
  return found
}
