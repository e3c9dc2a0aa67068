import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { getMedia } from '@inkstone/contract/media.ts'
import { useState } from 'react'
import type { Bound } from '../../lib/fields.ts'
import { useMay } from '../../lib/may.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { PictureField, PicturePreview } from '../../ui/picture-field.tsx'
import { MediaFocus, useMayEdit } from '../media/media-focus.tsx'
import { articleWords } from './articles.words.ts'

/** The cover, with the focal point of its file. */
export function CoverField({
  saved,
  ...bound
}: Bound<string> & {
  /** The saved cover of the article. */
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
  const may = useMay()
  const mayEdit = useMayEdit()
  const { data: media } = useAnswer(getMedia, { params: { id } }, { enabled: may('media.upload') })
  const isOurs = media?.id === id && media.type === 'image'
  if (!isOurs || !mayEdit(media)) return <PicturePreview src={src} />
  return <MediaFocus media={media} src={media.variants[0]?.url ?? media.url} />
}
