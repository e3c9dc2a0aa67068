import {
  getPageRevision,
  listPageRevisions,
  PageSnapshot,
  restorePageRevision,
} from '@inkstone/contract/page-history.ts'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { HistoryDrawer, Revisions, revisionWords } from '../../ui/revisions.tsx'
import { FieldDifferences } from '../articles/comparison.tsx'
import { differencesOf } from './draft-bar.tsx'
import { PAGE_TOUCHES, type PageForm } from './page-fields.ts'

export function PageHistory({
  id,
  values,
  isDirty,
  onClose,
  onRestored,
}: {
  id: number
  values: PageForm
  isDirty: boolean
  onClose: () => void
  onRestored: () => void
}) {
  const say = useWords(revisionWords)
  const alias = String(id)
  const [page, setPage] = useState(1)
  const answer = useAnswer(listPageRevisions, { params: { alias }, query: { page, page_size: 10 } })
  const restoring = useAction(restorePageRevision, {
    done: say('restored'),
    touches: PAGE_TOUCHES,
    onDone: onRestored,
  })
  return (
    <HistoryDrawer onClose={onClose}>
      <Revisions
        answer={answer}
        page={page}
        onPage={setPage}
        isDirty={isDirty}
        busy={restoring.isPending}
        onRestore={(n) => restoring.mutate({ params: { alias, n } })}
        comparison={(number, next) =>
          next === undefined ? (
            <WithCurrent alias={alias} number={number} values={values} />
          ) : (
            <WithNext alias={alias} number={number} next={next} />
          )
        }
      />
    </HistoryDrawer>
  )
}

const FIELDS = Object.keys(PageSnapshot.properties) as (keyof PageSnapshot)[]

function WithCurrent({ alias, number, values }: { alias: string; number: number; values: PageForm }) {
  const say = useWords(revisionWords)
  const answer = useAnswer(getPageRevision, { params: { alias, n: number } })
  return (
    <Loaded answer={answer}>
      {(revision) => (
        <FieldDifferences
          changes={differencesOf(snapshotOf(revision), values)}
          labels={[say('before'), say('now')]}
        />
      )}
    </Loaded>
  )
}

function WithNext({ alias, number, next }: { alias: string; number: number; next: number }) {
  const say = useWords(revisionWords)
  const one = useAnswer(getPageRevision, { params: { alias, n: number } })
  const other = useAnswer(getPageRevision, { params: { alias, n: next } })
  return (
    <Loaded answer={one}>
      {(before) => (
        <Loaded answer={other}>
          {(after) => (
            <FieldDifferences
              changes={differencesOf(snapshotOf(before), snapshotOf(after))}
              labels={[say('before'), say('next')]}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

const snapshotOf = (revision: PageSnapshot): Partial<PageForm> =>
  Object.fromEntries(FIELDS.map((field) => [field, revision[field]]))
