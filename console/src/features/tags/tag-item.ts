import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listTags } from '@inkstone/contract/tags.ts'

export type TagItem = AnswerOf<typeof listTags>['list'][number]

/** What an article shows of its tags changes with them. */
export const TAG_TOUCHES = ['/api/tags', '/api/articles']
