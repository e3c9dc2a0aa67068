import { DRAFT } from '@inkstone/contract/articles.ts'
import {
  ActionIcon,
  Badge,
  Box,
  Grid,
  Group,
  Paper,
  Stack,
  Text,
  useMatches,
  VisuallyHidden,
} from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useJournal } from '../../lib/journal.ts'
import { useWords } from '../../lib/words.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { RecoveredText } from '../../ui/recovered-text.tsx'
import { RichText, type TextHandle } from '../../ui/rich-text.tsx'
import { SaveAtBottom } from '../../ui/save-at-bottom.tsx'
import { SaveNotice } from '../../ui/save-notice.tsx'
import { TitleField } from '../../ui/title-field.tsx'
import { WritingGuards } from '../../ui/writing-guards.tsx'
import { ArticleAside } from './article-aside.tsx'
import { EMPTY_ARTICLE, editedOf, type ReadArticle } from './article-fields.ts'
import { ArticleStatusBadge } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { listAddress } from './articles-address.ts'
import { useFieldName } from './field-names.ts'
import { tagIdsIn, useFieldTexts } from './field-texts.ts'
import { GoneNotice } from './gone-article.tsx'
import { Presence } from './presence.tsx'
import { PublishBox, saveWord } from './publish-box.tsx'
import { useSavingArticle } from './saving-article.ts'
import { WorkingCopyBar } from './working-copy-bar.tsx'

const NO_TAGS: readonly never[] = []
const NEW = { status: DRAFT, scheduled_time: null, working_copy: 0, review_status: 'none' } as const

/** The editor of an article: its text, and a sidebar with everything else. */
export function ArticleEditor({
  read,
  onCreated = () => {},
  onStartOver,
}: {
  read?: ReadArticle
  onCreated?: (id: number) => void
  onStartOver: () => void
}) {
  const say = useWords(articleWords)
  const nameOf = useFieldName()
  const [current, setCurrent] = useState(read)
  const article = current?.article
  const form = useFields(current ? editedOf(current) : EMPTY_ARTICLE)
  const journal = useJournal('article', article?.id ?? 0, form)
  const saving = useSavingArticle(read, current, form, journal, { onCreated, onRead: setCurrent })
  const compared = [...journal.found, ...(saving.conflict ? [saving.conflict] : [])].map(
    ({ values }) => values,
  )
  const textOf = useFieldTexts(compared.length > 0 ? tagIdsIn([form.values, ...compared]) : [])
  const text = useRef<TextHandle>(null)
  useHotkeys([['mod+S', () => void saving.save()]], [], true)
  const title = article?.title ?? say('newTitle')
  const notice =
    saving.isGone && form.dirty ? (
      <GoneNotice form={form} />
    ) : (
      <SaveNotice saving={saving} form={form} nameOf={nameOf} />
    )
  // Beside what saves, which stays in sight, and below it: it appears while a button there is pressed, and must not move it.
  const isNarrow = useMatches({ base: true, md: false })
  const unsaved = form.dirty && (
    <Badge variant="outline" color="orange" my="xs">
      {say('unsaved')}
    </Badge>
  )
  useEffect(() => {
    document.title = `${title} · Inkstone`
  }, [title])
  return (
    <Stack gap="md">
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          component={Link}
          to="/articles"
          search={(listAddress.get() ?? {}) as never}
          variant="subtle"
          color="gray"
          aria-label={say('backToList')}
        >
          <BackIcon />
        </ActionIcon>
        <ArticleStatusBadge article={article ?? NEW} />
        {article && (
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {say('counters', {
              views: article.view_count,
              likes: article.like_count,
              comments: article.comment_count,
            })}
          </Text>
        )}
      </Group>
      {article && <Presence id={article.id} />}
      {current && <WorkingCopyBar read={current} values={form.values} onStartOver={onStartOver} />}
      <RecoveredText journal={journal} form={form} nameOf={nameOf} textOf={textOf} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <TitleField
              label={say('name')}
              autoFocus={!article}
              onDone={() => text.current?.focus()}
              {...form.bind('title')}
            />
            <RichText ref={text} label={say('content')} {...form.bind('content')} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md" h="100%">
            <Paper withBorder p="md" className="stays-beside">
              <Box visibleFrom="md">{notice}</Box>
              <PublishBox read={current} saving={saving} dirty={form.dirty} onStartOver={onStartOver} />
              {!isNarrow && unsaved}
            </Paper>
            <Box>
              <ArticleAside
                form={form}
                own={article?.category}
                saved={article}
                tags={current?.copy?.tags ?? article?.tags ?? NO_TAGS}
              />
            </Box>
          </Stack>
        </Grid.Col>
      </Grid>
      {form.dirty && (
        <SaveAtBottom label={say(saveWord(current))} busy={saving.busy} onSave={() => saving.save()}>
          {notice}
          {isNarrow && unsaved}
        </SaveAtBottom>
      )}
      <WritingGuards saving={saving} form={form} nameOf={nameOf} textOf={textOf} onStartOver={onStartOver} />
    </Stack>
  )
}
