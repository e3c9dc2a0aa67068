import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { showError } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { everyId } from './batch-changes.ts'

/** More at once would take long, and nobody could check them. */
const MAX_SELECTED = 1000

/** Offers to select all results when the whole page is selected and there are more pages. */
export function EveryResult({
  answer,
  chosen,
  query,
  onChoose,
}: {
  answer: { readonly list: readonly { readonly id: number }[]; readonly total: number } | undefined
  chosen: ReadonlySet<number>
  query: Parameters<typeof everyId>[0]
  onChoose: (ids: ReadonlySet<number>) => void
}) {
  const ui = useWords(uiWords)
  const [busy, setBusy] = useState(false)
  if (!answer || answer.list.length === 0 || !answer.list.every(({ id }) => chosen.has(id))) return null
  const n = Math.min(answer.total, MAX_SELECTED)
  if (chosen.size >= n) return null
  const choose = async () => {
    setBusy(true)
    try {
      onChoose(new Set(await everyId(query, MAX_SELECTED)))
    } catch (failure) {
      showError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group justify="center">
      <Button variant="subtle" size="xs" loading={busy} onClick={choose}>
        {ui('selectEvery', { n })}
      </Button>
    </Group>
  )
}
