import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitiseSvg, sanitiseSvgFile } from './svg.ts'

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (content: string) => `<svg ${NAMESPACE} ${XLINK}>${content}</svg>`

async function sanitised(source: string): Promise<string> {
  const result = await sanitiseSvg(source)
  if ('refused' in result) throw new Error(result.refused)
  return result.svg
}

describe('keeps graphics', () => {
  test.each([
    ['shapes and paint', '<path d="M0 0h1v1z" fill="#f00" stroke="none"/>'],
    [
      'a gradient by reference',
      '<linearGradient id="g"><stop offset="0"/></linearGradient><rect fill="url(#g)"/>',
    ],
    ['an id that is not ASCII', '<g id="图层_1"/><use href="#图层_1"/>'],
    ['text', '<text x="1">a &lt; b &amp; c</text>'],
    ['a style sheet', '<style>.a{fill:red}@media print{.a{fill:url(#g)}}</style>'],
    ['a style', '<rect style="fill:url(&quot;#g&quot;);opacity:.5"/>'],
    ['an animation', '<rect><animate attributeName="x" from="0" to="5" dur="1s"/></rect>'],
    ['a bitmap of its own', '<image href="data:image/png;base64,iVBORw0KGgo="/>'],
    ['names for readers', '<title>A picture</title><g role="img" aria-label="a"/>'],
    ['a filter', '<filter id="f"><feGaussianBlur in="SourceGraphic" stdDeviation="2"/></filter>'],
  ])('%s', async (_, content) => {
    expect(await sanitised(`<svg ${NAMESPACE}>${content}</svg>`)).toBe(`<svg ${NAMESPACE}>${content}</svg>`)
  })

  test('with its size, from the attributes or from the view box', async () => {
    expect(await sanitiseSvg(`<svg ${NAMESPACE} width="120px" height="80"/>`)).toMatchObject({
      width: 120,
      height: 80,
    })
    expect(await sanitiseSvg(`<svg ${NAMESPACE} viewBox="0 0 24 12.4"/>`)).toMatchObject({
      width: 24,
      height: 12,
    })
    expect(await sanitiseSvg(`<svg ${NAMESPACE} width="100%" height="0"/>`)).toMatchObject({
      width: undefined,
    })
  })

  test('written by drawing programs', async () => {
    const source = `\ufeff<?xml version="1.0" encoding="utf-8"?>
      <!-- Generator: a program -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:p="http://program.example" p:version="1">
        <p:view zoom="2"><svg:rect/></p:view><svg:metadata>x</svg:metadata><svg:circle r="1" p:kind="c"/>
      </svg:svg>`
    expect(await sanitised(source)).toBe(`<svg ${NAMESPACE}><circle r="1"/></svg>`)
  })

  test('also without a declared namespace', async () => {
    expect(await sanitised('<svg><use xlink:href="#a"/></svg>')).toBe(
      `<svg ${NAMESPACE}><use href="#a"/></svg>`,
    )
  })
})

