import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { countUnread, listMessages, readAllMessages, readMessage } from '@inkstone/contract/messages.ts'
import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { Unbroken } from '../../ui/unbroken.tsx'
import { messageWords } from './messages.words.ts'

type Message = AnswerOf<typeof listMessages>['list'][number]

const MESSAGE_TOUCHES = ['/api/messages']

export function MessagesPage() {
  const say = useWords(messageWords)
  const [{ page, unread }, change] = useAddress<{ unread?: 1 | undefined }>()
  const messages = useAnswer(listMessages, { query: { page, unread } })
  const { data: counted } = useAnswer(countUnread)
  const reading = useAction(readMessage, { touches: MESSAGE_TOUCHES })
  const readingAll = useAction(readAllMessages, {
    touches: MESSAGE_TOUCHES,
    done: ({ success_count }) => say('markedAll', { n: success_count }),
  })
  const read = ({ id }: Message) => reading.mutate({ params: { id } })
  return (
    <Page
      title={say('title')}
      actions={
        <Button
          variant="default"
          disabled={!counted || counted.unread_count === 0}
          loading={readingAll.isPending}
          onClick={() => readingAll.mutate({})}
        >
          {say('markAll')}
        </Button>
      }
    >
      <Group>
        <SegmentedControl
          aria-label={say('shown')}
          value={unread === 1 ? 'unread' : 'all'}
          onChange={(value) => change({ unread: value === 'unread' ? 1 : undefined })}
          data={[
            { value: 'all', label: say('all') },
            { value: 'unread', label: say('unread') },
          ]}
        />
      </Group>
      <Listing
        answer={messages}
        nothing={say(unread === 1 ? 'noUnread' : 'nothing')}
        nameOf={({ title }) => title}
        onPage={(page) => change({ page })}
        columns={[
          {
            head: say('message'),
            cell: (message) => <MessageText message={message} onGo={() => read(message)} />,
          },
          {
            head: say('time'),
            cell: ({ create_time }) => <Unbroken>{short(create_time)}</Unbroken>,
            wideOnly: true,
            width: 160,
          },
        ]}
        actions={(message) =>
          message.is_read === 0 && (
            <Tooltip label={say('markRead')}>
              <ActionIcon
                variant="subtle"
                aria-label={say('markReadOf', { title: message.title })}
                onClick={() => read(message)}
              >
                <CheckIcon />
              </ActionIcon>
            </Tooltip>
          )
        }
      />
    </Page>
  )
}

function MessageText({ message, onGo }: { message: Message; onGo: () => void }) {
  const say = useWords(messageWords)
  const may = useMay()
  const isNew = message.is_read === 0
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text size="sm" fw={isNew ? 600 : 400}>
          {message.title}
        </Text>
        {isNew && (
          <Badge size="sm" variant="light" tt="none">
            {say('isNew')}
          </Badge>
        )}
      </Group>
      {message.content !== '' && (
        <Text size="sm" c="dimmed" lineClamp={4} style={{ whiteSpace: 'pre-line' }}>
          {message.content}
        </Text>
      )}
      <Group gap="sm">
        {message.article_id !== 0 && may('articles.create') && (
          <Anchor
            component={Link}
            to={`/articles/${message.article_id}`}
            size="sm"
            onClick={() => isNew && onGo()}
          >
            {say('toArticle')}
          </Anchor>
        )}
        {message.page_id !== 0 && may('pages.manage') && (
          <Anchor component={Link} to={`/pages/${message.page_id}`} size="sm" onClick={() => isNew && onGo()}>
            {say('toPage')}
          </Anchor>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {short(message.create_time)}
        </Text>
      </Group>
    </Stack>
  )
}
