import { compareRevisions } from '@inkstone/contract/revisions.ts'
import { Stack, Text } from '@mantine/core'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Difference } from '../../ui/difference.tsx'
import { Loaded } from '../../ui/page.tsx'
import { revisionWords } from '../../ui/revisions.tsx'
import { articleWords } from './articles.words.ts'
import { useFieldName } from './field-names.ts'
import { tagIdsIn, useFieldTexts } from './field-texts.ts'

/** The differences between a revision and the one after it, or the current article, field by field. */
export function Comparison({ id, number, next }: { id: number; number: number; next: number | undefined }) {
  const say = useWords(revisionWords)
  const answer = useAnswer(compareRevisions, {
    params: { id, n: number },
    query: next === undefined ? {} : { with: next },
  })
  return (
    <Loaded answer={answer}>
      {({ changes }) => (
        <FieldDifferences
          changes={changes}
          labels={[say('before'), say(next === undefined ? 'now' : 'next')]}
        />
      )}
    </Loaded>
  )
}

interface Change {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Without a summary that only repeats the beginning of the text in both versions. */
function withoutGenerated(changes: readonly Change[]): readonly Change[] {
  const [summary, content] = ['summary', 'content'].map((name) => changes.find(({ field }) => field === name))
  if (!summary || !content) return changes
  const isGenerated = beginsWith(content.from, summary.from) && beginsWith(content.to, summary.to)
  return isGenerated ? changes.filter((change) => change !== summary) : changes
}

function beginsWith(html: unknown, summary: unknown): boolean {
  const text = new DOMParser().parseFromString(String(html), 'text/html').body.textContent ?? ''
  return text.replace(/\s+/g, '').startsWith(String(summary).replace(/\s+/g, ''))
}

/** Two versions of an article, field by field. */
export function FieldDifferences({
  changes,
  labels,
}: {
  changes: readonly Change[]
  labels: readonly [string, string]
}) {
  const say = useWords(articleWords)
  const nameOf = useFieldName()
  const textOf = useFieldTexts(
    tagIdsIn(changes.flatMap(({ field, from, to }) => [{ [field]: from }, { [field]: to }])),
  )
  const shown = withoutGenerated(changes)
  return (
    <Stack gap="sm">
      {shown.length === 0 && <Text size="sm">{say('noDifference')}</Text>}
      {shown.map(({ field, from, to }) => (
        <div key={field}>
          <Text size="sm" fw={600} mb={4}>
            {nameOf(field)}
          </Text>
          <Difference
            before={textOf(field, from)}
            after={textOf(field, to)}
            labels={labels}
            markup={field === 'content'}
          />
        </div>
      ))}
    </Stack>
  )
}
