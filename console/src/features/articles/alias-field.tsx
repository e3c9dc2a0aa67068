import { getSiteInfo } from '@inkstone/contract/site.ts'
import { TextInput } from '@mantine/core'
import type { Fields } from '../../lib/fields.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import type { ArticleForm } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { addressOf } from './view-link.tsx'

/** The alias, with a preview of the whole URL. */
export function AliasField({ form }: { form: Fields<ArticleForm> }) {
  const say = useWords(articleWords)
  const { data: site } = useAnswer(getSiteInfo)
  const { alias } = form.values
  const whole = site && alias !== '' ? decodeURI(addressOf(site, alias)) : undefined
  return (
    <TextInput
      label={say('alias')}
      description={whole ?? say('aliasHint')}
      maxLength={100}
      styles={{ description: { overflowWrap: 'anywhere' } }}
      {...form.text('alias')}
    />
  )
}
