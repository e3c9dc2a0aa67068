import { Box, Group, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useWords, words } from '../lib/words.tsx'

const focalWords = words({
  title: ['Focal point', '焦点'],
  hint: [
    'Click what must stay visible when the picture is cropped, or use the sliders.',
    '点击裁剪图片时必须保留的部分，或使用滑块调整。',
  ],
  fromLeft: ['From the left, in percent', '距左侧（百分比）'],
  fromTop: ['From the top, in percent', '距顶部（百分比）'],
})

export interface Point {
  readonly x: number
  readonly y: number
}

/** The part that stays visible in a crop: set with the mouse on the picture, or with two sliders. */
export function FocalPoint({
  src,
  point,
  onChange,
}: {
  src: string
  point: Point
  onChange: (point: Point) => void
}) {
  const say = useWords(focalWords)
  const id = useId()
  const axes = [
    { key: 'x', label: say('fromLeft'), value: point.x },
    { key: 'y', label: say('fromTop'), value: point.y },
  ] as const
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {say('title')}
      </Text>
      <Box pos="relative" w="fit-content" maw="100%" mx="auto" className="focal-picture">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the sliders do the same by keyboard */}
        <img
          src={src}
          alt=""
          draggable={false}
          onClick={({ clientX, clientY, currentTarget }) => {
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            onChange({ x: percentOf(clientX - left, width), y: percentOf(clientY - top, height) })
          }}
        />
        <span className="focal-mark" style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </Box>
      <Text size="xs" c="dimmed">
        {say('hint')}
      </Text>
      <Group gap="sm" grow>
        {axes.map(({ key, label, value }) => (
          <input
            key={key}
            type="range"
            min={0}
            max={100}
            step={5}
            aria-label={label}
            value={value}
            onChange={({ currentTarget }) => onChange({ ...point, [key]: Number(currentTarget.value) })}
          />
        ))}
      </Group>
    </Stack>
  )
}

function percentOf(part: number, whole: number): number {
  return Math.max(0, Math.min(100, Math.round((part / whole) * 100)))
}
