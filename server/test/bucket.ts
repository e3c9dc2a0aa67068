import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'

/** Starts an S3 server with an empty bucket for one test file. Returns the settings to use it. */
export async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'media-s3-test-'))
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'kept' }],
  })
  const { port } = await s3.run()
  afterAll(async () => {
    await s3.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    S3_BUCKET: 'kept',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}
