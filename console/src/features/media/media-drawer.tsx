import { deleteMedia, getMedia, updateMedia } from '@inkstone/contract/media.ts'
import { Button, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { Form } from '../../ui/form.tsx'
import { useOnTop } from '../../ui/on-top.ts'
import { Loaded } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { mediaWords } from './media.words.ts'
import { MediaFacts, MediaPreview, MediaUses } from './media-facts.tsx'
import { type MediaDetail, useMayEdit } from './media-focus.tsx'
import { MEDIA_TOUCHES } from './uploading.ts'

export function MediaDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const answer = useAnswer(getMedia, { params: { id } })
  // While another one is loading, the data is still that of the previous one.
  const current = answer.data?.id === id ? answer : { ...answer, data: undefined }
  const isOnTop = useOnTop()
  useFocusBack()
  return (
    <Drawer
      opened
      closeOnEscape={isOnTop}
      onClose={onClose}
      title={say('details')}
      position="right"
      size="md"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Loaded answer={current}>
        {(media) => (
          <Stack gap="md">
            <MediaPreview media={media} />
            <MediaFacts media={media} />
            <Description media={media} onClose={onClose} />
            <MediaUses media={media} />
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}

function Description({ media, onClose }: { media: MediaDetail; onClose: () => void }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const editable = useMayEdit()(media)
  const form = useFields({ title: media.title, alt: media.alt })
  const saving = useAction(updateMedia, {
    done: ui('saved'),
    touches: MEDIA_TOUCHES,
    form,
    onDone: onClose,
  })
  return (
    <Form onSubmit={() => saving.mutate({ params: { id: media.id }, body: form.values })}>
      <Stack gap="sm">
        <TextInput label={say('titleField')} readOnly={!editable} {...form.text('title')} />
        {media.type === 'image' && (
          <Textarea
            label={say('alt')}
            description={say('altHint')}
            autosize
            minRows={2}
            readOnly={!editable}
            {...form.text('alt')}
          />
        )}
        {editable ? (
          <Group justify="space-between">
            <DeleteButton media={media} onDone={onClose} />
            <Button type="submit" loading={saving.isPending} disabled={!form.dirty}>
              {ui('save')}
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {say('notYours')}
          </Text>
        )}
      </Stack>
    </Form>
  )
}

function DeleteButton({ media, onDone }: { media: MediaDetail; onDone: () => void }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const removing = useAction(deleteMedia, { done: say('deleted'), touches: MEDIA_TOUCHES, onDone })
  const uses = media.used_in.length
  const question = say(uses > 0 ? 'deleteUsedQuestion' : 'deleteQuestion', { name: media.filename, n: uses })
  return (
    <Button
      variant="subtle"
      color="red"
      loading={removing.isPending}
      onClick={() => confirm(question, ui('delete'), () => removing.mutate({ params: { id: media.id } }))}
    >
      {ui('delete')}
    </Button>
  )
}
