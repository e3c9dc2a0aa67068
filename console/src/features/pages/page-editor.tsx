import { Badge, Button, Grid, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useJournal } from '../../lib/journal.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Page } from '../../ui/page.tsx'
import { RecoveredText } from '../../ui/recovered-text.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SaveAtBottom } from '../../ui/save-at-bottom.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { WritingGuards } from '../../ui/writing-guards.tsx'
import { useDeletingPage } from './deleting-page.ts'
import { DraftBar } from './draft-bar.tsx'
import { PageAside } from './page-aside.tsx'
import { EMPTY_PAGE, editedOf, type ReadPage } from './page-fields.ts'
import { PageHistory } from './page-history.tsx'
import { pageWords } from './pages.words.ts'
import { useSavingPage } from './saving-page.ts'

/** The editor of a page: its text, and a sidebar with everything else. */
export function PageEditor({
  read,
  onCreated = () => {},
  onStartOver,
}: {
  read?: ReadPage
  onCreated?: (id: number) => void
  onStartOver: () => void
}) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  const [current, setCurrent] = useState(read)
  const page = current?.page
  const form = useFields(current ? editedOf(current) : EMPTY_PAGE)
  const journal = useJournal('page', page?.id ?? 0, form)
  const saving = useSavingPage(read, current, form, journal, { onCreated, onRead: setCurrent })
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const nameOf = (field: string) => (isFieldName(field) ? say(FIELD_WORDS[field]) : field)
  useHotkeys([['mod+S', () => void saving.save()]], [], true)
  const deleting = useDeletingPage(() => saving.leave('/pages'))
  return (
    <Page
      title={page?.title ?? say('create')}
      back={{ to: '/pages', label: say('back') }}
      hint={page && say('times', { created: short(page.create_time), changed: short(page.update_time) })}
      actions={
        <>
          {form.dirty && (
            <Badge variant="outline" color="orange">
              {say('unsaved')}
            </Badge>
          )}
          {page && (
            <Button variant="subtle" onClick={() => setHistoryOpen(true)}>
              {say('history')}
            </Button>
          )}
          <Button
            loading={saving.busy}
            disabled={page !== undefined && !form.dirty}
            onClick={() => saving.save()}
          >
            {say(current?.draft ? 'saveDraft' : 'save')}
          </Button>
          {page && !current?.draft && page.enabled === 1 && (
            <Button
              variant="default"
              loading={saving.busy}
              disabled={!form.dirty}
              onClick={() => saving.saveAsDraft()}
            >
              {say('saveAsDraft')}
            </Button>
          )}
          {page && (
            <RowMenu
              name={page.title}
              actions={[{ label: ui('delete'), danger: true, onClick: () => deleting.ask(page) }]}
            />
          )}
        </>
      }
    >
      {current?.draft && (
        <DraftBar read={current} saving={saving} values={form.values} onStartOver={onStartOver} />
      )}
      <RecoveredText journal={journal} form={form} nameOf={nameOf} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <TextInput label={say('name')} required autoFocus={!page} {...form.text('title')} />
            <RichText label={say('content')} {...form.bind('content')} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder p="md">
            <PageAside form={form} />
          </Paper>
          {page && (
            <Text size="xs" c="dimmed" mt="xs">
              {say('views')} {page.view_count}
            </Text>
          )}
        </Grid.Col>
      </Grid>
      {form.dirty && (
        <SaveAtBottom
          label={say(current?.draft ? 'saveDraft' : 'save')}
          busy={saving.busy}
          onSave={() => saving.save()}
        />
      )}
      {page && isHistoryOpen && (
        <PageHistory
          id={page.id}
          values={form.values}
          isDirty={form.dirty}
          onClose={() => setHistoryOpen(false)}
          onRestored={onStartOver}
        />
      )}
      <WritingGuards saving={saving} form={form} nameOf={nameOf} onStartOver={onStartOver} />
    </Page>
  )
}

const FIELD_WORDS = { title: 'name', content: 'content', alias: 'alias', template: 'template' } as const
const isFieldName = (field: string): field is keyof typeof FIELD_WORDS => Object.hasOwn(FIELD_WORDS, field)
