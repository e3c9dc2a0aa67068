import { createPreview } from '@inkstone/contract/preview.ts'
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import type { ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'

/** Creates a preview link that works without signing in for a day. */
export function PreviewButton({ read, onSave }: { read: ReadArticle; onSave: () => Promise<boolean> }) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
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
              <CopyButton value={made.url}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {ui(copied ? 'copied' : 'copy')}
                  </Button>
                )}
              </CopyButton>
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
