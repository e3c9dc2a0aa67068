import type { Db, Tx } from '../../database.ts'
import { importAuthor } from '../users/users.actions.ts'
import { earlierAuthor } from './earlier.actions.ts'
import type { ImportedAuthor } from './items.ts'
import { type Mappings, possibleAuthor } from './mappings.actions.ts'
import type { NameContext } from './name-origins.actions.ts'
import { usernameFor } from './names.rules.ts'

/** Finds or creates users for the authors in a source. */
export function createAuthorNames(
  { uploading: { engine, actor }, ledger, losses, origins }: NameContext,
  { authors: mapped, membersOf }: Pick<Mappings, 'authors' | 'membersOf'>,
) {
  /** Undefined for an author who has no user here. */
  const ids = new Map<string, number | undefined>()
  const facts = new Map<string, ImportedAuthor>()

  /** The user given for an author, who may have been deleted meanwhile, the one with this name, or of an earlier import. */
  async function knownUser(db: Db | Tx, name: string): Promise<{ id: number | undefined } | undefined> {
    const given = mapped.get(name)
    const userNamed = (one: string) => possibleAuthor(db, { membersOf }, one)
    const user = given === undefined ? undefined : await userNamed(given)
    if (given !== undefined && !user) ledger.addLoss(name, `user ${given} does not exist: it is not mapped`)
    const present = user ?? (await userNamed(name)) ?? (await userNamed(usernameFor(name)))
    if (present || membersOf !== undefined) return present
    const earlier = await earlierAuthor(db, actor.siteId, name)
    return earlier === 'deleted' ? { id: losses.reportDeleted('author', name) } : earlier
  }

  async function userFor(tx: Tx, name: string): Promise<number | undefined> {
    const known = await knownUser(tx, name)
    if (!known && membersOf !== undefined) return losses.reportNoMember(name)
    const id = known ? known.id : await newUser(tx, name)
    if (id !== undefined) await origins.noteFormerList(tx, 'author', id, facts.get(name)?.formerList)
    return id
  }

  async function newUser(tx: Tx, name: string): Promise<number> {
    const username = usernameFor(name)
    const nickname = nicknameOf(name)
    const email = facts.get(name)?.email ?? ''
    const { id, keptEmail } = await importAuthor(tx, { username, nickname, email })
    if (email !== '' && !keptEmail)
      ledger.addLoss(
        name,
        'the e-mail address of the author is not imported: it is invalid or already in use',
      )
    losses.reportUsername(name, nickname)
    await origins.noteCreated(tx, 'author', name, id)
    return id
  }

  const nicknameOf = (name: string) => losses.cut('nickname', name, facts.get(name)?.nickname || name)

  async function countOne(name: string): Promise<void> {
    origins.seeFormerList(facts.get(name)?.formerList)
    const known = await knownUser(engine.db, name)
    if (known) ids.set(name, known.id)
    else if (membersOf !== undefined) ids.set(name, losses.reportNoMember(name))
    else {
      ledger.count('author', name)
      // Any number: a dry run creates no user.
      ids.set(name, 0)
      losses.reportUsername(name, nicknameOf(name))
    }
  }

  const missing = (names: readonly (string | undefined)[]): string[] =>
    [...new Set(names)].filter((name) => name !== undefined).filter((name) => !ids.has(name))

  return {
    note: (item: ImportedAuthor): void => void facts.set(item.name, item),
    missing,
    async create(tx: Tx, names: readonly string[]): Promise<void> {
      for (const name of names) ids.set(name, await userFor(tx, name))
    },
    /** For a dry run. */
    async count(names: readonly string[]): Promise<void> {
      for (const name of names) await countOne(name)
    },
    /** Creates no users. */
    async find(names: readonly (string | undefined)[]): Promise<void> {
      for (const name of missing(names)) {
        const known = await knownUser(engine.db, name)
        ids.set(name, known?.id)
        if (!known) losses.reportNoUser(name)
      }
    },
    clear: (): void => ids.clear(),
    idOf: (name: string | undefined): number | undefined => (name === undefined ? undefined : ids.get(name)),
  }
}
