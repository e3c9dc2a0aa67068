import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { uploadMedia } from '@inkstone/contract/media.ts'
import { type me as readMe, updateMe } from '@inkstone/contract/sessions.ts'
import { Avatar, Button, FileButton, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { changedFields } from '../../lib/changed-fields.ts'
import { useFields } from '../../lib/fields.ts'
import { useMay } from '../../lib/may.ts'
import { useAction } from '../../lib/requests.ts'
import { currentSession, storeSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { INITIALS_COLORS } from '../../ui/initials.ts'
import { uiWords } from '../../ui/ui.words.ts'
import { LeavingGuard } from '../../ui/writing-guards.tsx'
import { profileWords } from './profile.words.ts'

export type Me = AnswerOf<typeof readMe>

const fieldsOf = ({
  nickname,
  bio,
  avatar,
  mail_comments,
}: Pick<Me, 'nickname' | 'bio' | 'avatar' | 'mail_comments'>) => ({
  nickname,
  bio,
  avatar,
  mail_comments,
})

export function AboutMeForm({ me }: { me: Me }) {
  const say = useWords(profileWords)
  const ui = useWords(uiWords)
  const may = useMay()
  const [before, setBefore] = useState(() => fieldsOf(me))
  const form = useFields(before)
  const { dirty, reset } = form
  useEffect(() => {
    if (dirty) return
    setBefore(fieldsOf(me))
    reset(fieldsOf(me))
  }, [me, dirty, reset])
  const saving = useAction(updateMe, {
    touches: ['/api/auth/me', '/api/users'],
    form,
    done: ui('saved'),
    onDone: (user) => {
      const session = currentSession()
      if (session) storeSession({ ...session, user: { ...session.user, ...fieldsOf(user) } })
      reset(fieldsOf(user))
    },
  })
  const uploading = useAction(uploadMedia, {
    touches: ['/api/media'],
    // The server detects the file type by content.
    onDone: ({ type, url }) => {
      if (type === 'image') form.set('avatar', url)
      else notifications.show({ color: 'red', message: say('notPicture') })
    },
  })
  const again = useRef<() => void>(null)
  const upload = (file: File | null) => {
    if (!file) return
    again.current?.()
    const body = new FormData()
    body.set('file', file)
    uploading.mutate({ body })
  }
  const changes = changedFields(before, form.values)
  return (
    <Form onSubmit={() => saving.mutate({ body: changes })}>
      <Stack gap="md">
        <TextInput label={say('nickname')} description={say('nicknameHint')} {...form.text('nickname')} />
        <Textarea
          label={say('bio')}
          description={say('bioHint')}
          autosize
          minRows={2}
          {...form.text('bio')}
        />
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <Avatar
            src={form.values.avatar || null}
            name={form.values.nickname || me.username}
            alt=""
            color="initials"
            allowedInitialsColors={INITIALS_COLORS}
            size={56}
          />
          <TextInput
            label={say('avatar')}
            description={say('avatarHint')}
            flex={1}
            {...form.text('avatar')}
          />
          {may('media.upload') && (
            <FileButton onChange={upload} accept="image/*" resetRef={again}>
              {(props) => (
                <Button {...props} variant="default" loading={uploading.isPending}>
                  {say('upload')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
        <Switch
          label={say('mailComments')}
          description={say('mailCommentsHint')}
          {...form.flag('mail_comments')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending} disabled={Object.keys(changes).length === 0}>
            {ui('save')}
          </Button>
        </Group>
      </Stack>
      <LeavingGuard active={Object.keys(changes).length > 0} />
    </Form>
  )
}
