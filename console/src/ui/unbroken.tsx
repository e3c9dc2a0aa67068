import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A time or a short word that must not wrap in a narrow column. */
export function Unbroken({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  )
}
