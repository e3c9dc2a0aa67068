import { useBlocker } from '@tanstack/react-router'
import type { Fields } from '../lib/fields.ts'
import type { Saving } from '../lib/saving.ts'
import { isAnythingUnsaved, useUnsaved } from '../lib/unsaved.ts'
import { useWords, words } from '../lib/words.tsx'
import { useConfirm } from './confirm.tsx'
import { Conflict } from './conflict.tsx'
import { Question } from './question.tsx'

const guardWords = words({
  unsaved: ['Not saved yet', '尚未保存'],
  unsavedQuestion: [
    'What you have written is not saved. If you leave, this browser keeps it and offers it when you come back.',
    '有内容尚未保存。离开后，此浏览器会保留这些内容，下次打开时可以恢复。',
  ],
  leave: ['Leave', '离开'],
  stay: ['Stay', '留下'],
})

/** Asks before unsaved changes are left. */
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

/** The same for actions that close the screen without navigating, such as signing out. */
export function useLeaving(): (leave: () => void) => void {
  const say = useWords(guardWords)
  const confirm = useConfirm()
  return (leave) => {
    if (isAnythingUnsaved()) confirm(say('unsavedQuestion'), say('leave'), leave)
    else leave()
  }
}

/** Protects unsaved text when the user leaves and when two people edit at once. */
export function WritingGuards<Form extends Readonly<Record<string, unknown>>>({
  saving,
  form,
  nameOf,
  textOf,
  onStartOver,
}: {
  saving: Saving<Form>
  form: Fields<Form>
  /** The label of a field. */
  nameOf: (field: string) => string
  textOf?: (field: string, value: unknown) => string
  onStartOver: () => void
}) {
  return (
    <>
      <LeavingGuard active={form.dirty} />
      {saving.conflict && (
        <Conflict
          saving={saving}
          theirs={saving.conflict}
          form={form}
          nameOf={nameOf}
          textOf={textOf}
          onLoad={onStartOver}
        />
      )}
    </>
  )
}
