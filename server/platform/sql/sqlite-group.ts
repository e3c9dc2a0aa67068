import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from './handles.ts'
import type { WriterThread } from './sqlite-thread.ts'

/** A commit shared by more transactions than this, or kept open longer, would make the first of them wait too long. */
const MOST_MEMBERS = 64
const LONGEST_OPEN_MS = 10

interface Group {
  members: Array<{ resolve(): void; reject(error: unknown): void }>
  openedAt: number
}

/**
 * Group commit. Transactions run one after the other, each in a savepoint of its own; those that come while one is
 * running or while a commit is being flushed share the next commit, so that many writers pay for one fsync. Nobody
 * is answered before the commit that holds his changes is on disk.
 */
export function createCommitGroups(thread: WriterThread) {
  let group: Group | undefined
  let running = false
  const waiting: Array<() => void> = []

  async function turn(): Promise<void> {
    if (!running) running = true
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function passOn(): void {
    const next = waiting.shift()
    if (next) next()
    else running = false
  }

  async function open(): Promise<Group> {
    if (group) {
      await thread.exec('savepoint step')
      return group
    }
    await thread.exec('begin immediate; savepoint step')
    group = { members: [], openedAt: Date.now() }
    return group
  }

  async function undo(opened: Group): Promise<void> {
    try {
      await thread.exec('rollback to step; release step')
    } catch (error) {
      // A full disk or an I/O error makes SQLite roll everything back, the others' finished work included.
      group = undefined
      await thread.exec('rollback').catch(() => {})
      const undone = new DatabaseUnavailable('SQLite undid a shared commit', { cause: error })
      for (const member of opened.members) member.reject(undone)
      return
    }
    if (opened.members.length === 0 && waiting.length === 0) {
      group = undefined
      await thread.exec('rollback')
    }
  }

  function commit(closing: Group): void {
    group = undefined
    thread.commit().then(
      () => {
        for (const member of closing.members) member.resolve()
      },
      (error) => {
        for (const member of closing.members) member.reject(error)
      },
    )
  }

  function finish(opened: Group): void {
    const full = opened.members.length >= MOST_MEMBERS || Date.now() - opened.openedAt >= LONGEST_OPEN_MS
    const due = opened.members.length > 0 && (waiting.length === 0 || full)
    if (group === opened && due) commit(opened)
    passOn()
  }

  /** Runs `work` in its turn and resolves once its commit is on disk. */
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    await turn()
    let opened: Group
    try {
      opened = await open()
    } catch (error) {
      passOn()
      throw error
    }
    let result: Result
    try {
      result = await work()
      await thread.exec('release step')
    } catch (error) {
      await undo(opened)
      finish(opened)
      throw error
    }
    const committed = new Promise<void>((resolve, reject) => opened.members.push({ resolve, reject }))
    // Requests that were read from their sockets in this turn of the event loop may join this commit.
    if (waiting.length === 0) await nextTurn()
    finish(opened)
    await committed
    return result
  }

  return { run, waiting: () => waiting.length }
}
