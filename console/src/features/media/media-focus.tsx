import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { type getMedia, updateMedia } from '@inkstone/contract/media.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useMay, useMe } from '../../lib/may.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { FocalPoint, type Point } from '../../ui/focal-point.tsx'
import { mediaWords } from './media.words.ts'

export type MediaDetail = AnswerOf<typeof getMedia>

const SAVED_AFTER_MS = 600

/** Uploaders change their own files, administrators all. */
export function useMayEdit(): (media: Pick<MediaDetail, 'uploader'>) => boolean {
  const may = useMay()
  const me = useMe()
  return ({ uploader }) => may(uploader.id === me?.id ? 'media.manage.own' : 'media.manage.any')
}

/** A picture with its focal point, which belongs to the file and is saved as soon as it is moved. */
export function MediaFocus({ media, src }: { media: MediaDetail; src: string }) {
  const say = useWords(mediaWords)
  const [moved, setMoved] = useState<Point>()
  const saving = useAction(updateMedia, { done: say('focusSaved'), touches: ['/api/media', '/api/articles'] })
  const save = useDebouncedCallback(
    ({ x, y }: Point) => saving.mutate({ params: { id: media.id }, body: { focus_x: x, focus_y: y } }),
    { delay: SAVED_AFTER_MS, flushOnUnmount: true },
  )
  return (
    <FocalPoint
      src={src}
      point={moved ?? { x: media.focus_x, y: media.focus_y }}
      onChange={(point) => {
        setMoved(point)
        save(point)
      }}
    />
  )
}
