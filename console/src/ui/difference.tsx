import { Box, Text } from '@mantine/core'
import { Fragment, useMemo } from 'react'
import { linesOf } from '../lib/blocks.ts'
import { diffOf, type Row, rowsOf, tokensOf } from '../lib/diff.ts'
import { useWords, words } from '../lib/words.tsx'

const differenceWords = words({
  unchanged: ['{n} unchanged', '{n} 段未改动'],
  none: ['No differences.', '没有差异。'],
  added: ['Added', '新增'],
  removed: ['Removed', '删除'],
})

/** The value of a field, where it has no names of its own. */
export const plainText = (_field: string, value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '')

/** Unchanged lines that are shown around a change. */
const AROUND = 1

/** Two versions side by side, or stacked on a narrow screen. */
export function Difference({
  before,
  after,
  labels,
  markup = false,
}: {
  before: string
  after: string
  labels: readonly [before: string, after: string]
  /** Whether the two are HTML. */
  markup?: boolean
}) {
  const say = useWords(differenceWords)
  const rows = useMemo(() => {
    const lines = (text: string) => (markup ? linesOf(text) : text.split('\n'))
    return rowsOf(lines(before), lines(after))
  }, [before, after, markup])
  const groups = useMemo(() => grouped(rows), [rows])
  if (rows.every(({ kind }) => kind === 'same')) return <Text size="sm">{say('none')}</Text>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of two columns that stacks on narrow screens
    <div className="diff-difference" role="group" aria-label={labels.join(' – ')}>
      <Text className="diff-head" size="xs" c="dimmed">
        {labels[0]}
      </Text>
      <Text className="diff-head" size="xs" c="dimmed">
        {labels[1]}
      </Text>
      {groups.map(({ key, hidden, row }) =>
        row === undefined ? (
          <Text key={key} className="diff-hidden" size="xs" c="dimmed">
            {say('unchanged', { n: hidden })}
          </Text>
        ) : (
          <Sides key={key} row={row} />
        ),
      )}
    </div>
  )
}

interface Shown {
  readonly key: number
  readonly hidden: number
  readonly row?: Row
}

function grouped(rows: readonly Row[]): readonly Shown[] {
  const isNear = (n: number) =>
    rows.slice(Math.max(0, n - AROUND), n + AROUND + 1).some(({ kind }) => kind !== 'same')
  const shown: Shown[] = []
  for (const [key, row] of rows.entries()) {
    const last = shown.at(-1)
    if (isNear(key)) shown.push({ key, hidden: 0, row })
    else if (last && last.row === undefined) shown[shown.length - 1] = { ...last, hidden: last.hidden + 1 }
    else shown.push({ key, hidden: 1 })
  }
  return shown
}

function Sides({ row: { kind, before, after } }: { row: Row }) {
  const parts = kind === 'changed' ? diffOf(tokensOf(before), tokensOf(after)) : undefined
  const whole = parts === undefined ? ' diff-whole' : ''
  if (kind === 'same')
    return (
      <>
        <Box className="diff-side">{before}</Box>
        <Box className="diff-side diff-twin">{after}</Box>
      </>
    )
  return (
    <>
      <Box className={kind === 'added' ? 'diff-empty' : `diff-side diff-removed${whole}`}>
        {parts === undefined && <del>{before}</del>}
        {parts?.map((part, n) =>
          part.kind === 'added' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
            <Fragment key={n}>
              {part.kind === 'removed' ? <del>{part.items.join('')}</del> : part.items.join('')}
            </Fragment>
          ),
        )}
      </Box>
      <Box className={kind === 'removed' ? 'diff-empty' : `diff-side diff-added${whole}`}>
        {parts === undefined && <ins>{after}</ins>}
        {parts?.map((part, n) =>
          part.kind === 'removed' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
            <Fragment key={n}>
              {part.kind === 'added' ? <ins>{part.items.join('')}</ins> : part.items.join('')}
            </Fragment>
          ),
        )}
      </Box>
    </>
  )
}
