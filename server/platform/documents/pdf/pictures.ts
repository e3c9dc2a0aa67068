import { unlessUndecodable, withDecoder } from '../../files/pictures/picture-decoder.ts'
import type { PdfFile, PdfImage } from './file.ts'

/** Gives the file of a picture by its `src`; undefined for one that is not ours to show. */
export type PictureFiles = (source: string) => Promise<Buffer | undefined>

const MAX_PIXELS = 1_600
const MAX_PIXELS_READ = 100_000_000
const QUALITY = 82
const MAX_KEPT = 500

/** The pictures of a document, each embedded once however often it is shown. */
export function createPictures(
  pdf: PdfFile,
  files: PictureFiles,
): (source: string) => Promise<PdfImage | undefined> {
  const embedded = new Map<string, PdfImage>()

  return async (source) => {
    const known = embedded.get(source)
    if (known) return known
    const file = await files(source)
    const jpeg = file && (await asJpeg(file))
    if (!jpeg) return undefined
    const image = pdf.openImage(jpeg)
    if (embedded.size < MAX_KEPT) embedded.set(source, image)
    return image
  }
}

// pdfkit reads PNG too, but unpacks it on the thread that serves requests, and never returns from some broken ones.
// What cannot be read as a picture is shown as one that is missing.
function asJpeg(file: Buffer): Promise<Buffer | undefined> {
  return withDecoder((openPicture) =>
    unlessUndecodable(
      openPicture(file, { limitInputPixels: MAX_PIXELS_READ, sequentialRead: true })
        .autoOrient()
        .resize({ width: MAX_PIXELS, height: MAX_PIXELS, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    ),
  )
}
