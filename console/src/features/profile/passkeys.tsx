import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import {
  deletePasskey,
  listPasskeys,
  passkeyOptions,
  registerPasskey,
  renamePasskey,
} from '@inkstone/contract/passkeys.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { canUsePasskeys, makePasskey, PasskeyStopped } from '../../lib/passkeys.ts'
import { showError, useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/page.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { OwnThings } from './own-things.tsx'
import { passkeyWords } from './passkeys.words.ts'

type Passkey = AnswerOf<typeof listPasskeys>[number]
const TOUCHES = ['/api/auth/passkeys', '/api/users']

export function Passkeys() {
  const say = useWords(passkeyWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const passkeys = useAnswer(listPasskeys)
  const isOffered = useAnswer(getSiteInfo).data?.sign_in.passkeys === 1
  const removing = useAction(deletePasskey, { touches: TOUCHES, done: say('removed') })
  const [named, setNamed] = useState<Passkey | 'new'>()
  return (
    <Stack gap="md">
      <Loaded answer={passkeys}>
        {(list) => (
          <OwnThings
            none={say('none')}
            things={list.map((passkey) => ({
              id: passkey.id,
              name: passkey.name,
              about: [
                say('since', { time: short(passkey.create_time) }),
                passkey.last_used_time === null
                  ? say('notUsed')
                  : say('lastUsed', { time: short(passkey.last_used_time) }),
              ],
              actions: [
                { label: say('rename'), onClick: () => setNamed(passkey) },
                {
                  label: ui('delete'),
                  danger: true,
                  onClick: () =>
                    confirm(say('removeQuestion', { name: passkey.name }), ui('delete'), () =>
                      removing.mutate({ params: { id: passkey.id } }),
                    ),
                },
              ],
            }))}
          />
        )}
      </Loaded>
      {isOffered && canUsePasskeys() ? (
        <Group>
          <Button onClick={() => setNamed('new')}>{say('add')}</Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {say(isOffered ? 'notHere' : 'notOffered')}
        </Text>
      )}
      {named === 'new' && <Adding onClose={() => setNamed(undefined)} />}
      {named !== undefined && named !== 'new' && (
        <Renaming passkey={named} onClose={() => setNamed(undefined)} />
      )}
    </Stack>
  )
}

function Adding({ onClose }: { onClose: () => void }) {
  const say = useWords(passkeyWords)
  const form = useFields({ name: '' })
  const [asking, setAsking] = useState(false)
  const [stopped, setStopped] = useState(false)
  const registering = useAction(registerPasskey, {
    touches: TOUCHES,
    form,
    done: say('added'),
    onDone: onClose,
  })
  const beginning = useAction(passkeyOptions, {
    touches: [],
    onDone: async (options) => {
      setAsking(true)
      setStopped(false)
      try {
        const made = await makePasskey(options)
        const name = form.values.name.trim()
        registering.mutate({ body: { ...made, ...(name !== '' && { name }) } })
      } catch (error) {
        if (error instanceof PasskeyStopped) setStopped(true)
        else showError(error as Error)
      } finally {
        setAsking(false)
      }
    },
  })
  const busy = beginning.isPending || asking || registering.isPending
  return (
    <Question
      title={say('add')}
      text={say('addText')}
      label={say('goOn')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => beginning.mutate({})}
    >
      <TextInput label={say('name')} description={say('nameHint')} data-autofocus {...form.text('name')} />
      {stopped && (
        <Text size="sm" c="red" role="alert">
          {say('stopped')}
        </Text>
      )}
    </Question>
  )
}

function Renaming({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const say = useWords(passkeyWords)
  const ui = useWords(uiWords)
  const form = useFields({ name: passkey.name })
  const renaming = useAction(renamePasskey, { touches: TOUCHES, form, done: ui('saved'), onDone: onClose })
  return (
    <Question
      title={say('rename')}
      label={ui('save')}
      busy={renaming.isPending}
      onClose={onClose}
      onConfirm={() => renaming.mutate({ params: { id: passkey.id }, body: form.values })}
    >
      <TextInput label={say('name')} data-autofocus {...form.text('name')} />
    </Question>
  )
}
