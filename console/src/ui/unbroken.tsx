import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A time or a short word, which a narrow column must not break in two. */
export function Unbroken({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  )
}
