import { unescaped } from '../../platform/markdown/addresses.ts'

const IMAGES = [/<img\b[^<>]*?\ssrc="([^"<>]+)"/gi, /<img\b[^<>]*?\ssrc='([^'<>]+)'/gi]
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico|heic)$/i

/** The URLs of the images that a text shows. */
export function imagesIn(text: string): Set<string> {
  return new Set(
    IMAGES.flatMap((form) => [...text.matchAll(form)].map(([, address = '']) => unescaped(address))),
  )
}

/** Whether the URL has the name of an image. */
export function isImageName(address: string): boolean {
  return IMAGE_NAME.test(address.split(/[?#]/)[0] ?? '')
}

/** A file as reports call it. */
export function namedFile(address: string, isImage = isImageName(address)): string {
  return `the ${isImage ? 'image' : 'file'} ${address}`
}
