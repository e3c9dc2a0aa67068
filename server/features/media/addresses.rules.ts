/** The form of a public name: 128 random bits, so that no text contains one by chance. */
const NAME = '[0-9a-f]{32}\\.[a-z0-9]{2,5}'
const PUBLIC_NAME = new RegExp(`^${NAME}$`)
const ADDRESS = new RegExp(`^(?:(?:https?:)?//[^/?#]+(?:/[^?#]*)?)?/uploads/(${NAME})(?=[?#,]|$)`, 'i')
const ANYWHERE = new RegExp(`/uploads/(${NAME})`, 'g')
export const UPLOADS = '/uploads/'

export function isPublicName(text: string): boolean {
  return PUBLIC_NAME.test(text)
}

export function pathOf(name: string): string {
  return `${UPLOADS}${name}`
}

/** The name in the URL of a file, on any host. */
export function publicNameIn(address: string): string | undefined {
  return ADDRESS.exec(address)?.[1]
}

/** Every name in a text. */
export function namesIn(text: string): string[] {
  return text.includes(UPLOADS) ? [...new Set([...text.matchAll(ANYWHERE)].map(([, name = '']) => name))] : []
}

/** The URL of a file of ours without its host, so that it survives a change of domain. Other URLs are unchanged. */
export function relative(address: string, own: ReadonlySet<string>): string {
  const [whole = '', name = ''] = ADDRESS.exec(address) ?? []
  return own.has(name) ? `${pathOf(name)}${address.slice(whole.length)}` : address
}

const TAG = /<[a-z][^<>]*>/g
const ATTRIBUTE = /(?<==")[^"]*\/uploads\/[^"]*(?=")/g

/** The same for the attributes of sanitised HTML. URLs in the text itself are unchanged. */
export function relativeIn(html: string, own: ReadonlySet<string>): string {
  if (own.size === 0) return html
  return html.replace(TAG, (tag) =>
    tag.includes(UPLOADS)
      ? tag.replace(ATTRIBUTE, (value) =>
          value
            .split(/(?<= )/)
            .map((part) => relative(part.trimEnd(), own) + part.slice(part.trimEnd().length))
            .join(''),
        )
      : tag,
  )
}

/** Where the address of a link or picture begins in Markdown: `](`, or `]: ` of a definition. */
const AFTER_BRACKET = '(?<=\\](?:\\(|: {0,3})<?)'
const MARKDOWN_ADDRESS = new RegExp(
  `${AFTER_BRACKET}(?:(?:https?:)?//[^\\s<>()]{1,500})?${UPLOADS}${NAME}`,
  'gi',
)

/** The same for Markdown, which may contain tags. */
export function relativeInMarkdown(markdown: string, own: ReadonlySet<string>): string {
  return relativeIn(markdown, own).replace(MARKDOWN_ADDRESS, (address) => relative(address, own))
}

const BEGINS_TEXT = new RegExp(`(?<!\\\\)"(?=${UPLOADS}${NAME})`, 'g')
const IN_MARKDOWN = new RegExp(`${AFTER_BRACKET}(?=${UPLOADS}${NAME})`, 'g')
const IN_TAG = new RegExp(`(?<=["\\s])(?=${UPLOADS}${NAME})`, 'g')
/** The characters allowed in a host, so that nothing else is inserted into a response. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]~/-]+$/

/** A response with the URLs of our files on this origin: where a string starts with one, in HTML tags and in Markdown. */
export function onOrigin(json: string, origin: string): string {
  if (!json.includes(UPLOADS) || !PLAIN_ORIGIN.test(origin)) return json
  return json
    .replace(BEGINS_TEXT, `"${origin}`)
    .replace(IN_MARKDOWN, origin)
    .replace(TAG, (tag) => (tag.includes(UPLOADS) ? tag.replace(IN_TAG, origin) : tag))
}
