import { type ExportFormat, exportArticles, exportFormats } from '@inkstone/contract/exports.ts'
import { Box, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { download, type Input } from '../../lib/api.ts'
import { showError } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { articleWords } from './articles.words.ts'

const FORMATS = Object.keys(exportFormats) as ExportFormat[]

export function ExportMenu({ filters }: { filters: Input<typeof exportArticles>['query'] }) {
  const say = useWords(articleWords)
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => download(exportArticles, { query: { ...filters, format } }),
    onError: showError,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          aria-label={say('export')}
          loading={exporting.isPending}
          px={{ base: 'xs', sm: 'md' }}
        >
          <DownloadIcon size={16} />
          <Box component="span" visibleFrom="sm" ms={8}>
            {say('export')}
          </Box>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('exportHint')}</Menu.Label>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => exporting.mutate(format)}>
            {say(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
