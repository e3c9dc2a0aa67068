import { announcePresence, endPresence, PRESENCE_SECONDS } from '@inkstone/contract/presence.ts'
import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { type Person, personName } from '../../lib/person-name.ts'
import { useListed, useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

/** Reports that the article is open here, and shows who else has it open. */
export function Presence({ id }: { id: number }) {
  const say = useWords(articleWords)
  const listed = useListed()
  const [others, setOthers] = useState<readonly Person[]>([])
  useEffect(() => {
    let isOpen = true
    const announce = () => {
      if (document.hidden) return
      // Not important enough for an error: the next report follows.
      call(announcePresence, { params: { id } }).then(
        (answer) => isOpen && setOthers(answer.others),
        () => {},
      )
    }
    announce()
    const timer = setInterval(announce, PRESENCE_SECONDS * 1000)
    document.addEventListener('visibilitychange', announce)
    return () => {
      isOpen = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', announce)
      call(endPresence, { params: { id } }).catch(() => {})
    }
  }, [id])
  if (others.length === 0) return null
  const names = listed(others.map((person) => personName(person) ?? ''))
  return (
    <Alert color="orange" role="status">
      {say('othersHere', { names, n: others.length })}
    </Alert>
  )
}
