import { getCaptcha } from '@inkstone/contract/captcha.ts'
import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { Box, Button, Group, Image, Input, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useWords } from '../../lib/words.tsx'
import { Failed, Waiting } from '../../ui/page.tsx'
import { signInWords } from './sign-in.words.ts'
import { DRAG_START, dragText, withPoint } from './slider-drag.ts'

export interface Solved {
  readonly captcha: string
  readonly captcha_id: string
  readonly type: Captcha['type']
}
type Captcha = AnswerOf<typeof getCaptcha>

/** A captcha of the type that the site uses. With another `key` it is a new one. */
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
    if (data) onSolve({ captcha, captcha_id: data.captcha_id, type: data.type })
  }
  // The service sends a text message only to a number, so the first request shows the field for it.
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
      {bySms && data && (
        <Text size="sm" role="status">
          {say('codeSent')}
        </Text>
      )}
      <TextInput
        label={say(bySms ? 'smsCode' : 'captcha')}
        autoComplete={bySms ? 'one-time-code' : 'off'}
        required
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        error={error}
        aria-invalid={error !== undefined}
      />
    </Stack>
  )
}

/** The piece is dragged into its gap. The server checks the drag, not only where it ends. */
function Slider({
  captcha: { captcha_id, type, background, piece, width = 0, height = 0, piece_size = 0, y = 0 },
  error,
  onSolve,
}: {
  captcha: Captcha
  error: string | undefined
  onSolve: (solved: Solved) => void
}) {
  const say = useWords(signInWords)
  const [left, setLeft] = useState(0)
  const drag = useRef({ since: 0, points: DRAG_START })
  const move = (x: number) => {
    const { points } = drag.current
    const since = points === DRAG_START ? performance.now() : drag.current.since
    drag.current = { since, points: withPoint(points, { ms: performance.now() - since, x }) }
    setLeft(x)
    onSolve({ captcha: dragText(drag.current.points), captcha_id, type })
  }
  return (
    <Input.Wrapper label={say('slider')} error={error} labelElement="div">
      {/* In percent, because the picture is wider than a card on a phone. */}
      <Box pos="relative" maw={width} style={{ lineHeight: 0 }}>
        <img
          src={background}
          alt=""
          width={width}
          height={height}
          style={{ width: '100%', height: 'auto' }}
        />
        <img
          src={piece}
          alt=""
          style={{
            position: 'absolute',
            width: percent(piece_size, width),
            top: percent(y, height),
            left: percent(left, width),
          }}
        />
      </Box>
      <input
        type="range"
        aria-label={say('slider')}
        aria-invalid={error !== undefined}
        min={0}
        max={width - piece_size}
        value={left}
        style={{ width: '100%', maxWidth: width }}
        onChange={({ currentTarget }) => move(Number(currentTarget.value))}
      />
    </Input.Wrapper>
  )
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
