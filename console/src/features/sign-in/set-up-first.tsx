import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '../../lib/signing-in.ts'
import { useWords } from '../../lib/words.tsx'
import { SecondFactorSetUp } from '../profile/second-factor-set-up.tsx'
import { Outside } from './outside.tsx'
import { signInWords } from './sign-in.words.ts'

/** If the site requires a second factor, nothing else works before it is set up. */
export function SetUpFirst() {
  const say = useWords(signInWords)
  const client = useQueryClient()
  return (
    <Outside
      title={say('setUpTitle')}
      wide
      foot={
        <Button
          variant="subtle"
          onClick={() => {
            signOut()
            client.clear()
          }}
        >
          {say('signOut')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm">{say('setUpText')}</Text>
        <SecondFactorSetUp onDone={() => client.invalidateQueries()} />
      </Stack>
    </Outside>
  )
}
