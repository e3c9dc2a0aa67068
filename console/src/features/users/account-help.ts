import { inviteUser, makeResetLink } from '@inkstone/contract/account-links.ts'
import { resetSecondFactor } from '@inkstone/contract/second-factor.ts'
import { useState } from 'react'
import { useSendsMail } from '../../lib/mail.ts'
import { useMe } from '../../lib/may.ts'
import { useAction } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import type { RowAction } from '../../ui/row-menu.tsx'
import type { Handed } from './handed-link.tsx'
import { USER_TOUCHES, type UserItem } from './user-item.ts'
import { userWords } from './users.words.ts'

/** Help for users who cannot sign in. */
export function useHelp(onLink: (handed: Handed) => void) {
  const say = useWords(userWords)
  const me = useMe()
  const sendsMail = useSendsMail()
  const confirm = useConfirm()
  const [helped, setHelped] = useState('')
  const inviting = useAction(inviteUser, {
    touches: USER_TOUCHES,
    onDone: ({ link }) => onLink({ kind: 'invitation', name: helped, link }),
  })
  const linking = useAction(makeResetLink, {
    touches: [],
    onDone: ({ link }) => onLink({ kind: 'reset', name: helped, link }),
  })
  const resetting = useAction(resetSecondFactor, { touches: USER_TOUCHES, done: say('factorReset') })
  return ({ id, username, invited, second_factor }: UserItem): RowAction[] => {
    const request = { params: { id } }
    const begin = (ask: () => void) => () => {
      setHelped(username)
      ask()
    }
    const resets = second_factor === 1 && me?.id !== id
    return [
      invited === 1
        ? { label: say('inviteAgain'), onClick: begin(() => inviting.mutate(request)) }
        : { label: say('makeLink'), onClick: begin(() => linking.mutate(request)) },
      ...(resets
        ? [
            {
              label: say('resetFactor'),
              onClick: () =>
                confirm(
                  say('resetFactorQuestion', { name: username }) + (sendsMail ? say('toldByMail') : ''),
                  say('turnOff'),
                  () => resetting.mutate(request),
                ),
            },
          ]
        : []),
    ]
  }
}
