import { listMedia, mediaTypes } from '@inkstone/contract/media.ts'
import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAddress } from '../../lib/address.ts'
import { useAnswer } from '../../lib/requests.ts'
import { useSelection } from '../../lib/selection.ts'
import { useWords } from '../../lib/words.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { DropArea } from './drop-area.tsx'
import { mediaWords } from './media.words.ts'
import { MediaDrawer } from './media-drawer.tsx'
import { useMayEdit } from './media-focus.tsx'
import { MediaGrid, TILES_PER_PAGE } from './media-grid.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UploadButton, UploadState } from './upload-button.tsx'
import { useUploading } from './uploading.ts'

interface UrlParams extends Readonly<Record<string, string | number | undefined>> {
  readonly keyword?: string
  readonly type?: string
  readonly mine?: 1 | undefined
  readonly used?: 0 | 1 | undefined
}

const EVERYTHING = { keyword: '', type: '', mine: undefined, used: undefined } as const

export function MediaPage() {
  const say = useWords(mediaWords)
  const [{ page, keyword = '', mine, used, ...params }, change] = useAddress<UrlParams>()
  const type = mediaTypes.find((known) => known === params.type) ?? ''
  const answer = useAnswer(listMedia, {
    query: { page, page_size: TILES_PER_PAGE, keyword, type, mine, used },
  })
  // Clear the filters, so that the new files are visible.
  const uploading = useUploading(() => change(EVERYTHING))
  const [chosen, setChosen] = useState<number>()
  const [selecting, setSelecting] = useState(false)
  const selection = useSelection(answer.data?.list)
  const mayEdit = useMayEdit()
  const search = useCallback((keyword: string) => change({ keyword }), [change])
  return (
    <DropArea onFiles={uploading.start} minHeight="calc(100dvh - 100px)">
      <Page title={say('title')} hint={say('hint')} actions={<UploadButton uploading={uploading} />}>
        <UploadState uploading={uploading} />
        <Stack gap="md">
          <Group gap="sm">
            <SearchBox value={keyword} label={say('searchFor')} onSearch={search} />
            <Select
              aria-label={say('type')}
              placeholder={say('type')}
              data={mediaTypes.map((value) => ({ value, label: say(value) }))}
              value={type || null}
              onChange={(value) => change({ type: value ?? '' })}
              clearable
              w={{ base: 160, sm: 180 }}
            />
            <Select
              aria-label={say('use')}
              placeholder={say('use')}
              data={[
                { value: '1', label: say('used') },
                { value: '0', label: say('unused') },
              ]}
              value={used === undefined ? null : String(used)}
              onChange={(value) => change({ used: value === null ? undefined : value === '1' ? 1 : 0 })}
              clearable
              w={{ base: 140, sm: 150 }}
            />
            <Checkbox
              label={say('mine')}
              checked={Boolean(mine)}
              onChange={({ currentTarget }) => change({ mine: currentTarget.checked ? 1 : undefined })}
            />
            {!selecting && answer.data && answer.data.total > 0 && (
              <Button variant="default" ml="auto" onClick={() => setSelecting(true)}>
                {say('selectSeveral')}
              </Button>
            )}
          </Group>
          {selecting && (
            <SelectionBar
              media={answer.data?.list.filter(mayEdit) ?? []}
              selection={selection}
              onClose={() => {
                selection.none()
                setSelecting(false)
              }}
            />
          )}
          <MediaGrid
            answer={answer}
            filtered={keyword !== '' || type !== '' || Boolean(mine) || used !== undefined}
            chosen={selecting ? selection.ids : undefined}
            mayChoose={selecting ? mayEdit : undefined}
            empty={<UploadButton uploading={uploading} label={say('uploadFirst')} />}
            onChoose={({ id }) => (selecting ? selection.toggle(id) : setChosen(id))}
            onPage={(page) => change({ page })}
          />
        </Stack>
      </Page>
      {chosen !== undefined && <MediaDrawer id={chosen} onClose={() => setChosen(undefined)} />}
    </DropArea>
  )
}
