import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { uploadManyMedia } from '@inkstone/contract/media.ts'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { refreshAll } from '../../lib/requests.ts'
import { sentences } from '../../lib/sentences.ts'
import { useWords } from '../../lib/words.tsx'
import { mediaWords } from './media.words.ts'

export const MEDIA_TOUCHES = ['/api/media', '/api/recycle-bin']

/** Few files are sent one by one, to show progress. Many are sent in groups, because of the rate limit. */
const MAX_REQUESTS = 20
/** Below the limits of the service and of `deploy/nginx.conf`. */
const MAX_FILES_OF_A_REQUEST = 20

interface Refused {
  readonly name: string
  readonly why: string
}

export interface Uploading {
  /** Undefined if nothing is being uploaded. */
  readonly progress: { readonly done: number; readonly all: number } | undefined
  readonly refused: readonly Refused[]
  forget(): void
  start(files: readonly File[]): Promise<void>
}

export function useUploading(onUploaded?: () => void): Uploading {
  const say = useWords(mediaWords)
  const client = useQueryClient()
  const [progress, setProgress] = useState<Uploading['progress']>()
  const [refused, setRefused] = useState<readonly Refused[]>([])

  async function start(files: readonly File[]): Promise<void> {
    if (files.length === 0 || progress) return
    // Two files with the same name share a line.
    const failures = new Map<string, string>()
    let done = 0
    let kept = 0
    setRefused([])
    setProgress({ done, all: files.length })
    let hindered: string | undefined
    for (const some of inParts(files)) {
      const { list, errors, hindrance } = hindered === undefined ? await send(some) : refusing(some, hindered)
      hindered = hindrance
      kept += list.length
      for (const [name, why] of Object.entries(errors)) failures.set(name, sentences(why))
      done += some.length
      setProgress({ done, all: files.length })
    }
    if (kept > 0) await refreshAll(client, MEDIA_TOUCHES)
    setProgress(undefined)
    setRefused([...failures].map(([name, why]) => ({ name, why })))
    if (kept === 0) return
    notifications.show({ color: 'teal', message: say('uploaded', { n: kept }) })
    onUploaded?.()
  }

  return { progress, refused, forget: () => setRefused([]), start }
}

function inParts(files: readonly File[]): readonly (readonly File[])[] {
  const size = Math.min(Math.ceil(files.length / MAX_REQUESTS), MAX_FILES_OF_A_REQUEST)
  return Array.from({ length: Math.ceil(files.length / size) }, (_, part) =>
    files.slice(part * size, (part + 1) * size),
  )
}

interface Sent extends Pick<AnswerOf<typeof uploadManyMedia>, 'list' | 'errors'> {
  /** An error that stops all following files too. */
  readonly hindrance?: string
}

/** No answer, nobody signed in, too many requests. */
const HINDRANCES = new Set([0, 401, 429])

function refusing(files: readonly File[], why: string): Sent {
  return { list: [], errors: Object.fromEntries(files.map(({ name }) => [name, [why]])), hindrance: why }
}

/** An error of a whole group is shown for each of its files. */
async function send(files: readonly File[]): Promise<Sent> {
  const body = new FormData()
  for (const file of files) body.append('files[]', file, file.name)
  try {
    return await call(uploadManyMedia, { body })
  } catch (error) {
    const refused = refusing(files, error instanceof Error ? error.message : String(error))
    const { list, errors } = refused
    return error instanceof ApiError && HINDRANCES.has(error.status) ? refused : { list, errors }
  }
}
