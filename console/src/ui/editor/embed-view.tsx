import { embedOf } from '@inkstone/contract/embeds.ts'
import { Badge, Button, Group } from '@mantine/core'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useWords } from '../../lib/words.tsx'
import { editorWords } from './editor.words.ts'

/** Fetched from the provider, as readers will see it; the page's policy lets only the known ones in. */
export function EmbedView({ node, selected, deleteNode }: ReactNodeViewProps) {
  const say = useWords(editorWords)
  const { src = '', title = '' } = node.attrs.frame
  const embed = embedOf(src)
  return (
    <NodeViewWrapper className={`island${selected ? ' island-selected' : ''}`} contentEditable={false}>
      <Group justify="space-between" className="island-head">
        <Badge variant="outline" color="gray" tt="none">
          {embed?.provider.name ?? 'iframe'}
        </Badge>
        <Button size="compact-xs" variant="default" onClick={deleteNode}>
          {say('remove')}
        </Button>
      </Group>
      {embed && (
        <iframe
          src={embed.src}
          title={title || embed.provider.name}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
          className="embed-frame"
        />
      )}
    </NodeViewWrapper>
  )
}
