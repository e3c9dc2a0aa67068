import { expect, test } from 'vitest'
import { playerOf } from './players.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  [
    'https://www.bilibili.com/video/BV1xx411c7mD/',
    'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD',
  ],
  ['https://open.spotify.com/track/abc123', 'https://open.spotify.com/embed/track/abc123'],
  ['https://v.youku.com/v_show/id_XMTIz.html', 'https://player.youku.com/embed/XMTIz'],
  [
    '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" allowfullscreen></iframe>',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x',
  ],
  ['https://player.vimeo.com/video/1', 'https://player.vimeo.com/video/1'],
  ['https://evil.example/embed/1', undefined],
  ['https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ', undefined],
  ['javascript:alert(1)', undefined],
  ['just words', undefined],
  ['', undefined],
])('the player of %s', (typed, src) => expect(playerOf(typed)?.src).toBe(src))
