import { type Actor, holds } from '../../platform/core/actor.ts'

export function canChange(actor: Actor, { uploader_id }: { uploader_id: number }): boolean {
  const own = actor.userId !== 0 && actor.userId === uploader_id
  return holds(actor, 'media.manage.any') || (own && holds(actor, 'media.manage.own'))
}
