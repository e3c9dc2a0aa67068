import { embedOf } from '@inkstone/contract/embeds.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import { escapedHtml } from './embeds.rules.ts'
import { replaceElements, withoutHtmlComments } from './scanning.rules.ts'

/** Converts Ghost's cards to HTML that the sanitiser keeps. */
export function fromGhost(html: string): string {
  const plain = withoutHtmlComments(html).replace(/\s(?:srcset|sizes)="[^"]*"/g, '')
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
    .replace(/<iframe\b([^<>]*)>[^<]{0,2000}<\/iframe>/g, (whole, attributes: string) => {
      const [, src = ''] = /\bsrc="([^"]*)"/.exec(attributes) ?? []
      const address = src.replaceAll('&amp;', '&')
      if (embedOf(address) || !/^https?:\/\//.test(address)) return whole
      return `<a href="${escapedHtml(address)}">${escapedHtml(address)}</a>`
    })
    .trim()
}

// Each part ends at the beginning of the next card: otherwise every card that is not closed would be searched to the end.
const CALLOUT =
  /<div class="[^"<>]{0,200}kg-callout-card[^"<>]{0,200}">\s*(?:<div class="kg-callout-emoji">([^<]{0,100})<\/div>)?\s*<div class="kg-callout-text">((?:(?!kg-callout-)[\s\S]){0,20000}?)<\/div>\s*<\/div>/g
const TOGGLE =
  /<div class="[^"<>]{0,200}kg-toggle-card[^"<>]{0,200}"[^<>]{0,500}>\s*<div class="kg-toggle-heading">\s*<h4[^<>]{0,500}>((?:(?!<\/h4>)[\s\S]){0,5000})<\/h4>(?:(?!<div class="kg-toggle-)[\s\S]){0,2000}<div class="kg-toggle-content">((?:(?!kg-toggle-heading)[\s\S]){0,100000}?)<\/div>\s*<\/div>/g

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
  return `<blockquote><p><a href="${href}">${title}</a></p>${description && `<p>${description}</p>`}${captionIn(inner)}</blockquote>`
}

function gallery(inner: string): string {
  const pictures = [...inner.matchAll(/<img\b[^<>]*>/g)].map(([picture]) => `<figure>${picture}</figure>`)
  const caption = captionTextIn(inner)
  return `<figure class="gallery">${pictures.join('')}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}

function captionTextIn(inner: string): string {
  const [, after = ''] = inner.split('<figcaption>', 2)
  const end = after.indexOf('</figcaption>')
  return end === -1 ? '' : after.slice(0, end)
}

function captionIn(inner: string): string {
  const caption = captionTextIn(inner)
  return caption ? `<p>${caption}</p>` : ''
}
