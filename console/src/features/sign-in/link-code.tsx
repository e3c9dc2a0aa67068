import { TextInput } from '@mantine/core'
import type { Fields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { signInWords } from './sign-in.words.ts'

/** If the service does not know its own address, its e-mails contain a code instead of a link. */
export function LinkCode({ field }: { field: ReturnType<Fields<{ token: string }>['text']> }) {
  const say = useWords(signInWords)
  return <TextInput label={say('linkCode')} autoComplete="off" autoFocus required {...field} />
}
