import { listArticles } from '@inkstone/contract/article-endpoints.ts'
import { listCategories } from '@inkstone/contract/categories.ts'
import { listPages } from '@inkstone/contract/pages.ts'
import { listUsers } from '@inkstone/contract/users.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useMay } from '../lib/may.ts'
import { useAnswer } from '../lib/requests.ts'
import { useWords } from '../lib/words.tsx'
import { appWords } from './app.words.ts'
import { navigation } from './navigation.ts'
import { type Destination, named, namedFirst, shared } from './palette-rules.ts'

const MAX_SCREENS = 6
const MAX_UNASKED_SCREENS = 4
const MAX_FOUND = 9
/** Many more than are shown: most of them only mention the text, and those with such a title come first. */
const ARTICLES_READ = 50
const FEW = 2

/** What the typed text can mean. Settled when nothing more is to come. */
export function useDestinations(typed: string): { found: readonly Destination[]; isSettled: boolean } {
  const text = typed.trim()
  const [keyword] = useDebouncedValue(text, 250)
  const isTyped = keyword !== ''
  const screens = named(useScreens(), text).slice(0, text === '' ? MAX_UNASKED_SCREENS : MAX_SCREENS)
  const lists = [useArticles(keyword), usePages(isTyped), useCategories(isTyped), useUsers(keyword)]
  // Results of the previous text must not be opened by a quick Enter, nor move while more arrive.
  const isSettled = keyword === text && lists.every(({ isWaiting }) => !isWaiting)
  const content = lists.map(({ list, isFiltered }) =>
    isFiltered ? namedFirst(list, text) : named(list, text),
  )
  return {
    found: isSettled ? [...screens, ...shared(content, { few: FEW, max: MAX_FOUND })] : screens,
    isSettled,
  }
}

function useScreens(): readonly Destination[] {
  const say = useWords(appWords)
  const may = useMay()
  const places = navigation
    .flatMap(({ places }) => places)
    .filter(({ needs }) => may(needs))
    .map(({ to, label }) => ({ key: to, label: say(label), kind: say('screen'), to }))
  return [
    ...(may('articles.create')
      ? [{ key: 'new article', label: say('newArticle'), kind: say('action'), to: '/articles/new' }]
      : []),
    ...(may('pages.manage')
      ? [{ key: 'new page', label: say('newPage'), kind: say('action'), to: '/pages/new' }]
      : []),
    { key: 'profile', label: say('profile'), kind: say('screen'), to: '/profile' },
    ...places,
  ]
}

interface Found {
  readonly list: readonly Destination[]
  readonly isWaiting: boolean
  /** Whether the server has searched. A result need not contain the typed letters. */
  readonly isFiltered: boolean
}

function useArticles(keyword: string): Found {
  const say = useWords(appWords)
  const enabled = useMay()('articles.create')
  const { data, isLoading, isPlaceholderData } = useAnswer(
    listArticles,
    { query: { keyword, page_size: keyword === '' ? MAX_FOUND : ARTICLES_READ, sort: 'update_time' } },
    { enabled },
  )
  const list = (data?.list ?? []).map(({ id, title }) => ({
    key: `article ${id}`,
    label: title,
    kind: say('articles'),
    to: `/articles/${id}`,
  }))
  return { list, isWaiting: isLoading || isPlaceholderData, isFiltered: true }
}

/** All pages, read once. */
function usePages(isTyped: boolean): Found {
  const say = useWords(appWords)
  const enabled = useMay()('pages.manage') && isTyped
  const { data, isLoading } = useAnswer(listPages, { query: { all: 1 } }, { enabled })
  const list = (enabled ? (data ?? []) : []).map(({ id, title }) => ({
    key: `page ${id}`,
    label: title,
    kind: say('pages'),
    to: `/pages/${id}`,
  }))
  return { list, isWaiting: isLoading, isFiltered: false }
}

/** All categories, read once. They lead to their articles. */
function useCategories(isTyped: boolean): Found {
  const say = useWords(appWords)
  const may = useMay()
  const enabled = may('articles.create') && isTyped
  const all = may('categories.manage') ? ({ query: { all: 1 } } as const) : {}
  const { data, isLoading } = useAnswer(listCategories, all, { enabled })
  const list = (enabled ? (data ?? []) : []).flatMap(withChildren).map(({ id, name }) => ({
    key: `category ${id}`,
    label: name,
    kind: say('categories'),
    to: '/articles',
    search: { category_id: id },
  }))
  return { list, isWaiting: isLoading, isFiltered: false }
}

interface Node {
  readonly id: number
  readonly name: string
  readonly children: readonly Node[]
}

const withChildren = (node: Node): Node[] => [node, ...node.children.flatMap(withChildren)]

function useUsers(keyword: string): Found {
  const say = useWords(appWords)
  const enabled = useMay()('users.manage') && keyword !== ''
  const { data, isLoading, isPlaceholderData } = useAnswer(
    listUsers,
    { query: { keyword, page_size: 5 } },
    { enabled },
  )
  const list = (enabled ? (data?.list ?? []) : []).map(({ id, username, nickname }) => ({
    key: `user ${id}`,
    label: nickname === '' || nickname === username ? username : `${nickname} (${username})`,
    kind: say('users'),
    to: '/users',
    search: { keyword: username },
  }))
  return { list, isWaiting: enabled && (isLoading || isPlaceholderData), isFiltered: true }
}
