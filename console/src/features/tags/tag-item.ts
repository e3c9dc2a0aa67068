import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listTags } from '@inkstone/contract/tags.ts'

export type TagItem = AnswerOf<typeof listTags>['list'][number]

/** What to refetch after a tag changed: articles show their tags. */
export const TAG_TOUCHES = ['/api/tags', '/api/articles']
