import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { sentences } from '../../lib/sentences.ts'
import { isElsewhere, nowInService, serviceZone } from '../../lib/times.ts'
import { useLanguage, useWords } from '../../lib/words.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Failed, Page, Waiting } from '../../ui/page.tsx'
import { calendarWords } from './calendar.words.ts'
import { addDays, addMonths, inWords, weeksOf } from './days.ts'
import { isMovable, useMoving } from './moving.ts'
import { type Entry, MAX_PER_KIND, useEntries } from './reading-month.ts'

const WEEK = 7
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -WEEK],
  ['ArrowDown', WEEK],
])

/** Published, scheduled and draft articles by day. */
export function CalendarPage() {
  const say = useWords(calendarWords)
  const { language } = useLanguage()
  const [{ month: asked }, change] = useAddress<{ month?: string }>()
  const today = nowInService().slice(0, 10)
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked ?? '') ? String(asked) : today.slice(0, 7)
  const days = weeksOf(month)
  const [first = today] = days
  const read = useEntries(first, days.at(-1) ?? today)
  const move = useMoving()
  // An article that was moved by keyboard keeps the focus on its new day.
  const [focused, setFocused] = useState<number>()
  return (
    <Page
      title={say('title')}
      hint={sentences([
        say('hint'),
        say('draftsHint'),
        ...(isElsewhere ? [say('zone', { zone: serviceZone })] : []),
      ])}
      actions={
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say('previous')}
            onClick={() => change({ month: addMonths(month, -1) })}
          >
            <BackIcon />
          </ActionIcon>
          <Text fw={600} role="status" miw={130} ta="center">
            {inWords(`${month}-01`, language, { month: 'long', year: 'numeric' })}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say('next')}
            onClick={() => change({ month: addMonths(month, 1) })}
            style={{ transform: 'scaleX(-1)' }}
          >
            <BackIcon />
          </ActionIcon>
          <Button variant="default" onClick={() => change({ month: undefined })}>
            {say('today')}
          </Button>
        </Group>
      }
    >
      {read.isCut && <Alert color="orange">{say('more', { n: MAX_PER_KIND })}</Alert>}
      {read.error ? (
        <Failed error={read.error} onRetry={read.refetch} />
      ) : read.isWaiting ? (
        <Waiting />
      ) : (
        <>
          {read.entries.length === 0 && (
            <Text size="sm" c="dimmed">
              {say('emptyMonth')}
            </Text>
          )}
          <div className="calendar-heads" aria-hidden="true">
            {days.slice(0, WEEK).map((day) => (
              <span key={day}>{inWords(day, language, { weekday: 'short' })}</span>
            ))}
          </div>
          <ol className="calendar">
            {days.map((day) => (
              <Day
                key={day}
                day={day}
                isToday={day === today}
                isOther={!day.startsWith(month)}
                entries={read.entries.filter(({ time }) => time.startsWith(day))}
                focused={focused}
                onMove={(entry, to) => {
                  setFocused(entry.article.id)
                  void move(entry, to)
                }}
                find={(id) => read.entries.find(({ article }) => article.id === id)}
              />
            ))}
          </ol>
        </>
      )}
    </Page>
  )
}

function Day({
  day,
  isToday,
  isOther,
  entries,
  focused,
  onMove,
  find,
}: {
  day: string
  isToday: boolean
  isOther: boolean
  entries: readonly Entry[]
  focused: number | undefined
  onMove: (entry: Entry, to: string) => void
  find: (id: number) => Entry | undefined
}) {
  const say = useWords(calendarWords)
  const { language } = useLanguage()
  const [isOver, setOver] = useState(false)
  const name = inWords(day, language, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <li
      className="calendar-day"
      aria-label={isToday ? `${name}, ${say('isToday')}` : name}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-over={isOver || undefined}
      data-empty={entries.length === 0 || undefined}
      data-day={day}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const entry = find(Number(event.dataTransfer.getData('text/plain')))
        if (entry) onMove(entry, day)
      }}
    >
      <span className="calendar-number" aria-hidden="true">
        <span className="calendar-short">{Number(day.slice(8))}</span>
        <span className="calendar-long">{name}</span>
      </span>
      {entries.map((entry) => (
        <Shown
          key={`${entry.kind} ${entry.article.id}`}
          entry={entry}
          isFocused={entry.article.id === focused}
          onMove={(by) => onMove(entry, addDays(day, by))}
        />
      ))}
    </li>
  )
}

function Shown({
  entry,
  isFocused,
  onMove,
}: {
  entry: Entry
  isFocused: boolean
  onMove: (by: number) => void
}) {
  const say = useWords(calendarWords)
  const link = useRef<HTMLAnchorElement>(null)
  const { article, kind, time } = entry
  useEffect(() => {
    if (isFocused) link.current?.focus()
  }, [isFocused])
  const onKey = (event: KeyboardEvent) => {
    const by = event.altKey ? STEPS.get(event.key) : undefined
    if (by === undefined || !isMovable(entry)) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <Link
      ref={link}
      to={`/articles/${article.id}`}
      className="calendar-entry"
      data-kind={kind}
      draggable={isMovable(entry)}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(article.id))}
      onKeyDown={onKey}
    >
      <span className="calendar-kind">
        {kind === 'draft' ? say('draft') : `${time.slice(11, 16)} ${say(kind)}`}
      </span>
      {article.title}
    </Link>
  )
}
