import { getCaptcha } from '@inkstone/contract/captcha.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Box, Button, Group, Image, Input, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useWords } from '../../lib/words.tsx'
import { Failed, Waiting } from '../../ui/page.tsx'
import { signInWords } from './sign-in.words.ts'

export interface Solved {
  readonly captcha: string
  readonly captcha_id: string
}
type Captcha = AnswerOf<typeof getCaptcha>

/** A captcha of the kind that the site asks for. Made anew (`key`) it is another one. */
export function CaptchaField({
  error,
  onSolve,
}: {
  error: string | undefined
  onSolve: (solved: Solved) => void
}) {
  const say = useWords(signInWords)
  const [mobile, setMobile] = useState('')
  const asking = useMutation({
    mutationFn: (to: string) => call(getCaptcha, { query: { ...(to !== '' && { mobile: to }) } }),
  })
  const { mutate: ask, data } = asking
  useEffect(() => ask(''), [ask])
  const [text, setText] = useState('')
  const write = (captcha: string) => {
    setText(captcha)
    if (data) onSolve({ captcha, captcha_id: data.captcha_id })
  }
  // The service sends no text message without a number: then it is that which is asked for first.
  const wrongNumber = asking.error instanceof ApiError ? asking.error.fields.mobile?.join(' ') : undefined
  if (asking.error && wrongNumber === undefined)
    return <Failed error={asking.error} onRetry={() => ask('')} />
  if (!data && wrongNumber === undefined) return <Waiting />
  if (data?.type === 'slider') return <Slider captcha={data} error={error} onSolve={onSolve} />
  const bySms = data === undefined || data.type === 'sms'
  return (
    <Stack gap="xs">
      {bySms ? (
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={say('mobile')}
            type="tel"
            autoComplete="tel"
            flex={1}
            value={mobile}
            error={mobile === '' ? undefined : wrongNumber}
            onChange={({ currentTarget }) => setMobile(currentTarget.value)}
          />
          <Button variant="default" loading={asking.isPending} onClick={() => ask(mobile)}>
            {say('sendCode')}
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Image src={data.image} alt={data.alt ?? ''} w={160} h={60} radius="sm" />
          <Button variant="subtle" size="compact-sm" onClick={() => ask('')}>
            {say('anotherPicture')}
          </Button>
        </Group>
      )}
      <TextInput
        label={say(bySms ? 'smsCode' : 'captcha')}
        autoComplete="off"
        required
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        error={error}
        aria-invalid={error !== undefined}
      />
    </Stack>
  )
}

/** The piece is dragged to its gap; how it was dragged goes with it. */
function Slider({
  captcha: { captcha_id, background, piece, width = 0, height = 0, piece_size = 0, y = 0 },
  error,
  onSolve,
}: {
  captcha: Captcha
  error: string | undefined
  onSolve: (solved: Solved) => void
}) {
  const say = useWords(signInWords)
  const [left, setLeft] = useState(0)
  const drag = useRef<{ since: number; points: string[] }>(undefined)
  const move = (to: number) => {
    drag.current ??= { since: performance.now(), points: ['0,0'] }
    drag.current.points.push(`${Math.round(performance.now() - drag.current.since)},${to}`)
    setLeft(to)
    onSolve({ captcha: [to, ...drag.current.points.slice(-MOST_POINTS)].join(';'), captcha_id })
  }
  return (
    <Input.Wrapper label={say('slider')} error={error} labelElement="div">
      <Box pos="relative" w={width} h={height} style={{ overflow: 'hidden' }}>
        <img src={background} alt="" width={width} height={height} />
        <img src={piece} alt="" width={piece_size} style={{ position: 'absolute', top: y, left }} />
      </Box>
      <input
        type="range"
        aria-label={say('slider')}
        min={0}
        max={width - piece_size}
        value={left}
        style={{ width }}
        onChange={({ currentTarget }) => move(Number(currentTarget.value))}
      />
    </Input.Wrapper>
  )
}

const MOST_POINTS = 400
