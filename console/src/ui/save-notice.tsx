import { Alert, Button, Stack, Text } from '@mantine/core'
import { reasonOf } from '../lib/autosave-rules.ts'
import type { Fields } from '../lib/fields.ts'
import { useIsMe } from '../lib/may.ts'
import { personName } from '../lib/person-name.ts'
import type { Saving } from '../lib/saving.ts'
import { useWords, words } from '../lib/words.tsx'

const noticeWords = words({
  newer: [
    '{who} has saved a newer version. Your changes are not saved.',
    '{who}已保存了更新的版本。您的修改尚未保存。',
  ],
  newerOwn: [
    'You saved a newer version in another window. Your changes here are not saved.',
    '您在另一个窗口中保存了更新的版本。此处的修改尚未保存。',
  ],
  somebody: ['Somebody else', '他人'],
  compare: ['Compare and merge', '对比并合并'],
  ofField: ['{name}: {why}', '{name}：{why}'],
  notSaved: ['Not saved: {reason}', '未保存：{reason}'],
})

/** Why autosave has stopped. It does not interrupt the user. */
export function SaveNotice<Form extends Readonly<Record<string, unknown>>>({
  saving,
  form,
  nameOf,
}: {
  saving: Saving<Form>
  form: Fields<Form>
  nameOf: (field: string) => string
}) {
  const say = useWords(noticeWords)
  const isMe = useIsMe()
  const editor = saving.newer?.editor
  // The dialog says it already.
  if (saving.conflict) return null
  if (saving.newer)
    return (
      <Alert color="orange" role="status" p="xs" mb="xs">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            {isMe(editor) ? say('newerOwn') : say('newer', { who: personName(editor) ?? say('somebody') })}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void saving.compare()}>
            {say('compare')}
          </Button>
        </Stack>
      </Alert>
    )
  if (!saving.refused || !form.dirty) return null
  const ofField = (field: string, why: string) => say('ofField', { name: nameOf(field), why })
  return (
    <Alert color="orange" role="status" p="xs" mb="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {say('notSaved', { reason: reasonOf(saving.refused, ofField) })}
      </Text>
    </Alert>
  )
}
