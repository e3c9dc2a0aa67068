import { deleteTag, listTags } from '@inkstone/contract/tags.ts'
import { Badge, Button, ColorSwatch, Group, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { TagForm } from './tag-form.tsx'
import { TAG_TOUCHES, type TagItem } from './tag-item.ts'
import { TagMerge } from './tag-merge.tsx'
import { tagWords } from './tags.words.ts'

export function TagsPage() {
  const say = useWords(tagWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const [{ page, keyword = '' }, change] = useAddress<{ keyword?: string }>()
  const tags = useAnswer(listTags, { query: { page, keyword, all: 1 } })
  const removing = useAction(deleteTag, { done: say('deleted'), touches: TAG_TOUCHES })
  const [edited, setEdited] = useState<number | 'new'>()
  const [merged, setMerged] = useState<TagItem>()
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setEdited('new')}>
      {say('create')}
    </Button>
  )
  return (
    <Page title={say('title')} hint={say('hint')} actions={create}>
      <SearchBox value={keyword} onSearch={search} />
      <Listing
        answer={tags}
        nothing={say('nothing')}
        filtered={keyword !== ''}
        empty={create}
        nameOf={({ name }) => name}
        onPage={(page) => change({ page })}
        columns={[
          { head: say('name'), cell: (tag) => <TagName tag={tag} /> },
          { head: say('alias'), cell: ({ alias }) => alias, wideOnly: true },
          { head: say('articles'), cell: ({ article_count }) => article_count, align: 'right' },
          { head: say('order'), cell: ({ sort_order }) => sort_order, align: 'right', wideOnly: true },
        ]}
        actions={(tag) => (
          <RowMenu
            name={tag.name}
            actions={[
              { label: ui('edit'), onClick: () => setEdited(tag.id) },
              { label: say('merge'), onClick: () => setMerged(tag) },
              {
                label: ui('delete'),
                danger: true,
                onClick: () =>
                  confirm(say('deleteQuestion', { name: tag.name }), ui('delete'), () =>
                    removing.mutate({ params: { id: tag.id } }),
                  ),
              },
            ]}
          />
        )}
      />
      {edited !== undefined && <TagForm edited={edited} onClose={() => setEdited(undefined)} />}
      {merged && <TagMerge tag={merged} onClose={() => setMerged(undefined)} />}
    </Page>
  )
}

function TagName({ tag }: { tag: TagItem }) {
  const say = useWords(tagWords)
  return (
    <Group gap="xs" wrap="nowrap">
      {tag.color !== '' && <ColorSwatch size={14} color={tag.color} />}
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {tag.name}
      </Text>
      {tag.enabled === 0 && (
        <Badge size="sm" color="gray" variant="light">
          {say('disabled')}
        </Badge>
      )}
    </Group>
  )
}
