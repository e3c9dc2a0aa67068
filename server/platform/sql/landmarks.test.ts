import { describe, expect, test } from 'vitest'
import { createChangeTable } from './changes.ts'
import { createLandmarks } from './landmarks.ts'
import { createStatementReader } from './statements.ts'

const reader = createStatementReader([
  { name: 'articles', bySite: true },
  { name: 'tags', bySite: true },
])
reader.knowTables(['articles', 'tags', 'unwatched'])
const list = (site: number, table = 'articles') => ({
  sql: `select id from ${table} where site_id = ?`,
  parameters: [site],
})
const at = (offset: number) => ({ offset, key: [offset] })

describe('landmarks', () => {
  test('are found on both sides of a page, each list having its own', () => {
    const landmarks = createLandmarks(reader, createChangeTable())(1, 1)
    for (const offset of [300, 100, 200, 100]) landmarks.keep(list(1), at(offset))
    landmarks.keep(list(2), at(150))
    expect(landmarks.around(list(1), 120, 140)).toEqual({ before: at(100), after: at(200) })
    expect(landmarks.around(list(1), 200, 220)).toEqual({ before: at(200), after: at(300) })
    expect(landmarks.around(list(1), 180, 200)).toEqual({ before: at(100), after: at(200) })
    expect(landmarks.around(list(1), 50, 60)).toEqual({ after: at(100) })
    expect(landmarks.around(list(1), 500, 520)).toEqual({ before: at(300) })
    expect(landmarks.around(list(3), 500, 520)).toEqual({})
  })

  test('go when a table of the list changes in its site, and stay when another does', () => {
    const changes = createChangeTable()
    const landmarks = () => createdLandmarks(1, changes.last())
    const createdLandmarks = createLandmarks(reader, changes)
    landmarks().keep(list(1), at(100))
    changes.apply(['tags', 'articles@2'])
    expect(landmarks().around(list(1), 100, 120)).toEqual({ before: at(100) })
    changes.apply(['articles@1'])
    expect(landmarks().around(list(1), 100, 120)).toEqual({})
    landmarks().keep(list(1), at(40))
    expect(landmarks().around(list(1), 100, 120)).toEqual({ before: at(40) })
  })

  test('are not kept of what nobody watches', () => {
    const landmarks = createLandmarks(reader, createChangeTable())(1, 1)
    landmarks.keep(list(1, 'unwatched'), at(100))
    expect(landmarks.around(list(1, 'unwatched'), 100, 120)).toEqual({})
  })

  test('are thinned out, and those of the lists that were begun first are forgotten', () => {
    const landmarks = createLandmarks(reader, createChangeTable())(1, 1)
    for (let offset = 0; offset <= 1_000; offset++) landmarks.keep(list(1), at(offset))
    expect(landmarks.around(list(1), 501, 501)).toEqual({ before: at(500), after: at(502) })
    for (let site = 2; site <= 201; site++) landmarks.keep(list(site), at(1))
    expect(landmarks.around(list(1), 501, 501)).toEqual({})
    expect(landmarks.around(list(201), 1, 2)).toEqual({ before: at(1) })
  })
})
