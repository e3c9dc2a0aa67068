import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ControlsLanguage } from './app/controls-language.tsx'
import { router } from './app/router.tsx'
import { theme, themeVariables } from './app/theme.ts'
import { queryClient } from './lib/requests.ts'
import { arriveFromProvider } from './lib/signing-in.ts'
import { LanguageProvider } from './lib/words.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
arriveFromProvider()
createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <ControlsLanguage>
            <ModalsProvider>
              <Notifications position="bottom-center" />
              <RouterProvider router={router} />
            </ModalsProvider>
          </ControlsLanguage>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  </StrictMode>,
)
