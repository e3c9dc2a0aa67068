import { createPreview } from '@inkstone/contract/preview.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'

/** Creates a preview link that works without signing in for a day. */
export function PreviewButton({ read, onSave }: { read: ReadArticle; onSave: () => Promise<boolean> }) {
  const say = useWords(articleWords)
  const [made, setMade] = useState<{ url: string; expire_time: string }>()
  const making = useAction(createPreview, { touches: [], onDone: setMade })
  const make = async () => {
    if (!(await onSave())) return
    const of = read.copy ? ('working_copy' as const) : ('article' as const)
    making.mutate({ params: { id: read.article.id }, body: { of } })
  }
  return (
    <>
      <Button size="compact-sm" variant="subtle" loading={making.isPending} onClick={make}>
        {say('preview')}
      </Button>
      {made && (
        <Dialog onClose={() => setMade(undefined)} title={say('preview')}>
          <Stack>
            <Text size="sm">{say('previewHint', { time: short(made.expire_time) })}</Text>
            <TextInput aria-label={say('preview')} readOnly value={made.url} />
            <Group justify="flex-end">
              <CopyText text={made.url} />
              <Button component="a" href={made.url} target="_blank" rel="noreferrer">
                {say('openPreview')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  )
}
