import {
  Anchor,
  AspectRatio,
  Box,
  Group,
  Image,
  List,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../lib/may.ts'
import { sizeText } from '../../lib/sizes.ts'
import { short } from '../../lib/times.ts'
import { useWords } from '../../lib/words.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { mediaWords } from './media.words.ts'
import { type MediaDetail, MediaFocus, useMayEdit } from './media-focus.tsx'
import { FileSign } from './media-grid.tsx'

/** Wide enough for a drawer on a high-resolution screen. */
const PREVIEW_WIDTH = 800

export function MediaPreview({ media }: { media: MediaDetail }) {
  const mayEdit = useMayEdit()
  if (media.type === 'image' && mayEdit(media)) return <MediaFocus media={media} src={previewOf(media)} />
  if (media.type === 'image')
    return (
      <Image
        src={previewOf(media)}
        alt={media.alt}
        fit="contain"
        mah={320}
        bg="var(--mantine-color-default-hover)"
        radius="sm"
      />
    )
  // Files have no subtitles to show.
  if (media.type === 'video') return <Box component="video" controls src={media.url} w="100%" mah={320} />
  if (media.type === 'audio') return <Box component="audio" controls src={media.url} w="100%" />
  return (
    <AspectRatio ratio={16 / 9}>
      <FileSign media={media} />
    </AspectRatio>
  )
}

function previewOf({ variants, url }: MediaDetail): string {
  const fitting = variants
    .filter(({ width }) => width >= PREVIEW_WIDTH)
    .toSorted((one, other) => one.width - other.width)
  return fitting[0]?.url ?? url
}

export function MediaFacts({ media }: { media: MediaDetail }) {
  const say = useWords(mediaWords)
  const facts = [
    [say('fileName'), media.filename],
    [say('kind'), media.mime_type],
    [say('size'), sizeText(media.size)],
    [say('dimensions'), media.width && media.height ? `${media.width} × ${media.height}` : ''],
    [say('uploader'), media.uploader.nickname || media.uploader.username],
    [say('time'), short(media.create_time)],
  ] as const
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={say('address')}
          readOnly
          value={media.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
          flex={1}
        />
        <CopyText text={media.url} />
      </Group>
      <Anchor href={media.url} target="_blank" rel="noreferrer" size="sm">
        {say('open')}
      </Anchor>
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th fw={400} c="dimmed" w={120}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

const PLACES = {
  article: (id: number) => `/articles/${id}`,
  page: (id: number) => `/pages/${id}`,
  category: () => '/categories',
  site: () => '/settings',
  user: (id: number, me: number | undefined) => (id === me ? '/profile' : '/users'),
} as const

const AS = {
  content: 'asContent',
  cover: 'asCover',
  icon: 'asIcon',
  logo: 'asLogo',
  avatar: 'asAvatar',
} as const

export function MediaUses({ media: { used_in } }: { media: MediaDetail }) {
  const say = useWords(mediaWords)
  const me = useMe()
  return (
    <Stack gap={4}>
      <Title order={2} size="h5">
        {say('usedIn')}
      </Title>
      {used_in.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('notUsed')}
        </Text>
      ) : (
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {used_in.map(({ type, id, title, as }) => (
            <List.Item key={`${type} ${id} ${as}`}>
              {say(type)}{' '}
              <Anchor component={Link} to={PLACES[type](id, me?.id)} size="sm">
                {title}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {say(AS[as])}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
