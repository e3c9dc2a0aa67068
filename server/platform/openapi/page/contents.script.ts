export const contentsScript = String.raw`
let reference = {}

const contents = document.getElementById('contents')
const content = document.getElementById('content')
const menu = document.getElementById('menu')

function operationsOf(document) {
  const fromPath = ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters.map((part) => ({ ...resolved(part), isShared: '$ref' in part })),
    }))
  return Object.entries(document.paths).flatMap(fromPath)
}

function show() {
  const operations = operationsOf(reference)
  const groups = reference.tags
    .map((tag, index) => ({
      ...tag,
      id: 'group-' + index,
      operations: operations.filter(({ tags }) => tags.includes(tag.name)),
    }))
    .filter((group) => group.operations.length > 0)
  document.title = reference.info.title + ' · ' + words.reference
  document.getElementById('title').textContent = reference.info.title
  content.replaceChildren(introduction(), ...groups.map(groupElement))
  const nothing = make('p', { hidden: true }, words.nothingFound)
  content.append(nothing)
  const lists = groups.map(groupList)
  contents.replaceChildren(searchField(operations, groups, nothing), ...lists)
  reveal(location.hash.slice(1))
}

function introduction() {
  const field = make('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'data-token': true,
    'aria-describedby': 'token-hint',
  })
  field.value = tokenKeeping.read()
  field.addEventListener('input', () => tokenKeeping.write(field.value.trim()))
  return make(
    'section',
    { class: 'introduction' },
    make('h1', null, reference.info.title, ' ', make('span', { class: 'chip' }, reference.info.version)),
    prose(reference.info.description),
    make('p', null, words.address + ' ', make('code', null, location.origin)),
    make(
      'form',
      { class: 'token', onsubmit: (event) => event.preventDefault() },
      make('label', { for: 'token' }, words.token),
      field,
      make('button', { type: 'button', class: 'quiet', onclick: () => tokenKeeping.write('') }, words.forget),
      make('p', { id: 'token-hint', class: 'type' }, words.tokenHint),
    ),
  )
}

function groupElement(group) {
  return make(
    'section',
    { id: group.id, class: 'group', 'aria-labelledby': group.id + '-name' },
    make('h2', { id: group.id + '-name' }, group.name),
    prose(group.description),
    group.operations.map(operationElement),
  )
}

function groupList(group) {
  return make(
    'section',
    { 'data-group': group.id },
    make('h2', null, make('a', { href: '#' + group.id }, group.name)),
    make(
      'ul',
      null,
      group.operations.map((operation) =>
        make('li', { 'data-operation': operation.operationId }, operationLink(operation)),
      ),
    ),
  )
}

function operationLink(operation) {
  const link = make(
    'a',
    { href: '#' + operation.operationId, title: operation.method + ' ' + operation.path },
    make('span', { class: 'method ' + operation.method.toLowerCase() }, operation.method),
    make('span', null, operation.summary),
  )
  // The same address twice gives no hashchange.
  link.addEventListener('click', () => reveal(operation.operationId))
  return link
}

function searchField(operations, groups, nothing) {
  const field = make('input', {
    id: 'search',
    type: 'search',
    placeholder: words.searchHint,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const state = make('p', { class: 'type', role: 'status' })
  field.addEventListener('input', () => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = new Set(
      operations
        .filter((operation) => wanted.every((word) => haystack(operation).includes(word)))
        .map(({ operationId }) => operationId),
    )
    for (const { operationId } of operations) {
      const hidden = !found.has(operationId)
      document.getElementById(operationId).hidden = hidden
      contents.querySelector('[data-operation="' + CSS.escape(operationId) + '"]').hidden = hidden
    }
    for (const group of groups) {
      const hidden = !group.operations.some(({ operationId }) => found.has(operationId))
      document.getElementById(group.id).hidden = hidden
      contents.querySelector('[data-group="' + group.id + '"]').hidden = hidden
    }
    nothing.hidden = found.size > 0
    state.textContent = wanted.length > 0 ? say('found', { count: found.size, total: operations.length }) : ''
  })
  return make(
    'div',
    { class: 'search', role: 'search' },
    make('label', { for: 'search' }, words.search),
    field,
    state,
  )
}

function haystack({ method, path, summary, tags, operationId }) {
  return [method, path, summary, tags.join(' '), operationId].join(' ').toLowerCase()
}

/** Scrolls to an operation and opens it; the browser scrolls to headings itself. */
function reveal(id) {
  closeMenu()
  const target = id && document.getElementById(id)
  if (!target) return
  for (const link of contents.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
  const link = contents.querySelector('a[href="#' + CSS.escape(id) + '"]')
  if (link) link.setAttribute('aria-current', 'true')
  if (!target.classList.contains('operation')) return target.scrollIntoView()
  target.open = true
  // Its content is created when it opens, which is reported a moment later.
  requestAnimationFrame(() => {
    target.scrollIntoView()
    target.querySelector('summary').focus({ preventScroll: true })
  })
}

function closeMenu() {
  contents.classList.remove('open')
  menu.setAttribute('aria-expanded', 'false')
}

async function load() {
  content.replaceChildren(make('p', { role: 'status' }, words.loading))
  try {
    const answer = await fetch('/api/openapi.json', { headers: { Accept: 'application/json' } })
    const read = await answer.json()
    if (!answer.ok) throw new Error(read.message || answer.status)
    reference = read
  } catch (error) {
    const retry = make('button', { type: 'button', onclick: load }, words.retry)
    content.replaceChildren(
      make('p', { role: 'alert', class: 'bad' }, say('failed', { reason: error.message })),
      retry,
    )
    return
  }
  show()
}

menu.addEventListener('click', () => {
  const isOpen = contents.classList.toggle('open')
  menu.setAttribute('aria-expanded', String(isOpen))
  if (isOpen) document.getElementById('search')?.focus()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !contents.classList.contains('open')) return
  closeMenu()
  menu.focus()
})
addEventListener('hashchange', () => reveal(location.hash.slice(1)))
load()
`
