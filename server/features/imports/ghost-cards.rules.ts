import { embedOf } from '@inkstone/contract/embeds.ts'
import { plainText } from '../../platform/search/plain-text.ts'
import { escapedHtml } from './embeds.rules.ts'

/** Converts Ghost's cards to HTML that the sanitiser keeps. */
export function fromGhost(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s(?:srcset|sizes)="[^"]*"/g, '')
    .replace(/<figure class="[^"]*kg-bookmark-card[^"]*">([\s\S]{0,20000}?)<\/figure>/g, (_, inner: string) =>
      bookmark(inner),
    )
    .replace(/<figure class="[^"]*kg-gallery-card[^"]*">([\s\S]{0,200000}?)<\/figure>/g, (_, inner: string) =>
      gallery(inner),
    )
    .replace(
      /<div class="[^"]*kg-callout-card[^"]*">\s*(?:<div class="kg-callout-emoji">([\s\S]{0,100}?)<\/div>)?\s*<div class="kg-callout-text">([\s\S]{0,20000}?)<\/div>\s*<\/div>/g,
      (_, emoji: string | undefined, text: string) =>
        `<blockquote><p>${emoji ? `${emoji} ` : ''}${text}</p></blockquote>`,
    )
    .replace(
      /<div class="[^"]*kg-toggle-card[^"]*"[^>]*>\s*<div class="kg-toggle-heading">\s*<h4[^>]*>([\s\S]{0,5000}?)<\/h4>[\s\S]{0,2000}?<div class="kg-toggle-content">([\s\S]{0,100000}?)<\/div>\s*<\/div>/g,
      (_, heading: string, content: string) => `<details><summary>${heading}</summary>${content}</details>`,
    )
    .replace(/<iframe\b[^>]*?\bsrc="([^"]*)"[^>]*>[\s\S]{0,2000}?<\/iframe>/g, (whole, src: string) => {
      const address = src.replaceAll('&amp;', '&')
      if (embedOf(address) || !/^https?:\/\//.test(address)) return whole
      return `<a href="${escapedHtml(address)}">${escapedHtml(address)}</a>`
    })
    .trim()
}

function inside(inner: string, part: string): string {
  const [, text = ''] =
    new RegExp(`<div class="kg-bookmark-${part}">([\\s\\S]{0,5000}?)</div>`).exec(inner) ?? []
  return escapedHtml(plainText(text))
}

function bookmark(inner: string): string {
  const [, href = ''] = /<a\b[^>]*\bhref="([^"]*)"/.exec(inner) ?? []
  const title = inside(inner, 'title') || href
  const description = inside(inner, 'description')
  return `<blockquote><p><a href="${href}">${title}</a></p>${description && `<p>${description}</p>`}${captionIn(inner)}</blockquote>`
}

function gallery(inner: string): string {
  const pictures = [...inner.matchAll(/<img\b[^>]*>/g)].map(([picture]) => `<figure>${picture}</figure>`)
  const [, caption] = /<figcaption>([\s\S]*?)<\/figcaption>/.exec(inner) ?? []
  return `<figure class="gallery">${pictures.join('')}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}

function captionIn(inner: string): string {
  const [, caption] = /<figcaption>([\s\S]*?)<\/figcaption>/.exec(inner) ?? []
  return caption ? `<p>${caption}</p>` : ''
}
