import { TaskItem, TaskList } from '@tiptap/extension-list'

/** As Markdown gives it: `<ul data-type="taskList"><li data-checked="true"><input type="checkbox" checked disabled> …`. */
export const PlainTaskItem = TaskItem.extend({
  parseHTML() {
    return [
      {
        tag: 'ul[data-type="taskList"] > li',
        priority: 70,
        getAttrs: (item: HTMLElement) => ({ checked: item.dataset.checked === 'true' }),
      },
      {
        tag: 'li.task-list-item',
        priority: 70,
        getAttrs: (item: HTMLElement) => ({ checked: item.querySelector('input')?.hasAttribute('checked') }),
      },
    ]
  },
  renderHTML({ node }) {
    return ['li', { 'data-checked': String(node.attrs.checked) }, 0]
  },
}).configure({ nested: true })

export const PlainTaskList = TaskList.extend({
  parseHTML() {
    return [
      { tag: 'ul[data-type="taskList"]', priority: 70 },
      { tag: 'ul.contains-task-list', priority: 70 },
    ]
  },
  renderHTML() {
    return ['ul', { 'data-type': 'taskList' }, 0]
  },
})

/** The checkbox that readers see. In the HTML it is part of the item's text; the editor draws its own. */
export function putBoxes(holder: HTMLElement): void {
  for (const item of holder.querySelectorAll<HTMLElement>('ul[data-type="taskList"] > li')) {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.toggleAttribute('checked', item.dataset.checked === 'true')
    box.toggleAttribute('disabled', true)
    const first = item.firstElementChild
    if (first?.localName === 'p') first.prepend(box, ' ')
    else item.prepend(box, ' ')
  }
}
