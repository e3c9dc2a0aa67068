import { compareRevisions } from '@inkstone/contract/revisions.ts'
import { Box, Stack, Text } from '@mantine/core'
import { useAnswer } from '../../lib/asking.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { articleWords } from './articles.words.ts'

/** What a revision had otherwise than the article has now, field by field. */
export function Comparison({ id, number }: { id: number; number: number }) {
  const say = useWords(articleWords)
  const answer = useAnswer(compareRevisions, { params: { id, n: number } })
  return (
    <Box mt="sm">
      <Loaded answer={answer}>
        {({ changes }) => (
          <Stack gap="sm">
            {changes.length === 0 && <Text size="sm">{say('noDifference')}</Text>}
            {changes.map(({ field, from, to }) => (
              <div key={field}>
                <Text size="xs" fw={600}>
                  {field}
                </Text>
                <Side label={say('before')} colour="red" value={from} />
                <Side label={say('now')} colour="teal" value={to} />
              </div>
            ))}
          </Stack>
        )}
      </Loaded>
    </Box>
  )
}

function Side({ label, colour, value }: { label: string; colour: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <Box
      mt={4}
      px="xs"
      py={4}
      mah={200}
      style={{
        borderLeft: `3px solid var(--mantine-color-${colour}-5)`,
        overflow: 'auto',
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-wrap',
      }}
    >
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xs">{text}</Text>
    </Box>
  )
}
