/**
 * What an import could not take over, and why one failed, in Chinese. Reports are stored and returned in English, so the
 * texts are found by their form: `{a}` stands for any text, `{n}` for a number, `{why}` for another text of this list.
 */
const FORMS = [
  ['{n} {a} are not imported', '{a} 中的 {n} 条记录未导入'],
  ['{a} is not a date', '“{a}”不是有效的日期'],
  ['`{a}` is not valid and not imported', '{a} 的值无效，未导入'],
  ['`{a}` is not a date: {b}', '{a} 不是有效的日期：{b}'],
  ['`{a}` has entries that are not names: they are not imported', '{a} 中有不是名称的条目，这些条目未导入'],
  [
    '`{a}` has {b} entries: the first is its cover, the others are not imported',
    '{a} 有 {b} 项：第一项作为封面，其余未导入',
  ],
  ['`{a}` is truncated to {b} characters', '{a} 过长，已截断为 {b} 个字符'],
  [
    '"{a}" is not a valid alias: a new one is generated from the title',
    '“{a}”不是有效的别名，已根据标题重新生成',
  ],
  ['a comment has no name: it is imported as Guest', '有评论没有署名，以 Guest 的名义导入'],
  ['a comment has no valid date: it gets the present one', '有评论没有有效日期，使用当前时间'],
  ['a comment is truncated to {a} characters', '有评论过长，已截断为 {a} 个字符'],
  ['a gallery is not imported: its images are not in the file', '有图集未导入：文件中没有其图片'],
  [
    'a part of it is longer than 3,000,000 characters and is truncated',
    '其中一部分超过 3,000,000 个字符，已截断',
  ],
  ['a line of it cannot be read', '其中有一行无法读取'],
  ['additional fields of comments are not imported', '评论的附加字段未导入'],
  ['admonitions are kept as text: {a}', '提示块作为文本保留：{a}'],
  ['another item has the same id: both are imported', '有另一项内容的编号相同，两者均已导入'],
  [
    'attachments with a caption have it as their title; their own title is not imported',
    '有说明文字的附件以说明作为标题，原标题未导入',
  ],
  ['attachments without a URL are not imported', '没有地址的附件未导入'],
  [
    'categories are not described in the file: they are imported without parent and description',
    '文件中没有分类的详细信息：分类已导入，但没有上级和描述',
  ],
  ['attributes of kramdown are kept as text', 'kramdown 的属性作为文本保留'],
  [
    'changes to a synced pattern are not imported: it has the text of the pattern',
    '对同步区块样板的修改未导入：此处为样板的原文',
  ],
  ['characters that cannot be stored are left out', '无法存储的字符已略去'],
  ['closed discussions are open here', '原已关闭的讨论在此处是开放的'],
  ['comments are not collapsed', '评论的折叠状态未导入'],
  ['comments are not pinned', '评论的置顶状态未导入'],
  ['comments of the type {a} are not imported', '类型为 {a} 的评论未导入'],
  ['comments on items of the type {a} are not imported', '类型为 {a} 的内容的评论未导入'],
  ['components and expressions of MDX are not imported', 'MDX 的组件和表达式未导入'],
  ['descriptions of attachments are not imported', '附件的描述未导入'],
  ['dynamic WordPress blocks are not imported: {a}', 'WordPress 的动态区块未导入：{a}'],
  ['empty comments are skipped', '已跳过空评论'],
  [
    'files of the type {a} are no Markdown: their texts are not imported',
    '类型为 {a} 的文件不是 Markdown，其中的文本未导入',
  ],
  ['files are not imported', '已选择不导入文件'],
  [
    'images, fields for social networks, canonical URLs and code injections of tags are not imported',
    '标签的图片、社交网络字段、规范网址和注入的代码未导入',
  ],
  ['HTML comments in it are removed', '其中的 HTML 注释已移除'],
  ['images of a gallery are not in the file', '图集中的部分图片不在文件中'],
  ['ids of headings are kept as text', '标题的 id 作为文本保留'],
  ['it cannot be read', '无法读取'],
  [
    'it has a document type, which is ignored: its own entities are not expanded',
    '文件带有文档类型声明，已忽略；其中自定义的实体未展开',
  ],
  ['it has a password: imported as a draft', '受密码保护，已导入为草稿'],
  ['it has no HTML to import', '没有可导入的 HTML 内容'],
  ['it has too many redirects', '重定向次数过多'],
  ['it is empty', '内容为空'],
  ['it was deleted here since it was imported: it is not imported again', '导入后已在此处删除，不再重新导入'],
  ['it was deleted here since it was imported', '导入后已在此处删除'],
  [
    'the author was deleted here since they were imported: their articles get the importing user as author',
    '该作者导入后已在此处删除，其文章以执行导入的用户为作者',
  ],
  [
    'the category was deleted here since it was imported: it is not created again',
    '该分类导入后已在此处删除，不再重新创建',
  ],
  [
    'the tag was deleted here since it was imported: it is not created again',
    '该标签导入后已在此处删除，不再重新创建',
  ],
  ['it is for {a} only: imported as a draft', '仅对 {a} 可见，已导入为草稿'],
  ['it is not in the media folder', '不在媒体文件夹中'],
  ['it is not public (`{a}`): imported as a draft', '不公开（{a}），已导入为草稿'],
  ['it is not public: the page is disabled', '不公开，单页已停用'],
  [
    'it is not well-formed XML: only the readable part was imported',
    '不是格式正确的 XML，只导入了可读取的部分',
  ],
  ['it is not part of the site: its texts are not imported', '不属于站点内容，其中的文本未导入'],
  ['it is private: imported as a draft', '为私密内容，已导入为草稿'],
  ['it is too large', '文件过大'],
  ['it redirects to an invalid URL', '重定向到了无效的地址'],
  ['it took too long', '下载超时'],
  ['it was only for e-mail', '仅用于邮件发送'],
  ['it was rejected ({a})', '文件被拒绝（{a}）'],
  ['it was sent by e-mail only: imported as a draft', '仅通过邮件发送过，已导入为草稿'],
  ['items of the type {a} are not imported', '类型为 {a} 的内容未导入'],
  ['its alias {a} is already taken: it gets a suffix', '别名 {a} 已被占用，将加上后缀'],
  ['its alias {a} is already taken: it is now {b}', '别名 {a} 已被占用，现为 {b}'],
  [
    'its comments are not imported: the article or page does not exist',
    '其评论未导入：对应的文章或单页不存在',
  ],
  ['its code injection is not imported', '其中注入的代码未导入'],
  ['its missing files are not added: it has unpublished changes', '缺少的文件未补充：有未发布的更改'],
  ['its missing files are not added: it was changed meanwhile', '缺少的文件未补充：期间已被修改'],
  ['its missing files are not added: {a}', '缺少的文件未补充：{a}'],
  ['its cover is missing: {a}', '找不到封面：{a}'],
  ['its featured image is not in the file', '文件中没有其特色图片'],
  ['its front matter cannot be read: {a}', '无法读取其 front matter：{a}'],
  ['its old alias {a} is not kept', '旧别名 {a} 未保留'],
  ['its pages are joined into one', '分页已合并为一页'],
  ['its parent page is not imported', '其上级页面未导入'],
  ['its server returned {a}', '服务器返回 {a}'],
  ['its status is {a}: the page is disabled', '状态为 {a}，单页已停用'],
  ['its status {a} is unknown: imported as a draft', '状态 {a} 无法识别，已导入为草稿'],
  ['its status {a} is unknown', '状态 {a} 无法识别'],
  ['its text is longer than {a} characters', '正文超过 {a} 个字符'],
  ['its URL cannot be fetched', '无法访问其地址'],
  [
    'its URL is on a private network that IMPORT_ALLOW does not allow',
    '其地址位于 IMPORT_ALLOW 未允许的内部网络',
  ],
  ['its URL is unknown', '地址未知'],
  ['labels of commenters are not imported', '评论者的标签未导入'],
  ['not imported: the file is larger than 8 MB', '未导入：文件超过 8 MB'],
  ['not imported: {why}', '未导入：{why}'],
  ['not read: the file is larger than {n} MB', '未读取：文件超过 {n} MB'],
  ['only its first author is imported; the others are {a}', '只导入了第一作者，其他作者为 {a}'],
  ['only its first author is imported: {a}', '只导入了第一作者：{a}'],
  ['only its first {a} categories are imported', '只导入了前 {a} 个分类'],
  ['only its first {a} tags are imported', '只导入了前 {a} 个标签'],
  ['only the name of its author is imported, not {a}', '只导入了作者的名字，未导入 {a}'],
  ['pages have no categories and tags: {a}', '单页没有分类和标签：{a}'],
  ['pages have no cover', '单页没有封面'],
  ['pages have no summary', '单页没有摘要'],
  ['parameters of a figure are not imported: {a}', '图片的部分参数未导入：{a}'],
  ['PHP code in it is removed', '其中的 PHP 代码已移除'],
  ['removed from the text: {a}', '已从正文中移除：{a}'],
  ['revisions are not imported', '历史版本未导入'],
  ['shortcodes are kept as text: {a}', '短代码作为文本保留：{a}'],
  ['some bytes are not UTF-8 and were replaced', '部分字节不是 UTF-8 编码，已替换'],
  ['tags of the site generator are kept as text: {a}', '站点生成器的标签作为文本保留：{a}'],
  ['template variables are kept as text: {a}', '模板变量作为文本保留：{a}'],
  ['terms of the taxonomy {a} are not imported', '分类法 {a} 的条目未导入'],
  ['the IP address of a comment is not valid and not imported: {a}', '有评论的 IP 地址无效，未导入：{a}'],
  [
    'the alternative text and the caption of its cover are not imported: it is on another host',
    '封面的替代文字和说明未导入：封面位于其他服务器',
  ],
  ['the SEO title is truncated to {a} characters', 'SEO 标题过长，已截断为 {a} 个字符'],
  ['the SEO description is truncated to {a} characters', 'SEO 描述过长，已截断为 {a} 个字符'],
  ['the colour {a} of the tag is not valid here: it is not imported', '标签的颜色 {a} 在此无效，未导入'],
  ['the code injection of the site ({a}) is not imported', '站点注入的代码（{a}）未导入'],
  ['the custom field {a} is not imported', '自定义字段 {a} 未导入'],
  ['the date of a comment is not imported: {why}', '有评论的日期未导入：{why}'],
  ['the description is truncated to {a} characters', '描述过长，已截断为 {a} 个字符'],
  ['the e-mail address of a commenter is too long and not imported', '有评论者的邮箱地址过长，未导入'],
  [
    'the author is not a member of the site: their articles get the importing user as author',
    '该作者不是本站成员，其文章以执行导入的用户为作者',
  ],
  [
    'the e-mail address of the author is not imported: it is invalid or already in use',
    '作者的邮箱地址未导入：地址无效或已被使用',
  ],
  ['the category already exists and keeps its own values of: {a}', '分类已存在，以下字段保留其原有的值：{a}'],
  ['the tag already exists and keeps its own values of: {a}', '标签已存在，以下字段保留其原有的值：{a}'],
  ['the field `{a}` of the category is not valid and not imported', '分类的字段 {a} 的值无效，未导入'],
  ['the field `{a}` of the category is not imported', '分类的字段 {a} 未导入'],
  ['the field `{a}` of the file is not valid and not imported', '文件的字段 {a} 的值无效，未导入'],
  ['the field `{a}` of the tag is not valid and not imported', '标签的字段 {a} 的值无效，未导入'],
  ['the field `{a}` of the tag is not imported', '标签的字段 {a} 未导入'],
  ['the field `{a}` of the front matter is not imported', 'front matter 中的字段 {a} 未导入'],
  ['the file has two categories with this name: they become one', '文件中有两个同名的分类，已合并为一个'],
  ['the file has two tags with this name: they become one', '文件中有两个同名的标签，已合并为一个'],
  [
    'the file is malformed ({a}): only the readable part was imported',
    '文件格式有误（{a}），只导入了可读取的部分',
  ],
  ['the file {a} is not imported: {why}', '文件 {a} 未导入：{why}'],
  ['the file {a} is not imported', '文件 {a} 未导入'],
  ['the image {a} is left where it is: it is on another host', '图片 {a} 保留原地址：位于其他服务器'],
  [
    'the image {a} is left where it is: it is not one of the uploads of the site',
    '图片 {a} 保留原地址：不属于原站点的上传文件',
  ],
  ['the image {a} is not imported: {why}', '图片 {a} 未导入：{why}'],
  ['the image {a} is not imported', '图片 {a} 未导入'],
  ['the internal tag {a} is not imported', '内部标签 {a} 未导入'],
  [
    'the link to {a} is unchanged: nothing was imported from there',
    '指向 {a} 的链接未修改：该处没有导入任何内容',
  ],
  ['the name is not valid as a username: the user is called {a}', '该名字不能用作用户名，用户名为 {a}'],
  ['the name of a commenter is truncated to {a} characters', '有评论者的名字过长，已截断为 {a} 个字符'],
  ['the name of the category is truncated to {a} characters', '分类名称过长，已截断为 {a} 个字符'],
  ['the name of the tag is truncated to {a} characters', '标签名称过长，已截断为 {a} 个字符'],
  ['the nickname is truncated to {a} characters', '昵称过长，已截断为 {a} 个字符'],
  [
    'the parent of a comment is deleted: the comment moves up a level',
    '有评论的上级评论已删除，该评论上移一级',
  ],
  [
    'the parent of a comment is missing: it is imported as a top-level comment',
    '找不到有评论的上级评论，已作为顶层评论导入',
  ],
  [
    'the profiles of authors (image, bio, website, social accounts) are not imported',
    '作者的资料（头像、简介、网站、社交账号）未导入',
  ],
  [
    'the settings of the site (title, navigation, design) are not imported',
    '站点设置（标题、导航、外观）未导入',
  ],
  [
    'the slug {a} of the category is already taken: its alias gets a suffix',
    '分类的别名 {a} 已被占用，将加上后缀',
  ],
  [
    'the slug {a} of the tag is already taken: its alias gets a suffix',
    '标签的别名 {a} 已被占用，将加上后缀',
  ],
  [
    'the slug {a} of the category is already taken: its alias is now {b}',
    '分类的别名 {a} 已被占用，现为 {b}',
  ],
  ['the slug {a} of the tag is already taken: its alias is now {b}', '标签的别名 {a} 已被占用，现为 {b}'],
  [
    'the slug {a} of the category is not valid here: a new alias is generated',
    '分类的别名 {a} 在此无效，已重新生成',
  ],
  [
    'the slug {a} of the tag is not valid here: a new alias is generated',
    '标签的别名 {a} 在此无效，已重新生成',
  ],
  ['the table {a} is not imported', '数据表 {a} 未导入'],
  [
    'the user does not exist here: their comments become those of a guest',
    '此处没有该用户，其评论记在游客名下',
  ],
  ['the variable {a} is removed from an SEO field', '已从 SEO 字段中移除变量 {a}'],
  ['the websites of commenters are not imported', '评论者的网站未导入'],
  ['user {a} does not exist: a new user is created', '用户 {a} 不存在，已创建新用户'],
  ['user {a} does not exist: it is not mapped', '用户 {a} 不存在，作者未映射'],
  ['the reasons of decisions are not imported', '处理评论的原因未导入'],
  ['reports of comments are not imported', '对评论的举报未导入'],
  ['votes against comments are not imported', '对评论的反对票未导入'],
  ['The uploaded file no longer exists.', '上传的文件已不存在。'],
  ['{a} cannot be unpacked ({b}).', '{a} 无法解压（{b}）。'],
  [
    '{a} contains no comments of Disqus, Waline, Twikoo, Artalk or Inkstone.',
    '{a} 中没有 Disqus、Waline、Twikoo、Artalk 或 Inkstone 的评论。',
  ],
  ['{a} is larger than {n} MB.', '{a} 超过 {n} MB。'],
  ['{a} is not a JSON file.', '{a} 不是 JSON 文件。'],
  ['{a} is not a {b} export: {c}.', '{a} 不是 {b} 的导出文件：{c}。'],
  ['{a} is not a {b} export.', '{a} 不是 {b} 的导出文件。'],
] as const

const COUNTED = /^(.*) \((\d+)\)$/s
const forms = FORMS.map(([en, zh]) => ({ form: expressionOf(en), zh }))

/** The text in Chinese, or as it is where its form is not known. */
export function lossInChinese(what: string): string {
  const known = forms.find(({ form }) => form.test(what))
  if (known) {
    const parts = known.form.exec(what)?.groups ?? {}
    return known.zh.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'why' ? lossInChinese(parts[name] ?? '') : (parts[name] ?? ''),
    )
  }
  const counted = COUNTED.exec(what)
  const [, text = '', count = ''] = counted ?? []
  return counted ? `${lossInChinese(text)}（${count}）` : what
}

function expressionOf(en: string): RegExp {
  const literal = en.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const slots = literal.replaceAll('{n}', '(?<n>\\d+)').replace(/\{(\w+)\}/g, '(?<$1>.+?)')
  return new RegExp(`^${slots}$`, 's')
}
