import { Button, Group, Image, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Bound } from '../lib/fields.ts'
import { useWords } from '../lib/words.tsx'
import { type PickedFile, useFileSource } from './file-source.ts'
import { uiWords } from './ui.words.ts'

/** A picture by its URL, with a picker for the media library. */
export function PictureField({
  label,
  description,
  value,
  onChange,
  error,
  onPicked,
  preview,
}: Bound<string> & {
  label: string
  description?: string
  onPicked?: (picture: PickedFile) => void
  /** Replaces the plain preview. */
  preview?: ReactNode
}) {
  const say = useWords(uiWords)
  const Picker = useFileSource()?.Picker
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        description={description}
        placeholder="https://"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
        aria-invalid={error !== undefined}
      />
      {value !== '' && (preview ?? <PicturePreview src={value} />)}
      <Group gap="xs">
        {Picker && (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            {say('choosePicture')}
          </Button>
        )}
        {value !== '' && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
            {say('clear')}
          </Button>
        )}
      </Group>
      {Picker && opened && (
        <Picker
          opened
          type="image"
          onClose={() => setOpened(false)}
          onPick={(picture) => {
            onChange(picture.url)
            onPicked?.(picture)
            setOpened(false)
          }}
        />
      )}
    </Stack>
  )
}

export function PicturePreview({ src }: { src: string }) {
  return <Image src={src} alt="" mah={160} radius="sm" fit="contain" />
}
