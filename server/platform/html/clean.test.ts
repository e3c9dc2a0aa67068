import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5'
import { describe, expect, test } from 'vitest'
import { type Cleaned, cleanHtml } from './clean.ts'
import { ALLOWED, checkOf } from './vocabulary.ts'

function cleaned(html: string): Cleaned {
  const result = cleanHtml(html)
  if (typeof result === 'string') throw new Error(result)
  return result
}

const kept = (html: string) => cleaned(html).html

describe('is unchanged', () => {
  test.each([
    '<p>第一篇文章。</p>',
    '<h2 id="intro">Intro</h2><p><a id="back" href="#intro">up</a></p>',
    '<figure class="wide"><img src="/uploads/a.jpg" srcset="/a.jpg 400w, /b.jpg 2x" sizes="(max-width: 10px) 4px" alt="" width="400" height="300" loading="lazy"><figcaption>Sea</figcaption></figure>',
    '<picture><source srcset="/a.webp" type="image/webp"><img src="/a.jpg" alt="A"></picture>',
    '<table><caption>C</caption><colgroup><col span="2"><col></colgroup><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2" style="text-align: center">1</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>',
    '<details open><summary>More</summary><p>Text</p></details>',
    '<p>x<sup id="fnref1"><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1">Note <a href="#fnref1">↩</a></li></ol></section>',
    '<ul data-type="taskList"><li data-checked="true"><input type="checkbox" checked disabled>Done</li></ul>',
    '<pre><code class="language-ts">a &lt; b &amp;&amp; c</code></pre>',
    '<p><mark>m</mark><kbd>k</kbd><sub>1</sub><sup>2</sup><abbr title="x">y</abbr><del>d</del><ins>i</ins><cite>c</cite><q>q</q><time datetime="2026-01-01">t</time>a<wbr>b<br>c</p>',
    '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>',
    '<dl><dt>a</dt><dd>b</dd></dl><hr><blockquote cite="https://example.com/">q</blockquote>',
    '<video src="/v.mp4" controls poster="/p.jpg" playsinline><source src="/v.webm"><track src="/v.vtt" kind="captions" srclang="en" default></video><audio src="/a.mp3" controls></audio>',
    '<p lang="zh-CN" dir="ltr">中</p><ol start="3" reversed><li value="5">a</li></ol>',
    '<p><a href="mailto:a@b.example">m</a> <a href="tel:+86">t</a> <a href="//cdn.example/x">c</a> <a href="?a=1&amp;b=2">q</a></p>',
  ])('%s', (html) => {
    expect(cleaned(html)).toEqual({ html, removed: [] })
  })
})

describe('removed names are reported', () => {
  test.each([
    ['<p onclick="x()">Hi<script>alert(1)</script></p>', '<p>Hi</p>', ['onclick', 'script']],
    ['<a href="javascript:x()">a</a>', '<a>a</a>', ['href']],
    ['<a href=" java\nscript&colon;x()">a</a>', '<a>a</a>', ['href']],
    ['<img src="data:image/svg+xml,x" onerror=x>', '', ['src', 'onerror', 'img']],
    ['<p style="color: red; TEXT-ALIGN:Right">a</p>', '<p style="text-align: right">a</p>', ['style']],
    ['<p class="ok bad&quot;x">a</p>', '<p class="ok">a</p>', ['class']],
    ['<h2 id="location">a</h2>', '<h2>a</h2>', ['id']],
    ['<picture><source srcset="/a.webp"></picture>x', 'x', ['picture']],
    ['<source><col><wbr>', '<wbr>', ['source', 'col']],
    ['<form action="/x"><button>Go</button></form>', 'Go', ['form', 'button']],
    ['<svg><path d="M0"/><text>t</text></svg>', 't', ['svg', 'path', 'text']],
    ['<input type="text" name="q">', '', ['name', 'input']],
    [
      '<img src="/a.jpg" srcset="x\nbad line\n 12zz, /b.jpg 2x">',
      '<img src="/a.jpg" srcset="/b.jpg 2x">',
      ['srcset'],
    ],
    ['<style>p{}</style><template><p>x</p></template>a', 'a', ['style', 'template']],
    ['<iframe src="https://evil.example/"></iframe>', '', ['iframe']],
    ['<iframe srcdoc="<script>1</script>"></iframe>', '', ['srcdoc', 'iframe']],
  ])('%s', (html, expected, removed) => {
    expect(cleaned(html)).toEqual({ html: expected, removed })
  })

  test('at most fifty names, and only valid ones', () => {
    const many = Array.from({ length: 500 }, (_, index) => `<x-${index}>`).join('')
    expect(cleaned(many).removed).toHaveLength(50)
    expect(cleaned('<p =<b"\'>x').removed).toEqual([])
  })
})

