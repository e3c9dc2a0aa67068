import { words } from '../../lib/words.tsx'

export const auditWords = words({
  title: ['Audit log', '操作日志'],
  hint: ['Who did what, on all sites.', '所有站点上谁做了什么。'],
  deed: ['What', '操作'],
  who: ['Who', '操作人'],
  when: ['When', '时间'],
  from: ['From', '来源 IP'],
  target: ['On what', '对象'],
  period: ['From – to', '起止日期'],
  clear: ['Clear', '清除'],
  system: ['The service', '系统'],
  nobody: ['Nobody found', '没有找到用户'],
  details: ['Show the details', '查看详情'],
  request: ['Request', '请求编号'],
  field: ['Field', '字段'],
  before: ['Before', '修改前'],
  after: ['After', '修改后'],
  more: ['and {n} more', '另有 {n} 项'],
})
