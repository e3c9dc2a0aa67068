import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import { emptyBin, listBin, purgeFromBin, restoreFromBin } from '@inkstone/contract/recycle-bin.ts'
import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAddress } from '../../lib/address.ts'
import { useMay } from '../../lib/may.ts'
import { restoreMany } from '../../lib/one-by-one.ts'
import { refreshAll, showError, useAction, useAnswer } from '../../lib/requests.ts'
import { useSelection } from '../../lib/selection.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { BinIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SelectionPaper } from '../../ui/selection-paper.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { binWords } from './recycle-bin.words.ts'

type Deleted = AnswerOf<typeof listBin>['list'][number]

const TYPES = ['article', 'page', 'comment', 'media'] as const

/** Restored items appear in these lists again. */
const TOUCHES = [
  '/api/recycle-bin',
  '/api/articles',
  '/api/pages',
  '/api/comments',
  '/api/media',
  '/api/categories',
  '/api/tags',
]

export function RecycleBinPage() {
  const say = useWords(binWords)
  const may = useMay()
  const [{ page, ...urlParams }, change] = useAddress<{ type?: Deleted['type'] | undefined }>()
  const type = TYPES.find((known) => known === urlParams.type)
  const answer = useAnswer(listBin, { query: { page, type } })
  const total = answer.data?.total ?? 0
  const rows = answer.data?.list.map(asRow)
  const selection = useSelection(rows)
  const chosen = rows?.filter(({ id }) => selection.ids.has(id)).map(({ item }) => item) ?? []
  return (
    <Page
      title={say('title')}
      hint={say('hint')}
      actions={may('recycle-bin.purge') && total > 0 ? <EmptyButton type={type} total={total} /> : undefined}
    >
      <Select
        aria-label={say('type')}
        placeholder={say('type')}
        data={TYPES.map((value) => ({ value, label: say(value) }))}
        value={type ?? null}
        onChange={(value) => change({ type: value ?? undefined })}
        clearable
        w={180}
      />
      {chosen.length > 0 && <SelectionBar items={chosen} onDone={selection.none} />}
      <Listing
        answer={{ ...answer, data: answer.data && { ...answer.data, list: rows ?? [] } }}
        selection={selection}
        nothing={say('nothing')}
        filtered={type !== undefined}
        nameOf={({ item }) => item.title || say('untitled')}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('name'), cell: ({ item }) => <DeletedName item={item} /> },
          {
            head: say('deletedBy'),
            cell: ({ item: { deleted_by } }) => deleted_by.nickname || deleted_by.username || say('bySystem'),
            wideOnly: true,
          },
          { head: say('deletedAt'), cell: ({ item }) => short(item.deleted_at), wideOnly: true, width: 150 },
          { head: say('purgeAt'), cell: ({ item }) => short(item.purge_at), wideOnly: true, width: 150 },
        ]}
        actions={({ item }) => <DeletedMenu item={item} />}
      />
    </Page>
  )
}

function SelectionBar({ items, onDone }: { items: readonly Deleted[]; onDone: () => void }) {
  const say = useWords(binWords)
  const ui = useWords(uiWords)
  const client = useQueryClient()
  const restoring = useMutation({
    mutationFn: async () => {
      for (const type of TYPES)
        await restoreMany(
          type,
          items.filter((item) => item.type === type).map(({ id }) => id),
        )
      return items.length
    },
    onSuccess: (n) => notifications.show({ color: 'teal', message: say('restoredMany', { n }) }),
    onError: showError,
    onSettled: async () => {
      await refreshAll(client, TOUCHES)
      onDone()
    },
  })
  return (
    <SelectionPaper n={items.length}>
      <Button size="xs" variant="light" loading={restoring.isPending} onClick={() => restoring.mutate()}>
        {say('restore')}
      </Button>
      <Button size="xs" variant="subtle" onClick={onDone}>
        {ui('clear')}
      </Button>
    </SelectionPaper>
  )
}

/** Ids are unique per type only, so a row gets one of its own. */
function asRow(item: Deleted) {
  return { id: item.id * TYPES.length + TYPES.indexOf(item.type), item }
}

function DeletedName({ item }: { item: Deleted }) {
  const say = useWords(binWords)
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <Badge size="sm" color="gray" variant="light" flex="none">
          {say(item.type)}
        </Badge>
        <Text size="sm" fw={500} lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {item.title || say('untitled')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {say('purgeAt')} {short(item.purge_at)}
      </Text>
    </Stack>
  )
}

function DeletedMenu({ item: { type, id, title } }: { item: Deleted }) {
  const say = useWords(binWords)
  const may = useMay()
  const confirm = useConfirm()
  const restoring = useAction(restoreFromBin, { done: say('restored'), touches: TOUCHES })
  const purging = useAction(purgeFromBin, { done: say('purged'), touches: TOUCHES })
  const name = title || say('untitled')
  const purge = () =>
    confirm(say('purgeQuestion', { name }), say('purge'), () => purging.mutate({ params: { type, id } }))
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="subtle"
        loading={restoring.isPending}
        onClick={() => restoring.mutate({ params: { type, id } })}
      >
        {say('restore')}
      </Button>
      {may('recycle-bin.purge') && (
        <RowMenu name={name} actions={[{ label: say('purge'), danger: true, onClick: purge }]} />
      )}
    </Group>
  )
}

function EmptyButton({ type, total }: { type: Deleted['type'] | undefined; total: number }) {
  const say = useWords(binWords)
  const confirm = useConfirm()
  const emptying = useAction(emptyBin, {
    done: ({ success_count: n }) => say('emptied', { n }),
    touches: TOUCHES,
  })
  const label = say(type === undefined ? 'empty' : 'emptyType')
  const question = say(type === undefined ? 'emptyQuestion' : 'emptyTypeQuestion', { n: total })
  return (
    <Button
      variant="light"
      color="red"
      leftSection={<BinIcon size={16} />}
      loading={emptying.isPending}
      onClick={() => confirm(question, label, () => emptying.mutate({ query: { type } }))}
    >
      {label}
    </Button>
  )
}
