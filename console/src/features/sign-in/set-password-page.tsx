import { resetPassword } from '@inkstone/contract/account-links.ts'
import { getSiteInfo } from '@inkstone/contract/site.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFields } from '../../lib/fields.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { storeSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { NewPasswordFields, useRepeated } from '../../ui/password-field.tsx'
import { LinkCode } from './link-code.tsx'
import { tokenOfLink } from './link-token.ts'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** Target of the links for forgotten passwords and invitations. */
export function SetPasswordPage() {
  const say = useWords(signInWords)
  return (
    <Outside title={say('setTitle')} foot={<BackToSignIn />}>
      <SetPassword token={tokenOfLink()} />
    </Outside>
  )
}

function SetPassword({ token }: { token: string }) {
  const say = useWords(signInWords)
  const client = useQueryClient()
  const { data: site } = useAnswer(getSiteInfo)
  const form = useFields({ password: '', token })
  const repetition = useRepeated(form.values.password)
  const setting = useAction(resetPassword, {
    touches: [],
    form,
    // This has ended all sessions of the user, perhaps also the one in this browser.
    onDone: () => {
      storeSession(undefined)
      client.clear()
    },
  })
  if (setting.isSuccess)
    return (
      <Outcome good text={say('isSet')}>
        <Button component={Link} to="/" fullWidth>
          {say('signIn')}
        </Button>
      </Outcome>
    )
  if (token !== '' && form.errorOf('token') !== undefined)
    return (
      <Outcome good={false} text={say('linkEnded')}>
        <Text size="sm">{say('setEnded')}</Text>
        <Anchor component={Link} to="/forgot-password" size="sm">
          {say('anotherLink')}
        </Anchor>
      </Outcome>
    )
  return (
    <Form onSubmit={() => repetition.isSame() && setting.mutate({ body: form.values })}>
      <Stack>
        {site && <Text size="sm">{say('setFor', { site: site.name })}</Text>}
        {token === '' && <LinkCode field={form.text('token')} />}
        <NewPasswordFields field={form.text('password')} repetition={repetition} autoFocus={token !== ''} />
        <Button type="submit" loading={setting.isPending} fullWidth>
          {say('set')}
        </Button>
      </Stack>
    </Form>
  )
}
