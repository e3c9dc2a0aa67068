import {
  createImport,
  getImport,
  type Import,
  type ImportKind,
  importKinds,
} from '@inkstone/contract/imports.ts'
import { Button, Checkbox, FileInput, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshAll, useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { ImportState } from './import-report.tsx'
import { checkRequest, importRequest, type MappedNames, type NameMap } from './import-request.ts'
import { importWords } from './imports.words.ts'

const POLL_EVERY_MS = 1000
const TOUCHES = ['/api/imports', '/api/articles', '/api/pages', '/api/media', '/api/categories', '/api/tags']
const KINDS_BY_ENDING: Readonly<Record<string, ImportKind>> = {
  xml: 'wordpress',
  json: 'ghost',
  zip: 'markdown',
}

/** Choose a file, see what would be imported, map authors and categories, import. */
export function ImportWizard({
  shown,
  onShow,
}: {
  shown: number | undefined
  onShow: (id?: number) => void
}) {
  const say = useWords(importWords)
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<ImportKind>('wordpress')
  const [fetches, setFetches] = useState(true)
  const [updates, setUpdates] = useState(false)
  const [names, setNames] = useState<MappedNames>({ authors: {}, categories: {} })
  const row = useImport(shown)
  const sending = useAction(createImport, { touches: TOUCHES, onDone: ({ id }) => onShow(id) })
  const isEnded = row?.status === 'done' || row?.status === 'failed'
  const choices = file && { file, kind, fetches, updates }
  const checked = choices && row?.status === 'done' && row.dry_run === 1 ? choices : undefined

  function choose(chosen: File | null): void {
    setFile(chosen)
    const known = KINDS_BY_ENDING[chosen?.name.split('.').at(-1)?.toLowerCase() ?? '']
    if (known) setKind(known)
  }

  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        {!row && (
          <>
            <FileInput
              label={say('file')}
              placeholder={say('chooseFile')}
              value={file}
              onChange={choose}
              clearable
            />
            <Select
              label={say('kind')}
              data={importKinds.map((value) => ({ value, label: say(value) }))}
              value={kind}
              onChange={(value) => value && setKind(value)}
              allowDeselect={false}
            />
            {kind !== 'comments' && (
              <Checkbox
                label={say('fetchMedia')}
                description={say('fetchHint')}
                checked={fetches}
                onChange={({ currentTarget }) => setFetches(currentTarget.checked)}
              />
            )}
            {kind === 'markdown' && (
              <Checkbox
                label={say('updateTexts')}
                description={say('updateHint')}
                checked={updates}
                onChange={({ currentTarget }) => setUpdates(currentTarget.checked)}
              />
            )}
            <Group>
              <Button
                disabled={!choices}
                loading={sending.isPending}
                onClick={() => choices && sending.mutate({ body: checkRequest(choices) })}
              >
                {say('check')}
              </Button>
            </Group>
          </>
        )}
        {row && <ImportState row={row} />}
        {checked && row?.report && <Mappings report={row.report} names={names} onChange={setNames} />}
        {row && (
          <Group gap="xs">
            {checked && (
              <Button
                loading={sending.isPending}
                onClick={() => sending.mutate({ body: importRequest(checked, names) })}
              >
                {say('importNow')}
              </Button>
            )}
            {isEnded && (
              <Button variant="default" onClick={() => onShow()}>
                {say('startOver')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function Mappings({
  report,
  names,
  onChange,
}: {
  report: NonNullable<Import['report']>
  names: MappedNames
  onChange: (names: MappedNames) => void
}) {
  const say = useWords(importWords)
  return (
    <>
      {report.authors.length > 0 && (
        <Mapping
          title={say('authors')}
          hint={say('authorsHint')}
          label={(name) => say('authorFor', { name })}
          names={report.authors}
          mapped={names.authors}
          onChange={(authors) => onChange({ ...names, authors })}
        />
      )}
      {report.category_names.length > 0 && (
        <Mapping
          title={say('categoryMap')}
          hint={say('categoriesHint')}
          label={(name) => say('categoryFor', { name })}
          names={report.category_names}
          mapped={names.categories}
          onChange={(categories) => onChange({ ...names, categories })}
        />
      )}
    </>
  )
}

/** Maps each name in the file to one on this site. */
function Mapping({
  title,
  hint,
  label,
  names,
  mapped,
  onChange,
}: {
  title: string
  hint: string
  label: (name: string) => string
  names: readonly string[]
  mapped: NameMap
  onChange: (mapped: NameMap) => void
}) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {names.map((name) => (
        <TextInput
          key={name}
          label={name}
          aria-label={label(name)}
          value={mapped[name] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...mapped, [name]: currentTarget.value })}
        />
      ))}
    </Stack>
  )
}

/** The current import, polled until it is done. */
function useImport(id: number | undefined): Import | undefined {
  const answer = useAnswer(getImport, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const row = id === undefined || answer.data?.id !== id ? undefined : answer.data
  const isUnderWay = id !== undefined && row?.status !== 'done' && row?.status !== 'failed'
  const { refetch } = answer
  const client = useQueryClient()
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void refetch(), POLL_EVERY_MS)
    return () => {
      clearInterval(timer)
      // The import is done, or another one is shown: other lists may have changed.
      void refreshAll(client, TOUCHES)
    }
  }, [isUnderWay, refetch, client])
  return row
}
