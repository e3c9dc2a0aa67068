import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { listMedia } from '@inkstone/contract/media.ts'
import {
  AspectRatio,
  Badge,
  Box,
  Center,
  Group,
  Image,
  Pagination,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../../lib/words.tsx'
import { PageIcon } from '../../ui/icons.tsx'
import { useLastPage } from '../../ui/listing.tsx'
import { Failed } from '../../ui/page.tsx'
import { uiWords } from '../../ui/ui.words.ts'

type MediaList = AnswerOf<typeof listMedia>
type MediaItem = MediaList['list'][number]

/** Tiles fit a multiple of two, three, four and six columns. */
export const TILES_PER_PAGE = 24

const COLUMNS = { base: 2, xs: 3, md: 4, lg: 6 }

export function MediaGrid({
  answer,
  filtered,
  empty,
  chosen,
  mayChoose = () => true,
  onChoose,
  onPage,
}: {
  answer: {
    data: MediaList | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  filtered: boolean
  empty?: ReactNode
  /** The selected files, if several can be selected. */
  chosen?: ReadonlySet<number> | undefined
  mayChoose?: ((media: MediaItem) => boolean) | undefined
  onChoose: (media: MediaItem) => void
  onPage: (page: number) => void
}) {
  const ui = useWords(uiWords)
  const { data, error } = answer
  useLastPage(answer, onPage)
  if (error && !data) return <Failed error={error} onRetry={() => answer.refetch()} />
  if (!data) return <Skeletons />
  if (data.total === 0)
    return (
      <Paper withBorder p="xl" ta="center">
        <Text c="dimmed">{ui(filtered ? 'nothingFound' : 'nothing')}</Text>
        {!filtered && empty !== undefined && <Box mt="md">{empty}</Box>}
      </Paper>
    )
  return (
    <Stack gap="sm">
      <SimpleGrid cols={COLUMNS} spacing="sm" style={{ opacity: answer.isPlaceholderData ? 0.6 : 1 }}>
        {data.list.map((media) => (
          <Tile
            key={media.id}
            media={media}
            isChosen={chosen?.has(media.id)}
            disabled={!mayChoose(media)}
            onChoose={() => onChoose(media)}
          />
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {ui('total', { n: data.total })}
        </Text>
        {data.total_pages > 1 && (
          <Pagination total={data.total_pages} value={data.page} onChange={onPage} size="sm" />
        )}
      </Group>
    </Stack>
  )
}

function Tile({
  media,
  isChosen,
  disabled,
  onChoose,
}: {
  media: MediaItem
  isChosen: boolean | undefined
  disabled: boolean
  onChoose: () => void
}) {
  const name = media.title || media.filename
  return (
    <UnstyledButton
      onClick={onChoose}
      disabled={disabled}
      aria-label={name}
      aria-pressed={isChosen}
      miw={0}
      opacity={disabled ? 0.4 : undefined}
    >
      <Paper
        withBorder
        style={{
          overflow: 'hidden',
          outline: isChosen ? '3px solid var(--mantine-primary-color-filled)' : undefined,
        }}
      >
        <AspectRatio ratio={4 / 3}>
          {media.type === 'image' ? (
            <Image
              src={smallestOf(media)}
              alt=""
              loading="lazy"
              fit="contain"
              bg="var(--mantine-color-default-hover)"
            />
          ) : (
            <FileSign media={media} />
          )}
        </AspectRatio>
        <Text size="xs" truncate px="xs" py={6} title={media.filename}>
          {name}
        </Text>
      </Paper>
    </UnstyledButton>
  )
}

/** For files that are not pictures. */
export function FileSign({ media }: { media: Pick<MediaItem, 'filename' | 'mime_type'> }) {
  return (
    <Center bg="var(--mantine-color-default-hover)" c="dimmed">
      <Stack gap={6} align="center">
        <PageIcon size={36} />
        <Badge color="gray" variant="light">
          {extensionOf(media)}
        </Badge>
      </Stack>
    </Center>
  )
}

function extensionOf({ filename, mime_type }: Pick<MediaItem, 'filename' | 'mime_type'>): string {
  const [, extension] = /\.([^.]{1,8})$/.exec(filename) ?? []
  return extension ?? mime_type.split('/').at(-1) ?? ''
}

function smallestOf({ variants, url }: MediaItem): string {
  const [smallest] = variants.toSorted((one, other) => one.width - other.width)
  return smallest?.url ?? url
}

function Skeletons() {
  return (
    <SimpleGrid cols={COLUMNS} spacing="sm" aria-busy="true">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((tile) => (
        <Skeleton key={tile} height={130} />
      ))}
    </SimpleGrid>
  )
}
