import { DRAFT } from '@inkstone/contract/articles.ts'
import { ActionIcon, Badge, Box, Grid, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFields } from '../../lib/fields.ts'
import { useWords } from '../../lib/words.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { WritingGuards } from '../../ui/writing-guards.tsx'
import { ArticleAside } from './article-aside.tsx'
import { EMPTY_ARTICLE, formOf, type ReadArticle } from './article-fields.ts'
import { ArticleStatusBadge } from './article-status.tsx'
import { articleWords } from './articles.words.ts'
import { PublishBox } from './publish-box.tsx'
import { useSavingArticle } from './saving-article.ts'

const NEW = { status: DRAFT, publish_time: null } as const

/** One article: its text in the middle, all else beside it. */
export function ArticleEditor({ read, onBeginAnew }: { read?: ReadArticle; onBeginAnew?: () => void }) {
  const say = useWords(articleWords)
  const article = read?.article
  const form = useFields(article ? formOf(article) : EMPTY_ARTICLE)
  const saving = useSavingArticle(read, form)
  useHotkeys([['mod+S', () => void saving.save()]], [], true)
  const title = article?.title ?? say('newTitle')
  useEffect(() => {
    document.title = `${title} · Inkstone`
  }, [title])
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap">
        <ActionIcon component={Link} to="/articles" variant="subtle" color="gray" aria-label={say('title')}>
          <BackIcon />
        </ActionIcon>
        <ArticleStatusBadge article={article ?? NEW} />
        {form.dirty && (
          <Badge variant="outline" color="orange">
            {say('unsaved')}
          </Badge>
        )}
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
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <TextInput
              aria-label={say('name')}
              placeholder={say('name')}
              size="lg"
              autoFocus={!article}
              {...form.text('title')}
            />
            <RichText label={say('content')} {...form.bind('content')} />
            <Text size="xs" c="dimmed" ta="right">
              {say('counted', { n: lengthOf(form.values.content) })}
            </Text>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <Paper withBorder p="md">
              <PublishBox article={article} saving={saving} dirty={form.dirty} onBeginAnew={onBeginAnew} />
            </Paper>
            <Box>
              <ArticleAside form={form} own={article?.category} tags={article?.tags ?? []} />
            </Box>
          </Stack>
        </Grid.Col>
      </Grid>
      <WritingGuards saving={saving} dirty={form.dirty} onBeginAnew={onBeginAnew} />
    </Stack>
  )
}

/** Of what is read, not of the markup around it. */
function lengthOf(html: string): number {
  const text = html.replace(/<[^>]*>/g, '').replace(/&[a-z0-9#]+;/gi, ' ')
  return [...text.replace(/\s+/g, '')].length
}
