import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFileName, contentDisposition, fileExtension, fileNameRefusal } from './file-names.ts'

describe('a cleaned name', () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['照片 2026.jpg', '照片 2026.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['C:photo.jpg', 'photo.jpg'],
    ['photos/a.png', 'a.png'],
    ['a\0.png', 'a.png'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['a\u200b\ufeff\u2066b.txt', 'ab.txt'],
    ['.htaccess', 'htaccess'],
    ['..', 'file'],
    ['', 'file'],
    [' . ', 'file'],
    ['trailing. . ', 'trailing'],
    ['a<b>:"c|?*.txt', 'a_b___c___.txt'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['half \ud83d.png', 'half .png'],
    ['a‮', 'a'],
  ])('%j becomes %j', (given, expected) => {
    expect(cleanFileName(given)).toBe(expected)
  })

  test('is cut to 255 bytes with its extension', () => {
    const cut = cleanFileName(`${'长'.repeat(200)}.jpeg`)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255)
    expect(cut).toMatch(/^长+\.jpeg$/)
  })

  test('is not cut in the middle of a character', () => {
    expect(cleanFileName(`${'😀'.repeat(100)}.png`)).toBe(`${'😀'.repeat(62)}.png`)
  })

  test('does not keep an "extension" of three hundred letters', () => {
    expect(Buffer.byteLength(cleanFileName(`a.${'b'.repeat(300)}`))).toBe(255)
  })

  test('takes time in proportion to the length: each space was once the start of a search for the end', () => {
    for (const edge of [' ', '.', '\u3000']) {
      const many = edge.repeat(500_000)
      expect(cleanFileName(`${many}a${many}b${many}`)).toMatch(/^a/)
    }
  })

  test('is short, not a path, and stable for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = cleanFileName(given)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(name).not.toMatch(/^$|^\.|[/\\\p{Cc}\u202a-\u202e]/u)
        expect(cleanFileName(name)).toBe(name)
      }),
    )
  })
})

describe('a rejected name', () => {
  test.each([
    ['a\0.png', 'nul-in-name'],
    ['photo.php\0.jpg', 'nul-in-name'],
    ['../a.png', 'path-in-name'],
    ['a/../../b.png', 'path-in-name'],
    ['..\\a.png', 'path-in-name'],
    ['/etc/passwd', 'path-in-name'],
    ['\\\\host\\share\\a.png', 'path-in-name'],
    ['C:\\a.png', 'path-in-name'],
    ['c:a.png', 'path-in-name'],
    ['photo.jpg', undefined],
    ['photos/a.png', undefined],
    ['wait...what.png', undefined],
    ['..', undefined],
    ['', undefined],
  ])('%j: %s', (name, refusal) => {
    expect(fileNameRefusal(name)).toBe(refusal)
  })
})

test.each([
  ['a.CSV', 'csv'],
  ['a.tar.gz', 'gz'],
  ['noextension', ''],
  ['.csv', ''],
  ['a.', ''],
  ['a.c sv', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(fileExtension(name)).toBe(extension)
})

test.each([
  ['inline', 'photo.jpg', 'inline; filename="photo.jpg"'],
  ['attachment', 'a b.txt', 'attachment; filename="a b.txt"'],
  ['attachment', '简历.pdf', `attachment; filename="??.pdf"; filename*=UTF-8''%E7%AE%80%E5%8E%86.pdf`],
  ['inline', 'a"b\r\nX: y.png', 'inline; filename="a_bX_ y.png"'],
  ['attachment', "it's 100%.txt", `attachment; filename="it's 100%.txt"`],
] as const)('the disposition %s of %j', (type, name, header) => {
  expect(contentDisposition(type, name)).toBe(header)
})

test('a content disposition is a valid header for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(contentDisposition('attachment', name)).toMatch(
        /^attachment; filename\*?=[\x20-\x7e\xa0-\xff]+$/,
      )
    }),
  )
})
