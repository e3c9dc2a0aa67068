import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Fields } from '../lib/fields.ts'
import type { Journal } from '../lib/journal.ts'
import { changesIn } from '../lib/journal-rules.ts'
import type { JournalEntry } from '../lib/journal-store.ts'
import { inService, short } from '../lib/times.ts'
import { useWords, words } from '../lib/words.tsx'
import { Dialog } from './dialog.tsx'
import { Difference, plainText } from './difference.tsx'

const recoveredWords = words({
  found: ['Unsaved text from {time} was found in this browser.', '此浏览器中有 {time} 未保存的内容。'],
  look: ['Compare', '查看对比'],
  title: ['Unsaved text from {time}', '{time} 未保存的内容'],
  now: ['In the editor now', '编辑器中的内容'],
  unsaved: ['Unsaved', '未保存的内容'],
  use: ['Restore this text', '恢复这些内容'],
  discard: ['Discard', '丢弃'],
  later: ['Decide later', '稍后决定'],
})

/** Unsaved text of a closed editor is compared before it replaces anything. */
export function RecoveredText<Form extends Readonly<Record<string, unknown>>>({
  journal,
  form,
  nameOf,
  textOf = plainText,
}: {
  journal: Journal<Form>
  form: Fields<Form>
  nameOf: (field: string) => string
  textOf?: (field: string, value: unknown) => string
}) {
  const say = useWords(recoveredWords)
  const [compared, setCompared] = useState<JournalEntry>()
  const timeOf = ({ at }: JournalEntry) => short(inService(at))
  const use = (entry: JournalEntry) => {
    for (const [field, value] of Object.entries(changesIn(entry))) form.set(field, value as Form[string])
    setCompared(undefined)
    journal.restored(entry)
  }
  const discard = (entry: JournalEntry) => {
    setCompared(undefined)
    journal.forget(entry)
  }
  return (
    <>
      {journal.found.map((entry) => (
        <Alert key={entry.editor} color="yellow" role="status">
          <Group justify="space-between">
            <Text size="sm">{say('found', { time: timeOf(entry) })}</Text>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => setCompared(entry)}>
                {say('look')}
              </Button>
            </Group>
          </Group>
        </Alert>
      ))}
      {compared && (
        <Dialog
          size="xl"
          onClose={() => setCompared(undefined)}
          title={say('title', { time: timeOf(compared) })}
        >
          <Stack>
            {Object.entries(changesIn(compared)).map(([field, value]) => (
              <div key={field}>
                <Text size="sm" fw={600} mb={4}>
                  {nameOf(field)}
                </Text>
                <Difference
                  before={textOf(field, form.values[field])}
                  after={textOf(field, value)}
                  labels={[say('now'), say('unsaved')]}
                  markup={field === 'content'}
                />
              </div>
            ))}
            <Group justify="flex-end">
              <Button variant="subtle" color="red" onClick={() => discard(compared)}>
                {say('discard')}
              </Button>
              <Button variant="default" onClick={() => setCompared(undefined)}>
                {say('later')}
              </Button>
              <Button onClick={() => use(compared)}>{say('use')}</Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}
