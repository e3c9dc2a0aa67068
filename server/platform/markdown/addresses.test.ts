import { expect, test } from 'vitest'
import { withAddresses } from './addresses.ts'

async function addressesIn(text: string): Promise<string[]> {
  const found: string[] = []
  await withAddresses(text, 'markdown', async (address) => void found.push(address))
  return found
}

const lists = [
  ['a.jpg 1x, b.jpg 2x', ['a.jpg', 'b.jpg']],
  ['a.jpg 1x,b.jpg 2x', ['a.jpg', 'b.jpg']],
  ['a.jpg 400w,/img/w_400,h_300/b.jpg 800w', ['a.jpg', '/img/w_400,h_300/b.jpg']],
  ['a.jpg, b.jpg 1.5x', ['a.jpg', 'b.jpg']],
  [' ,a.jpg ', ['a.jpg']],
  [', ,', []],
] as const
for (const [list, addresses] of lists)
  test(`a list of images is read as browsers do: ${list}`, async () => {
    expect(await addressesIn(`<img srcset="${list}">`)).toEqual(addresses)
  })

const texts = [
  [
    'an indented example of a fence',
    '    ```\n\n![a](a.png)\n\n```sh\n![x](x)\n```\n\n![b](b.png)',
    ['a.png', 'b.png'],
  ],
  ['the same with a tab', '\t```\n\n![a](a.png)', ['a.png']],
  ['a fence in a list', '- item\n\n      ```\n      ![x](x)\n      ```\n\n![a](a.png)', ['a.png']],
  ['a fence on the line of an item', '1. ```\n   ![x](x)\n   ```\n\n![a](a.png)', ['a.png']],
  ['a fence in a quote', '> ```\n> ![x](x)\n> ```\n\n![a](a.png)', ['a.png']],
  ['an indented fence after a list', '- item\n\ntext\n\n    ```\n\n![a](a.png)', ['a.png']],
] as const
for (const [what, text, addresses] of texts)
  test(`URLs around code are found: ${what}`, async () => {
    expect(await addressesIn(text)).toEqual(addresses)
  })
