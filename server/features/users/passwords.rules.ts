import type { IssueName } from '@inkstone/contract/problems.ts'
import { WORST_PASSWORDS } from './worst-passwords.ts'

const worst: ReadonlySet<string> = new Set(WORST_PASSWORDS.trim().split(/\s+/))

/** Case and width are ignored for common passwords. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/** Longer repetitions are accepted, because nobody tries them all. */
const MAX_REPETITION_LENGTH = 16

/** Whether it is easy to guess: a common password, or one character or short sequence repeated a few times. */
export function isCommonPassword(password: string): boolean {
  const text = folded(password)
  return worst.has(text) || (text.length <= MAX_REPETITION_LENGTH && /^(.{1,3})\1+.?$/su.test(text))
}

/** The problem with a password for this user, if any. */
export function passwordIssue(
  password: string,
  {
    username = '',
    email = '',
  }: { readonly username?: string | undefined; readonly email?: string | undefined },
): IssueName | undefined {
  const text = folded(password)
  const names = [username, email, email.replace(/@.*$/s, '')].map(folded)
  if (names.some((name) => name !== '' && name === text)) return 'password-is-name'
  return isCommonPassword(password) ? 'password-common' : undefined
}
