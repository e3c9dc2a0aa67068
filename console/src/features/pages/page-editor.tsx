import { ActionIcon, Badge, Button, Grid, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useFields } from '../../lib/fields.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { WritingGuards } from '../../ui/writing-guards.tsx'
import { useDeletingPage } from './deleting-page.ts'
import { PageAside } from './page-aside.tsx'
import { EMPTY_PAGE, formOf, type ReadPage } from './page-fields.ts'
import { pageWords } from './pages.words.ts'
import { useSavingPage } from './saving-page.ts'

/** One page: its text in the middle, all else beside it. */
export function PageEditor({ read, onBeginAnew }: { read?: ReadPage; onBeginAnew?: () => void }) {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  const page = read?.page
  const form = useFields(page ? formOf(page) : EMPTY_PAGE)
  const saving = useSavingPage(read, form)
  useHotkeys([['mod+S', () => void saving.save()]], [], true)
  const deleting = useDeletingPage(() => saving.leave('/pages'))
  return (
    <Page
      title={page?.title ?? say('create')}
      hint={page && say('times', { created: short(page.create_time), changed: short(page.update_time) })}
      actions={
        <>
          {form.dirty && (
            <Badge variant="outline" color="orange">
              {say('unsaved')}
            </Badge>
          )}
          <ActionIcon
            component={Link}
            to="/pages"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={say('back')}
          >
            <BackIcon />
          </ActionIcon>
          {page && (
            <Button variant="subtle" color="red" loading={deleting.busy} onClick={() => deleting.ask(page)}>
              {ui('delete')}
            </Button>
          )}
          <Button
            loading={saving.busy}
            disabled={page !== undefined && !form.dirty}
            onClick={() => saving.save()}
          >
            {ui('save')}
          </Button>
        </>
      }
    >
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
      <WritingGuards saving={saving} dirty={form.dirty} onBeginAnew={onBeginAnew} />
    </Page>
  )
}
