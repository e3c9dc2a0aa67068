import { useSendsMail } from '../../lib/mail.ts'
import { useWords } from '../../lib/words.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { userWords } from './users.words.ts'

export interface Handed {
  readonly kind: 'invitation' | 'reset'
  readonly name: string
  readonly link: string
}

/** A link to set a password, to be passed on to the user. */
export function HandedLink({
  handed: { kind, name, link },
  onClose,
}: {
  handed: Handed
  onClose: () => void
}) {
  const say = useWords(userWords)
  const invitationText = useSendsMail() ? 'invitationText' : 'invitationTextNoMail'
  return (
    <ShownOnce
      title={say(kind === 'invitation' ? 'invitationTitle' : 'resetTitle', { name })}
      text={say(kind === 'invitation' ? invitationText : 'resetText')}
      label={say('link')}
      // Without PUBLIC_URL the link is a path, relative to the current origin.
      secret={link.startsWith('/') ? location.origin + link : link}
      onClose={onClose}
    />
  )
}
