import { createClient } from '@inkstone/client'

const { INKSTONE_URL: url = 'http://127.0.0.1:3000', INKSTONE_TOKEN: token } = process.env

export default async function articles() {
  const client = createClient({ url, token })
  // The cursor in the URLs: a cache before the service must not return what it stored before the last change.
  const { next: cursor } = await client.listChanges()
  const found = []
  for await (const article of client.each('listArticles', { include: ['content'] }, { cursor }))
    found.push(article)
  return found
}
