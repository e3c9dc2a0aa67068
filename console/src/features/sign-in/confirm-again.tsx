import { checkPasskey, passkeyLoginOptions } from '@inkstone/contract/passkeys.ts'
import { checkSecondFactor } from '@inkstone/contract/second-factor.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { answerWithPasskey, canUsePasskeys, PasskeyStopped } from '../../lib/passkeys.ts'
import { useAnswer } from '../../lib/requests.ts'
import { registerConfirmation } from '../../lib/second-factor.ts'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeInput } from './code-input.tsx'
import { signInWords } from './sign-in.words.ts'

/** Asks for the second factor again when a sensitive action requires it. */
export function ConfirmAgain() {
  const [answer, setAnswer] = useState<(given: boolean) => void>()
  useEffect(() => registerConfirmation(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  const give = (given: boolean) => {
    setAnswer(undefined)
    answer(given)
  }
  return <Asking onGiven={() => give(true)} onClose={() => give(false)} />
}

function Asking({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const say = useWords(signInWords)
  const [code, setCode] = useState('')
  const hasPasskeys = useAnswer(getSiteInfo).data?.sign_in.passkeys === 1 && canUsePasskeys()
  const checking = useMutation({
    mutationFn: () => call(checkSecondFactor, { body: { code } }),
    onSuccess: onGiven,
  })
  const using = useMutation({
    mutationFn: async () =>
      call(checkPasskey, { body: await answerWithPasskey(await call(passkeyLoginOptions)) }),
    onSuccess: onGiven,
  })
  const fields = checking.error instanceof ApiError ? checking.error.fields : {}
  return (
    <Dialog onClose={onClose} title={say('againTitle')} zIndex={300} closeOnClickOutside={false}>
      <Form onSubmit={() => checking.mutate()}>
        <Stack>
          <Text size="sm">{say('againText')}</Text>
          {checking.error && fields.code === undefined && (
            <Alert color="red" role="alert">
              {checking.error.message}
            </Alert>
          )}
          {using.error && (
            <Alert color="red" role="alert">
              {using.error instanceof PasskeyStopped ? say('passkeyNotUsed') : using.error.message}
            </Alert>
          )}
          <CodeInput value={code} onChange={setCode} error={fields.code?.join(' ')} />
          <Group justify="space-between">
            {hasPasskeys ? (
              <Button variant="default" loading={using.isPending} onClick={() => using.mutate()}>
                {say('usePasskey')}
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" loading={checking.isPending} disabled={code.trim() === ''}>
              {say('goOn')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
