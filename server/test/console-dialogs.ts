import {
  addTag,
  cancel,
  change,
  changedByTwo,
  choose,
  closeNavigation,
  dismiss,
  type Entry,
  firstRow,
  goTo,
  inside,
  item,
  kept,
  mapping,
  NOTIFICATION,
  newToken,
  OPENED,
  type Opened,
  openNavigation,
  orderRestore,
  ownRow,
  press,
  remove,
  restoreEnds,
  row,
  rowOfMember,
  type Step,
  schedule,
  selectAll,
  shows,
  stay,
  type,
  typeCode,
} from './console-steps.ts'

/** The controls of what the cursor is in. They stand before the last group. */
const PLACE_IN_TOOLBAR = '[role=toolbar] > :nth-last-child(2)'

/** What can be opened on each screen. Those of a screen are opened in this order, without leaving it. */
const dialogs: Readonly<Record<string, readonly Entry[]>> = {
  '/': [
    ['app/account-menu.tsx', choose('header [aria-haspopup=menu]')],
    ['app/palette.tsx', choose('.palette-button')],
    { of: 'app/shell.tsx', steps: [openNavigation], part: 'nav', leave: closeNavigation },
  ],
  '/articles': [
    ['features/articles/saved-views.tsx', press('Saved views', '已存视图')],
    [
      'features/articles/saved-views.tsx',
      press('Saved views', '已存视图'),
      item('Save this view…', '保存当前视图…'),
    ],
    ['features/articles/export-menu.tsx', press('Export', '导出')],
    ['ui/row-menu.tsx', row('An article')],
    ['features/articles/schedule-modal.tsx', row('An article'), item('Schedule…', '定时发布…')],
    ['features/articles/article-menu.tsx', row('An article'), remove],
    {
      of: 'ui/undo.tsx',
      steps: [ownRow('Changed by two'), remove, inside('Delete', '删除')],
      part: NOTIFICATION,
      fades: true,
      leave: dismiss('button:not([aria-label])'),
    },
    ['features/articles/reject-modal.tsx', row('Submitted'), item('Send back', '退回')],
    ['features/articles/batch-bar.tsx', selectAll, change],
    ['features/articles/batch-question.tsx', change, item('Set category…', '设置分类…')],
    ['features/articles/batch-question.tsx', change, item('Add tags…', '添加标签…')],
    ['features/articles/batch-question.tsx', change, item('Change author…', '更改作者…')],
    ['features/articles/batch-bar.tsx', press('Delete', '删除')],
  ],
  '/articles/{draft}': [
    ['ui/revisions.tsx', press('History', '历史记录'), inside('Compare', '对比'), shows('ins')],
    ['ui/revisions.tsx', press('History', '历史记录'), inside('Restore', '恢复此版本')],
    ['features/articles/publish-buttons.tsx', schedule],
    [
      'features/articles/date-modal.tsx',
      schedule,
      item('Publish with an earlier date…', '以较早的日期发布…'),
    ],
    ['features/articles/author-modal.tsx', row('An article'), item('Change author…', '更改作者…')],
    ['features/articles/publish-box.tsx', row('An article'), remove],
    ['features/articles/preview-button.tsx', press('Preview', '预览')],
    ['ui/editor/shortcuts-sheet.tsx', press('Keyboard shortcuts', '键盘快捷键')],
    ['features/media/media-picker.tsx', press('Picture', '图片'), shows('[aria-label="dot.png"]')],
    ['features/media/media-picker.tsx', press('Gallery', '图集'), inside('dot.png', 'dot.png')],
    ['features/media/media-picker.tsx', press('File', '文件'), shows('[aria-label="dot.png"]')],
    ['ui/editor/embed-question.tsx', press('Embed a video', '嵌入视频')],
    { of: 'ui/editor/find-bar.tsx', steps: [press('Find', '查找')], part: '[role=search]' },
    ['ui/editor/toolbar.tsx', choose('.ProseMirror p'), press('Link', '链接')],
    ['ui/editor/table-control.tsx', press('Table', '表格')],
    {
      of: 'ui/editor/bubble.tsx',
      steps: [({ page }) => page.locator('.ProseMirror p').first().selectText()],
      part: '.bubble',
    },
    {
      of: 'ui/editor/slash-list.tsx',
      steps: [choose('.ProseMirror p'), ({ page }) => page.keyboard.type(' /')],
      part: '.slash-menu',
    },
    {
      of: 'ui/editor/picture-view.tsx',
      steps: [choose('.ProseMirror img')],
      part: '.picture-controls',
      leave: stay,
    },
    {
      of: 'ui/editor/language-control.tsx',
      steps: [choose('.ProseMirror pre code')],
      part: PLACE_IN_TOOLBAR,
      leave: stay,
    },
    {
      of: 'ui/editor/toolbar.tsx',
      steps: [choose('.ProseMirror td')],
      part: PLACE_IN_TOOLBAR,
      leave: stay,
    },
    {
      of: 'features/articles/tag-choice.tsx',
      steps: [choose('main .mantine-TagsInput-inputField')],
      part: '#overlays [role=listbox]',
      leave: stay,
    },
  ],
  '/articles/{published}': [
    ['ui/revisions.tsx', press('History', '历史记录'), inside('Restore', '恢复此版本')],
    ['features/articles/working-copy-bar.tsx', press('Compare with published', '与已发布版本对比')],
    ['features/articles/working-copy-bar.tsx', press('Discard copy', '放弃副本')],
  ],
  '/articles/{pending}': [['features/articles/reject-modal.tsx', press('Send back', '退回')]],
  '/articles/{own}': [
    ['ui/conflict.tsx', changedByTwo, shows('ins')],
    ['ui/writing-guards.tsx', goTo('/tags')],
    ['ui/writing-guards.tsx', choose('header [aria-haspopup=menu]'), item('Sign out', '退出登录')],
    {
      of: 'ui/recovered-text.tsx',
      steps: [
        goTo('/articles'),
        inside('Leave', '离开'),
        ({ page, own }) => page.evaluate(`history.pushState({}, '', '/admin/articles/${own}')`),
        press('Compare', '查看对比'),
      ],
      leave: inside('Discard', '丢弃'),
    },
  ],
  '/pages': [['features/pages/deleting-page.ts', row('A page'), remove]],
  '/pages/{page}': [
    ['ui/revisions.tsx', press('History', '历史记录'), inside('Compare', '对比'), shows('ins')],
    ['features/pages/draft-bar.tsx', press('Compare', '对比')],
    ['features/pages/draft-bar.tsx', press('Discard draft', '放弃草稿')],
  ],
  '/categories': [
    ['features/categories/category-form.tsx', press('New category', '新建分类')],
    ['features/categories/category-merge.tsx', row('Culture'), item('Merge into another', '合并到其他分类')],
    ['features/categories/category-delete.tsx', row('Culture'), remove],
  ],
  '/tags': [
    ['features/tags/tag-form.tsx', press('New tag', '新建标签')],
    {
      of: 'ui/typed-text.ts',
      steps: [...addTag, ({ page }) => page.keyboard.press('Escape')],
      leave: inside('Close without saving', '不保存并关闭'),
    },
    ['features/tags/tag-merge.tsx', row('Tag'), item('Merge into another', '合并到其他标签')],
    ['features/tags/tags-page.tsx', row('Tag'), remove],
    {
      of: 'lib/requests.ts',
      steps: [
        ownRow('Gone'),
        remove,
        ({ me, gone }) => me.delete(`/api/tags/${gone}`),
        inside('Delete', '删除'),
      ],
      part: NOTIFICATION,
      fades: true,
      leave: dismiss('button'),
    },
  ],
  '/media': [
    ['features/media/media-drawer.tsx', press('dot.png', 'dot.png'), shows('form')],
    ['features/media/media-drawer.tsx', press('dot.png', 'dot.png'), inside('Delete', '删除')],
    [
      'features/media/selection-bar.tsx',
      press('Select several', '多选'),
      press('dot.png', 'dot.png'),
      press('Delete', '删除'),
    ],
  ],
  '/recycle-bin': [
    ['features/recycle-bin/recycle-bin-page.tsx', row('Deleted'), item('Delete permanently', '彻底删除')],
    ['features/recycle-bin/recycle-bin-page.tsx', press('Empty the bin', '清空回收站')],
  ],
  '/comments': [
    ['features/comments/block-form.tsx', row('Guest'), item('Block ', '屏蔽 ')],
    ['features/comments/deciding.ts', row('Guest'), remove],
    ['features/comments/comment-reply.tsx', press('Approve and reply', '通过并回复')],
    ['features/comments/reject-form.tsx', press('Reject', '驳回')],
  ],
  '/comments?tab=words': [
    ['features/comments/word-form.tsx', press('Add word', '添加敏感词')],
    {
      of: 'features/comments/word-import.tsx',
      steps: [
        press('Import', '导入'),
        type('Words', '敏感词列表', `good\n${'long'.repeat(99)}`),
        inside('Import', '导入'),
        shows('[role=alert]'),
      ],
      leave: cancel,
    },
    ['features/comments/words-tab.tsx', row('nasty'), remove],
  ],
  '/comments?tab=blocked': [
    ['features/comments/blocked-tab.tsx', row('203.0.113.0/24'), item('Unblock', '解除屏蔽')],
  ],
  '/users': [
    {
      of: 'ui/choice-filter.tsx',
      steps: [choose('main input[aria-haspopup=listbox]')],
      part: '#overlays [role=listbox]',
    },
    ['features/users/user-form.tsx', press('New user', '新建用户')],
    ['features/users/user-form.tsx', rowOfMember, item('Edit', '编辑')],
    [
      'features/users/site-roles-form.tsx',
      rowOfMember,
      item('Site roles', '站点角色'),
      shows('[aria-haspopup=listbox]'),
    ],
    {
      of: 'features/users/handed-link.tsx',
      steps: [rowOfMember, item('Create password link', '生成密码链接'), shows('input')],
      leave: kept,
    },
    ['features/users/account-help.ts', rowOfMember, item('Turn off two-factor', '关闭两步验证')],
    ['features/users/users-page.tsx', rowOfMember, remove],
  ],
  '/members': [
    ['features/members/members-page.tsx', press('Add a member', '添加成员')],
    ['features/members/members-page.tsx', rowOfMember, item('Remove', '移除')],
  ],
  '/webhooks': [
    ['features/webhooks/webhook-form.tsx', press('New webhook', '新建 Webhook')],
    [
      'features/webhooks/webhook-test.tsx',
      firstRow,
      item('Send test', '发送测试'),
      inside('Send test', '发送测试'),
      shows('[role=alert], pre'),
    ],
    ['features/webhooks/webhooks-page.tsx', firstRow, remove],
    {
      of: 'features/webhooks/webhook-form.tsx',
      steps: [
        press('New webhook', '新建 Webhook'),
        (place) => type('Address', '地址', new URL('/nothing-is-here', place.page.url()).href)(place),
        inside('Save', '保存'),
        shows('[readonly]'),
      ],
      leave: kept,
    },
  ],
  '/webhooks/{webhook}': [
    ['features/webhooks/webhook-page.tsx', choose('main td button')],
    ['features/webhooks/redeliver-failed.tsx', press('Redeliver all failed', '重新投递全部失败项')],
  ],
  '/sites': [
    ['features/sites/site-form.tsx', press('New site', '新建站点')],
    ['features/sites/sites-page.tsx', firstRow, remove],
  ],
  '/imports?id={imported}': [
    ['features/imports/import-report.tsx', press('Undo', '撤销导入')],
    { of: 'features/imports/import-wizard.tsx', steps: [mapping], part: 'main', leave: async () => {} },
  ],
  '/backups': [
    ['features/backups/backups-page.tsx', press('Create backup', '立即备份')],
    ['features/backups/restore-question.tsx', firstRow, item('Restore…', '恢复…'), shows('pre')],
    { of: 'features/backups/restoring.ts', steps: [orderRestore], waits: true },
    ['features/backups/restoring.ts', orderRestore, restoreEnds('Another process uses it.', 'pre')],
    ['features/backups/restoring.ts', orderRestore, restoreEnds('', '[role=status][class*=Alert]')],
  ],
  '/audit-log': [['features/audit-log/entry-details.tsx', choose('main td button')]],
  '/jobs': [['features/jobs/jobs-page.tsx', choose('main td button')]],
  '/tokens': [
    ['features/tokens/token-form.tsx', press('New token', '新建令牌')],
    {
      of: 'features/tokens/tokens-page.tsx',
      steps: [...newToken('Agent'), shows('[readonly]')],
      leave: kept,
    },
    {
      of: 'features/tokens/token-form.tsx',
      steps: [press('New token', '新建令牌'), choose(`${OPENED} [aria-haspopup=listbox]`)],
      part: '#overlays [role=listbox]',
      leave: stay,
    },
    ['features/tokens/token-undo.tsx', row('Agent'), item('Undo changes', '撤销其更改')],
    [
      'features/tokens/token-undo.tsx',
      row('Robot'),
      item('Undo changes', '撤销其更改'),
      ({ page }) => page.locator(`${OPENED} [type=date]`).fill('2020-01-01'),
      inside('Undo changes', '撤销其更改'),
      shows('[role=status]'),
    ],
    ['features/tokens/tokens-page.tsx', row('Agent'), item('Revoke', '吊销')],
  ],
  '/profile': [
    ['features/profile/passkeys.tsx', press('Add a passkey', '添加通行密钥')],
    ['features/profile/passkeys.tsx', row('Phone'), item('Rename', '重命名')],
    ['features/profile/passkeys.tsx', row('Phone'), remove],
    ['features/profile/devices.tsx', press('Sign out everywhere else', '退出其他所有设备')],
    {
      of: 'features/profile/second-factor-set-up.tsx',
      steps: [press('Set up', '设置')],
      part: 'main form:has(img)',
      leave: stay,
    },
    {
      of: 'features/profile/second-factor-set-up.tsx',
      steps: [typeCode, press('Turn on', '开启')],
      part: 'main :has(> pre)',
      leave: press('I have saved them', '我已保存'),
    },
    ['features/profile/second-factor.tsx', press('Turn off', '关闭')],
  ],
  '/messages': [
    {
      of: 'features/sign-in/confirm-again.tsx',
      steps: [
        ({ forgetConfirmation }) => forgetConfirmation(),
        goTo('/tokens'),
        ...newToken('Asked again'),
        shows('[autocomplete=one-time-code]'),
      ],
      leave: async (place) => {
        await place.page.keyboard.press('Escape')
        await cancel(place)
      },
    },
    {
      of: 'app/sign-in.tsx',
      steps: [({ me }) => me.post('/api/auth/logout'), goTo('/jobs'), shows('[type=password]')],
      leave: inside('Sign in as another user', '使用其他账号登录'),
    },
  ],
}

export const openedOn = new Map<string, readonly Opened[]>(
  Object.entries(dialogs).map(([at, entries]) => [at, entries.map(asOpened)]),
)

function asOpened(entry: Entry): Opened {
  if (!Array.isArray(entry)) return entry as Opened
  const [of, ...steps] = entry as [string, ...Step[]]
  return { of, steps }
}
