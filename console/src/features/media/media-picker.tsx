import { listMedia, type MediaType } from '@inkstone/contract/media.ts'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import type { PickedFile } from '../../ui/file-source.ts'
import { Form } from '../../ui/form.tsx'
import { useOnTop } from '../../ui/on-top.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { DropArea } from './drop-area.tsx'
import { mediaWords } from './media.words.ts'
import { MediaGrid, TILES_PER_PAGE } from './media-grid.tsx'
import { pickedFile } from './picked-file.ts'
import { UploadButton, UploadState } from './upload-button.tsx'
import { useUploading } from './uploading.ts'

interface Picking {
  readonly onPick: (media: PickedFile) => void
  /** Several at once. */
  readonly onPickMany?: ((media: readonly PickedFile[]) => void) | undefined
  readonly type?: MediaType
  readonly byAddress?: boolean | undefined
}

/** Picks a file of the library, or uploads one. Picking closes the dialog. */
export function MediaPicker({
  opened,
  onClose,
  onPick,
  onPickMany,
  type,
  byAddress,
}: Picking & { opened: boolean; onClose: () => void }) {
  const say = useWords(mediaWords)
  const ui = useWords(uiWords)
  const isOnTop = useOnTop(opened)
  return (
    <Modal
      opened={opened}
      closeOnEscape={isOnTop}
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
        onPickMany={onPickMany}
        byAddress={byAddress}
        {...(type && { type })}
      />
    </Modal>
  )
}

function Choice({ onPick, onPickMany, type, byAddress }: Picking) {
  const say = useWords(mediaWords)
  const [{ keyword, page }, setAsked] = useState({ keyword: '', page: 1 })
  const answer = useAnswer(listMedia, { query: { keyword, page, page_size: TILES_PER_PAGE, type } })
  const uploading = useUploading(() => setAsked({ keyword: '', page: 1 }))
  const search = useCallback((keyword: string) => setAsked({ keyword, page: 1 }), [])
  const [chosen, setChosen] = useState<ReadonlyMap<number, PickedFile>>(new Map())
  const toggle = (file: PickedFile) => {
    const next = new Map(chosen)
    if (!next.delete(file.id)) next.set(file.id, file)
    setChosen(next)
  }
  const accept = type === 'image' ? 'image/*' : undefined
  return (
    <DropArea onFiles={uploading.start} minHeight="50dvh">
      <Stack gap="sm">
        <Group justify="space-between">
          <SearchBox value={keyword} label={say('searchFor')} onSearch={search} />
          <UploadButton uploading={uploading} accept={accept} />
        </Group>
        <UploadState uploading={uploading} />
        {byAddress && <ByAddress onPick={onPick} />}
        {onPickMany && (
          <Group justify="flex-end">
            <Button disabled={chosen.size === 0} onClick={() => onPickMany([...chosen.values()])}>
              {say('insertMany', { n: chosen.size })}
            </Button>
          </Group>
        )}
        <MediaGrid
          answer={answer}
          filtered={keyword !== ''}
          chosen={onPickMany && new Set(chosen.keys())}
          onChoose={(media) => (onPickMany ? toggle : onPick)(pickedFile(media))}
          onPage={(page) => setAsked({ keyword, page })}
        />
      </Stack>
    </DropArea>
  )
}

/** An external picture is not copied: only its URL is stored. */
function ByAddress({ onPick }: { onPick: (media: PickedFile) => void }) {
  const say = useWords(mediaWords)
  const [address, setAddress] = useState('')
  const isAddress = /^(https?:\/\/|\/)\S+$/i.test(address.trim())
  return (
    <Form
      onSubmit={() => {
        if (isAddress) onPick({ id: 0, url: address.trim(), type: 'image', name: '', sizeBytes: 0, alt: '' })
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={say('byAddress')}
          placeholder={say('byAddress')}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isAddress}>
          {say('insertOne')}
        </Button>
      </Group>
    </Form>
  )
}
