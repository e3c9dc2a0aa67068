import type { Client } from './client.ts'

/**
 * A cursor after everything that was written. On PostgreSQL the first answer may name a moment before the last commits
 * became visible, but it comes when they have.
 */
export async function presentCursor(client: Client): Promise<string> {
  const { next } = (await client.get('/api/changes')).data
  return (await client.get(`/api/changes?after=${next}`)).data.next
}
