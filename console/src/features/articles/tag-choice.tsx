import { createTag, listTags } from '@inkstone/contract/tags.ts'
import { Badge, Group, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { refreshAll, showError, useAnswer } from '../../lib/requests.ts'
import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'
import { useSeenTags, useTagNames } from './tag-names.ts'

export interface KnownTag {
  readonly id: number
  readonly name: string
  readonly enabled?: 0 | 1
}

const MAX_OPTIONS = 50
/** Enter is built in. Input methods, and keyboards of phones, insert commas without a key event. */
const SEPARATORS = [',']
const COMMAS = /[,，、]/

const isNamed = (name: string) => (tag: KnownTag) => tag.name.toLowerCase() === name.trim().toLowerCase()

/** Names are not unique. */
function tagNamed(tags: readonly KnownTag[], name: string): KnownTag | undefined {
  const same = tags.filter(isNamed(name))
  return same.find(({ enabled }) => enabled !== 0) ?? same[0]
}

/** Tags are typed. Enter or a comma adds the typed one, and creates it if it does not exist. */
export function TagChoice({
  known,
  value,
  onChange,
  error,
  isFirst = false,
}: {
  known: readonly KnownTag[]
  value: readonly number[]
  onChange: (ids: readonly number[]) => void
  error: string | undefined
  /** The first field of a dialog, which gets the focus. */
  isFirst?: boolean
}) {
  const say = useWords(articleWords)
  const may = useMay()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  const [met, setMet] = useState(known)
  const [isAsked, setAsked] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const seen = useSeenTags()
  const { data } = useAnswer(listTags, { query: { keyword, page_size: 20, ...seen } }, { enabled: isAsked })
  // Use the latest selection: tags are created while the next one is typed.
  const latest = useRef(value)
  latest.current = value
  const everyTag = [...met, ...known, ...(data?.list ?? [])]
  const found = (id: number) => everyTag.find((tag) => tag.id === id)
  // Restored text may have tags of which only the ids are known.
  const readName = useTagNames(value.filter((id) => !found(id)))
  const nameOf = (id: number) => found(id)?.name ?? readName(id)

  async function idOf(name: string): Promise<number | undefined> {
    const here = tagNamed(everyTag, name)
    if (here) return here.id
    const { list } = await call(listTags, { query: { keyword: name, page_size: 20, ...seen } })
    const there = tagNamed(list, name)
    const tag = there ?? (may('tags.create') ? await call(createTag, { body: { name } }) : undefined)
    if (!tag) return
    setMet((before) => [...before, { id: tag.id, name: tag.name }])
    if (!there) await refreshAll(client, ['/api/tags'])
    return tag.id
  }

  async function choose(names: readonly string[]): Promise<void> {
    // What is offered would cover the buttons below.
    setOpened(false)
    const kept = value.filter((id) => names.some((name) => isNamed(name)({ id, name: nameOf(id) })))
    const added = names.filter((name) => !value.some((id) => isNamed(name)({ id, name: nameOf(id) })))
    if (added.length === 0) {
      onChange(kept)
      return
    }
    const ids: number[] = []
    for (const name of added) {
      const id = await idOf(name).catch((failure: Error) => {
        showError(failure)
        setTyped(name)
        return undefined
      })
      if (id !== undefined) ids.push(id)
    }
    onChange([
      ...new Set([...latest.current.filter((id) => kept.includes(id) || !value.includes(id)), ...ids]),
    ])
  }

  const type = (text: string) => {
    if (!COMMAS.test(text)) return setTyped(text)
    const names = text.split(COMMAS).map((name) => name.trim())
    setTyped(names.pop() ?? '')
    void choose([...value.map(nameOf), ...names.filter((name) => name !== '')])
  }
  return (
    <TagsInput
      data-autofocus={isFirst || undefined}
      label={say('tags')}
      description={say('tagsHint')}
      searchValue={typed}
      onSearchChange={type}
      onFocus={() => setAsked(true)}
      dropdownOpened={isOpened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      splitChars={SEPARATORS}
      acceptValueOnBlur
      // The server has already filtered. A result need not contain the typed letters.
      filter={({ options }) => options}
      renderOption={({ option: { value: name } }) => (
        <OfferedTag name={name} isDisabled={tagNamed(data?.list ?? [], name)?.enabled === 0} />
      )}
      data={[...new Set((data?.list ?? []).map(({ name }) => name))]}
      value={value.map(nameOf)}
      onChange={choose}
      error={error}
      maxTags={MAX_OPTIONS}
    />
  )
}

function OfferedTag({ name, isDisabled }: { name: string; isDisabled: boolean }) {
  const say = useWords(articleWords)
  return (
    <Group gap="xs">
      <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
      {isDisabled && (
        <Badge size="sm" color="gray" variant="light">
          {say('tagDisabled')}
        </Badge>
      )}
    </Group>
  )
}
