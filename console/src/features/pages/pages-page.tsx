import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { listPages } from '@inkstone/contract/pages.ts'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing, onePage } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { useDeletingPage } from './deleting-page.ts'
import { pageWords } from './pages.words.ts'

type PageItem = AnswerOf<typeof listPages>[number]

export function PagesPage() {
  const say = useWords(pageWords)
  const ui = useWords(uiWords)
  const navigate = useNavigate()
  const answer = useAnswer(listPages, { query: { all: 1 } })
  const deleting = useDeletingPage()
  const create = (
    <Button component={Link} to="/pages/new" leftSection={<PlusIcon size={16} />}>
      {say('create')}
    </Button>
  )
  return (
    <Page title={say('title')} hint={say('hint')} actions={create}>
      <Listing
        answer={onePage(answer)}
        nothing={say('nothing')}
        empty={create}
        nameOf={({ title }) => title}
        columns={[
          { head: say('name'), cell: (page) => <PageName page={page} /> },
          {
            head: say('alias'),
            cell: ({ alias }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {alias}
              </Text>
            ),
            wideOnly: true,
          },
          { head: say('views'), cell: ({ view_count }) => view_count, align: 'right' },
          { head: say('order'), cell: ({ sort_order }) => sort_order, align: 'right', wideOnly: true },
        ]}
        actions={(page) => (
          <RowMenu
            name={page.title}
            actions={[
              { label: ui('edit'), onClick: () => navigate({ to: addressOf(page) }) },
              { label: ui('delete'), danger: true, onClick: () => deleting.ask(page) },
            ]}
          />
        )}
      />
    </Page>
  )
}

/** By its id: an alias may be `new`, and may change. */
const addressOf = ({ id }: PageItem) => `/pages/${id}`

function PageName({ page }: { page: PageItem }) {
  const say = useWords(pageWords)
  return (
    <Group gap="xs">
      <Anchor
        component={Link}
        to={addressOf(page)}
        size="sm"
        fw={500}
        c="inherit"
        style={{ overflowWrap: 'anywhere' }}
      >
        {page.title}
      </Anchor>
      {page.draft === 1 && (
        <Badge size="sm" color="orange" variant="light">
          {say('draft')}
        </Badge>
      )}
      {page.enabled === 0 && (
        <Badge size="sm" color="gray" variant="light">
          {say('disabled')}
        </Badge>
      )}
      {page.show_in_nav === 1 && (
        <Badge size="sm" color="gray" variant="outline">
          {say('isInNav')}
        </Badge>
      )}
    </Group>
  )
}
