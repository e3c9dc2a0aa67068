import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method, such as the Enter that ends a Chinese word. Safari sends that one after the
 * composition has ended, with this code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
