import { expect, test } from 'vitest'
import { conflictingFields } from './conflicts.ts'

const base = { title: 'One', content: '<p>Text.</p>', tag_ids: [1] }

test.each([
  ['nobody else changed anything', { title: 'Mine' }, {}, undefined, []],
  ['two people changed different fields', { title: 'Mine' }, { content: '<p>Theirs.</p>' }, undefined, []],
  ['two people changed the same field', { title: 'Mine' }, { title: 'Theirs' }, undefined, ['title']],
  ['both wrote the same', { title: 'Same' }, { title: 'Same' }, undefined, []],
  [
    'the other version is what was sent from here',
    { content: '<p>Sent, and more.</p>' },
    { content: '<p class="x">Sent</p>' },
    { content: '<p>Sent</p>' },
    [],
  ],
  ['two people chose different tags', { tag_ids: [1, 2] }, { tag_ids: [3] }, undefined, ['tag_ids']],
  [
    'two people put in different pictures',
    { content: '<p><img src="a.png"></p>' },
    { content: '<p><img src="b.png"></p>' },
    undefined,
    ['content'],
  ],
] as const)('%s', (_, mine, theirs, sent, fields) => {
  expect(
    conflictingFields(base, { ...base, ...mine }, { ...base, ...theirs }, sent && { ...base, ...sent }),
  ).toEqual(fields)
})
