import { Kbd, Table } from '@mantine/core'
import { useWords } from '../../lib/words.tsx'
import { Dialog } from '../dialog.tsx'
import type { EditorWord } from './commands.ts'
import { editorWords } from './editor.words.ts'

const MOD = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly (readonly [EditorWord, string])[] = [
  ['saveKey', `${MOD} S`],
  ['paletteKey', `${MOD} K`],
  ['insert', '/'],
  ['bold', `${MOD} B · **…**`],
  ['italic', `${MOD} I · *…*`],
  ['underline', `${MOD} U`],
  ['strike', `${MOD} Shift S · ~~…~~`],
  ['code', `${MOD} E · \`…\``],
  ['link', `${MOD} Shift K · […](…)`],
  ['heading2', `${MOD} Alt 2 · ##`],
  ['heading3', `${MOD} Alt 3 · ###`],
  ['bullets', `${MOD} Shift 8 · -`],
  ['numbers', `${MOD} Shift 7 · 1.`],
  ['tasks', `${MOD} Shift 9 · [ ]`],
  ['quote', `${MOD} Shift B · >`],
  ['codeBlock', `${MOD} Alt C · \`\`\``],
  ['line', '---'],
  ['undo', `${MOD} Z`],
  ['redo', `${MOD} Shift Z`],
  ['find', `${MOD} F`],
  ['fullScreen', `${MOD} Shift F`],
  ['shortcuts', `${MOD} /`],
]

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const say = useWords(editorWords)
  return (
    <Dialog onClose={onClose} title={say('shortcuts')} size="md">
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {SHORTCUTS.map(([word, keys]) => (
            <Table.Tr key={word}>
              <Table.Td>{say(word)}</Table.Td>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
