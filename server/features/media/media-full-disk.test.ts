import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { latin, mp4, uint32 } from '../../platform/files/sample-files.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { startTestService } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { compareMedia } from './comparing.actions.ts'

const service = await startTestService()
const canMount = process.getuid?.() === 0 && process.platform === 'linux' && existsSync('/bin/mount')
const FILM_BYTES = 5 * 1024 * 1024
let seed = 0

/** Different from all others. */
function film(): Buffer {
  seed += 1
  return mp4(uint32(FILM_BYTES), latin('free'), uint32(seed), Buffer.alloc(FILM_BYTES - 12))
}

test.skipIf(!canMount)(
  'a full disk of 16 MB: errors are reported, reads continue, and with free space it works again',
  async () => {
    const { admin } = await service.newSite()
    const send = (path: string, name: string) => {
      const { payload, headers } = multipart([{ name, filename: 'a.mp4', content: film() }])
      return admin.send('POST', path, payload, headers)
    }
    const upload = () => send('/api/media/upload', 'file')
    const disk = join(service.folder, 'uploads')
    await mkdir(disk, { recursive: true })
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk])
    try {
      const kept: { id: number; url: string }[] = []
      for (let count = 0; count < 3; count += 1) kept.push((await upload()).data)
      for (let count = 0; count < 3; count += 1) {
        const { status, body, headers } = await upload()
        expect([status, body.code, body.message]).toEqual([503, 503, expect.stringMatching(/available/)])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await send('/api/media/upload/batch', 'files[]')).status).toBe(503)
      expect((await admin.get('/api/media')).data.total).toBe(3)
      for (const { url } of kept) {
        const { statusCode, rawPayload } = await service.app.inject({ url: new URL(url).pathname })
        expect([statusCode, rawPayload.length > FILM_BYTES]).toEqual([200, true])
      }
      expect((await service.app.inject({ url: '/healthz' })).statusCode).toBe(200)
      expect(await readdir(join(disk, '.incoming'))).toEqual([])
      expect(await readdir(join(service.folder, 'incoming'))).toEqual([])

      await admin.delete(`/api/media/${kept[0]?.id}`)
      await admin.delete(`/api/recycle-bin/media/${kept[0]?.id}`)
      await expect.poll(async () => (await upload()).status, { timeout: 20_000 }).toBe(200)
      const storage = createFolderStorage(disk)
      expect(await compareMedia(service.engine, storage)).toEqual({ objects: 3, missing: [], orphaned: [] })
    } finally {
      execFileSync('/bin/umount', [disk])
    }
  },
)
