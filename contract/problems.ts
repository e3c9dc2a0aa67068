/**
 * Every way a request can fail: the HTTP status, the envelope's code where it differs from the status, and the
 * message for the user. Features throw a problem by its name; only the HTTP layer knows statuses.
 */
interface ProblemKind {
  readonly status: number
  readonly code?: number
  readonly en: string
  readonly zh: string
  /** What it is about: the name of its entry in `errors`. */
  readonly field?: string
}

const problems = {
  'article-moved': {
    status: 301,
    en: 'The alias of this article has changed. Use the address in Location.',
    zh: '该文章的别名已更改，请访问 Location 指向的地址。',
  },
  'bad-request': { status: 400, en: 'The request is not valid.', zh: '请求参数错误。' },
  'bad-json': { status: 400, en: 'The body is not valid JSON.', zh: '请求体不是有效的 JSON。' },
  'bad-encoding': { status: 400, en: 'The body is not valid UTF-8.', zh: '请求体不是有效的 UTF-8。' },
  'json-too-deep': { status: 400, en: 'The JSON is nested too deeply.', zh: 'JSON 嵌套层级过深。' },
  'json-too-long': { status: 400, en: 'The JSON has too many values.', zh: 'JSON 包含的值过多。' },
  'bad-url': { status: 400, en: 'The URL is not valid.', zh: '请求地址无效。' },
  'bad-host': {
    status: 400,
    en: 'The Host header is missing, repeated, too long or invalid.',
    zh: 'Host 请求头缺失、重复、过长或无效。',
  },
  'bad-idempotency-key': {
    status: 400,
    en: 'Idempotency-Key must be 1 to 200 visible characters.',
    zh: 'Idempotency-Key 必须为 1 到 200 个可见字符。',
  },
  'login-required': { status: 401, en: 'Please log in.', zh: '请先登录。' },
  'token-invalid': { status: 401, code: 10001, en: 'The token is not valid.', zh: '令牌无效。' },
  'token-expired': {
    status: 401,
    code: 10002,
    en: 'The token has expired. Please log in again.',
    zh: '令牌已过期，请重新登录。',
  },
  'user-unknown': { status: 401, code: 10003, en: 'The user does not exist.', zh: '用户不存在。' },
  'password-wrong': { status: 401, code: 10004, en: 'The password is wrong.', zh: '密码错误。' },
  'otp-required': {
    status: 401,
    code: 10005,
    en: 'This account requires a code from your authenticator app. Send it as otp.',
    zh: '该账号需要验证器中的验证码，请在 otp 中填写。',
  },
  'otp-wrong': {
    status: 401,
    code: 10006,
    en: 'The code is wrong or has already been used.',
    zh: '验证码错误或已被使用。',
  },
  forbidden: { status: 403, en: 'You do not have permission to do this.', zh: '没有权限执行此操作。' },
  'user-disabled': { status: 403, en: 'This account is disabled.', zh: '该账号已被禁用。' },
  'address-unconfirmed': {
    status: 403,
    en: 'Please confirm your e-mail address first. Open the link in the message we sent you. If you cannot find it, log in again in five minutes: that sends another.',
    zh: '请先确认您的邮箱：打开发送给您的链接。如未收到，请五分钟后再次登录，系统会重新发送。',
  },
  'second-factor-required': {
    status: 403,
    en: 'This site requires two-factor authentication for staff. Set it up first.',
    zh: '本站要求工作人员开启两步验证，请先设置。',
  },
  'second-factor-again': {
    status: 403,
    en: 'Please confirm your second factor again, then retry.',
    zh: '请再次完成两步验证以确认身份，然后重试。',
  },
  'second-factor-off': {
    status: 403,
    en: 'Two-factor authentication is turned off on this site.',
    zh: '本站未开放两步验证。',
  },
  'token-read-only': { status: 403, en: 'This API token is read-only.', zh: '该 API 令牌仅可读取。' },
  'token-scope': {
    status: 403,
    en: 'The scope of this API token does not allow this.',
    zh: '该 API 令牌的权限范围不允许此操作。',
  },
  'token-other-site': {
    status: 403,
    en: 'This API token is not valid for this site.',
    zh: '该 API 令牌不适用于此站点。',
  },
  'session-required': {
    status: 403,
    en: 'API tokens cannot be used for this. Please log in.',
    zh: 'API 令牌不能执行此操作，请登录。',
  },
  'continue-elsewhere': {
    status: 302,
    en: 'Continue at the URL in Location.',
    zh: '请前往 Location 指向的地址继续。',
  },
  'single-sign-on-off': {
    status: 404,
    en: 'Single sign-on is not configured.',
    zh: '未启用单点登录。',
  },
  'single-sign-on-refused': {
    status: 401,
    en: 'The login with the provider failed or took too long. Please try again.',
    zh: '单点登录未成功或已超时，请重试。',
  },
  'email-not-verified': {
    status: 403,
    en: 'The provider has not verified your e-mail address.',
    zh: '身份提供方未确认您的邮箱地址。',
  },
  'link-first': {
    status: 403,
    en: 'An account with this e-mail address already exists. Log in to it first, then link it to the provider.',
    zh: '该邮箱已有账号，请先登录该账号，再与身份提供方关联。',
  },
  'identity-taken': {
    status: 409,
    en: 'This provider account is already linked to another user.',
    zh: '该外部账号已与其他用户关联。',
  },
  'passkey-refused': {
    status: 401,
    en: 'This passkey was not accepted. Please try again.',
    zh: '通行密钥验证失败，请重试。',
  },
  'public-url-required': {
    status: 422,
    field: 'PUBLIC_URL',
    en: 'This requires the setting PUBLIC_URL, the public address of the service.',
    zh: '需要先设置 PUBLIC_URL（服务的访问地址）。',
  },
  'passkey-not-found': { status: 404, en: 'The passkey does not exist.', zh: '通行密钥不存在。' },
  'roles-elsewhere': {
    status: 403,
    en: 'This would change the user’s role on other sites. Only a global administrator can do it.',
    zh: '此操作会改变该用户在其他站点上的角色，须由全局管理员执行。',
  },
  'preview-ended': {
    status: 403,
    en: 'This preview link is invalid or has expired.',
    zh: '预览链接无效或已过期。',
  },
  'registration-closed': { status: 403, en: 'Registration is closed.', zh: '注册已关闭。' },
  'comments-closed': {
    status: 403,
    en: 'Comments are closed.',
    zh: '此处不允许评论。',
  },
  'address-blocked': {
    status: 403,
    en: 'Comments from your IP address are blocked.',
    zh: '您的 IP 地址已被限制评论。',
  },
  'cursor-gone': {
    status: 410,
    en: 'This cursor has expired. Read everything again, then follow the changes from a new cursor.',
    zh: '该游标已失效，请重新完整读取后从新的游标开始。',
  },
  'not-found': { status: 404, en: 'Not found.', zh: '资源不存在。' },
  'route-not-found': { status: 404, en: 'This path does not exist.', zh: '请求的路径不存在。' },
  'version-not-served': {
    status: 404,
    en: 'This API version does not exist. Versions served: v1 (/api/v1, the same as /api).',
    zh: '该 API 版本不存在。可用版本：v1（/api/v1，等同于 /api）。',
  },
  'site-not-found': { status: 404, en: 'The site does not exist.', zh: '站点不存在。' },
  'user-not-found': { status: 404, en: 'The user does not exist.', zh: '用户不存在。' },
  'session-not-found': { status: 404, en: 'The session does not exist.', zh: '会话不存在。' },
  'token-not-found': { status: 404, en: 'The API token does not exist.', zh: 'API 令牌不存在。' },
  'person-not-found': {
    status: 404,
    en: 'No data is stored about this person.',
    zh: '没有与此人相关的数据。',
  },
  'import-not-found': { status: 404, en: 'The import does not exist.', zh: '导入任务不存在。' },
  'import-running': {
    status: 409,
    en: 'The import is still running. Wait until it has finished.',
    zh: '导入仍在进行，请等待其结束。',
  },
  'job-not-found': { status: 404, en: 'The job does not exist.', zh: '任务不存在。' },
  'author-not-found': { status: 404, en: 'The author does not exist.', zh: '作者不存在。' },
  'article-not-found': { status: 404, en: 'The article does not exist.', zh: '文章不存在。' },
  'category-not-found': { status: 404, en: 'The category does not exist.', zh: '分类不存在。' },
  'tag-not-found': { status: 404, en: 'The tag does not exist.', zh: '标签不存在。' },
  'page-not-found': { status: 404, en: 'The page does not exist.', zh: '页面不存在。' },
  'backup-unfit': {
    status: 422,
    field: 'name',
    en: 'This backup cannot be restored here: it is damaged, or it was made with another database engine or a newer version.',
    zh: '无法在此恢复该备份：备份已损坏，或由其他数据库类型或更新的版本创建。',
  },
  'restore-under-way': {
    status: 409,
    en: 'A restore is already in progress.',
    zh: '正在恢复备份，请稍候。',
  },
  'backup-not-found': { status: 404, en: 'The backup does not exist.', zh: '备份不存在。' },
  'page-draft-not-found': { status: 404, en: 'The page has no draft.', zh: '页面没有草稿。' },
  'media-not-found': { status: 404, en: 'The file does not exist.', zh: '文件不存在。' },
  'revision-not-found': { status: 404, en: 'The revision does not exist.', zh: '修订版本不存在。' },
  'working-copy-not-found': {
    status: 404,
    en: 'The article has no working copy.',
    zh: '该文章没有工作副本。',
  },
  'webhook-not-found': { status: 404, en: 'The webhook does not exist.', zh: 'Webhook 不存在。' },
  'delivery-not-found': { status: 404, en: 'The delivery does not exist.', zh: '投递记录不存在。' },
  'comment-not-found': { status: 404, en: 'The comment does not exist.', zh: '评论不存在。' },
  'word-not-found': { status: 404, en: 'The sensitive word does not exist.', zh: '敏感词不存在。' },
  'block-not-found': { status: 404, en: 'This address is not blocked.', zh: '该地址不在黑名单中。' },
  'message-not-found': { status: 404, en: 'The message does not exist.', zh: '消息不存在。' },
  'deleted-item-not-found': {
    status: 404,
    en: 'This item is not in the recycle bin.',
    zh: '回收站中没有该内容。',
  },
  'method-not-allowed': {
    status: 405,
    en: 'This method is not allowed for this path.',
    zh: '该路径不支持此方法。',
  },
  'request-timeout': {
    status: 408,
    en: 'The request did not arrive in time.',
    zh: '请求未能及时送达。',
  },
  'working-copy-not-submitted': {
    status: 409,
    en: 'This article has a working copy that is not submitted for review. Its author may have taken it back.',
    zh: '该文章有尚未提交审核的工作副本，可能已被作者撤回。',
  },
  'article-published': {
    status: 409,
    en: 'The article is published. Change its working copy instead (update_working_copy over MCP).',
    zh: '该文章已发布。请改为修改其工作副本（MCP 中为 update_working_copy）。',
  },
  'working-copy-outdated': {
    status: 409,
    en: 'The article has changed since this working copy was saved. Compare both, save the working copy again, then publish it.',
    zh: '保存该工作副本之后文章已被修改。请对照后重新保存副本，再发布。',
  },
  'second-factor-on': {
    status: 409,
    en: 'Two-factor authentication is already on. Turn it off first.',
    zh: '两步验证已开启，请先关闭。',
  },
  'second-factor-not-begun': {
    status: 409,
    en: 'There is no second factor to confirm or turn off.',
    zh: '没有可确认或关闭的两步验证。',
  },
  'user-has-password': {
    status: 409,
    en: 'This user already has a password. Create a reset link instead.',
    zh: '该用户已有密码，请改用重置链接。',
  },
  stale: {
    status: 412,
    en: 'Someone else has changed this since you loaded it. Reload it, then save again.',
    zh: '内容在您读取后已被他人修改，请重新读取后再保存。',
  },
  'body-too-large': { status: 413, en: 'The body is too large.', zh: '请求体过大。' },
  'media-type-unsupported': {
    status: 415,
    en: 'Send the body as application/json.',
    zh: '请以 application/json 格式发送请求体。',
  },
  'content-encoding-unsupported': {
    status: 415,
    en: 'Send the body without a Content-Encoding: compressed bodies are not supported.',
    zh: '不支持压缩的请求体，请不要使用 Content-Encoding。',
  },
  'idempotency-key-reused': {
    status: 422,
    field: 'Idempotency-Key',
    en: 'This Idempotency-Key was already used for a different request. Send a new one.',
    zh: '该 Idempotency-Key 已用于其他请求，请更换。',
  },
  invalid: { status: 422, en: 'Some fields are not valid.', zh: '数据校验失败。' },
  'too-many-requests': {
    status: 429,
    en: 'Too many requests. Please try again later.',
    zh: '请求过于频繁，请稍后再试。',
  },
  'too-many-logins': {
    status: 429,
    en: 'Too many failed logins. Please try again later.',
    zh: '登录失败次数过多，请稍后再试。',
  },
  'too-many-codes': {
    status: 429,
    en: 'Too many wrong codes. Please try again later.',
    zh: '验证码错误次数过多，请稍后再试。',
  },
  'too-many-captchas': {
    status: 429,
    en: 'Too many wrong captchas. Please try again later.',
    zh: '验证码错误次数过多，请稍后再试。',
  },
  'commenting-too-fast': {
    status: 429,
    en: 'You are posting comments too quickly. Please wait a moment.',
    zh: '评论过于频繁，请稍后再试。',
  },
  'too-many-comments-today': {
    status: 429,
    en: 'You have reached the daily limit for comments.',
    zh: '您今天的评论数已达上限。',
  },
  'too-many-text-messages': {
    status: 429,
    en: 'Too many text messages have been sent. Please try again later.',
    zh: '短信发送过于频繁，请稍后再试。',
  },
  'headers-too-large': { status: 431, en: 'The headers are too large.', zh: '请求头过大。' },
  internal: { status: 500, en: 'Something went wrong on our side.', zh: '服务器内部错误。' },
  unavailable: {
    status: 503,
    en: 'The service is not available right now. Please try again.',
    zh: '服务暂时不可用，请稍后再试。',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemName = keyof typeof problems

export const allProblems: ReadonlyMap<ProblemName, ProblemKind> = new Map(
  Object.entries(problems) as Array<[ProblemName, ProblemKind]>,
)

/** What can be wrong with one field; `{…}` is filled in. */
export const issues = {
  required: { en: 'This is required.', zh: '不能为空。' },
  'not-text': { en: 'This must be text.', zh: '必须是字符串。' },
  'not-integer': { en: 'This must be a whole number.', zh: '必须是整数。' },
  'not-number': { en: 'This must be a number.', zh: '必须是数字。' },
  'not-boolean': { en: 'This must be true or false.', zh: '必须是 true 或 false。' },
  'not-flag': { en: 'This must be 0 or 1.', zh: '必须是 0 或 1。' },
  'not-list': { en: 'This must be a list.', zh: '必须是数组。' },
  'not-object': { en: 'This must be an object.', zh: '必须是对象。' },
  'not-single': { en: 'This may appear only once.', zh: '该参数只能出现一次。' },
  'not-allowed': { en: 'This must be one of: {values}.', zh: '必须是以下之一：{values}。' },
  'too-short': { en: 'This must have at least {limit} characters.', zh: '长度不能少于 {limit} 个字符。' },
  'too-long': { en: 'This must have at most {limit} characters.', zh: '长度不能超过 {limit} 个字符。' },
  'too-small': { en: 'This must be at least {limit}.', zh: '不能小于 {limit}。' },
  'too-large': { en: 'This must be at most {limit}.', zh: '不能大于 {limit}。' },
  'too-few': { en: 'This must have at least {limit} items.', zh: '至少需要 {limit} 项。' },
  'too-many': { en: 'This must have at most {limit} items.', zh: '最多 {limit} 项。' },
  'more-fields': {
    en: 'Only the first {limit} invalid fields are listed.',
    zh: '仅列出前 {limit} 个有误的字段。',
  },
  'form-incomplete': {
    en: 'The form ends too early or is not valid multipart/form-data.',
    zh: '表单提前结束，或不是有效的 multipart/form-data。',
  },
  'not-standard-secret': {
    en: 'After whsec_ there must be 24 to 64 bytes in base64.',
    zh: 'whsec_ 之后必须是 24 至 64 字节的 base64 编码。',
  },
  malformed: { en: 'The format is not valid.', zh: '格式不正确。' },
  'too-complex': { en: 'This is too complex to process.', zh: '内容过于复杂，无法处理。' },
  'nested-too-deeply': { en: 'The elements are nested too deeply.', zh: '元素嵌套层级过深。' },
  'bad-characters': { en: 'This contains characters that cannot be stored.', zh: '包含无法存储的字符。' },
  'not-time': {
    en: 'This must be an existing date: YYYY-MM-DD HH:MM:SS, YYYY-MM-DD or ISO 8601 with a time zone.',
    zh: '必须是存在的日期，格式为 YYYY-MM-DD HH:MM:SS、YYYY-MM-DD 或带时区的 ISO 8601。',
  },
  'unknown-argument': { en: 'Unknown argument.', zh: '没有该参数。' },
  'unknown-key': { en: 'Unknown setting.', zh: '没有该设置项。' },
  'site-1-only': { en: 'This can only be changed on site 1.', zh: '该设置只能在站点 1 上修改。' },
  'not-url': {
    en: 'This must be an http or https URL without credentials.',
    zh: '必须是不含凭据的 http 或 https 地址。',
  },
  'not-alias': {
    en: 'Use letters of any script, digits, _ and -. It cannot consist of digits only.',
    zh: '只能使用各种文字的字母、数字、下划线和连字符，且不能只有数字。',
  },
  'not-link': {
    en: 'This must be an http or https URL, or a path.',
    zh: '必须是 http 或 https 地址，或路径。',
  },
  'past-time': { en: 'This time is in the past.', zh: '该时间已经过去。' },
  'private-address': {
    en: 'This address is on a private or reserved network that the setting WEBHOOK_ALLOW does not allow.',
    zh: '该地址指向私有或特殊网络，而 WEBHOOK_ALLOW 未允许。',
  },
  'bad-cursor': { en: 'This is not a valid cursor.', zh: '不是有效的游标。' },
  'dot-segment': {
    en: 'A path cannot contain the segments . and .. because browsers remove them.',
    zh: '路径中不能包含 . 或 .. 层级，浏览器会将其去除。',
  },
  reserved: { en: 'This is reserved by the system.', zh: '该路径由系统保留。' },
  'reserved-aliases': {
    en: 'Articles have aliases that the system reserves at this path: {values}.',
    zh: '有文章的别名在该路径下由系统保留：{values}。',
  },
  'either-tags': {
    en: 'tag_ids cannot be combined with add_tag_ids or remove_tag_ids.',
    zh: 'tag_ids 不能与 add_tag_ids、remove_tag_ids 同时使用。',
  },
  'name-of-disabled-tag': {
    en: 'A tag with this name exists, but it is disabled. An auditor or administrator can enable it.',
    zh: '已有同名标签，但它已被停用，可由审核员或管理员重新启用。',
  },
  taken: { en: 'This is already taken.', zh: '已被占用。' },
  unknown: { en: 'This does not exist.', zh: '不存在。' },
  'unknown-ids': { en: 'These do not exist: {values}.', zh: '以下编号不存在：{values}。' },
  'unknown-users': { en: 'These users do not exist: {values}.', zh: '以下用户不存在：{values}。' },
  'empty-level': { en: 'A level of the path is empty: {values}.', zh: '路径中有空的层级：{values}。' },
  'password-missing': { en: 'Set a password first.', zh: '请先设置密码。' },
  'not-path': {
    en: 'This must be a path of the console, such as /admin.',
    zh: '必须是控制台的路径，例如 /admin。',
  },
  'passkey-invalid': {
    en: 'This is not a valid response to a challenge from this service, or it has expired.',
    zh: '该响应不是对本服务质询的有效应答，或已超时。',
  },
  'code-wrong': { en: 'The code is wrong or has already been used.', zh: '验证码错误或已被使用。' },
  'link-ended': {
    en: 'This link is invalid, has expired or has already been used. Request a new one.',
    zh: '该链接无效、已被使用或已过期，请重新获取。',
  },
  'wrong-password': { en: 'The password is wrong.', zh: '密码错误。' },
  'password-common': {
    en: 'This password is too common and easy to guess. Choose another one.',
    zh: '这是最常见的密码之一，容易被猜到，请换一个。',
  },
  'password-is-name': {
    en: 'The password cannot be the user name or the e-mail address.',
    zh: '密码不能与用户名或邮箱相同。',
  },
  'last-admin': {
    en: 'The last administrator cannot be removed, demoted or disabled.',
    zh: '不能删除、降级或禁用最后一个管理员。',
  },
  'has-content': { en: 'It still contains content.', zh: '其中仍有内容。' },
  'site-1-stays': { en: 'Site 1 cannot be deleted or disabled.', zh: '站点 1 不能删除或禁用。' },
  'default-stays': {
    en: 'The default category of a site cannot be deleted or merged into another.',
    zh: '站点的默认分类不能删除或被合并。',
  },
  itself: { en: 'This must be a different one.', zh: '不能是其自身。' },
  'beneath-itself': { en: 'A category cannot be moved under itself.', zh: '分类不能移动到自身之下。' },
  'published-already': {
    en: 'This article is already published, so the time cannot be in the future. Move it back to draft first.',
    zh: '文章已发布，发布时间不能设为将来，请先撤回为草稿。',
  },
  'not-published': {
    en: 'Only a published article can have a working copy. Edit the article itself.',
    zh: '只有已发布的文章才有工作副本，请直接修改文章。',
  },
  'no-working-copy': {
    en: 'This article is published and has no working copy to review.',
    zh: '文章已发布，且没有可提交审核的工作副本。',
  },
  'autosave-draft': {
    en: 'Only drafts can be autosaved. Save the article, or edit its working copy.',
    zh: '只有草稿可以自动保存，请手动保存或修改其工作副本。',
  },
  'future-time': { en: 'This time is in the future.', zh: '该时间尚未到来。' },
  archived: {
    en: 'This article is archived. Move it back to draft first.',
    zh: '文章已归档，请先恢复为草稿。',
  },
  'captcha-required': { en: 'Please solve the captcha.', zh: '请填写验证码。' },
  'captcha-wrong': { en: 'The captcha is wrong.', zh: '验证码错误。' },
  'captcha-expired': {
    en: 'The captcha has expired or was already used. Please get a new one.',
    zh: '验证码已失效，请重新获取。',
  },
  'too-many-links': { en: 'This may contain at most {limit} links.', zh: '最多包含 {limit} 个链接。' },
  'said-already': {
    en: 'You have already posted this comment.',
    zh: '请勿重复提交相同的评论。',
  },
  'sensitive-words': { en: 'This contains words that are not allowed.', zh: '内容包含敏感词。' },
  'one-subject': {
    en: 'Send either an article or a page to comment on, not both.',
    zh: '评论只能针对文章或单页之一，请只填写其中一个。',
  },
  'parent-unknown': {
    en: 'The comment you are replying to does not exist.',
    zh: '要回复的评论不存在。',
  },
  'not-approved': { en: 'You can only reply to an approved comment.', zh: '只能回复已通过的评论。' },
  'not-findable': { en: 'This contains no letters or digits to match.', zh: '其中没有可匹配的文字。' },
  'not-network': {
    en: 'This must be an IP address or a network such as 203.0.113.0/24.',
    zh: '必须是 IP 地址或网段，例如 203.0.113.0/24。',
  },
  'no-gateway': { en: 'Text messages are not available.', zh: '短信验证码不可用。' },
  'file-required': {
    en: 'Upload a file in this field of a multipart/form-data body.',
    zh: '请以 multipart/form-data 格式在该字段中上传文件。',
  },
  'one-file-only': { en: 'Only one file can be uploaded here.', zh: '此处只能上传一个文件。' },
  'file-name': { en: 'The file name is not allowed.', zh: '文件名不合法。' },
  'file-size': { en: 'The file may be at most {limit} MB.', zh: '文件大小不能超过 {limit} MB。' },
  'file-empty': { en: 'The file is empty.', zh: '文件为空。' },
  'file-type': { en: 'This file type is not supported.', zh: '不支持该类型的文件。' },
  'file-unsafe': {
    en: 'The file contains unsafe content.',
    zh: '文件包含不安全的内容。',
  },
  'file-damaged': { en: 'The file is damaged and cannot be read.', zh: '文件已损坏，无法读取。' },
  'file-bomb': {
    en: 'The file is too large when decompressed.',
    zh: '文件解压后的体积过大。',
  },
  'file-pixels': {
    en: 'The image may have at most 40 megapixels, counting all frames.',
    zh: '图片总像素不能超过 4000 万。',
  },
  'file-animation': {
    en: 'Animations in this format are not supported. Use GIF or WebP.',
    zh: '不支持该格式的动图，请使用 GIF 或 WebP。',
  },
  'file-macros': { en: 'Documents with macros are not supported.', zh: '不支持包含宏的文档。' },
  'file-encoding': { en: 'Text files must be encoded in UTF-8.', zh: '文本文件必须使用 UTF-8 编码。' },
  'all-digits': { en: 'This cannot consist of digits only.', zh: '不能全部由数字组成。' },
} as const satisfies Record<string, { en: string; zh: string }>

export type IssueName = keyof typeof issues
