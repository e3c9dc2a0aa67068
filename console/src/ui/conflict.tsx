import { Button, Group, Stack, Text } from '@mantine/core'
import { blocksOf } from '../lib/blocks.ts'
import { conflictingFields } from '../lib/conflicts.ts'
import type { Fields } from '../lib/fields.ts'
import { mergeBlocks } from '../lib/merge.ts'
import type { Kept, Saving } from '../lib/saving.ts'
import { useWords, words } from '../lib/words.tsx'
import { Dialog } from './dialog.tsx'
import { Difference } from './difference.tsx'

const conflictWords = words({
  title: ['{who} has changed it', '内容已被{who}修改'],
  explain: [
    '{who} has saved it since you opened it. Merging keeps both: paragraphs that you both changed stand one after the other, for you to tidy up before you save.',
    '打开之后，内容已被{who}保存。合并会保留双方的修改：双方都改过的段落会先后列出，供您整理后再保存。',
  ],
  somebody: ['Somebody else', '他人'],
  theirs: ['Saved by somebody else', '他人保存的内容'],
  theirsBy: ['Saved by {name}', '{name}保存的内容'],
  mine: ['Yours', '您的内容'],
  merge: ['Merge', '合并'],
  overwrite: ['Save mine over it', '用我的覆盖'],
  load: ['Load theirs', '载入他人的内容'],
})

/** Two people changed the same fields. Both versions are shown before anything is replaced. */
export function Conflict<Form extends Readonly<Record<string, unknown>>>({
  saving,
  theirs,
  form,
  nameOf,
  onLoad,
}: {
  saving: Saving<Form>
  theirs: Kept<Form>
  form: Fields<Form>
  nameOf: (field: string) => string
  onLoad: () => void
}) {
  const say = useWords(conflictWords)
  const { values, base } = form
  const name = theirs.editor
  const who = name ?? say('somebody')
  const fields = conflictingFields(base, values, theirs.values)
  const merge = () => {
    const own = Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(base[field]),
    )
    const merged = own.map(([field, value]) => [
      field,
      field === 'content' && fields.includes(field)
        ? mergeBlocks(...blocksOfAll(base[field], value, theirs.values[field])).blocks.join('')
        : value,
    ])
    saving.rebase(theirs, Object.fromEntries(merged))
  }
  return (
    <Dialog size="xl" onClose={saving.forgetConflict} title={say('title', { who })}>
      <Stack>
        <Text size="sm">{say('explain', { who })}</Text>
        {fields.map((field) => (
          <div key={field}>
            <Text size="sm" fw={600} mb={4}>
              {nameOf(field)}
            </Text>
            <Difference
              before={String(theirs.values[field] ?? '')}
              after={String(values[field] ?? '')}
              labels={[name === undefined ? say('theirs') : say('theirsBy', { name }), say('mine')]}
              markup={field === 'content'}
            />
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={onLoad}>
            {say('load')}
          </Button>
          <Button variant="default" loading={saving.busy} onClick={saving.overwrite}>
            {say('overwrite')}
          </Button>
          <Button data-autofocus onClick={merge}>
            {say('merge')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const blocksOfAll = (...texts: readonly [unknown, unknown, unknown]) =>
  texts.map((text) => blocksOf(String(text))) as unknown as Parameters<typeof mergeBlocks>
