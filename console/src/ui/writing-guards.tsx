import { useBlocker } from '@tanstack/react-router'
import type { Saving } from '../lib/saving.ts'
import { isAnythingUnsaved, useUnsaved } from '../lib/unsaved.ts'
import { useWords, words } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { Question } from './question.tsx'

const guardWords = words({
  unsaved: ['Not saved yet', '尚未保存'],
  unsavedQuestion: ['What you have written is not saved. Leave anyway?', '有内容尚未保存，确定离开吗？'],
  leave: ['Leave', '离开'],
  stay: ['Stay', '留下'],
  stale: ['Somebody else has changed it', '内容已被他人修改'],
  staleQuestion: [
    'It was changed since you opened it. Save yours over it, or throw yours away and load the other?',
    '打开之后，内容已被修改。要用你的内容覆盖，还是放弃你的修改并载入最新内容？',
  ],
  overwrite: ['Save mine', '保存我的'],
  loadTheirs: ['Load the other', '载入最新'],
})

/** Asks before something that was written is left behind. */
export function LeavingGuard({ active }: { active: boolean }) {
  const say = useWords(guardWords)
  useUnsaved(active)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: active,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Question
      title={say('unsaved')}
      text={say('unsavedQuestion')}
      label={say('leave')}
      danger
      otherwise={{ label: say('stay'), onClick: reset }}
      onClose={reset}
      onConfirm={proceed}
    />
  )
}

/** The same for what ends the screen without going elsewhere, such as signing out. */
export function useLeaving(): (leave: () => void) => void {
  const say = useWords(guardWords)
  const confirm = useConfirm()
  return (leave) => {
    if (isAnythingUnsaved()) confirm(say('unsavedQuestion'), say('leave'), leave)
    else leave()
  }
}

/** Nothing that was written is lost: not by leaving, and not because two wrote at once. */
export function WritingGuards({
  saving,
  dirty,
  onBeginAnew,
}: {
  saving: Saving
  dirty: boolean
  onBeginAnew: (() => void) | undefined
}) {
  const say = useWords(guardWords)
  return (
    <>
      <LeavingGuard active={dirty} />
      {saving.stale && (
        <Question
          title={say('stale')}
          text={say('staleQuestion')}
          label={say('overwrite')}
          danger
          busy={saving.busy}
          otherwise={{ label: say('loadTheirs'), onClick: () => onBeginAnew?.() }}
          onClose={saving.forgetStale}
          onConfirm={saving.overwrite}
        />
      )}
    </>
  )
}
