import { Affix, Button, Center, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outside } from '../features/sign-in/outside.tsx'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { type Session, storeSession } from '../lib/session.ts'
import { useWords } from '../lib/words.tsx'
import { useFocusBack } from '../ui/focus-back.ts'
import { useOnTop } from '../ui/on-top.ts'
import { appWords } from './app.words.ts'
import { LanguageChoice } from './language-choice.tsx'
import { useTyping } from './typing.ts'

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

/** Opens over the screen. A user who is typing sees only a notice until they leave the text, so that no key goes elsewhere. */
export function SignInAgain({ session }: { session: Session }) {
  const { isTyping, wrote, stop } = useTyping()
  return isTyping ? <SessionEnded onSignIn={stop} /> : <SignInDialog session={session} wrote={wrote} />
}

function SessionEnded({ onSignIn }: { onSignIn: () => void }) {
  const say = useWords(appWords)
  return (
    <Affix position={{ top: 4, left: 4, right: 4 }}>
      <Paper withBorder shadow="md" role="alert" p="xs" maw="44rem" mx="auto">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm">{say('endedWhileTyping')}</Text>
          <Button size="compact-sm" variant="default" flex="none" onClick={onSignIn}>
            {say('signIn')}
          </Button>
        </Group>
      </Paper>
    </Affix>
  )
}

function SignInDialog({ session, wrote }: { session: Session; wrote: HTMLElement | undefined }) {
  const say = useWords(appWords)
  const client = useQueryClient()
  useOnTop()
  useFocusBack(wrote)
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
