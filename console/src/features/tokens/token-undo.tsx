import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { MAX_UNDONE, undoToken } from '@inkstone/contract/token-undo.ts'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { MomentInput } from '../../ui/moment-input.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { useTargetName } from '../audit-log/action-names.ts'
import { tokenWords, undoReasonWords } from './tokens.words.ts'

/** A token can have changed anything, so everything is refetched. */
const TOUCHES = ['/api']

/** Reverts the changes of a token since a given time, and lists what could not be reverted. */
export function TokenUndo({
  token: { id, name },
  onClose,
}: {
  token: { readonly id: number; readonly name: string }
  onClose: () => void
}) {
  const say = useWords(tokenWords)
  const form = useFields({ since: null as string | null })
  const [result, setResult] = useState<AnswerOf<typeof undoToken>>()
  const undoing = useAction(undoToken, { touches: TOUCHES, form, onDone: setResult })
  // The question is gone when the result closes, so neither of them knows where the focus came from.
  useFocusBack()
  if (result) return <Result result={result} onClose={onClose} />
  return (
    <Question
      title={say('undo')}
      text={say('undoText', { name })}
      label={say('undo')}
      danger
      busy={undoing.isPending}
      ready={form.values.since !== null}
      onClose={onClose}
      onConfirm={() =>
        form.values.since !== null && undoing.mutate({ params: { id }, body: { since: form.values.since } })
      }
    >
      <MomentInput isFirst label={say('since')} {...form.bind('since')} />
    </Question>
  )
}

function Result({ result, onClose }: { result: AnswerOf<typeof undoToken>; onClose: () => void }) {
  const say = useWords(tokenWords)
  const ui = useWords(uiWords)
  const reason = useWords(undoReasonWords)
  const targetName = useTargetName()
  const { undone, left } = result
  return (
    <Dialog onClose={onClose} title={say('undoneTitle')}>
      <Stack>
        <Text size="sm" role="status">
          {say('undone', { n: undone })}
        </Text>
        {undone >= MAX_UNDONE && <Text size="sm">{say('mayBeMore')}</Text>}
        {undone < MAX_UNDONE && left.length === 0 && <Text size="sm">{say('allUndone')}</Text>}
        {left.length > 0 && (
          <>
            <Text size="sm">{say('left', { n: left.length })}</Text>
            <List size="sm">
              {left.map(({ type, id, why }) => (
                <List.Item key={`${type} ${id} ${why}`}>
                  {say('thing', { what: targetName({ target_type: type, target_id: id }), why: reason(why) })}
                </List.Item>
              ))}
            </List>
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{ui('close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
