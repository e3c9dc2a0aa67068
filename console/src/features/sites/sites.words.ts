import { words } from '../../lib/words.tsx'

export const siteWords = words({
  title: ['Sites', '站点管理'],
  hint: [
    'Each site has its own content and settings. Users are shared.',
    '各站点的内容和设置相互独立，用户共用。',
  ],
  create: ['New site', '新建站点'],
  edit: ['Edit site', '编辑站点'],
  name: ['Name', '名称'],
  alias: ['Alias', '别名'],
  aliasHint: [
    'Lower-case letters, digits, underscore and hyphen. Leave empty to generate it from the name.',
    '小写字母、数字、下划线和连字符；留空则由名称生成。',
  ],
  domains: ['Domains', '域名'],
  domainsHint: ['Requests to these hosts are served by this site.', '访问这些域名的请求属于该站点。'],
  domainsAdd: ['blog.example.com', 'blog.example.com'],
  enabled: ['Enabled', '启用'],
  enabledHint: ['A disabled site cannot be reached.', '停用后站点无法访问。'],
  disabled: ['Disabled', '已停用'],
  createdAt: ['Created', '创建时间'],
  workOn: ['Switch to this site', '切换到此站点'],
  current: ['Current', '当前'],
  created: ['Site created.', '站点已创建。'],
  deleted: ['Site deleted.', '站点已删除。'],
  deleteQuestion: [
    'Delete “{name}” and its settings? A site with content cannot be deleted.',
    '删除“{name}”及其设置？仍有内容的站点不能删除。',
  ],
})
