import { Box, Center, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { mediaWords } from './media.words.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Uploads files dropped on its content. There is always a button that does the same. */
export function DropArea({
  onFiles,
  minHeight,
  children,
}: {
  onFiles: (files: readonly File[]) => void
  minHeight: string
  children: ReactNode
}) {
  const say = useWords(mediaWords)
  const [over, setOver] = useState(false)
  // Every nested element fires enter and leave events, so they are counted.
  const depth = useRef(0)
  const count = (change: number) => {
    depth.current += change
    setOver(depth.current > 0)
  }
  return (
    <Box
      pos="relative"
      mih={minHeight}
      onDragEnter={(event) => hasFiles(event) && count(1)}
      onDragLeave={(event) => hasFiles(event) && count(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        count(-depth.current)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && (
        <Center
          pos="absolute"
          inset={0}
          bg="color-mix(in srgb, var(--mantine-color-body) 85%, transparent)"
          bd="2px dashed var(--mantine-primary-color-filled)"
          style={{ borderRadius: 'var(--mantine-radius-md)', pointerEvents: 'none', zIndex: 2 }}
        >
          <Text fw={600}>{say('dropHere')}</Text>
        </Center>
      )}
    </Box>
  )
}
