import { words } from '../../lib/words.tsx'

export const tagWords = words({
  title: ['Tags', '标签'],
  hint: ['Keywords for finding articles across categories.', '跨分类标记文章的词。'],
  create: ['New tag', '新建标签'],
  edit: ['Edit tag', '编辑标签'],
  name: ['Name', '名称'],
  alias: ['Alias', '别名'],
  aliasHint: [
    'Lower-case letters, digits and hyphen. Leave empty to generate it from the name.',
    '小写字母、数字和连字符；留空则由名称生成。',
  ],
  color: ['Colour', '颜色'],
  description: ['Description', '描述'],
  articles: ['Articles', '文章数'],
  order: ['Order', '排序'],
  orderHint: ['Lower numbers come first.', '数字越小越靠前。'],
  enabled: ['Enabled', '启用'],
  disabled: ['Disabled', '已停用'],
  created: ['Tag created.', '标签已创建。'],
  deleted: ['Tag deleted.', '标签已删除。'],
  deleteQuestion: [
    'Delete “{name}”? Articles with this tag are kept, but lose the tag.',
    '删除“{name}”？带有它的文章会保留，但不再带此标签。',
  ],
  merge: ['Merge into another', '合并到其他标签'],
  mergeDo: ['Merge', '合并'],
  mergeTitle: ['Merge “{name}”', '合并“{name}”'],
  mergeHint: [
    'Its articles get the other tag, and this tag is deleted.',
    '它的文章将改用另一个标签，此标签随即消失。',
  ],
  mergeInto: ['Into', '合并到'],
  merged: ['Tags merged.', '标签已合并。'],
  nothing: ['No tags yet.', '还没有标签。'],
})
