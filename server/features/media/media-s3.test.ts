import sharp from 'sharp'
import { expect, test } from 'vitest'
import { examine } from '../../cli/doctor/doctor.ts'
import { noise } from '../../platform/files/sample-files.ts'
import { startBucket } from '../../test/bucket.ts'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

const service = await startTestService(await startBucket())

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
