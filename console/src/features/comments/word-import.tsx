import { importWords } from '@inkstone/contract/moderation.ts'
import { Alert, Button, FileButton, Group, List, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { sentences } from '../../lib/sentences.ts'
import { useWords } from '../../lib/words.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { commentWords } from './comments.words.ts'
import { WORD_TOUCHES } from './word-form.tsx'

/** Stays open and lists the lines that were not imported. */
export function WordImport({ onClose }: { onClose: () => void }) {
  const say = useWords(commentWords)
  const form = useFields({ text: '' })
  const importing = useAction(importWords, {
    done: ({ success_count: n }) => say('imported', { n }),
    touches: WORD_TOUCHES,
    form,
    onDone: ({ failed_count }) => {
      if (failed_count === 0) onClose()
    },
  })
  const reset = useRef<() => void>(null)
  const failed = importing.data?.failed_count ?? 0
  return (
    <FormDrawer
      opened
      title={say('importWords')}
      submitLabel={say('importWords')}
      size="lg"
      busy={importing.isPending}
      onClose={onClose}
      onSubmit={() => importing.mutate({ body: form.values })}
    >
      {failed > 0 && (
        <Alert color="red" role="alert" title={say('notImported', { n: failed })}>
          <List size="sm">
            {Object.entries(importing.data?.errors ?? {}).map(([line, why]) => (
              <List.Item key={line}>{say('line', { n: line, why: sentences(why) })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Textarea
        label={say('importText')}
        description={say('importHint')}
        required
        autosize
        minRows={10}
        maxRows={20}
        data-autofocus
        {...form.text('text')}
      />
      <Group>
        <FileButton
          accept="text/plain,.txt"
          resetRef={reset}
          onChange={async (file) => {
            if (file) form.set('text', await file.text())
            reset.current?.()
          }}
        >
          {(button) => (
            <Button variant="default" {...button}>
              {say('chooseFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </FormDrawer>
  )
}
