import { ActionIcon, Menu } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useWords } from '../lib/words.tsx'
import { MoreIcon } from './icons.tsx'
import { uiWords } from './ui.words.ts'

export interface RowAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  onClick(): void
}

/** The menu of a row. Not shown if it would be empty. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const say = useWords(uiWords)
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={say('more', { name })}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, danger, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            {...(danger && { c: 'var(--mantine-color-error)' })}
            onClick={() => {
              // The menu item is gone when the dialog it opens is closed, so the focus goes back to the button.
              button.current?.focus()
              onClick()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
