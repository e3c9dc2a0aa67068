import { plainText } from '../../platform/search/plain-text.ts'
import { escapedHtml } from './embeds.rules.ts'
import { captionParagraph, galleryHtml, galleryIn } from './gallery.rules.ts'
import { withPlayers } from './players.rules.ts'
import { replaceElements, withoutHtmlComments } from './scanning.rules.ts'

/** Converts Ghost's cards to HTML that the sanitiser keeps. */
export function fromGhost(html: string): string {
  const plain = withPlayers(withoutHtmlComments(html)).replace(/\s(?:srcset|sizes)="[^"]*"/g, '')
  return replaceElements(plain, /<figure class="([^"<>]*)">/g, /<\/figure>/g, ([, classes = '']) => {
    if (classes.includes('kg-bookmark-card')) return bookmark
    return classes.includes('kg-gallery-card') ? gallery : undefined
  })
    .replace(CALLOUT, (_, emoji: string | undefined, text: string) => {
      return `<blockquote><p>${emoji ? `${emoji} ` : ''}${text}</p></blockquote>`
    })
    .replace(TOGGLE, (_, heading: string, content: string) => {
      return `<details><summary>${heading}</summary>${content}</details>`
    })
    .replace(PLAYER, (_, kind: string, inner: string) => player(kind, inner))
    .replace(FILE_CARD, (_, href: string, inner: string) => {
      const [, title = ''] = /kg-file-card-title">([^<]{0,500})</.exec(inner) ?? []
      const [, caption = ''] = /kg-file-card-caption">([^<]{0,1000})</.exec(inner) ?? []
      return `<p><a href="${href}">${title.trim() || href}</a>${caption && ` ${caption.trim()}`}</p>`
    })
    .replace(BUTTON, (_, href: string, text: string) => `<p><a href="${href}">${text.trim()}</a></p>`)
    .trim()
}

// Each part ends at the beginning of the next card: otherwise every card that is not closed would be searched to the end.
const CALLOUT =
  /<div class="[^"<>]{0,200}kg-callout-card[^"<>]{0,200}">\s*(?:<div class="kg-callout-emoji">([^<]{0,100})<\/div>)?\s*<div class="kg-callout-text">((?:(?!kg-callout-)[\s\S]){0,20000}?)<\/div>\s*<\/div>/g
const TOGGLE =
  /<div class="[^"<>]{0,200}kg-toggle-card[^"<>]{0,200}"[^<>]{0,500}>\s*<div class="kg-toggle-heading">\s*<h4[^<>]{0,500}>((?:(?!<\/h4>)[\s\S]){0,5000})<\/h4>(?:(?!<div class="kg-toggle-)[\s\S]){0,2000}<div class="kg-toggle-content">((?:(?!kg-toggle-heading)[\s\S]){0,100000}?)<\/div>\s*<\/div>/g

const BUTTON =
  /<div class="[^"<>]{0,200}kg-button-card[^"<>]{0,200}">\s*<a\b[^<>]{0,500}?\bhref="([^"<>]{0,2000})"[^<>]{0,500}>([^<]{0,500})<\/a>\s*<\/div>/g
const FILE_CARD =
  /<div class="[^"<>]{0,200}kg-file-card(?![\w-])[^"<>]{0,200}">\s*<a\b[^<>]{0,500}?\bhref="([^"<>]{0,2000})"[^<>]{0,500}>((?:(?!<\/a>|kg-file-card[ "])[\s\S]){0,5000})<\/a>\s*<\/div>/g
// The controls of Ghost's players follow the audio or video in the same card.
const PLAYER =
  /<(?:div|figure) class="[^"<>]{0,200}kg-(audio|video)-card(?![\w-])[^"<>]{0,200}"[^<>]{0,500}>((?:(?!kg-(?:audio|video)-card[ "])[\s\S]){0,20000}?)(?:<\/div>\s*<\/div>\s*<\/div>|<\/figure>)/g

function player(kind: string, inner: string): string {
  const [, src = ''] = new RegExp(`<${kind}\\b[^<>]*?\\bsrc="([^"<>]*)"`).exec(inner) ?? []
  const [, title = ''] = /kg-audio-title">([^<]{0,500})</.exec(inner) ?? []
  const caption = captionTextIn(inner) || title.trim()
  return `<figure><${kind} src="${src}" controls></${kind}>${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}

const LONGEST_BOOKMARK = 20_000

function inside(inner: string, part: string): string {
  const [, text = ''] =
    new RegExp(`<div class="kg-bookmark-${part}">([\\s\\S]{0,5000}?)</div>`).exec(inner) ?? []
  return escapedHtml(plainText(text))
}

function bookmark(whole: string): string {
  const inner = whole.slice(0, LONGEST_BOOKMARK)
  const [, href = ''] = /<a\b[^<>]*?\bhref="([^"]*)"/.exec(inner) ?? []
  const title = inside(inner, 'title') || href
  const description = inside(inner, 'description')
  return `<blockquote><p><a href="${href}">${title}</a></p>${description && `<p>${description}</p>`}${captionParagraph(captionTextIn(inner))}</blockquote>`
}

/** Ghost has one caption for the whole gallery. */
function gallery(inner: string): string {
  const { pictures, caption } = galleryIn(inner, () => true)
  return galleryHtml(pictures, caption)
}

function captionTextIn(inner: string): string {
  const [, after = ''] = inner.split('<figcaption>', 2)
  const end = after.indexOf('</figcaption>')
  return end === -1 ? '' : after.slice(0, end)
}
