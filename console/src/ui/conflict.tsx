import { Button, Group, Stack, Text } from '@mantine/core'
import { blocksOf } from '../lib/blocks.ts'
import { conflictingFields } from '../lib/conflicts.ts'
import type { Fields } from '../lib/fields.ts'
import { useIsMe } from '../lib/may.ts'
import { mergeBlocks } from '../lib/merge.ts'
import { personName } from '../lib/person-name.ts'
import type { Kept } from '../lib/remote.ts'
import type { Saving } from '../lib/saving.ts'
import { useWords, words } from '../lib/words.tsx'
import { Dialog } from './dialog.tsx'
import { Difference, plainText } from './difference.tsx'

const conflictWords = words({
  title: ['{who} has changed “{title}”', '{who}修改了“{title}”'],
  titleOwn: ['You saved a newer version in another window', '您在另一个窗口中保存了更新的版本'],
  explain: [
    '{who} has saved it since you opened it. Merging keeps both: paragraphs that you both changed stand one after the other, for you to tidy up before you save.',
    '打开之后，内容已被{who}保存。合并会保留双方的修改：双方都改过的段落会先后列出，供您整理后再保存。',
  ],
  explainOwn: [
    'Merging keeps both: paragraphs that you changed in both windows stand one after the other, for you to tidy up before you save.',
    '合并会保留两处的修改：两个窗口中都改过的段落会先后列出，供您整理后再保存。',
  ],
  somebody: ['Somebody else', '他人'],
  theirs: ['Saved by somebody else', '他人保存的内容'],
  theirsBy: ['Saved by {name}', '{name}保存的内容'],
  theirsOwn: ['Saved in the other window', '另一窗口中保存的内容'],
  mine: ['Yours', '您的内容'],
  mineHere: ['In this window', '此窗口中的内容'],
  merge: ['Merge', '合并'],
  overwrite: ['Overwrite with mine', '用我的版本覆盖'],
  overwriteOwn: ['Overwrite with this one', '用此窗口的版本覆盖'],
  load: ['Use their version', '采用对方的版本'],
  loadOwn: ['Use the other version', '采用另一窗口的版本'],
})

/** Two people changed the same fields. Both versions are shown before anything is replaced. */
export function Conflict<Form extends Readonly<Record<string, unknown>>>({
  saving,
  theirs,
  form,
  nameOf,
  textOf = plainText,
  onLoad,
}: {
  saving: Saving<Form>
  theirs: Kept<Form>
  form: Fields<Form>
  nameOf: (field: string) => string
  textOf?: ((field: string, value: unknown) => string) | undefined
  onLoad: () => void
}) {
  const say = useWords(conflictWords)
  const { values, base } = form
  const isOwn = useIsMe()(theirs.editor)
  const name = personName(theirs.editor)
  const who = name ?? say('somebody')
  const savedBy = name === undefined ? say('theirs') : say('theirsBy', { name })
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
    <Dialog
      size="xl"
      onClose={saving.forgetConflict}
      title={isOwn ? say('titleOwn') : say('title', { who, title: String(theirs.values.title ?? '') })}
    >
      <Stack>
        <Text size="sm">{isOwn ? say('explainOwn') : say('explain', { who })}</Text>
        {fields.map((field) => (
          <div key={field}>
            <Text size="sm" fw={600} mb={4}>
              {nameOf(field)}
            </Text>
            <Difference
              before={textOf(field, theirs.values[field])}
              after={textOf(field, values[field])}
              labels={isOwn ? [say('theirsOwn'), say('mineHere')] : [savedBy, say('mine')]}
              markup={field === 'content'}
            />
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={onLoad}>
            {say(isOwn ? 'loadOwn' : 'load')}
          </Button>
          <Button variant="default" loading={saving.busy} onClick={saving.overwrite}>
            {say(isOwn ? 'overwriteOwn' : 'overwrite')}
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
