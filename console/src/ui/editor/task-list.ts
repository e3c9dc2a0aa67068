import { TaskItem, TaskList } from '@tiptap/extension-list'

/** Stored without the box itself, which no form stands behind: `<li data-type="taskItem" data-checked="true">`. */
export const PlainTaskItem = TaskItem.extend({
  parseHTML() {
    return [
      { tag: 'li[data-type="taskItem"]', priority: 70 },
      {
        tag: 'li.task-list-item',
        priority: 70,
        getAttrs: (item: HTMLElement) => ({ checked: isTicked(item) }),
      },
    ]
  },
  renderHTML({ node }) {
    return ['li', { 'data-type': 'taskItem', 'data-checked': String(node.attrs.checked) }, 0]
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

const isTicked = (item: HTMLElement) => item.querySelector('input')?.hasAttribute('checked') ?? false
