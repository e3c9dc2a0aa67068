import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { Alert, Box, Group, Text } from '@mantine/core'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { Page } from '../../ui/page.tsx'
import { ArticleStatusBadge } from './article-status.tsx'
import { articleWords } from './articles.words.ts'

/** A read-only view of an article, for users who may not edit it. */
export function ArticleReading({ article }: { article: ArticleDetail }) {
  const say = useWords(articleWords)
  const { title, author, category, update_time, content } = article
  return (
    <Page title={title}>
      <Alert>{say('readOnly')}</Alert>
      <Group gap="sm">
        <ArticleStatusBadge article={article} />
        <Text size="sm" c="dimmed">
          {author.nickname || author.username} · {category.name} · {short(update_time)}
        </Text>
      </Group>
      <Box
        component="iframe"
        title={title}
        sandbox=""
        srcDoc={content}
        w="100%"
        h="65dvh"
        bd="1px solid var(--mantine-color-default-border)"
        bg="white"
      />
    </Page>
  )
}
