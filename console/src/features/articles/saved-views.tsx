import { deleteSavedView, listSavedViews, saveView } from '@inkstone/contract/saved-views.ts'
import { Button, Menu, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { Question } from '../../ui/question.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { articleWords } from './articles.words.ts'

const TOUCHES = ['/api/saved-views']

type Search = Readonly<Record<string, string | number | undefined>>

/** The current filters as text, always in the same form. */
function queryOf(search: Search): string {
  const entries = Object.entries(search).filter(([name, value]) => name !== 'page' && value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}

function searchOf(query: string): Search {
  const entries = [...new URLSearchParams(query)]
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      /^\d{1,9}$/.test(value) && name !== 'keyword' ? Number(value) : value,
    ]),
  )
}

/** Saved views: open, save and remove them. */
export function SavedViews({ search }: { search: Search }) {
  const say = useWords(articleWords)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const views = useAnswer(listSavedViews).data?.list ?? []
  const removing = useAction(deleteSavedView, { touches: TOUCHES, done: say('viewRemoved') })
  const now = queryOf(search)
  const current = views.find(({ query }) => query === now)
  const open = (query: string) =>
    navigate({ to: '/articles', search: searchOf(query) as object } as Parameters<typeof navigate>[0])
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px={{ base: 'xs', sm: 'md' }} rightSection={<DownIcon size={14} />}>
            {current?.name ?? say('savedViews')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(({ id, name, query }) => (
            <Menu.Item key={id} onClick={() => open(query)} fw={id === current?.id ? 600 : 400}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>{say('saveView')}</Menu.Item>
          {current && (
            <Menu.Item color="red" onClick={() => removing.mutate({ params: { id: current.id } })}>
              {say('removeView', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking && <NameQuestion query={now} onClose={() => setAsking(false)} />}
    </>
  )
}

function NameQuestion({ query, onClose }: { query: string; onClose: () => void }) {
  const say = useWords(articleWords)
  const ui = useWords(uiWords)
  const [name, setName] = useState('')
  const saving = useAction(saveView, { touches: TOUCHES, done: say('viewSaved'), onDone: onClose })
  return (
    <Question
      title={say('saveView')}
      label={ui('save')}
      busy={saving.isPending}
      ready={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => saving.mutate({ body: { name, query } })}
    >
      <TextInput
        data-autofocus
        label={say('viewName')}
        description={say('viewHint')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Question>
  )
}
