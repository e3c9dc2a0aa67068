import { endSecondFactor } from '@inkstone/contract/second-factor.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { refreshAll, useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Question } from '../../ui/question.tsx'
import { CodeInput } from '../sign-in/code-input.tsx'
import type { Me } from './about-me-form.tsx'
import { factorWords } from './second-factor.words.ts'
import { SecondFactorSetUp } from './second-factor-set-up.tsx'

export function SecondFactor({ me }: { me: Me }) {
  const say = useWords(factorWords)
  const client = useQueryClient()
  const [settingUp, setSettingUp] = useState(false)
  const [ending, setEnding] = useState(false)
  if (settingUp || me.second_factor === 0)
    return (
      <Stack gap="md">
        {!settingUp && <Text size="sm">{say('isOff')}</Text>}
        <SecondFactorSetUp
          onBegin={() => setSettingUp(true)}
          onDone={async () => {
            await refreshAll(client, ['/api/auth/me', '/api/users'])
            setSettingUp(false)
          }}
        />
      </Stack>
    )
  return (
    <Stack gap="md">
      <Text size="sm">{say('isOn')}</Text>
      <Group>
        <Button variant="default" onClick={() => setEnding(true)}>
          {say('switchOff')}
        </Button>
      </Group>
      {ending && <SwitchingOff onClose={() => setEnding(false)} />}
    </Stack>
  )
}

function SwitchingOff({ onClose }: { onClose: () => void }) {
  const say = useWords(factorWords)
  const form = useFields({ code: '' })
  const ending = useAction(endSecondFactor, {
    touches: ['/api/auth/me', '/api/users'],
    form,
    done: say('switchedOff'),
    onDone: onClose,
  })
  return (
    <Question
      title={say('offTitle')}
      text={say('offQuestion')}
      label={say('switchOff')}
      danger
      busy={ending.isPending}
      ready={form.values.code.trim() !== ''}
      onClose={onClose}
      onConfirm={() => ending.mutate({ body: form.values })}
    >
      <CodeInput {...form.bind('code')} />
    </Question>
  )
}
