import { forgotPassword } from '@inkstone/contract/account-links.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/page.tsx'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

export function ForgotPasswordPage() {
  const say = useWords(signInWords)
  const site = useAnswer(getSiteInfo)
  return (
    <Outside title={say('forgotTitle')} foot={<BackToSignIn />}>
      <Loaded answer={site}>
        {({ sign_in }) => (sign_in.mail === 1 ? <AskForLink /> : <Text size="sm">{say('noMail')}</Text>)}
      </Loaded>
    </Outside>
  )
}

function AskForLink() {
  const say = useWords(signInWords)
  const form = useFields({ email: '' })
  const [sent, setSent] = useState(false)
  const asking = useAction(forgotPassword, { touches: [], form, onDone: () => setSent(true) })
  if (sent)
    return (
      <Outcome good text={say('sent')}>
        {null}
      </Outcome>
    )
  return (
    <Form onSubmit={() => asking.mutate({ body: form.values })}>
      <Stack>
        <Text size="sm">{say('forgotText')}</Text>
        <TextInput
          label={say('email')}
          type="email"
          autoComplete="email"
          autoFocus
          required
          {...form.text('email')}
        />
        <Button type="submit" loading={asking.isPending} fullWidth>
          {say('sendLink')}
        </Button>
      </Stack>
    </Form>
  )
}
