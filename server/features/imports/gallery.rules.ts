export interface GalleryPicture {
  /** The image as HTML, possibly in a link. */
  readonly picture: string
  /** As HTML. */
  readonly caption: string
}

/**
 * A gallery as the editor keeps it: figures in a `div`. The editor has no caption for a whole gallery, so it follows as a
 * paragraph.
 */
export function galleryHtml(pictures: readonly GalleryPicture[], caption = ''): string {
  const figures = pictures.map(
    ({ picture, caption: own }) =>
      `<figure>${picture}${own === '' ? '' : `<figcaption>${own}</figcaption>`}</figure>`,
  )
  return `<div class="gallery">${figures.join('')}</div>${captionParagraph(caption)}`
}

/** Ghost's captions are paragraphs already, and a paragraph cannot contain another. */
export function captionParagraph(caption: string): string {
  return caption === '' || /<p[\s>]/i.test(caption) ? caption : `<p>${caption}</p>`
}

const PICTURE = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/gi
const CAPTION = /<figcaption\b([^<>]*)>((?:(?!<\/?figcaption)[\s\S]){0,5000})<\/figcaption>/gi

/** The images in a piece of HTML with their captions, and the caption of all of them, which has a class of its own. */
export function galleryIn(
  html: string,
  isWholeCaption: (attributes: string) => boolean,
): { pictures: GalleryPicture[]; caption: string } {
  const found = [...html.matchAll(PICTURE)]
  let caption = ''
  const pictures = found.map(({ 0: picture, index }, at) => {
    const until = html.slice(index + picture.length, found[at + 1]?.index)
    const captions = [...until.matchAll(CAPTION)].map(([, attributes = '', text = '']) => ({
      isWhole: isWholeCaption(attributes),
      text: text.trim(),
    }))
    caption = captions.find(({ isWhole }) => isWhole)?.text ?? caption
    return { picture, caption: captions.find(({ isWhole }) => !isWhole)?.text ?? '' }
  })
  return { pictures, caption }
}
