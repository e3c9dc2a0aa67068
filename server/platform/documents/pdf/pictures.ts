import { unlessUndecodable, withDecoder } from '../../files/pictures/picture-decoder.ts'
import type { PdfFile, PdfImage } from './file.ts'

/** Returns the file of an image by its `src`; undefined if it is not one of our files. */
export type PictureFiles = (source: string) => Promise<Buffer | undefined>

const MAX_PIXELS = 1_600
const MAX_PIXELS_READ = 100_000_000
const QUALITY = 82
const MAX_KEPT = 500

/** The images of a document. Each is embedded once. */
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

// pdfkit reads PNG too, but decodes it on the main thread and hangs on some damaged files. An unreadable image is shown
// as missing.
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
