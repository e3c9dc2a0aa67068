import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useWords, words } from '../lib/words.tsx'

const passwordWords = words({
  show: ['Show password', '显示密码'],
  new: ['New password', '新密码'],
  newHint: ['8 to 128 characters.', '8 到 128 个字符。'],
  repeat: ['Repeat password', '再次输入密码'],
  differs: ['The passwords do not match.', '两次输入的密码不一致。'],
})

export function PasswordField(props: PasswordInputProps) {
  const say = useWords(passwordWords)
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': say('show') }} required {...props} />
}

/** The state of a new password that is typed twice. */
export function useRepeated(password: string) {
  const [repeated, setRepeated] = useState('')
  const [differs, setDiffers] = useState(false)
  return {
    repeated,
    differs,
    change(next: string): void {
      setRepeated(next)
      setDiffers(false)
    },
    /** If they are not the same, the second field says so. */
    isSame(): boolean {
      setDiffers(repeated !== password)
      return repeated === password
    },
  }
}

export function NewPasswordFields({
  field,
  repetition: { repeated, differs, change },
  autoFocus = false,
}: {
  field: PasswordInputProps
  repetition: ReturnType<typeof useRepeated>
  autoFocus?: boolean
}) {
  const say = useWords(passwordWords)
  return (
    <>
      <PasswordField
        label={say('new')}
        description={say('newHint')}
        autoComplete="new-password"
        autoFocus={autoFocus}
        {...field}
      />
      <PasswordField
        label={say('repeat')}
        autoComplete="new-password"
        value={repeated}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={differs && say('differs')}
      />
    </>
  )
}
