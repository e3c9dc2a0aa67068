import { confirmEmail } from '@inkstone/contract/account-links.ts'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Form } from '../../ui/form.tsx'
import { LinkCode } from './link-code.tsx'
import { tokenOfLink } from './link-token.ts'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** Opening the link changes nothing, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const say = useWords(signInWords)
  const token = tokenOfLink()
  const form = useFields({ token })
  const confirming = useAction(confirmEmail, { touches: ['/api/auth/me'], form })
  const isOver = token !== '' && form.errorOf('token') !== undefined
  return (
    <Outside title={say('confirmTitle')} foot={<BackToSignIn />}>
      {confirming.isSuccess ? (
        <Outcome good text={say('confirmed')}>
          <Button component={Link} to="/" fullWidth>
            {say('goOn')}
          </Button>
        </Outcome>
      ) : isOver ? (
        <Outcome good={false} text={say('linkEnded')}>
          <Text size="sm">{say('confirmEnded')}</Text>
          <Group justify="space-between">
            <Anchor component={Link} to="/forgot-password" size="sm">
              {say('anotherLink')}
            </Anchor>
            <Anchor component={Link} to="/profile" size="sm">
              {say('toProfile')}
            </Anchor>
          </Group>
        </Outcome>
      ) : (
        <Form onSubmit={() => confirming.mutate({ body: form.values })}>
          <Stack>
            <Text size="sm">{say('confirmText')}</Text>
            {token === '' && <LinkCode field={form.text('token')} />}
            <Button type="submit" fullWidth loading={confirming.isPending}>
              {say('confirm')}
            </Button>
          </Stack>
        </Form>
      )}
    </Outside>
  )
}
