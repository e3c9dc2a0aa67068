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

const values = {
  title: `<b>"it's" & more</b>`,
  none: null,
  short: '',
  zero: 0,
  yes: true,
  no: false,
  word: 'word',
  list: [{ name: 'a', tags: ['x', 'y'] }, { name: '<b>', tags: [] }, {}],
  nothing: [],
  deep: { er: { est: 'here', size: 3 } },
}

const sources: readonly string[] = [
  'text with `ticks`, $\u007bvalues}, "quotes", \\n backslashes, \u2028 and </script>',
  '{{ title }} {{ title | raw }} {{ none }} {{ missing }} {{ missing.deeper.still }} {{ zero }} {{ yes }} {{ no }}',
  '{{ deep.er.est }} {{ deep.er.size }} {{ word.size }} {{ list.size }} {{ zero.size }} {{ missing.size }} {{ word.x }}',
  "{{ missing | default: 'other <i>' }} {{ word | truncate: 3 }} {{ word | replace: 'o', title }} {{ 'constant' }} {{ 12 }}",
  '{% if short %}1{% endif %}{% if zero %}2{% endif %}{% if none %}3{% else %}4{% endif %}{% if no %}5{% elsif yes %}6{% else %}7{% endif %}',
  "{% if word == 'word' and zero < 1 %}1{% endif %}{% if word != 'word' or list.size > 2 %}2{% endif %}{% if missing == none %}3{% endif %}",
  '{% unless yes %}1{% else %}2{% endunless %}{% unless missing %}3{% endunless %}',
  '{% for item in list %}{{ forloop.index }}{{ forloop.index0 }}{{ item.name }}{% if forloop.first %}F{% endif %}{% if forloop.last %}L{% endif %}{% for tag in item.tags %}{{ tag }}{{ item.name }}{% else %}none{% endfor %}{% endfor %}',
  '{% for item in nothing %}x{% else %}nothing{% endfor %}{% for item in missing %}x{% else %}missing{% endfor %}{% for item in list %}{{ item.name }}{% endfor %}{{ item }}',
  ' {%- if yes -%} a {%- endif -%} b ',
  "{% render 'part', item: deep, text: title, whole: true %}{% render 'tree', node: tree %}",
  "{% layout 'frame' %}{% block main %}main {{ title }}{% for item in list %}{{ item.name }}{% endfor %}{% endblock %} not shown {% block unknown %}not shown{% endblock %}",
  "{% layout 'frame' %}without a block",
  "{% layout 'middle' %}{% block main %}innermost{% endblock %}",
]

test.each(sources)('a compiled template gives the same text as Liquid: %s', (source) => {
  const liquid = new Liquid({
    templates: {
      'given.liquid': source,
      'part.liquid': '[{{ item.er.est }} {{ text }} {{ word }} {{ whole }}]',
      'tree.liquid':
        "({{ node.name }}{% for child in node.children %}{% render 'tree', node: child %}{% endfor %})",
      'frame.liquid':
        '<head>{% block head %}usual {{ word }}{% endblock %}</head>{% block main %}no main{% endblock %}',
      'middle.liquid':
        "{% layout 'frame' %}{% block head %}of the middle{% endblock %}{% block main %}of the middle{% endblock %}",
    },
    extname: '.liquid',
    outputEscape: 'escape',
    ownPropertyOnly: true,
  })
  const tree = { name: 'root', children: [{ name: 'a', children: [{ name: 'b' }] }, { name: '<c>' }] }
  const compiled = createCompiler(liquid)('given')
  expect(compiled?.({ ...values, tree })).toBe(liquid.renderFileSync('given', { ...values, tree }))
})

test('a template with an unsupported feature is not compiled', () => {
  for (const source of [
    '{% assign a = 1 %}',
    "{{ 'a' | upcase }}",
    '{% for a in b limit: 2 %}{% endfor %}',
  ]) {
    const liquid = new Liquid({
      templates: { 'given.liquid': source },
      extname: '.liquid',
      outputEscape: 'escape',
    })
    expect(createCompiler(liquid)('given')).toBeUndefined()
  }
})

test('nor is a template that uses it, however often it is tried', () => {
  const compile = createCompiler(
    new Liquid({
      templates: {
        'one.liquid': "{% render 'part' %}",
        'other.liquid': "{% render 'part' %}",
        'part.liquid': '{% assign a = 1 %}',
      },
      extname: '.liquid',
      outputEscape: 'escape',
    }),
  )
  for (const name of ['part', 'one', 'other', 'one']) expect(compile(name)).toBeUndefined()
})
