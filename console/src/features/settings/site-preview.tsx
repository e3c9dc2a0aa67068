import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { Box, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useSite } from '../../lib/site.ts'
import { useWords } from '../../lib/words.tsx'
import { settingsWords } from './settings.words.ts'

type Shown = Pick<SiteSettings, 'site_look' | 'site_font' | 'site_accent' | 'site_name' | 'site_language'>

/** A preview of the site's look before saving: its own style sheet on a sample page. */
export function SitePreview({ values, isOpen }: { values: Shown; isOpen: boolean }) {
  const say = useWords(settingsWords)
  const site = useSite()
  const { site_look, site_font, site_accent, site_name, site_language } = values
  const page = useMemo(() => {
    const accent = /^#[0-9a-f]{6}$/i.test(site_accent) ? site_accent : ''
    const query = new URLSearchParams({ accent, ...(site && { site_id: String(site) }) })
    const card = (title: string, pictured: boolean) =>
      `<article class="card${pictured ? ' pictured' : ''}">${pictured ? '<span class="picture"></span>' : ''}<div class="words"><h2><a>${title}</a></h2><p class="summary">${say('previewText')}</p><p class="facts"><span class="pin">${say('previewPinned')}</span><time>2026-03-01</time></p></div></article>`
    return `<!doctype html><html lang="${escaped(site_language)}" data-look="${escaped(site_look)}" data-font="${escaped(site_font)}"><head><meta charset="utf-8"><title>${say('preview')}</title><link rel="stylesheet" href="/theme/site.css?${query}"></head><body class="home"><header class="top"><div class="bar"><a class="brand">${escaped(site_name || 'Inkstone')}</a></div></header><main><div class="cards">${card(say('previewFirst'), true)}${card(say('previewSecond'), false)}</div><article class="text"><div class="content"><h2>${say('previewHeading')}</h2><p>${say('previewText')} <a>${say('previewLink')}</a></p><blockquote><p>${say('previewQuote')}</p></blockquote></div></article></main></body></html>`
  }, [site, site_look, site_font, site_accent, site_name, site_language, say])
  if (!isOpen)
    return (
      <Text size="sm" c="dimmed">
        {say('previewClosed')}
      </Text>
    )
  return (
    <Box>
      <Text size="sm" fw={500} mb={4}>
        {say('preview')}
      </Text>
      {/* No scripts and no focusable elements: it is only for looking. */}
      <iframe
        title={say('preview')}
        sandbox="allow-same-origin"
        srcDoc={page}
        tabIndex={-1}
        inert
        style={{
          width: '100%',
          height: 460,
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 8,
        }}
      />
    </Box>
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
