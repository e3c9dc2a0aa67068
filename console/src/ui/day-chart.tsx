import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'

export interface DayPoint {
  readonly date: string
  readonly value: number
}

const USUAL_WIDTH = 640
const HEIGHT = 240
const FOOT = 20
const HEAD = 14
const LEFT = 40

/**
 * Bars, one for each day. Drawn here because it is forty lines: the lightest charting library would double what the
 * first visit loads. Screen readers read the summary in its name and the table beside it.
 */
export function DayChart({ points, summary }: { points: readonly DayPoint[]; summary: string }) {
  const id = useId()
  // In screen pixels, so that the letters keep their size on a phone.
  const { ref, width: measured } = useElementSize()
  const width = measured || USUAL_WIDTH
  const highest = Math.max(...points.map(({ value }) => value), 0)
  const top = roundUp(highest)
  const step = (width - LEFT) / Math.max(points.length, 1)
  const bottom = HEIGHT - FOOT
  const heightOf = (value: number) => (top === 0 ? 0 : (value / top) * (bottom - HEAD))
  const gap = step > 6 ? 2 : 0.5
  return (
    <div ref={ref}>
      <svg
        className="day-chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-labelledby={id}
        height={HEIGHT}
      >
        <title id={id}>{summary}</title>
        {[0, top / 2, top].map((line) => (
          <g key={line} className="day-chart-line">
            <line x1={LEFT} x2={width} y1={bottom - heightOf(line)} y2={bottom - heightOf(line)} />
            {(line > 0 || top === 0) && Number.isInteger(line) && (
              <text x={LEFT - 6} y={bottom - heightOf(line) + 4} textAnchor="end">
                {line}
              </text>
            )}
          </g>
        ))}
        {points.map(({ date, value }, n) => (
          <rect
            key={date}
            className="day-chart-bar"
            x={LEFT + n * step + gap / 2}
            y={bottom - Math.max(heightOf(value), value > 0 ? 1.5 : 0)}
            width={Math.max(step - gap, 0.5)}
            height={Math.max(heightOf(value), value > 0 ? 1.5 : 0)}
          >
            <title>{`${date}: ${value}`}</title>
          </rect>
        ))}
        {labelled(points.length).map((n) => (
          <text
            key={n}
            className="day-chart-day"
            x={LEFT + (n + 0.5) * step}
            y={HEIGHT - 4}
            textAnchor={n === 0 ? 'start' : n === points.length - 1 ? 'end' : 'middle'}
          >
            {points[n]?.date.slice(5)}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** The first, the last and the one in the middle. */
function labelled(count: number): number[] {
  if (count < 2) return count === 1 ? [0] : []
  return count < 5 ? [0, count - 1] : [0, Math.floor((count - 1) / 2), count - 1]
}

/** The next round number, so that the highest bar nearly fills the chart. */
function roundUp(value: number): number {
  if (value === 0) return 0
  for (let scale = 1; ; scale *= 10)
    for (const first of [2, 3, 4, 5, 6, 8, 10]) if (first * scale >= value) return first * scale
}
