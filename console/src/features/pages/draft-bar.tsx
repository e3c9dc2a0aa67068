import { dropPageDraft, publishPageDraft } from '@inkstone/contract/page-history.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useAction } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldDifferences } from '../articles/comparison.tsx'
import { formOf, PAGE_TOUCHES, type PageForm, type ReadPage } from './page-fields.ts'
import { pageWords } from './pages.words.ts'
import type { useSavingPage } from './saving-page.ts'

/** The draft of a page, which readers do not see, and its actions. */
export function DraftBar({
  read: { page, draft },
  saving,
  values,
  onStartOver,
}: {
  read: ReadPage
  saving: ReturnType<typeof useSavingPage>
  values: PageForm
  onStartOver: () => void
}) {
  const say = useWords(pageWords)
  const confirm = useConfirm()
  const [isComparing, setComparing] = useState(false)
  const options = { touches: PAGE_TOUCHES, onDone: onStartOver }
  const publishing = useAction(publishPageDraft, { ...options, done: say('draftPublished') })
  const dropping = useAction(dropPageDraft, { ...options, done: say('draftDropped') })
  const input = { params: { alias: String(page.id) } }
  const publish = () =>
    saving.saveThen((_id, ifMatch) =>
      publishing.mutateAsync({ ...input, ifMatch }).then(
        () => true,
        () => false,
      ),
    )
  return (
    <Alert role="status" color="blue">
      <Group justify="space-between">
        <Text size="sm">
          {say('draftExplained', {
            time: short(draft?.save_time),
            name: draft?.editor.nickname || draft?.editor.username || '',
          })}
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={publishing.isPending || saving.busy} onClick={publish}>
            {say('publishDraft')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setComparing(true)}>
            {say('compare')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={dropping.isPending}
            onClick={() => confirm(say('dropQuestion'), say('dropDraft'), () => dropping.mutate(input))}
          >
            {say('dropDraft')}
          </Button>
        </Group>
      </Group>
      {isComparing && (
        <Dialog size="90%" onClose={() => setComparing(false)} title={say('compare')}>
          <FieldDifferences
            changes={differencesOf(formOf(page), values)}
            labels={[say('publicVersion'), say('draft')]}
          />
        </Dialog>
      )}
    </Alert>
  )
}

export function differencesOf(before: Partial<PageForm>, after: Partial<PageForm>) {
  const compared = Object.fromEntries(Object.keys(before).map((key) => [key, after[key as keyof PageForm]]))
  return Object.keys(changedFields(before, compared)).map((field) => ({
    field,
    from: before[field as keyof PageForm],
    to: compared[field],
  }))
}
