import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText, cutTo, withoutFormula } from './cells.ts'

const formulas = [
  ['equals', '=1+1'],
  ['plus', '+1'],
  ['minus', '-1'],
  ['at', '@SUM(A1)'],
  ['a tab', '\t=1'],
  ['a carriage return', '\r=1'],
  ['a line feed', '\n=1'],
  ['spaces', '   =1'],
  ['a no-break space', '\u00a0=1'],
  ['a wide space', '\u3000=1'],
  ['a zero-width space', '\u200b=1'],
  ['a byte order mark', '\ufeff=1'],
  ['wide equals', '＝1'],
  ['wide plus', '＋1'],
  ['wide minus', '－1'],
  ['wide at', '＠x'],
  ['the minus sign', '−1'],
] as const
for (const [what, text] of formulas)
  test(`a text that starts with ${what} is marked as text and stays readable`, () => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  })

for (const text of ['', 'plain', 'a=b', '5-3', "'=1", '中文', '#hash', '(1+1)'])
  test(`${JSON.stringify(text)} is unchanged`, () => {
    expect(withoutFormula(text)).toBe(text)
  })

test('a control character cannot hide a formula', () => {
  expect(cellText('\u0000=1')).toBe("'=1")
})

test('characters that XML does not allow are removed, others stay', () => {
  expect(cellText('a\u0000b\u000bc\u001fd\ufffee\tf\ng')).toBe('abcde\tf\ng')
})

test('half a surrogate pair is replaced, a whole one is kept', () => {
  expect(cellText('a\ud83db\ude00c😀')).toBe('a\ufffdb\ufffdc😀')
})

test('a text is cut to the limit, but not inside a character', () => {
  expect(cutTo('abcdef', 6)).toBe('abcdef')
  expect(cutTo('abcdefg', 6)).toBe('abcde…')
  expect(cutTo('abcd😀fg', 6)).toBe('abcd…')
})

test('any text gives a well-formed result that is not a formula', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const safe = cellText(text)
        expect(safe).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/)
        expect(Buffer.from(safe).toString()).toBe(safe)
      },
    ),
  )
})
