import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../cli/command-line.ts'
import { examine } from '../../cli/doctor/doctor.ts'
import { noise } from '../../platform/files/sample-files.ts'
import { startBucket } from '../../test/bucket.ts'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

const bucket = await startBucket()
const service = await startTestService()

async function inkstone(settings: Record<string, string>, ...words: string[]) {
  let printed = ''
  let complained = ''
  const status = await runCommandLine(words, {
    environment: { DATA_DIR: service.config.dataDir, ...settings },
    workingDir: service.config.dataDir,
    print: (text) => {
      printed += text
    },
    complain: (text) => {
      complained += text
    },
  })
  return { status, printed, complained }
}

test('the files of a folder move to a bucket, also if the command runs again', {
  timeout: 60_000,
}, async () => {
  const admin = await service.newUser('admin')
  const content = await noise(400, 40).png().toBuffer()
  const { payload, headers } = multipart([{ name: 'file', filename: 'a.png', content }])
  const { data } = await admin.send('POST', '/api/media/upload', payload, headers)
  const url = new URL(data.url).pathname
  const narrow = await service.app.inject({ url: `${url}?w=300` })
  expect(narrow.statusCode).toBe(200)
  await writeFile(join(service.config.dataDir, 'uploads', 'Notes of someone.TXT'), 'no key of a file')

  await inkstone({}, 'backup', '--uploads')
  const names = await readdir(join(service.config.dataDir, 'backups'))
  const name = names.find((one) => one.endsWith('-uploads')) ?? ''

  const away = await inkstone({ ...bucket, S3_BUCKET: 'missing' }, 'restore', name)
  expect(away).toMatchObject({
    status: 1,
    complained:
      'Not all files are in the S3 bucket missing (bucket-missing); run inkstone doctor, and then this command again.\n',
  })
  for (let time = 0; time < 2; time++)
    expect(await inkstone(bucket, 'restore', name)).toMatchObject({ status: 0, complained: '' })

  const node = await service.newNode(bucket)
  expect(
    (await node.app.inject({ url })).rawPayload.equals((await service.app.inject({ url })).rawPayload),
  ).toBe(true)
  expect((await node.app.inject({ url: `${url}?w=300` })).rawPayload.equals(narrow.rawPayload)).toBe(true)
  const found = await examine(() => node.config, { media: true })
  expect(found.filter((one) => one.name === 'media')).toEqual([expect.objectContaining({ status: 'ok' })])
})
