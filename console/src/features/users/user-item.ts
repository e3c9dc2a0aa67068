import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listUsers } from '@inkstone/contract/users.ts'

export type UserItem = AnswerOf<typeof listUsers>['list'][number]

/** Changes to the own account affect the user menu. */
export const USER_TOUCHES = ['/api/users', '/api/auth/me']
