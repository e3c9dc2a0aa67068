import { describe, expect, test } from 'vitest'
import { withAddresses } from '../../platform/markdown/addresses.ts'
import { pathKey } from './address-keys.rules.ts'
import { commentText } from './comment-text.rules.ts'
import { splitFrontMatter } from './front-matter.rules.ts'
import { fromGhost } from './ghost-cards.rules.ts'
import { createTextFinder, fromSiteGenerator } from './site-generator.rules.ts'
import { keyOf } from './wordpress-addresses.rules.ts'
import { fromWordpress } from './wordpress-markup.rules.ts'

/**
 * Texts that open something again and again and never close it. Where each opening is searched to the end of the text, half
 * a megabyte takes minutes, and the test does not end in time.
 */
const LENGTH = 500_000
const many = (part: string, before = '', after = '') =>
  before + part.repeat(Math.ceil(LENGTH / part.length)) + after

const patternOf = () => '<!-- wp:block {"ref":2} /--><!-- wp:block {"ref":3} /-->'.repeat(50)
const wordpress = (text: string) => fromWordpress(text, () => [], patternOf).content
const inMarkdown = (text: string) => withAddresses(text, 'markdown', async () => 'x')

const openings: Readonly<Record<string, readonly [(text: string) => unknown, readonly string[]]>> = {
  WordPress: [
    wordpress,
    [
      ...['<!--', '<!--more ', '<!-- wp:a ', '<figure ', '<figure wp-block-embed ', '<pre>', '<pre', '<p '],
      ...['[caption]', '[caption ', '[wp_caption x]', '[embed]', '[gallery ', '[audio ', '[a =', '[a ='],
      '<figure class="wp-block-embed"><div>https://example.com</div>',
      ...[
        '<!-- wp:gallery ',
        '<!-- wp:gallery -->',
        '<!-- wp:gallery --><img ',
        '<!-- wp:gallery --><figcaption>',
        '<!-- wp:block {',
        '<!-- wp:block {"ref":1} /-->',
      ],
    ].map((part) => many(part)),
  ],
  'WordPress with one opening': [
    wordpress,
    [
      many('wp-block-embed ', '<figure '),
      many('a="b" ', '[caption ', ']x[/caption]'),
      many('=', '[a '),
      many('[embed]', '', '<!--more-->'),
      many(' ', '[code]x', 'x[/code]'),
      many(' ', '<pre>x', 'x</pre>'),
      many('<a> <img><figcaption>', '<!-- wp:gallery -->', '<!-- /wp:gallery -->'),
    ],
  ],
  Ghost: [
    fromGhost,
    [
      ...['<!--', '<figure class="', '<figure class="kg-bookmark-card">', '<figure class="kg-gallery-card">'],
      ...['<iframe ', '<iframe src="a"', '<iframe src="a">', '<div class="kg-callout-card">'],
      '<div class="kg-callout-card"><div class="kg-callout-text">',
      '<div class="kg-toggle-card"><div class="kg-toggle-heading"><h4>',
      '<div class="kg-toggle-card"><div class="kg-toggle-heading"><h4></h4><div class="kg-toggle-content">',
      ...[
        '<div class="kg-audio-card">',
        '<figure class="kg-video-card"><video ',
        '<div class="kg-button-card">',
      ],
      ...[
        '<div class="kg-file-card"><a href="x">',
        '<div class="kg-file-card"><a ',
        '<audio src="',
        '</div> ',
      ],
    ].map((part) => many(part)),
  ],
  'Ghost with one opening': [
    fromGhost,
    [
      many('kg-bookmark-card ', '<figure class="'),
      many('kg-toggle-card ', '<div class="'),
      many(' src="a"', '<iframe'),
      many('<figcaption>', '<figure class="kg-gallery-card">', '</figure>'),
      many('<a ', '<figure class="kg-bookmark-card">', '</figure>'),
    ],
  ],
  comments: [
    commentText,
    [
      ...['<a ', '<a href="x"', '<a href="x">', '<img ', '<img src="x"', '<br ', '</p>'].map((part) =>
        many(part),
      ),
      many(' href="x"', '<a'),
      many(" src='x'", '<img'),
    ],
  ],
  'tags of site generators': [
    (text) => fromSiteGenerator(text, () => undefined, []),
    [
      ...[
        '{{<',
        '{{< ',
        '{{< figure ',
        '{{< figure src="',
        '{{< highlight go ',
        '{{< highlight go >}}',
        '{{ ',
      ],
      ...['{% ', '{% highlight a ', '{% highlight a %}', '{% codeblock ', '{%', '{{ "', '{{ site.', '{: '],
      ...['</figure> ', '</figure>\t', '`', '{{ a '],
    ].map((part) => many(part)),
  ],
  'tags of site generators with one opening': [
    (text) => fromSiteGenerator(text, () => undefined, []),
    [many('a="b" ', '{{< figure ', ' >}}'), many('\\"', '{{< figure src="'), many(' ', '</figure>')],
  ],
  'the paths of links': [
    (text) => [pathKey(text), keyOf(new URL(text)), createTextFinder(['a.md'])('a.md')(text)].join(),
    [many('/', 'https://example.com/a', 'b')],
  ],
  Markdown: [
    inMarkdown,
    [
      ...[
        '```x\n',
        '~~~a\n',
        '](',
        '[a]: ',
        ' src="',
        '   [a',
        ' ',
        '\t',
        '`',
        '` ',
        '`` ` ',
        '- ',
        '> ',
        '1. ',
      ],
      ...['- ```\n', '\n ', '\\`', ' srcset="', '# ', '`\n\n'],
    ].map((part) => many(part)),
  ],
  'Markdown with one opening': [
    inMarkdown,
    [many(' ', 'a](', ')'), many('\t', '[a]:', '\n'), many(',', '<img srcset="a', '"')],
  ],
}

describe('the time for markup that is never closed grows with its length', () => {
  for (const [name, [convert, texts]] of Object.entries(openings))
    test(name, async () => {
      for (const text of texts) expect(typeof (await convert(text))).toBe('string')
    })

  test('front matter', () => {
    expect(splitFrontMatter(many('--- x\n', '---\n')).matter).toEqual({})
    expect(splitFrontMatter(many('{', '{\n', '\n}\n')).matter).toEqual({})
  })
})

test('a private mark in a text is not replaced by what the import keeps aside', () => {
  const kept = `<pre>${'x'.repeat(10_000)}</pre>`
  expect(wordpress(`${kept}${'\ue0000\ue000'.repeat(1000)}`).length).toBeLessThan(20_000)
})

test('what is closed is converted as before', async () => {
  expect(wordpress('<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n<!-- open')).toBe(
    '<p>One</p>\n<!-- open',
  )
  expect(wordpress('One\n\n<pre>a\n\nb</pre>\n\nTwo')).toBe('<p>One</p>\n<pre>a\n\nb</pre>\n<p>Two</p>')
  expect(commentText('See <a class="x" href="https://example.com/">this</a><img src=\'/a.png\'>')).toBe(
    'See this (https://example.com/) /a.png',
  )
  const code = '```js\n[a](b)\n```\n'
  expect(await inMarkdown(`[a](b)\n${code}[c](d)\n\`\`\`\n[e](f)`)).toBe(
    `[a](x)\n${code}[c](x)\n\`\`\`\n[e](x)`,
  )
})
