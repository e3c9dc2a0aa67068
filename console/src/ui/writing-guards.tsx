import { useBlocker } from '@tanstack/react-router'
import type { Saving } from '../lib/saving.ts'
import { useWords, words } from '../lib/words.tsx'
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

/** Nothing that was written is lost: not by leaving, and not because two wrote at once. */
export function WritingGuards({
  saving,
  dirty,
  onReload,
}: {
  saving: Saving
  dirty: boolean
  onReload: (() => void) | undefined
}) {
  const say = useWords(guardWords)
  return (
    <>
      <LeavingGuard active={dirty && !saving.leaving} />
      {saving.stale && (
        <Question
          title={say('stale')}
          text={say('staleQuestion')}
          label={say('overwrite')}
          danger
          busy={saving.busy}
          otherwise={{ label: say('loadTheirs'), onClick: () => onReload?.() }}
          onClose={saving.forgetStale}
          onConfirm={saving.overwrite}
        />
      )}
    </>
  )
}
