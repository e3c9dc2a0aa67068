import { Drawer, MantineThemeProvider, Modal, Notification, Pagination } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'

/** Labels of the library's own controls: buttons that show only an icon. */
export function ControlsLanguage({ children }: { children: ReactNode }) {
  const say = useWords(appWords)
  // Overlays are rendered there, inside a landmark like every other part of the page.
  useEffect(() => {
    document.getElementById('overlays')?.setAttribute('aria-label', say('overlays'))
  }, [say])
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': say('close') }
    const pages = { previous: say('previousPage'), next: say('nextPage') }
    return {
      components: {
        Modal: Modal.extend({ defaultProps: { closeButtonProps } }),
        Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
        Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
        Pagination: Pagination.extend({
          defaultProps: {
            getControlProps: (control) =>
              control === 'previous' || control === 'next' ? { 'aria-label': pages[control] } : {},
          },
        }),
      },
    }
  }, [say])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
