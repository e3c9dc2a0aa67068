import { listMedia, type MediaType } from '@inkstone/contract/media.ts'
import { Group, Modal, Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAnswer } from '../../lib/asking.ts'
import { useWords } from '../../lib/words.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { DropArea } from './drop-area.tsx'
import { mediaWords } from './media.words.ts'
import { MediaGrid, TILES_PER_PAGE } from './media-grid.tsx'
import { UploadButton, UploadState } from './upload-button.tsx'
import { useUploading } from './uploading.ts'

interface PickedMedia {
  readonly url: string
  readonly alt: string
}

interface Picking {
  readonly onPick: (media: PickedMedia) => void
  readonly type?: MediaType
}

/** Somebody chooses a file of the site, or brings one. Choosing closes it. */
export function MediaPicker({
  opened,
  onClose,
  onPick,
  type,
}: Picking & { opened: boolean; onClose: () => void }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={say(type === 'image' ? 'pick' : 'pickFile')}
      size="xl"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Choice
        onPick={(media) => {
          onPick(media)
          onClose()
        }}
        {...(type && { type })}
      />
    </Modal>
  )
}

function Choice({ onPick, type }: Picking) {
  const say = useWords(mediaWords)
  const [{ keyword, page }, setAsked] = useState({ keyword: '', page: 1 })
  const answer = useAnswer(listMedia, { query: { keyword, page, page_size: TILES_PER_PAGE, type } })
  const uploading = useUploading(() => setAsked({ keyword: '', page: 1 }))
  const search = useCallback((keyword: string) => setAsked({ keyword, page: 1 }), [])
  const accept = type === 'image' ? 'image/*' : undefined
  return (
    <DropArea onFiles={uploading.start} minHeight="50dvh">
      <Stack gap="sm">
        <Group justify="space-between">
          <SearchBox value={keyword} label={say('searchFor')} onSearch={search} />
          <UploadButton uploading={uploading} accept={accept} />
        </Group>
        <UploadState uploading={uploading} />
        <MediaGrid
          answer={answer}
          filtered={keyword !== ''}
          onChoose={({ url, alt }) => onPick({ url, alt })}
          onPage={(page) => setAsked({ keyword, page })}
        />
      </Stack>
    </DropArea>
  )
}
