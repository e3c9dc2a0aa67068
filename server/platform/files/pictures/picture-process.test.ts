import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { noise } from '../sample-files.ts'
import { createPictureProcess, type Recipe, UndecodablePicture } from './picture-process.ts'

const resizing = (source: Buffer): Recipe => ({
  source,
  options: { failOn: 'error' },
  steps: [['resize', { width: 10 }], ['png'], ['toBuffer']],
})
const widthOf = async (made: unknown) => (await sharp(Buffer.from(made as Uint8Array)).metadata()).width
/** Large enough that the process can be killed while it encodes. */
const slow = async (): Promise<Recipe> => ({
  source: await noise(2_000, 1_000).png().toBuffer(),
  options: {},
  steps: [['avif', { effort: 9 }], ['toBuffer']],
})

describe('the process that decodes pictures', () => {
  test('is separate, and stays for the next picture', async () => {
    const decoder = createPictureProcess()
    expect(decoder.pid).toBeUndefined()
    const source = await noise(60, 40).png().toBuffer()
    expect(await widthOf(await decoder.make(resizing(source)))).toBe(10)
    const { pid } = decoder
    expect(pid).not.toBe(process.pid)
    expect(await widthOf(await decoder.make(resizing(source)))).toBe(10)
    expect(decoder.pid).toBe(pid)
  })

  test('reports pictures that it cannot decode', async () => {
    const decoder = createPictureProcess()
    await expect(decoder.make(resizing(Buffer.from('no picture at all')))).rejects.toThrow(UndecodablePicture)
    const source = await noise(60, 40).png().toBuffer()
    expect(await widthOf(await decoder.make(resizing(source)))).toBe(10)
  })

  test('does not have the settings of the service', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'a password'
    const decoder = createPictureProcess()
    await decoder.make(resizing(await noise(60, 40).png().toBuffer()))
    if (process.platform !== 'linux') return
    const environment = await readFile(`/proc/${decoder.pid}/environ`, 'latin1')
    expect(environment).toContain('MALLOC_ARENA_MAX=1')
    expect(environment).not.toContain('a password')
  })

  test('is started again if it was killed between two pictures', async () => {
    const decoder = createPictureProcess()
    const source = await noise(60, 40).png().toBuffer()
    await decoder.make(resizing(source))
    process.kill(decoder.pid ?? 0, 'SIGKILL')
    expect(await widthOf(await decoder.make(resizing(source)))).toBe(10)
  })

  test('is tried again if it was killed during a picture; the second time the picture is rejected', async () => {
    const decoder = createPictureProcess()
    await decoder.make(resizing(await noise(60, 40).png().toBuffer()))
    const making = decoder.make(await slow()).catch((error: unknown) => error)
    const ended = new Set<number>()
    while (ended.size < 2) {
      const { pid } = decoder
      if (pid !== undefined && !ended.has(pid)) {
        await setTimeout(50)
        process.kill(pid, 'SIGKILL')
        ended.add(pid)
      }
      await setTimeout(5)
    }
    expect(await making).toBeInstanceOf(UndecodablePicture)
  })
})
