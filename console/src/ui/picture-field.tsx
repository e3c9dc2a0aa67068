import { Button, Group, Image, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Bound } from '../lib/fields.ts'
import { useWords } from '../lib/words.tsx'
import { usePictureSource } from './picture-source.ts'
import { uiWords } from './ui.words.ts'

/** A picture by its address, mostly one of our own. */
export function PictureField({ label, value, onChange, error }: Bound<string> & { label: string }) {
  const say = useWords(uiWords)
  const Picker = usePictureSource()?.Picker
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        placeholder="https://"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      {value !== '' && <Image src={value} alt="" mah={160} radius="sm" fit="contain" />}
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
          onPick={({ url }) => {
            onChange(url)
            setOpened(false)
          }}
        />
      )}
    </Stack>
  )
}
