import { confirmEmail } from '@inkstone/contract/account-links.ts'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFields } from '../../lib/fields.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { tokenOfLink } from './link-token.ts'
import { BackToSignIn, Outcome, Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** Opening the link changes nothing, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const say = useWords(signInWords)
  const form = useFields({ token: tokenOfLink() })
  const withSecondFactor = useAction(confirmEmail, { touches: ['/api/auth/me'], form })
  const isOver = form.values.token === '' || form.errorOf('token') !== undefined
  return (
    <Outside title={say('confirmTitle')} foot={<BackToSignIn />}>
      {withSecondFactor.isSuccess ? (
        <Outcome good text={say('confirmed')}>
          <Button component={Link} to="/" fullWidth>
            {say('goOn')}
          </Button>
        </Outcome>
      ) : isOver ? (
        <Outcome good={false} text={say('linkEnded')}>
          {null}
        </Outcome>
      ) : (
        <Stack>
          <Text size="sm">{say('confirmText')}</Text>
          <Button
            fullWidth
            loading={withSecondFactor.isPending}
            onClick={() => withSecondFactor.mutate({ body: form.values })}
          >
            {say('confirm')}
          </Button>
        </Stack>
      )}
    </Outside>
  )
}
