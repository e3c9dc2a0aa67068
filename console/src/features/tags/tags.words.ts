import { words } from '../../lib/words.tsx'

export const tagWords = words({
  title: ['Tags', '标签'],
  hint: ['Words that articles are found by, across categories.', '跨分类标记文章的词。'],
  create: ['New tag', '新建标签'],
  edit: ['Edit tag', '编辑标签'],
  name: ['Name', '名称'],
  alias: ['Alias', '别名'],
  aliasHint: [
    'Lower-case letters, digits and hyphen. Made from the name when empty.',
    '小写字母、数字和连字符；留空则由名称生成。',
  ],
  color: ['Colour', '颜色'],
  description: ['Description', '描述'],
  articles: ['Articles', '文章数'],
  order: ['Order', '排序'],
  orderHint: ['Smaller numbers come first.', '数字越小越靠前。'],
  enabled: ['Enabled', '启用'],
  disabled: ['Disabled', '已停用'],
  created: ['Tag created.', '标签已创建。'],
  deleted: ['Tag deleted.', '标签已删除。'],
  deleteQuestion: [
    'Delete “{name}”? Articles that carry it stay, without it.',
    '删除“{name}”？带有它的文章会保留，但不再带此标签。',
  ],
  merge: ['Merge into another', '合并到其他标签'],
  mergeTitle: ['Merge “{name}”', '合并“{name}”'],
  mergeHint: [
    'Its articles carry the other tag from then on, and this one is gone.',
    '它的文章将改用另一个标签，此标签随即消失。',
  ],
  mergeInto: ['Into', '合并到'],
  merged: ['The tags are one now.', '标签已合并。'],
})
