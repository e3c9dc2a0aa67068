import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { createCompiler } from './compile.ts'

const compile = createCompiler(
  new Liquid({
    templates: {
      'page.liquid': "{% render 'head', site: site, kind: kind, feeds: feeds %}",
      'head.liquid':
        '<{{ kind }} {{ site.name }}{% for item in site.items %} {{ item }}{% endfor %}{{ feeds.rss }}>',
    },
    extname: '.liquid',
    outputEscape: 'escape',
  }),
)
const page = compile('page')

test('what is rendered only from frozen objects and texts is rendered once for each of them', () => {
  const items = ['one']
  const site = Object.freeze({ name: 'A & B', items })
  expect(page?.({ site, kind: 'home' })).toBe('<home A &amp; B one>')
  // Not allowed, but it shows what is rendered again.
  items.push('two')
  expect(page?.({ site, kind: 'home' })).toBe('<home A &amp; B one>')
  expect(page?.({ site, kind: 'article' })).toBe('<article A &amp; B one two>')
  expect(page?.({ site: Object.freeze({ ...site }), kind: 'home' })).toBe('<home A &amp; B one two>')
})

test('what is rendered from anything else is rendered each time', () => {
  const site = { name: 'A', items: ['one'] }
  expect(page?.({ site, kind: 'home' })).toBe('<home A one>')
  site.name = 'B'
  expect(page?.({ site, kind: 'home' })).toBe('<home B one>')
  const frozen = Object.freeze({ name: 'A', items: [] })
  const feeds = { rss: ' 1' }
  expect(page?.({ site: frozen, kind: 'home', feeds })).toBe('<home A 1>')
  feeds.rss = ' 2'
  expect(page?.({ site: frozen, kind: 'home', feeds })).toBe('<home A 2>')
  expect(page?.({ site: frozen, kind: 'home' })).toBe('<home A>')
})

test('long texts are not kept', () => {
  const site = Object.freeze({ name: 'A', items: [] })
  for (const kind of ['x'.repeat(1_000), 'y'.repeat(1_000)])
    expect(page?.({ site, kind })).toBe(`<${kind} A>`)
})
