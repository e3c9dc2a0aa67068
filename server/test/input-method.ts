import type { Locator, Page } from 'playwright-core'

/** An input method, as Chromium knows it: letters are shown in the field until the word is chosen. */
export async function inputMethod(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const press = (type: 'rawKeyDown' | 'keyUp', key: string, code: number) =>
    devTools.send('Input.dispatchKeyEvent', { type, key, windowsVirtualKeyCode: code })
  return {
    async compose(letters: string) {
      await press('rawKeyDown', 'Process', 229)
      const end = letters.length
      await devTools.send('Input.imeSetComposition', {
        text: letters,
        selectionStart: end,
        selectionEnd: end,
      })
      await press('keyUp', 'Process', 229)
    },
    async choose(word: string) {
      await devTools.send('Input.insertText', { text: word })
    },
    /** A key that the input method takes while a word is not chosen yet. */
    async press(key: 'Enter' | 'Escape') {
      const code = key === 'Enter' ? 13 : 27
      await press('rawKeyDown', key, code)
      await press('keyUp', key, code)
    },
  }
}

/** Safari ends the composition first, and then sends the Enter that ended it. */
export const enterOfSafari = (field: Locator) =>
  field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
