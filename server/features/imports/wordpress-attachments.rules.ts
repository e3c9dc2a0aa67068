import { isImageName } from './addresses.rules.ts'
import type { Item } from './items.ts'
import { urlKey } from './wordpress-addresses.rules.ts'
import type { WordpressItem } from './wordpress-file.ts'
import type { Attachment, Gallery } from './wordpress-markup.rules.ts'
import { plainName } from './wordpress-names.rules.ts'

/** The attachments of a WordPress export. `lose` counts what is not imported. */
export function createAttachments(lose: (what: string) => void) {
  const attachments = new Map<string, Attachment & { parent: string; title: string }>()
  /** Their URLs by their `urlKey`. */
  const byUrl = new Map<string, string>()

  function note({ fields, meta }: WordpressItem): void {
    if (fields.get('wp:post_type') !== 'attachment') return
    const url = (fields.get('wp:attachment_url') || fields.get('guid') || '').trim()
    const id = fields.get('wp:post_id') ?? ''
    if (!URL.canParse(url)) {
      lose('attachments without a URL are not imported')
      return
    }
    attachments.set(id, {
      url,
      alt: plainName(meta.find(([key]) => key === '_wp_attachment_image_alt')?.[1] ?? ''),
      title: plainName(fields.get('title') ?? ''),
      caption: fields.get('excerpt:encoded') ?? '',
      parent: fields.get('wp:post_parent') ?? '0',
    })
    if (fields.get('content:encoded')?.trim()) lose('descriptions of attachments are not imported')
    if (fields.get('excerpt:encoded')?.trim() && !/^image-?\d*$/i.test(fields.get('title') ?? ''))
      lose('attachments with a caption have it as their title; their own title is not imported')
    byUrl.set(urlKey(new URL(url)), url)
  }

  /** The images of a gallery: those that it names, or all of a post. */
  const gallery =
    (postId: string): Gallery =>
    ({ ids, exclude, post = postId }) =>
      ids === undefined
        ? [...attachments].flatMap(([id, each]) =>
            each.parent === post && isImageName(each.url) && !exclude.includes(id) ? each : [],
          )
        : ids.flatMap((id) => attachments.get(id) ?? [])

  return {
    note,
    byUrl,
    gallery,
    withId: (id: string) => attachments.get(id),
    *items(): Generator<Item> {
      for (const { url, alt, caption, title } of attachments.values())
        yield { kind: 'file', where: title || url, address: url, alt, title: plainName(caption) || title }
    },
  }
}
