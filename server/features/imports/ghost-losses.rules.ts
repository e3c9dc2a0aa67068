import { isTrue, type JsonObject, objectsIn, textOf } from './json-file.ts'

/** Tables that are imported, that belong to imported ones, or that only matter to a running Ghost. */
const KNOWN_TABLES =
  /^(?:posts|posts_meta|posts_tags|posts_authors|tags|users|settings|roles|roles_users|permissions|permissions_roles|permissions_users|custom_theme_settings|posts_products|.*_sessions?|.*_events|.*tokens?|migrations.*|brute|actions|jobs|mobiledoc_revisions|post_revisions|collections|collections_posts)$/

/** What of the export has no counterpart here. */
export function lossesOfTables(tables: JsonObject): string[] {
  const losses: string[] = []
  for (const [name, rows] of Object.entries(tables)) {
    const count = objectsIn(rows).length
    if (count > 0 && !KNOWN_TABLES.test(name)) losses.push(`${count} ${name} are not imported`)
  }
  const has = (row: JsonObject, fields: readonly string[]) =>
    fields.some((field) => textOf(row, field).trim() !== '')
  const users = objectsIn(tables.users).filter((user) => has(user, PROFILE)).length
  if (users > 0)
    losses.push(`the profiles of authors (image, bio, website, social accounts) are not imported (${users})`)
  const tags = objectsIn(tables.tags).filter((tag) => has(tag, OF_TAGS)).length
  if (tags > 0)
    losses.push(
      `images, fields for social networks, canonical URLs and code injections of tags are not imported (${tags})`,
    )
  const revisions = objectsIn(tables.post_revisions).length + objectsIn(tables.mobiledoc_revisions).length
  if (revisions > 0) losses.push(`revisions are not imported (${revisions})`)
  if (objectsIn(tables.settings).length > 0)
    losses.push('the settings of the site (title, navigation, design) are not imported')
  return losses
}

const PROFILE = ['profile_image', 'cover_image', 'bio', 'website', 'location', 'facebook', 'twitter']
const SOCIAL = [
  'og_image',
  'og_title',
  'og_description',
  'twitter_image',
  'twitter_title',
  'twitter_description',
]
const OF_TAGS = [
  'feature_image',
  'parent_id',
  ...SOCIAL,
  'canonical_url',
  'codeinjection_head',
  'codeinjection_foot',
]
const OF_POSTS = ['canonical_url', 'custom_template', 'locale']
const OF_META = [...SOCIAL, 'email_subject', 'frontmatter']

export function lossesOfPost(post: JsonObject, meta: JsonObject): string[] {
  const losses: string[] = []
  if (['codeinjection_head', 'codeinjection_foot'].some((field) => textOf(post, field).trim() !== ''))
    losses.push('its code injection is not imported')
  const fields = [
    ...OF_POSTS.filter((field) => textOf(post, field).trim() !== ''),
    ...OF_META.filter((field) => textOf(meta, field).trim() !== '' || textOf(post, field).trim() !== ''),
  ]
  if (fields.length > 0) losses.push(`not imported: ${fields.join(', ')}`)
  const image = textOf(post, 'feature_image')
  const described = textOf(meta, 'feature_image_alt') + textOf(meta, 'feature_image_caption')
  if (image !== '' && !image.includes('/content/') && described !== '')
    losses.push('the alternative text and the caption of its cover are not imported: it is on another host')
  if (isTrue(meta.email_only)) losses.push('it was only for e-mail')
  return losses
}
