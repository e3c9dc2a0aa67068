import { Drawer, MantineThemeProvider, Modal, Pagination } from '@mantine/core'
import { DatePickerInput, DatesProvider, DateTimePicker } from '@mantine/dates'
import { type ReactNode, useMemo } from 'react'
import 'dayjs/locale/zh-cn'
import { useLanguage, useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'

/** What the controls say by themselves: the names of months, and of buttons that show only a sign. */
export function ControlsLanguage({ children }: { children: ReactNode }) {
  const say = useWords(appWords)
  const { language } = useLanguage()
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': say('close') }
    const ariaLabels = {
      previousMonth: say('previousMonth'),
      nextMonth: say('nextMonth'),
      previousYear: say('previousYear'),
      nextYear: say('nextYear'),
    }
    const pages = { previous: say('previousPage'), next: say('nextPage') }
    return {
      components: {
        Modal: Modal.extend({ defaultProps: { closeButtonProps } }),
        Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
        DateTimePicker: DateTimePicker.extend({ defaultProps: { ariaLabels } }),
        DatePickerInput: DatePickerInput.extend({ defaultProps: { ariaLabels } }),
        Pagination: Pagination.extend({
          defaultProps: {
            getControlProps: (control) =>
              control === 'previous' || control === 'next' ? { 'aria-label': pages[control] } : {},
          },
        }),
      },
    }
  }, [say])
  return (
    <MantineThemeProvider theme={theme}>
      <DatesProvider settings={{ locale: language === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
        {children}
      </DatesProvider>
    </MantineThemeProvider>
  )
}
