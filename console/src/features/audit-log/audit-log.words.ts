import { words } from '../../lib/words.tsx'

export const auditWords = words({
  title: ['Audit log', '操作日志'],
  hint: ['Who did what, across all sites.', '所有站点上谁做了什么。'],
  action: ['Action', '操作'],
  who: ['Who', '操作人'],
  when: ['When', '时间'],
  from: ['IP address', '来源 IP'],
  target: ['Object', '对象'],
  firstDay: ['From date', '开始日期'],
  lastDay: ['To date', '结束日期'],
  system: ['System', '系统'],
  nobody: ['No user found', '没有找到用户'],
  details: ['Details', '查看详情'],
  request: ['Request', '请求编号'],
  field: ['Field', '字段'],
  before: ['Before', '修改前'],
  after: ['After', '修改后'],
  change: ['{field}: {text}', '{field}：{text}'],
  more: ['and {n} more', '另有 {n} 项'],
})
