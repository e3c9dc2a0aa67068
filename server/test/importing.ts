import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lossInChinese } from '@inkstone/contract/import-losses.ts'
import type { ImportKind } from '@inkstone/contract/imports.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { expect } from 'vitest'
import { redirectsOf } from '../features/imports/links.actions.ts'
import { runImport } from '../features/imports/running.actions.ts'
import { openSource } from '../features/imports/sources.ts'
import { systemActor } from '../platform/core/actor.ts'
import { parseCidrList } from '../platform/net/addresses.ts'
import { createSafeFetch } from '../platform/net/safe-fetch.ts'
import { createFolderStorage } from '../platform/storage/folder-storage.ts'
import { createZone } from '../platform/times/times.ts'
import type { startTestService, TestSite } from './harness.ts'

type Service = Pick<Awaited<ReturnType<typeof startTestService>>, 'engine' | 'folder'>
type ImportOptions = Partial<Parameters<typeof runImport>[0]> & { allow?: string }

/** Runs imports into sites of a test service, like the commands. */
export function importingInto({ engine, folder: place }: Service) {
  function uploadingTo(site: TestSite) {
    const actor = systemActor({ id: site.id, alias: site.alias, settings: defaultSettings })
    const media = {
      storage: createFolderStorage(join(place, 'uploads')),
      folder: join(place, 'incoming'),
      storageFolder: join(place, 'uploads'),
      maxFileBytes: 1024 * 1024,
    }
    return { engine, media, actor: { ...actor, userId: site.admin.id }, origin: '', quiet: true }
  }
  return {
    uploadingTo,
    async folderOf(files: Record<string, string | Buffer>): Promise<string> {
      const folder = await mkdtemp(join(place, 'source-'))
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
      return folder
    },
    async take(
      site: TestSite,
      kind: ImportKind,
      path: string,
      { allow = '', ...options }: ImportOptions = {},
    ) {
      const report = await runImport({
        uploading: uploadingTo(site),
        source: await openSource(kind, path, createZone('Asia/Shanghai')),
        dryRun: false,
        media: kind === 'markdown' ? { fetch: false, folder: path } : { fetch: false },
        fetch: createSafeFetch({ allow: parseCidrList(allow) }),
        authors: new Map(),
        categories: new Map(),
        membersOf: undefined,
        onProgress: () => {},
        ...options,
      })
      const unknown = report.losses.filter(({ what }) => lossInChinese(what) === what)
      expect(unknown, 'every loss has a text in contract/import-loss-texts.ts').toEqual([])
      return report
    },
    async redirects(site: TestSite, importId: number): Promise<[string, string][]> {
      const found: [string, string][] = []
      for await (const { from, to } of redirectsOf({ uploading: uploadingTo(site) }, importId))
        found.push([from, to])
      return found
    },
  }
}
