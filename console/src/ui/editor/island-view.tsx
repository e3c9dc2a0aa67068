import { Badge, Button, Group, Textarea } from '@mantine/core'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useMemo, useState } from 'react'
import { useWords } from '../../lib/words.tsx'
import { editorWords } from './editor.words.ts'

/** Never run or loaded in the console. */
const SILENCED = 'script,style,iframe,object,embed,link,meta,base,form,input,button,textarea,select,svg,math'

/** A preview without scripts or anything else active. */
function quietHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(SILENCED)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (name.startsWith('on') || name === 'id' || /^\s*(javascript|data|vbscript):/i.test(value))
        element.removeAttribute(name)
  return body.innerHTML
}

/** The name of a player, or the opening tag: `<aside class="note">` */
function nameOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const title = body.querySelector<HTMLMediaElement>(':scope > :is(audio, video)')?.title
  if (title) return title
  const [opening = html] = /^\s*<[^>]*>/.exec(html) ?? []
  return opening.length > 60 ? `${opening.slice(0, 60)}…` : opening
}

export function IslandView({ node, selected, updateAttributes, deleteNode }: ReactNodeViewProps) {
  const say = useWords(editorWords)
  const html = String(node.attrs.html)
  const [draft, setDraft] = useState<string>()
  const shown = useMemo(() => quietHtml(html), [html])
  const name = useMemo(() => nameOf(html), [html])
  return (
    <NodeViewWrapper className={`island${selected ? ' island-selected' : ''}`} contentEditable={false}>
      <Group gap="xs" justify="space-between" className="island-head">
        <Badge variant="outline" color="gray" tt="none" ff="monospace" fw={400} maw="60%">
          {name}
        </Badge>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              if (draft !== undefined && draft.trim() !== '') updateAttributes({ html: draft })
              setDraft(draft === undefined ? html : undefined)
            }}
          >
            {say(draft === undefined ? 'editHtml' : 'done')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={deleteNode}>
            {say('remove')}
          </Button>
        </Group>
      </Group>
      {draft === undefined ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: silenced above, and the page's policy runs no inline script
        <div dangerouslySetInnerHTML={{ __html: shown }} />
      ) : (
        <Textarea
          aria-label={say('html')}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          autosize
          minRows={3}
          maxRows={20}
          spellCheck={false}
          ff="monospace"
        />
      )}
    </NodeViewWrapper>
  )
}
