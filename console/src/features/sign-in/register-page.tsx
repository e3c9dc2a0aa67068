import { register } from '@inkstone/contract/sessions.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CaptchaField, type Solved } from './captcha-field.tsx'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** Registration, if the site allows it. */
export function RegisterPage() {
  const say = useWords(signInWords)
  const site = useAnswer(getSiteInfo)
  return (
    <Outside title={say('registerTitle')} foot={<BackToSignIn />}>
      <Loaded answer={site}>
        {({ sign_in }) =>
          sign_in.registration === 1 ? (
            <Registering withCaptcha={sign_in.registration_captcha === 1} sendsMail={sign_in.mail === 1} />
          ) : (
            <Text size="sm">{say('closed')}</Text>
          )
        }
      </Loaded>
    </Outside>
  )
}

function Registering({ withCaptcha, sendsMail }: { withCaptcha: boolean; sendsMail: boolean }) {
  const say = useWords(signInWords)
  const form = useFields({ username: '', email: '', password: '', captcha: '' })
  const [solved, setSolved] = useState<Solved>()
  const [tries, setTries] = useState(0)
  const registering = useAction(register, {
    touches: [],
    form: {
      refuse(error) {
        const isCaptchaWrong = error instanceof ApiError && 'captcha' in error.fields
        // A code from a text message can be corrected. Any other captcha that was wrong is replaced.
        if (isCaptchaWrong && solved && solved.type !== 'sms') {
          setTries(tries + 1)
          setSolved(undefined)
        }
        return form.refuse(error)
      },
    },
  })
  if (registering.isSuccess)
    return (
      <Outcome good text={say(sendsMail ? 'registeredConfirm' : 'registered')}>
        <Button component={Link} to="/" fullWidth>
          {say('signIn')}
        </Button>
      </Outcome>
    )
  const submit = () => {
    const { username, email, password } = form.values
    const { captcha = '', captcha_id = '' } = solved ?? {}
    registering.mutate({
      body: { username, email, password, ...(withCaptcha && { captcha, captcha_id }) },
    })
  }
  return (
    <Form onSubmit={submit}>
      <Stack>
        <TextInput
          label={say('registerName')}
          description={say('registerNameHint')}
          autoComplete="username"
          autoFocus
          required
          {...form.text('username')}
        />
        <TextInput label={say('email')} type="email" autoComplete="email" required {...form.text('email')} />
        <PasswordField
          label={say('password')}
          description={say('newPasswordHint')}
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
        {withCaptcha && <CaptchaField key={tries} error={form.errorOf('captcha')} onSolve={setSolved} />}
        <Button type="submit" loading={registering.isPending} fullWidth>
          {say('register')}
        </Button>
      </Stack>
    </Form>
  )
}
