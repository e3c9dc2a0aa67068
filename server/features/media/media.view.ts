import { showTimes, type Zone } from '../../platform/times/times.ts'
import { pathOf } from './addresses.rules.ts'
import { variantsOf } from './media.rules.ts'
import type { WholeMedia } from './media.store.ts'

export function showMedia(zone: Zone, origin: string) {
  return (row: WholeMedia) => {
    const url = urlOf(origin, row)
    return {
      id: row.id,
      filename: row.filename,
      url,
      size: row.size,
      mime_type: row.mime_type,
      type: row.type,
      width: row.width,
      height: row.height,
      alt: row.alt,
      title: row.title,
      focus_x: row.focus_x,
      focus_y: row.focus_y,
      hash: row.hash,
      blur_placeholder: row.blur_placeholder,
      variants: variantsOf(row).map((variant) => ({
        ...variant,
        mime_type: 'image/webp',
        url: `${url}?w=${variant.width}`,
      })),
      uploader: { id: row.uploader_id, username: row.username ?? '', nickname: row.nickname ?? '' },
      ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
    }
  }
}

export function urlOf(origin: string, { name }: { name: string }): string {
  return `${origin}${pathOf(name)}`
}
