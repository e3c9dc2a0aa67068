import { useWords } from '../../lib/words.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { userWords } from './users.words.ts'

export interface Handed {
  readonly kind: 'invitation' | 'reset'
  readonly name: string
  readonly link: string
}

/** A link with which somebody sets their password, for who hands it over. */
export function HandedLink({
  handed: { kind, name, link },
  onClose,
}: {
  handed: Handed
  onClose: () => void
}) {
  const say = useWords(userWords)
  return (
    <ShownOnce
      title={say(kind === 'invitation' ? 'invitationTitle' : 'resetTitle', { name })}
      text={say(kind === 'invitation' ? 'invitationText' : 'resetText')}
      label={say('link')}
      // Where the service does not know its own address the link is a path: it is reached as we have reached it.
      secret={link.startsWith('/') ? location.origin + link : link}
      onClose={onClose}
    />
  )
}
