import type { listAuditLog } from '@inkstone/contract/audit-log.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { useWords } from '../../lib/words.tsx'
import { actionWords, targetWords } from './actions.words.ts'

export type Entry = AnswerOf<typeof listAuditLog>['list'][number]

export function useActionName(): (action: string) => string {
  const say = useWords(actionWords)
  return (action) => (action in actionWords ? say(action as keyof typeof actionWords) : action)
}

export function useTargetName(): (entry: Pick<Entry, 'target_type' | 'target_id'>) => string {
  const say = useWords(targetWords)
  return ({ target_type: type, target_id: id }) => {
    const name = type in targetWords ? say(type as keyof typeof targetWords) : type
    return id === 0 ? name : `${name} #${id}`
  }
}
