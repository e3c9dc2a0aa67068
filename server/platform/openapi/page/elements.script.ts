/**
 * Files named *.script.ts run in the browser, joined into one module. They are texts, so that the page is one file
 * without a build; they use neither backticks nor template expressions. Content of the document only becomes text
 * nodes: nothing is parsed as HTML.
 */
export const elementsScript = String.raw`
const words = JSON.parse(document.getElementById('words').textContent)

function say(word, values) {
  return words[word].replace(/\{(\w+)\}/g, (_, key) => String(values[key]))
}

/** Creates an element; children are elements or texts; false, null and undefined are skipped. */
function make(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(
    ...children
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== undefined && child !== null && child !== false),
  )
  return element
}

/** Paragraphs, lists and code: the subset of Markdown used by descriptions. */
function prose(text) {
  const blocks = String(text || '')
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
  return blocks.map((block) => {
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith('- ')))
      return make(
        'ul',
        null,
        lines.map((line) => make('li', null, inline(line.slice(2)))),
      )
    return make('p', null, inline(block))
  })
}

function inline(text) {
  return String(text || '')
    .split(/(\x60[^\x60]+\x60)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('\x60') ? make('code', null, part.slice(1, -1)) : part))
}

/** A collapsible element. Its content is created when first opened, so recursive schemas are possible. */
function fold(label, build, isOpen, attributes) {
  const details = make('details', attributes, make('summary', null, label))
  let built = false
  const fill = () => {
    if (built || !details.open) return
    built = true
    details.append(...[build()].flat(Number.POSITIVE_INFINITY))
  }
  details.addEventListener('toggle', fill)
  if (isOpen) {
    details.open = true
    fill()
  }
  return details
}

function jsonText(value) {
  return JSON.stringify(value, null, 2)
}

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sizeText(bytes) {
  return bytes < 1000 ? bytes + ' B' : (bytes / 1000).toFixed(1) + ' kB'
}

function copyButton(text) {
  const button = make('button', { type: 'button', class: 'quiet' }, words.copy)
  const said = make('span', { class: 'unseen', role: 'status' })
  button.addEventListener('click', async () => {
    const done = await copy(text())
    button.textContent = done ? words.copied : words.copyFailed
    said.textContent = button.textContent
    setTimeout(() => {
      button.textContent = words.copy
      said.textContent = ''
    }, 2000)
  })
  return [button, said]
}

/** The clipboard API is available only on https and localhost. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = make('textarea', { class: 'unseen' })
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
`