describe('removes scripts and external references', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of another case', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a script from elsewhere', '<script href="//evil.example/x.js"/>'],
    [
      'a script in the namespace of pages',
      '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    ],
    [
      'a page inside',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img/></body></foreignObject>',
    ],
    ['a frame', '<iframe src="//evil.example"/>'],
    ['a handler that sets a value', '<set attributeName="onmouseover" to="alert(1)"/>'],
    ['an animated reference', '<animate attributeName="xlink:href" values="javascript:alert(1)"/>'],
    ['an animated reference, spaced', '<animate attributeName=" HREF " to="#x"/>'],
    ['a handler element', '<handler>alert(1)</handler>'],
    ['a listener', '<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load"/>'],
    ['a processing instruction', '<?xml-stylesheet href="//evil.example/x.css"?>'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
    ['an outer picture in a filter', '<feImage href="//evil.example/x.png"/>'],
  ])('%s', async (_, content) => {
    expect(await sanitised(drawing(content))).toBe(`<svg ${NAMESPACE}/>`)
  })

  test.each([
    ['a handler', '<rect onload="alert(1)"/>'],
    ['a handler of another case', '<rect onLoad="alert(1)"/>'],
    ['a link to code', '<use href="javascript:alert(1)"/>', 'use'],
    ['a link to code, broken up', '<use xlink:href="java&#10;script:alert(1)"/>', 'use'],
    ['a use of another file', '<use href="//evil.example/x.svg#a"/>', 'use'],
    ['a use of a data file', '<use href="data:image/svg+xml;base64,AAAA#a"/>', 'use'],
    ['an outer picture', '<image href="https://evil.example/x.png"/>', 'image'],
    ['a picture that is a drawing', '<image href="data:image/svg+xml;base64,AAAA"/>', 'image'],
    ['a picture that is a page', '<image href="data:text/html;base64,AAAA"/>', 'image'],
    ['an outer paint', '<rect fill="url(//evil.example/x#a)"/>'],
    ['an outer paint, quoted', `<rect fill="url('https://evil.example#a')"/>`],
    ['an outer paint beside a local one', '<rect fill="url(#a) url(http://evil.example)"/>'],
    ['an outer style', '<rect style="background:url(//evil.example)"/>'],
    ['an escaped style', '<rect style="background:u\\72l(//evil.example)"/>'],
    ['an imported style', '<rect style="@import url(//evil.example)"/>'],
    ['a set of pictures', `<rect style="background:image-set('//evil.example' 1x)"/>`],
    ['a style that runs', '<rect style="width:expression(alert(1))"/>'],
    ['another base', '<rect xml:base="//evil.example/"/>'],
  ])('%s', async (_, content, name = 'rect') => {
    expect(await sanitised(drawing(content))).toBe(`<svg ${NAMESPACE}><${name}/></svg>`)
  })

  test.each([
    '@import "//evil.example/x.css";',
    '@import url(//evil.example/x.css);',
    '@IMPORT/**/"//evil.example";',
    '@font-face{src:url(//evil.example)}',
    '.a{fill:url(//evil.example)}',
    '.a{fill:ur/**/l(//evil.example)}.b{fill:url/**/(//evil.example)}',
    '.a{fill:\\75rl(//evil.example)}',
    '&lt;/style>&lt;script>',
    '<![CDATA[</style><script>alert(1)</script>]]>',
  ])('the style sheet %j', async (css) => {
    const svg = await sanitised(drawing(`<style>${css}</style>`))
    expect(svg).not.toMatch(/evil|script|@import/i)
  })

  test('removes links, but not their content', async () => {
    expect(await sanitised(drawing('<a href="javascript:alert(1)"><rect/></a>'))).toBe(
      `<svg ${NAMESPACE}><rect/></svg>`,
    )
  })
})

const LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
const doubling = Array.from(
  { length: 30 },
  (_, n) => `<g id="g${n}"><use href="#g${n + 1}"/><use href="#g${n + 1}"/></g>`,
)

