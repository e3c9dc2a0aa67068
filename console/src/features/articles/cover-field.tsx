import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { getMedia, updateMedia } from '@inkstone/contract/media.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/asking.ts'
import type { Bound } from '../../lib/fields.ts'
import { useMay, useMe } from '../../lib/may.ts'
import { useWords } from '../../lib/words.tsx'
import { FocalPoint, type Point } from '../../ui/focal-point.tsx'
import { PictureField, PicturePreview } from '../../ui/picture-field.tsx'
import { articleWords } from './articles.words.ts'

const SAVED_AFTER_MS = 600

/** The cover, and the part of it that stays in sight where it is cropped. That belongs to the file. */
export function CoverField({
  saved,
  ...bound
}: Bound<string> & {
  /** The cover that the article has. */
  saved: Pick<ArticleDetail, 'cover' | 'cover_media'> | undefined
}) {
  const say = useWords(articleWords)
  const [picked, setPicked] = useState<{ readonly id: number; readonly url: string }>()
  const { value } = bound
  const own = saved?.cover === value ? saved.cover_media?.id : undefined
  const id = picked?.url === value ? picked.id : own
  return (
    <PictureField
      label={say('cover')}
      {...bound}
      onPicked={setPicked}
      preview={id && <Focus key={id} id={id} src={value} />}
    />
  )
}

function Focus({ id, src }: { id: number; src: string }) {
  const say = useWords(articleWords)
  const may = useMay()
  const me = useMe()
  const { data: media } = useAnswer(getMedia, { params: { id } }, { enabled: may('media.upload') })
  const [moved, setMoved] = useState<Point>()
  const saving = useAction(updateMedia, { done: say('focusSaved'), touches: ['/api/media', '/api/articles'] })
  const save = useDebouncedCallback(
    (point: Point) => saving.mutate({ params: { id }, body: { focus_x: point.x, focus_y: point.y } }),
    SAVED_AFTER_MS,
  )
  const isOurs = media?.id === id && media.type === 'image'
  if (!isOurs || !may(media.uploader.id === me?.id ? 'media.manage.own' : 'media.manage.any'))
    return <PicturePreview src={src} />
  return (
    <FocalPoint
      src={media.variants[0]?.url ?? media.url}
      point={moved ?? { x: media.focus_x, y: media.focus_y }}
      onChange={(point) => {
        setMoved(point)
        save(point)
      }}
    />
  )
}
