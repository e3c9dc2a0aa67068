import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { examine } from '../../cli/doctor/doctor.ts'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

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
const service = await startTestService({
  S3_BUCKET: 'kept',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
})
afterAll(async () => {
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})

const media = async () => {
  const found = await examine(() => service.config, { media: true })
  return found.filter(({ name }) => name === 'media')
}

test('a picture in a bucket is stored, served in ranges and widths, found by the doctor, and purged', async () => {
  const admin = await service.newUser('admin')
  const content = await noise(400, 40).png().toBuffer()
  const { payload, headers } = multipart([{ name: 'file', filename: 'a.png', content }])
  const { data } = await admin.send('POST', '/api/media/upload', payload, headers)
  const url = new URL(data.url).pathname
  const whole = await service.app.inject({ url })
  expect(whole.rawPayload.length).toBe(data.size)
  const part = await service.app.inject({ url, headers: { range: 'bytes=1-3' } })
  expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
  const narrow = await service.app.inject({ url: `${url}?w=300` })
  expect((await sharp(narrow.rawPayload).metadata()).width).toBe(320)
  expect(await media()).toEqual([expect.objectContaining({ status: 'ok' })])

  await admin.delete(`/api/media/${data.id}`)
  await admin.delete(`/api/recycle-bin/media/${data.id}`)
  expect((await service.app.inject({ url })).statusCode).toBe(404)
  await expect
    .poll(async () => (await media())[0]?.detail, { timeout: 20_000 })
    .toBe('0 stored files, all with a record')
}, 60_000)
