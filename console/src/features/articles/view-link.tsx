import { type ArticleDetail, PUBLISHED } from '@inkstone/contract/articles.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Button } from '@mantine/core'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

/** A link to the public article, if it is public. */
export function ViewLink({ article: { status, alias } }: { article: ArticleDetail }) {
  const say = useWords(articleWords)
  const { data: site } = useAnswer(getSiteInfo, {}, { enabled: status === PUBLISHED })
  if (status !== PUBLISHED || site?.open !== 1) return null
  return (
    <Button
      component="a"
      size="compact-sm"
      variant="subtle"
      href={addressOf(site, alias)}
      target="_blank"
      rel="noreferrer"
    >
      {say('view')}
    </Button>
  )
}

/** The whole address of an article on its site. */
export function addressOf(
  { url, paths }: { readonly url: string; readonly paths: { readonly article: string } },
  alias: string,
): string {
  return `${url.replace(/\/$/, '')}${paths.article.replace('{alias}', encodeURIComponent(alias))}`
}
