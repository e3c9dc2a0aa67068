import { describe, expect, test } from 'vitest'
import { createReadTables, createSharedLook, createTableWatch, createTouched, stillStands } from './stamps.ts'

const watch = createTableWatch(['books', 'shelves'])
watch.knowTables(['books', 'shelves', 'visits'])
const BOOKS = 0
const SHELVES = 1

describe('a statement writes to', () => {
  test.each([
    ['insert into "books" ("id") values (?)', [BOOKS]],
    ['insert or replace into books (id) values (1)', [BOOKS]],
    ['insert into "visits" ("id") select "id" from "books"', []],
    ['insert into "books" ("id") values (?) on conflict ("id") do update set "id" = 1', [BOOKS]],
    ['update "shelves" set "name" = ? where "id" in (select "shelf" from "books")', [SHELVES]],
    ['delete from "books" where "id" = ?', [BOOKS]],
    ['DELETE\n  FROM books', [BOOKS]],
    ['truncate books', [BOOKS]],
    ['with gone as (delete from books returning id) update shelves set name = 1', [BOOKS, SHELVES]],
    ['select * from "books" for update', []],
  ])('%s', (text, tables) => {
    expect(watch.writtenBy(text)).toEqual(tables)
    const touched = createTouched(watch)
    touched.note(text)
    expect(touched.names()).toEqual(tables.map((place) => watch.watched[place]))
  })
})

describe('a reading rests on', () => {
  test('every table that any of its statements names', () => {
    const read = createReadTables(watch)
    read.note('select 1 from "books" as "b" where exists (select 1 from shelves, books)')
    read.note('select 2')
    expect([...(read.tables() ?? [])].sort()).toEqual([BOOKS, SHELVES])
  })

  test('nothing that can be told where one of them is not watched', () => {
    const read = createReadTables(watch)
    read.note('select 1 from "books"')
    read.note('select 1 from "visits"')
    expect(read.tables()).toBeUndefined()
  })

  test('the stamps of its own tables alone', () => {
    const footing = { tables: [BOOKS], seen: [1, 1] }
    expect(stillStands(footing, [1, 2])).toBe(true)
    expect(stillStands(footing, [2, 2])).toBe(false)
  })
})

describe('a shared look', () => {
  /** A look that is answered when the test says so. */
  function slowLook() {
    const answers: Array<(stamps: number[]) => void> = []
    const look = createSharedLook(() => new Promise((resolve) => answers.push(resolve)))
    return { look, answers }
  }

  test('is one for all who come while another is under way, and never that other one', async () => {
    const { look, answers } = slowLook()
    const first = look()
    const [second, third] = [look(), look()]
    expect(answers.length).toBe(1)
    answers[0]?.([1])
    expect(await first).toEqual([1])
    await new Promise((resolve) => setImmediate(resolve))
    expect(answers.length).toBe(2)
    const fourth = look()
    answers[1]?.([2])
    expect([await second, await third]).toEqual([[2], [2]])
    await new Promise((resolve) => setImmediate(resolve))
    answers[2]?.([3])
    expect(await fourth).toEqual([3])
  })

  test('that fails fails for those who shared it, and the next one is made anew', async () => {
    let times = 0
    const look = createSharedLook(async () => {
      times++
      if (times <= 2) throw new Error(`look ${times}`)
      return [times]
    })
    const asked = [look(), look(), look()]
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.message)).toEqual([
      'look 1',
      'look 2',
      'look 2',
    ])
    expect(await look()).toEqual([3])
  })
})