describe('a frame is kept if it is a player of a known provider', () => {
  test.each([
    ['https://www.youtube.com/embed/abc_DEF-123?start=3', 'YouTube'],
    ['//www.youtube-nocookie.com/embed/abc', 'YouTube'],
    ['https://player.vimeo.com/video/123', 'Vimeo'],
    ['//player.bilibili.com/player.html?bvid=BV1&page=1', 'Bilibili'],
    ['https://open.spotify.com/embed/track/abc', 'Spotify'],
    ['https://codepen.io/someone/embed/abc?default-tab=result', 'CodePen'],
    ['https://w.soundcloud.com/player/?url=https%3A//x', 'SoundCloud'],
    ['https://v.qq.com/txp/iframe/player.html?vid=x', 'Tencent Video'],
    ['//music.163.com/outchain/player?type=2&id=1', 'NetEase Music'],
  ])('%s', (src, title) => {
    const { html, removed } = cleaned(
      `<iframe src="${src}" width="560" height="315" frameborder="0" allow="camera" sandbox="" allowfullscreen>x</iframe><p>y</p>`,
    )
    expect(html).toContain(`width="560" height="315" title="${title}" sandbox="allow-scripts`)
    expect(html).toContain('loading="lazy" referrerpolicy="strict-origin-when-cross-origin"')
    expect(html).toMatch(/^<iframe src="https:\/\/[^>]+><\/iframe><p>y<\/p>$/)
    expect(html).not.toContain('camera')
    expect(removed).toEqual([])
    expect(kept(html)).toBe(html)
  })

  test.each([
    'http://www.youtube.com/embed/abc',
    'https://www.youtube.com.evil.example/embed/abc',
    'https://www.youtube.com/redirect?q=evil',
    'https://www.youtube.com/embed/../redirect',
    'https://user@www.youtube.com/embed/abc',
    'https://www.youtube.com:8443/embed/abc',
    'https://evil.example/https://www.youtube.com/embed/abc',
    '/embed/abc',
    'javascript:alert(1)',
  ])('not %s', (src) => {
    expect(cleaned(`a<iframe src="${src}"></iframe>b`)).toMatchObject({
      html: 'ab',
      removed: expect.arrayContaining(['iframe']),
    })
  })
})

describe('unclosed and wrongly nested elements become what a browser reads', () => {
  test.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<ul><li>a<li>b</ul>c', '<ul><li>a</li><li>b</li></ul>c'],
    ['<p><div>a</div></p>b', '<p></p><div>a</div>b'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    ['<table>x<tr>y</table>', '<table><tbody><tr><td>x</td></tr><tr><td>y</td></tr></tbody></table>'],
    ['<td>a</td><tr>b', 'ab'],
    ['<b><i>a</b>b</i>c', '<b><i>a</i></b>bc'],
    ['<a href="/1">a<a href="/2">b', '<a href="/1">a</a><a href="/2">b</a>'],
    ['<h1>a<h2>b', '<h1>a</h1><h2>b</h2>'],
    ['</source></col></wbr></p>x', 'x'],
    ['<br/>a<img src=x/>', '<br>a<img src="x/">'],
    ['a < b <3 & c &amp; &lt;i&gt;', 'a &lt; b &lt;3 &amp; c &amp; &lt;i&gt;'],
    ["<p title='\"'>", '<p title="&quot;"></p>'],
    ['<p', ''],
    ['x<!-- <p>a --><![CDATA[<b>]]>y', 'xy'],
  ])('%s', (html, expected) => {
    expect(kept(html)).toBe(expected)
  })

  test('more than two hundred levels are rejected', () => {
    expect(cleanHtml('<div>'.repeat(200))).not.toBe('nested-too-deeply')
    expect(cleanHtml('<div>'.repeat(201))).toBe('nested-too-deeply')
    expect(cleanHtml('<ul><li>'.repeat(101))).toBe('nested-too-deeply')
    expect(cleanHtml('<p><li>'.repeat(20_000) + '</b>'.repeat(80_000))).not.toBe('nested-too-deeply')
  })
})

