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
  summary: 'Create a captcha',
  description:
    'The id is in the response and in the cookie `captcha_id`. The type is set by the site. A captcha is valid for five minutes and for one success or five failures (slider: one failure). Thirty failures from one network in 15 minutes return 429. Send the solution as `captcha`: the characters in the image (image), the code sent to `mobile` (sms, if a gateway is configured), or the path of the slider (slider): the final left edge in pixels, then the points of the drag as milliseconds since the start and left edge, for example `143;0,0;40,6;95,31;…;870,143` (5 to 400 points).',
  query: Type.Object({
    mobile: Type.Optional(Text({ max: 20, examples: ['+8613800000000'] })),
  }),
  answer: Type.Object({
    captcha_id: Type.String(),
    type: OneOf(captchaTypes),
    expire: Type.Integer({ description: 'Seconds.', examples: [300] }),
    alt: Type.Optional(Type.String({ description: 'A text alternative to the image.' })),
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
