import { Button, Center, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outside } from '../features/sign-in/outside.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { type Session, storeSession } from '../lib/session.ts'
import { useWords } from '../lib/words.tsx'
import { useOnTop } from '../ui/on-top.ts'
import { appWords } from './app.words.ts'
import { LanguageChoice } from './language-choice.tsx'

export function SignInPage() {
  const say = useWords(appWords)
  return (
    <Outside
      title={say('signIn')}
      foot={
        <Center>
          <LanguageChoice />
        </Center>
      }
    >
      <SignInForm />
    </Outside>
  )
}

/** Shown over the screen, which stays as it is. */
export function SignInAgain({ session }: { session: Session }) {
  const say = useWords(appWords)
  const client = useQueryClient()
  useOnTop()
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={say('signIn')}
    >
      <Stack>
        <Text size="sm">{say('again')}</Text>
        <SignInForm known={session.user.username} />
        <Button
          variant="subtle"
          onClick={() => {
            storeSession(undefined)
            client.clear()
          }}
        >
          {say('otherUser')}
        </Button>
      </Stack>
    </Modal>
  )
}