describe('takes linear time', () => {
  const sizes = [5_000, 20_000] as const
  // The work is measured as the number of characters written, the slowest thing a step does, and not as time.
  test.each([
    ['<p><li>', '</b>'],
    ['<b><i></b>', '</i>'],
    ['<b class=x><p>', ''],
    ['<a href=x>', '</p>'],
    ['<table>', '</td>'],
    ['<table><tr><td></table>', ''],
    ['</p></li></td>', ''],
    ['<ruby><rt><p></ruby>', ''],
    ['&amp;&#60;', ''],
    ['<p title="', ''],
    ['<p a b c d', ''],
    ['<!--', ''],
    ['<picture>', '</picture>'],
    ['<img srcset=",,,, , ,">', ''],
  ])('%s', (unit, ending) => {
    const [small, large] = sizes.map((count) => {
      const result = cleanHtml(unit.repeat(count) + ending.repeat(count))
      return typeof result === 'string' ? 0 : result.html.length
    })
    expect(large).toBeLessThanOrEqual((small ?? 0) * 4.5 + 1000)
  })

  test('also for long attributes', () => {
    const long = ' '.repeat(500_000)
    for (const name of ['style', 'class', 'href', 'srcset', 'id', 'title', 'width', 'data-x'])
      expect(kept(`<p><img src=x ${name}="a${long}b">`)).not.toContain(long)
    expect(kept(`<p ${'a=1 '.repeat(300_000)}>x`)).toBe('<p>x</p>')
  })
})

// Fragments that break sanitisers: raw text elements, foreign content, unclosed tags, entities, table parts, void
// elements.
const PIECES = [
  ...[...ALLOWED, 'script', 'style', 'svg', 'math', 'mtext', 'template', 'noscript', 'textarea', 'title', 'xmp', 'form', 'object', 'select', 'option', 'plaintext', 'body', 'foreignobject', 'annotation-xml', 'mglyph'].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`]),
  '<a href="javascript:alert(1)">', '<a href="jav&#x09;ascript:alert(1)">', '<a href="\u0001javascript:alert(1)">', '<img src=x onerror=alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=1>">', '<p title="</p><script>alert(1)</script>">', "<p title='\"><img src=x onerror=alert(1)>'>",
  '<svg><p><style><a id="</style><img src=1 onerror=alert(1)>">', '<math><mtext><table><mglyph><style><img src onerror=1>', '<!--', '-->', '--!>', '<![CDATA[', ']]>', '<?x', '<', '>', '"', "'", '=', '&lt;', '&#60;', '&', '\0', '\n', ' ', 'text', '中',
  '<iframe src="https://www.youtube.com/embed/x">', '<iframe src="javascript:1">', '<img srcset="javascript:1 2x, /a 1x">', '<p id="x" class="a b" style="text-align:left;x:y" onclick=1>', '<video poster="javascript:1" src="/v">', '<td background="javascript:1">', '<input type=checkbox onfocus=1 autofocus>', '<a target=_blank href=//x rel=opener>',
] // biome-ignore format: one list

const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))

type Node = DefaultTreeAdapterMap['node']

function* elementsOf(node: Node): Generator<DefaultTreeAdapterMap['element']> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

/** The tree that a browser sees, without differences in how the same content is written. */
function asBrowserWrites(html: string): string {
  return serialize(parseFragment(html))
    .replaceAll('=""', '')
    .replace(/ alt(?=[ >])/g, ' alt=""')
    .replaceAll('&nbsp;', '\u00a0')
}

function isCleanable(html: string): boolean {
  return typeof cleanHtml(html) !== 'string'
}

describe('for any input', () => {
  const runs = { numRuns: 600 }

  test('cleaning again changes and reports nothing', () => {
    fc.assert(
      fc.property(hostile.filter(isCleanable), (html) => {
        const once = kept(html)
        expect(cleaned(once)).toEqual({ html: once, removed: [] })
      }),
      runs,
    )
  })

  test('a browser sees only allowed elements with allowed attributes and URLs', () => {
    fc.assert(
      fc.property(hostile.filter(isCleanable), (html) => {
        for (const { tagName, attrs, namespaceURI } of elementsOf(parseFragment(kept(html)))) {
          expect(ALLOWED).toContain(tagName)
          expect(namespaceURI).toBe('http://www.w3.org/1999/xhtml')
          for (const { name, value } of attrs) {
            expect(checkOf(tagName, name), `${tagName} ${name}`).toBeDefined()
            if (['href', 'src', 'poster', 'cite', 'srcset'].includes(name))
              expect(value.replace(/[^!-~]/g, '')).not.toMatch(/(javascript|data|vbscript):/i)
          }
        }
      }),
      runs,
    )
  })

  test('a browser reads the tree that was written', () => {
    fc.assert(
      fc.property(hostile.filter(isCleanable), (html) => {
        // A browser drops a line break at the start of <pre>.
        const once = kept(html.replaceAll('\n', ' '))
        expect(asBrowserWrites(once)).toBe(once)
      }),
      runs,
    )
  })
})
