import { deleteWord, deleteWords, exportWords, listWords } from '@inkstone/contract/moderation.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { download } from '../../lib/api.ts'
import { showError, useAction, useAnswer } from '../../lib/requests.ts'
import { useSelection } from '../../lib/selection.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DownloadIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx'
import { Listing } from '../../ui/listing.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { commentWords } from './comments.words.ts'
import { WORD_TOUCHES, WordForm } from './word-form.tsx'
import { WordImport } from './word-import.tsx'

export function WordsTab() {
  const say = useWords(commentWords)
  const ui = useWords(uiWords)
  const confirm = useConfirm()
  const [{ page, keyword = '' }, change] = useAddress<{ keyword?: string }>()
  const answer = useAnswer(listWords, { query: { page, keyword } })
  const { ids: chosen, choose, none } = useSelection(answer.data?.list)
  const [form, setForm] = useState<'add' | 'import'>()
  const removing = useAction(deleteWord, { done: say('wordDeleted'), touches: WORD_TOUCHES, onDone: none })
  const removingMany = useAction(deleteWords, {
    done: ({ success_count: n }) => say('wordsDeleted', { n }),
    touches: WORD_TOUCHES,
    onDone: none,
  })
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  const removeChosen = () =>
    confirm(say('deleteWords', { n: chosen.size }), ui('delete'), () =>
      removingMany.mutate({ body: { ids: [...chosen] } }),
    )
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setForm('add')}>
      {say('addWord')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('wordsHint')}
      </Text>
      <Group gap="sm">
        <SearchBox value={keyword} label={say('searchWord')} onSearch={search} />
        {add}
        <Button variant="default" leftSection={<UploadIcon size={16} />} onClick={() => setForm('import')}>
          {say('importWords')}
        </Button>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          onClick={() => download(exportWords).catch(showError)}
        >
          {say('exportWords')}
        </Button>
        {chosen.size > 0 && (
          <Button variant="light" color="red" loading={removingMany.isPending} onClick={removeChosen}>
            {ui('delete')} ({chosen.size})
          </Button>
        )}
      </Group>
      <Listing
        answer={answer}
        filtered={keyword !== ''}
        empty={add}
        nameOf={({ word }) => word}
        selection={{ ids: chosen, choose }}
        onPage={(page) => {
          none()
          change({ page })
        }}
        columns={[
          {
            head: say('word'),
            cell: ({ word }) => (
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {word}
              </Text>
            ),
          },
          { head: say('action'), cell: ({ action }) => say(`action_${action}`) },
          {
            head: say('replacement'),
            cell: ({ replacement }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {replacement}
              </Text>
            ),
            wideOnly: true,
          },
          { head: say('hits'), cell: ({ hits }) => hits, align: 'right' },
          { head: say('time'), cell: ({ create_time }) => short(create_time), wideOnly: true, width: 150 },
        ]}
        actions={({ id, word }) => (
          <RowMenu
            name={word}
            actions={[
              {
                label: ui('delete'),
                danger: true,
                onClick: () =>
                  confirm(say('deleteWord', { word }), ui('delete'), () =>
                    removing.mutate({ params: { id } }),
                  ),
              },
            ]}
          />
        )}
      />
      {form === 'add' && <WordForm onClose={() => setForm(undefined)} />}
      {form === 'import' && <WordImport onClose={() => setForm(undefined)} />}
    </Stack>
  )
}