describe('rejects what cannot be sanitised', () => {
  test.each([
    ['entities', `${LAUGHS}<svg ${NAMESPACE}>&b;</svg>`, 'svg-entities'],
    [
      'an outer entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
      'svg-entities',
    ],
    [
      'an outer definition',
      `<!DOCTYPE svg [<!ENTITY % x SYSTEM "//evil.example"> %x;]><svg/>`,
      'svg-entities',
    ],
    ['an entity nobody defined', drawing('&nothing;'), 'damaged-file'],
    ['a page', '<html><body/></html>', 'damaged-file'],
    ['text', 'hello', 'damaged-file'],
    ['nothing', '', 'damaged-file'],
    ['an unfinished drawing', `<svg ${NAMESPACE}><rect`, 'damaged-file'],
    ['an unclosed drawing', `<svg ${NAMESPACE}><rect>`, 'damaged-file'],
    ['two drawings', `${drawing('')}${drawing('')}`, 'damaged-file'],
    ['one attribute twice', drawing('<rect x="1" x="2"/>'), 'damaged-file'],
    ['another root', '<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'damaged-file'],
    ['references that double thirty times', drawing(doubling.join('')), 'svg-too-complex'],
    [
      'patterns that do',
      drawing(doubling.join('').replace(/use href="(#\w+)"/g, 'rect fill="url($1)"')),
      'svg-too-complex',
    ],
    ['a reference to itself', drawing('<g id="a"><use href="#a"/></g>'), 'svg-too-complex'],
    [
      'a chain of fifteen thousand',
      drawing(Array.from({ length: 15_000 }, (_, n) => `<use id="u${n}" href="#u${n + 1}"/>`).join('')),
      'svg-too-complex',
    ],
    ['a depth of thousands', drawing('<g>'.repeat(5000)), 'svg-too-complex'],
    ['elements without number', drawing('<g/>'.repeat(20_001)), 'svg-too-complex'],
    [
      'attributes without number',
      drawing(`<rect ${Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
      'svg-too-complex',
    ],
    [
      'many in each of many elements',
      drawing(`<g ${Array.from({ length: 200 }, (_, n) => `a${n}=""`).join(' ')}/>`.repeat(1_001)),
      'svg-too-complex',
    ],
    [
      'namespaces without number',
      drawing(`<g ${Array.from({ length: 5_000 }, (_, n) => `xmlns:n${n}="x"`).join(' ')}/>`),
      'svg-too-complex',
    ],
    ['megabytes', drawing(' '.repeat(5_000_000)), 'svg-too-complex'],
  ])('%s', async (_, source, refused) => {
    expect(await sanitiseSvg(source)).toEqual({ refused })
  })
})

test('unclosed comments are not slow', async () => {
  await sanitised(drawing(`<style>${'/*'.repeat(300_000)}</style>`))
  await sanitised(drawing(`<image href="data:image/png;base64,${' '.repeat(600_000)}!"/>`))
})

test('half a million references in one attribute are not more than the stack holds', async () => {
  const style = 'url(#a)'.repeat(500_000)
  expect(await sanitised(drawing(`<g style="${style}"/>`))).toContain(style)
})

test('sanitising again changes nothing', async () => {
  const pieces = fc.constantFrom(
    '<g>',
    '</g>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<rect onload="x"/>',
    '<a href="#x">',
    '</a>',
    '<text>',
    '</text>',
    'a &lt;b',
    '<![CDATA[<script>]]>',
    '/*',
    '*/',
    '@import "x";',
    'url(',
    ')',
    '<path d="M0 0"/>',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (content) => {
      const first = await sanitiseSvg(drawing(content.join('')))
      if ('refused' in first) return
      // In a text it is a text.
      expect(first.svg).not.toMatch(/<script|onload|<a\b|<style[^>]*>[^<]*@import/)
      expect(await sanitised(first.svg)).toBe(first.svg)
    }),
    { numRuns: 200 },
  )
})

test('a file is sanitised into another one; a rejected one leaves none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'svg-test-'))
  const [source, target] = [path.join(folder, 'in'), path.join(folder, 'out')]
  await writeFile(source, `\ufeff${drawing('<script/><rect/>')}`)
  expect(await sanitiseSvgFile(source, target)).toMatchObject({ size: 53 })
  expect(await readFile(target, 'utf8')).toBe(`<svg ${NAMESPACE}><rect/></svg>`)
  await rm(target)
  await writeFile(source, '<svg>&x;</svg>')
  expect(await sanitiseSvgFile(source, target)).toEqual({ refused: 'damaged-file' })
  await expect(readFile(target)).rejects.toThrow('ENOENT')
  await rm(folder, { recursive: true })
})
