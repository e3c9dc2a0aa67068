import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { OneOf, Text } from './schema.ts'

const captchaTypes = ['image', 'slider', 'sms'] as const
export type CaptchaType = (typeof captchaTypes)[number]

const Picture = Type.Optional(
  Type.String({ description: 'A PNG as a data URI.', examples: ['data:image/png;base64,…'] }),
)
const Pixels = Type.Optional(Type.Integer({ minimum: 0 }))

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/captcha',
  access: 'comments.post',
  tag: 'Captcha',
  summary: 'A new captcha',
  description:
    'Its id comes in the answer and as the cookie `captcha_id`. Its kind is the one that the site asks for. It serves one success or five failures (a slider: one), for five minutes; thirty wrong ones from a network in 15 minutes: 429. `captcha` is then the characters of the picture (image), the code that was sent to `mobile` (sms, where the service has a gateway), or how the piece was dragged (slider): its left edge at the end in pixels, then the points of the drag as milliseconds since it began and left edge, such as `143;0,0;40,6;95,31;…;870,143` (5 to 400 points).',
  query: Type.Object({
    mobile: Type.Optional(Text({ max: 20, examples: ['+8613800000000'] })),
  }),
  answer: Type.Object({
    captcha_id: Type.String(),
    type: OneOf(captchaTypes),
    expire: Type.Integer({ description: 'Seconds.', examples: [300] }),
    alt: Type.Optional(Type.String({ description: 'What the picture shows, for who cannot see it.' })),
    image: Picture,
    background: Picture,
    piece: Picture,
    width: Pixels,
    height: Pixels,
    piece_size: Pixels,
    y: Pixels,
  }),
  problems: ['too-many-text-messages'],
})
