import type { ArticleItem } from '@inkstone/contract/articles.ts'
import { listFavorites, unfavoriteArticle } from '@inkstone/contract/counters.ts'
import { ActionIcon, Anchor, Stack, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { favoriteWords } from './favorites.words.ts'

export function FavoritesPage() {
  const say = useWords(favoriteWords)
  const [{ page }, change] = useAddress()
  const favorites = useAnswer(listFavorites, { query: { page } })
  const takingBack = useAction(unfavoriteArticle, {
    touches: ['/api/users/me/favorites', '/api/articles'],
    done: say('takenBack'),
  })
  return (
    <Page title={say('title')} hint={say('hint')}>
      <Listing
        answer={favorites}
        nothing={say('nothing')}
        nameOf={({ title }) => title}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('article'), cell: (article) => <ArticleTitle article={article} /> },
          { head: say('author'), cell: ({ author }) => author.nickname || author.username, wideOnly: true },
          { head: say('category'), cell: ({ category }) => category.name, wideOnly: true },
          {
            head: say('published'),
            cell: ({ publish_time }) => <Unbroken>{short(publish_time)}</Unbroken>,
            wideOnly: true,
          },
        ]}
        actions={({ id, title }) => (
          <Tooltip label={say('takeBack')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={say('takeBackOf', { title })}
              loading={takingBack.isPending && takingBack.variables.params?.id === id}
              onClick={() => takingBack.mutate({ params: { id } })}
            >
              <CrossIcon />
            </ActionIcon>
          </Tooltip>
        )}
      />
    </Page>
  )
}

function ArticleTitle({ article: { id, title, summary } }: { article: ArticleItem }) {
  const may = useMay()
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      {may('articles.create') ? (
        <Anchor component={Link} to={`/articles/${id}`} size="sm" fw={500} c="inherit">
          {title}
        </Anchor>
      ) : (
        <Text size="sm" fw={500}>
          {title}
        </Text>
      )}
      {summary !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {summary}
        </Text>
      )}
    </Stack>
  )
}
