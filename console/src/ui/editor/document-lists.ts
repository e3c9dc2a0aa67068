/** Lists of programs that put real lists on the clipboard, such as Feishu, Yuque, Notion, Google Docs and GitHub. */
export function mendLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul,ol) > :is(ul,ol)')) putIntoItem(list)
  for (const list of body.querySelectorAll<HTMLElement>('ul,ol')) joinPrevious(list)
  for (const list of body.querySelectorAll<HTMLElement>('ul,ol')) makeTasks(list)
}

/** A list directly in a list belongs to the item before it. Yuque puts another list around it. */
function putIntoItem(list: Element): void {
  const outer = list.parentElement
  const item = list.previousElementSibling
  if (item?.localName === 'li') item.append(list)
  else if (outer && !outer.querySelector(':scope > li')) outer.replaceWith(...outer.childNodes)
}

/** Feishu makes a list of each item. */
function joinPrevious(list: HTMLElement): void {
  const before = list.previousElementSibling
  if (before?.localName !== list.localName || hasTextBefore(list)) return
  const continues =
    list.localName === 'ol'
      ? startOf(list) > 1 && startOf(list) === startOf(before) + before.children.length
      : kindOf(list) !== undefined && kindOf(list) === kindOf(before)
  if (!continues) return
  list.prepend(...before.childNodes)
  if (before.hasAttribute('start')) list.setAttribute('start', String(startOf(before)))
  else list.removeAttribute('start')
  before.remove()
}

function hasTextBefore({ previousSibling }: Element): boolean {
  return previousSibling instanceof Text && previousSibling.data.trim() !== ''
}

const startOf = (list: Element) => Number(list.getAttribute('start') ?? 1)

function kindOf({ className }: Element): 'bullets' | 'tasks' | undefined {
  if (/\blist-bullet/.test(className)) return 'bullets'
  return /\blist-(?:check|done|undone)/.test(className) ? 'tasks' : undefined
}

/** Where every item has a box, they are tasks. */
function makeTasks(list: HTMLElement): void {
  const items = [...list.querySelectorAll<HTMLElement>(':scope > li')]
  const states = items.map(isDone)
  if (items.length === 0 || states.includes(undefined)) return
  const tasks = document.createElement('ul')
  tasks.dataset.type = 'taskList'
  for (const [at, item] of items.entries()) {
    item.dataset.checked = String(states[at])
    for (const box of item.querySelectorAll(BOX)) if (box.closest('li') === item) box.remove()
    const text = firstText(item)
    if (text) text.data = text.data.replace(BRACKETS, '')
  }
  tasks.append(...list.childNodes)
  list.replaceWith(tasks)
}

const BOX = 'input[type=checkbox],.checkbox,[aria-roledescription=checkbox]'
const BRACKETS = /^\s*\[([ xX]?)\]\s+/
const STATES = new Map([
  ['check', false],
  ['unchecked', false],
  ['undone', false],
  ['done', true],
  ['checked', true],
])

/** Undefined for an item that is no task. */
function isDone(item: HTMLElement): boolean | undefined {
  const state = STATES.get(item.dataset.list ?? '')
  if (state !== undefined) return state
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const box = item.querySelector(BOX)
  if (box?.closest('li') === item) return box.hasAttribute('checked') || box.matches('.checkbox-on')
  const [, sign] = BRACKETS.exec(firstText(item)?.data ?? '') ?? []
  return sign === undefined ? undefined : sign.trim() !== ''
}

function firstText(item: HTMLElement): Text | undefined {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.trim() !== '') return node
  return undefined
}
