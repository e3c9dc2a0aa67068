import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { uploadMedia } from '@inkstone/contract/media.ts'
import type { PickedFile } from '../../ui/file-source.ts'

/** A file of the library as the editor and the forms take it. */
export function pickedFile(media: AnswerOf<typeof uploadMedia>): PickedFile {
  const { id, url, type, title, filename, size, alt, width, height } = media
  return { id, url, type, name: title || filename, sizeBytes: size, alt, width, height }
}
