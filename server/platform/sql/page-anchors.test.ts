import { describe, expect, test } from 'vitest'
import { createChangeTable } from './changes.ts'
import { createPageAnchors } from './page-anchors.ts'
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

describe('page anchors', () => {
  test('are found on both sides of a page, separately for each list', () => {
    const anchors = createPageAnchors(reader, createChangeTable())(1, 1)
    for (const offset of [300, 100, 200, 100]) anchors.add(list(1), at(offset))
    anchors.add(list(2), at(150))
    expect(anchors.around(list(1), 120, 140)).toEqual({ before: at(100), after: at(200) })
    expect(anchors.around(list(1), 200, 220)).toEqual({ before: at(200), after: at(300) })
    expect(anchors.around(list(1), 180, 200)).toEqual({ before: at(100), after: at(200) })
    expect(anchors.around(list(1), 50, 60)).toEqual({ after: at(100) })
    expect(anchors.around(list(1), 500, 520)).toEqual({ before: at(300) })
    expect(anchors.around(list(3), 500, 520)).toEqual({})
  })

  test('are dropped when a table of the list changes in its site, and kept when another does', () => {
    const changes = createChangeTable()
    const anchors = () => createdAnchors(1, changes.last())
    const createdAnchors = createPageAnchors(reader, changes)
    anchors().add(list(1), at(100))
    changes.apply(['tags', 'articles@2'])
    expect(anchors().around(list(1), 100, 120)).toEqual({ before: at(100) })
    changes.apply(['articles@1'])
    expect(anchors().around(list(1), 100, 120)).toEqual({})
    anchors().add(list(1), at(40))
    expect(anchors().around(list(1), 100, 120)).toEqual({ before: at(40) })
  })

  test('are not kept for tables that are not watched', () => {
    const anchors = createPageAnchors(reader, createChangeTable())(1, 1)
    anchors.add(list(1, 'unwatched'), at(100))
    expect(anchors.around(list(1, 'unwatched'), 100, 120)).toEqual({})
  })

  test('are thinned out, and those of the oldest lists are dropped', () => {
    const anchors = createPageAnchors(reader, createChangeTable())(1, 1)
    for (let offset = 0; offset <= 1_000; offset++) anchors.add(list(1), at(offset))
    expect(anchors.around(list(1), 501, 501)).toEqual({ before: at(500), after: at(502) })
    for (let site = 2; site <= 201; site++) anchors.add(list(site), at(1))
    expect(anchors.around(list(1), 501, 501)).toEqual({})
    expect(anchors.around(list(201), 1, 2)).toEqual({ before: at(1) })
  })
})
