import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import 'dayjs/locale/zh-cn'
import { useLanguage } from '../lib/words.tsx'

export function DatesLanguage({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  return (
    <DatesProvider settings={{ locale: language === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      {children}
    </DatesProvider>
  )
}
