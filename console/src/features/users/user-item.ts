import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listUsers } from '@inkstone/contract/users.ts'

export type UserItem = AnswerOf<typeof listUsers>['list'][number]

/** Who changes their own account changes what the console shows of them. */
export const USER_TOUCHES = ['/api/users', '/api/auth/me']
