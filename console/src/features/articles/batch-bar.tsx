import {
  ARCHIVED,
  type ArticleStatus,
  DRAFT,
  deleteArticles,
  PUBLISHED,
  updateArticles,
} from '@inkstone/contract/articles.ts'
import { Button, Group, Menu, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useAction } from '../../lib/asking.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'

interface Result {
  readonly success_count: number
  readonly failed_count: number
  readonly errors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** What several articles are given alike. */
interface Common {
  readonly status?: ArticleStatus
  readonly is_top?: 0 | 1
  readonly is_recommend?: 0 | 1
}

/** What can be done with several articles at once; each stands alone, and what failed is told with its reason. */
export function BatchBar({
  ids,
  onDone,
}: {
  ids: readonly number[]
  /** With those that it could not be done with. */
  onDone: (left: readonly number[]) => void
}) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const tell = ({ success_count: n, failed_count: failed, errors }: Result) => {
    onDone(Object.keys(errors).map(Number))
    if (failed === 0) {
      notifications.show({ color: 'teal', message: say('areDone', { n }) })
      return
    }
    const reasons = Object.values(errors).flatMap((fields) => Object.values(fields).flat())
    const message = say('areDoneAndNot', { n, failed, why: [...new Set(reasons)].join(' ') })
    notifications.show({ color: 'orange', message, autoClose: 8_000 })
  }
  const options = { touches: ARTICLE_TOUCHES, onDone: tell }
  const changing = useAction(updateArticles, options)
  const deleting = useAction(deleteArticles, options)
  const change = (data: Common) => changing.mutate({ body: { ids, data } })
  const busy = changing.isPending || deleting.isPending
  return (
    <Paper withBorder p="xs" pos="sticky" top={60} style={{ zIndex: 5 }}>
      <Group gap="xs">
        <Text size="sm" mr="sm">
          {ui('selected', { n: ids.length })}
        </Text>
        <Button size="xs" variant="light" loading={busy} onClick={() => change({ status: PUBLISHED })}>
          {say('publish')}
        </Button>
        <Button size="xs" variant="light" loading={busy} onClick={() => change({ status: DRAFT })}>
          {say('unpublish')}
        </Button>
        <Button size="xs" variant="light" loading={busy} onClick={() => change({ status: ARCHIVED })}>
          {say('archive')}
        </Button>
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="light" loading={busy} rightSection={<DownIcon size={14} />}>
              {say('flags')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change({ is_top: 1 })}>{say('setTop')}</Menu.Item>
            <Menu.Item onClick={() => change({ is_top: 0 })}>{say('unsetTop')}</Menu.Item>
            <Menu.Item onClick={() => change({ is_recommend: 1 })}>{say('setRecommended')}</Menu.Item>
            <Menu.Item onClick={() => change({ is_recommend: 0 })}>{say('unsetRecommended')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={busy}
          onClick={() =>
            confirm(say('deleteManyQuestion', { n: ids.length }), ui('delete'), () =>
              deleting.mutate({ body: { ids } }),
            )
          }
        >
          {ui('delete')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onDone([])}>
          {ui('clear')}
        </Button>
      </Group>
    </Paper>
  )
}
