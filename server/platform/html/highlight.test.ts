import { describe, expect, test } from 'vitest'
import { highlightCode } from './highlight.ts'

describe('code in a text', () => {
  test('is highlighted if its language is known', async () => {
    const html = '<p>a</p><pre><code class="language-ts">const a = "&lt;b&gt; &amp;amp;"</code></pre>'
    const marked = await highlightCode(html)
    expect(marked).toContain('<span class="hljs-keyword">const</span>')
    expect(marked).toContain('&lt;b&gt; &amp;amp;')
    expect(marked.replace(/<\/?span[^>]*>/g, '').replaceAll('&quot;', '"')).toBe(html)
  })

  test.each([
    ['no language', '<pre><code>const a</code></pre>'],
    ['an unknown language', '<pre><code class="language-nonsense">const a</code></pre>'],
    ['a language of the prototype', '<pre><code class="language-__proto__">const a</code></pre>'],
    ['markup in it', '<pre><code class="language-ts">const <b>a</b></code></pre>'],
    ['too much of it', `<pre><code class="language-ts">${'const a = 1\n'.repeat(3000)}</code></pre>`],
    ['a class that only looks like it', '<pre><code class="no-language-ts">const a</code></pre>'],
  ])('is unchanged with %s', async (_name, html) => {
    expect(await highlightCode(html)).toBe(html)
  })

  test('cannot break out of its element', async () => {
    const hostile = '&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;'
    for (const language of ['html', 'xml', 'markdown', 'php', 'javascript', 'css', 'diff', 'bash'])
      expect(
        (await highlightCode(`<pre><code class="language-${language}">${hostile}</code></pre>`)).match(
          /<(?!\/?span|\/?pre|\/?code)/g,
        ),
      ).toBeNull()
  })
})
