import { Alert, Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMe } from '../../lib/may.ts'
import { useWords } from '../../lib/words.tsx'
import { firstRunWords } from './first-run.words.ts'

/** The placeholder address of the first administrator. */
export const isPlaceholder = (email: string): boolean => email.toLowerCase().endsWith('@localhost')

/** Shown on every screen until the first administrator has a real address. */
export function FirstAdminBanner() {
  const say = useWords(firstRunWords)
  const me = useMe()
  const { pathname } = useLocation()
  if (!me || !isPlaceholder(me.email) || me.pending_email !== '' || pathname === '/first-sign-in') return null
  return (
    <Alert color="orange" mb="md" role="status">
      {say('adminBanner')}{' '}
      <Anchor component={Link} to="/first-sign-in" size="sm" fw={500}>
        {say('adminAction')}
      </Anchor>
    </Alert>
  )
}
