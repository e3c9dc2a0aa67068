// Every path, npm script and `inkstone` command in a document must exist.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const notOurs = new Set(['node_modules', '.git', 'dist', 'data', '.cache', 'dist-release'])

// npm commands that run the script of the same name.
const scriptShorthands = new Set(['start', 'stop', 'restart', 'test'])

/** The errors in one document, as lines that start with `file:line`. */
export function problemsIn(file, text, facts) {
  const problems = []
  let fence
  text.split('\n').forEach((line, index) => {
    const report = (problem) => problem && problems.push(`${file}:${index + 1}: ${problem}`)
    const mark = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(line)
    if (mark && (!fence || mark[1].startsWith(fence.mark))) {
      fence = fence
        ? undefined
        : { mark: mark[1], isShell: ['', 'sh', 'bash', 'shell', 'console'].includes(mark[2]) }
    } else if (fence) {
      if (fence.isShell) for (const command of commandsOf(line)) report(commandProblem(command, facts))
    } else for (const problem of proseProblems(file, line, facts)) report(problem)
  })
  return problems
}

function proseProblems(file, line, facts) {
  const code = [...line.matchAll(/(`+)(.+?)\1/g)].map(([, , inside]) => inside.trim())
  const links = [...line.matchAll(/\]\(<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*(\S+)/g)].map(
    ([, inline, defined]) => inline ?? defined,
  )
  return [
    ...links.filter(isLocalLink).map((link) => linkProblem(file, link, facts)),
    ...code.filter((token) => isPath(token, facts)).map((path) => pathProblem(file, path, facts)),
    ...code
      .filter((token) => /\s/.test(token))
      .flatMap((each) => commandsOf(each).map((one) => commandProblem(one, facts))),
  ]
}

function isLocalLink(link) {
  return !/^([a-z][a-z0-9+.-]*:|#|\/)/i.test(link)
}

function linkProblem(file, link, facts) {
  const path = decodeURIComponent(link.replace(/[#?].*$/, ''))
  return facts.exists(normalize(join(dirname(file), path)))
    ? undefined
    : `the link leads to ${path}, which does not exist`
}

function isPath(token, facts) {
  const path = withoutLineNumber(token)
  const first = path.split('/', 1)[0]
  if (!path.includes('/') || !/^[\w.-][\w./+-]*$/.test(path) || /^[A-Z_]+$/.test(first)) return false
  const looksLikeHost = /^[^.]+\.[^.]/.test(first)
  return !looksLikeHost && (/\/$|\.[a-z][a-z0-9]*$/i.test(path) || facts.exists(first))
}

function pathProblem(file, token, facts) {
  const path = withoutLineNumber(token)
  const candidates = [normalize(path), normalize(join(dirname(file), path))]
  return candidates.some((each) => isMadeLater(each) || facts.exists(each))
    ? undefined
    : `${path} does not exist`
}

function withoutLineNumber(token) {
  return token.replace(/:\d+$/, '')
}

function isMadeLater(path) {
  return path.split('/').some((part) => notOurs.has(part))
}

/** The commands of a line, each as its words, without the prompt and variables before them. */
function commandsOf(line) {
  return line
    .replace(/^\s*\$\s+/, '')
    .replace(/\s#\s.*$/, '')
    .split(/&&|\|\||[;|]/)
    .map((command) => command.trim().split(/\s+/))
    .map((words) =>
      words.slice(words.findIndex((word) => !/^([A-Z_][A-Z0-9_]*=.*|sudo|exec|npx)$/.test(word))),
    )
}

function commandProblem([program, ...args], facts) {
  if (program === 'npm') return npmProblem(args, facts)
  if (program === 'inkstone') return subcommandProblem(args, facts)
  const [path, ...rest] =
    program === 'node' ? args.slice(args.findIndex((arg) => !arg.startsWith('-'))) : [program, ...args]
  if (!path || !isPath(path, facts)) return undefined
  if (/(^|\/)inkstone\.mjs$/.test(path))
    return pathProblem('.', path, facts) ?? subcommandProblem(rest, facts)
  return pathProblem('.', path, facts)
}

function npmProblem(args, facts) {
  const at = args.findIndex((arg) => /^(-w|--workspace)$/.test(arg))
  const workspace = at < 0 ? '' : args[at + 1]
  const words = args.filter((arg, index) => !arg.startsWith('-') && (at < 0 || index !== at + 1))
  const script = /^run(-script)?$/.test(words[0] ?? '')
    ? words[1]
    : scriptShorthands.has(words[0])
      ? words[0]
      : undefined
  if (!script || !isPlainWord(script)) return undefined
  const scripts = facts.scripts.get(workspace)
  if (!scripts) return `there is no workspace ${workspace}`
  return scripts.has(script)
    ? undefined
    : `there is no npm script ${script}${workspace && ` in ${workspace}`}`
}

function subcommandProblem(args, { subcommands }) {
  const [first, second] = args
  if (!first || !isPlainWord(first) || subcommands.has(first)) return undefined
  const isGroup = [...subcommands].some((name) => name.startsWith(`${first} `))
  if (isGroup && (!second || !isPlainWord(second) || subcommands.has(`${first} ${second}`))) return undefined
  return `there is no command inkstone ${isGroup ? `${first} ${second}` : first}`
}

function isPlainWord(word) {
  return /^[a-z][a-z0-9:-]*$/.test(word)
}

function documents(folder = '.') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = normalize(join(folder, entry.name))
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : documents(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

function factsOfTheRepository() {
  const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const top = manifest('.')
  const scripts = new Map([['', new Set(Object.keys(top.scripts))]])
  for (const folder of top.workspaces) {
    const { name, scripts: own = {} } = manifest(folder)
    for (const key of [folder, name]) scripts.set(key, new Set(Object.keys(own)))
  }
  return {
    exists: (path) => !path.startsWith('..') && existsSync(join(root, path)),
    scripts,
    subcommands: subcommandsIn(helpOfTheProgram()),
  }
}

function helpOfTheProgram() {
  const help = spawnSync(process.execPath, [join(root, 'server/bin/inkstone.mjs'), '--help'], {
    encoding: 'utf8',
  })
  if (help.status !== 0) throw new Error(`inkstone --help ended with ${help.status}: ${help.stderr}`)
  return help.stdout
}

/** The first column of the indented lines: `  user create NAME   makes a user` is "user create". */
export function subcommandsIn(help) {
  const names = help.matchAll(/^ +(?:inkstone )?([a-z][a-z-]*(?: [a-z][a-z-]*)*)(?= {2}| [^a-z]|$)/gm)
  return new Set([...names].map(([, name]) => name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = factsOfTheRepository()
  const problems = documents().flatMap((file) =>
    problemsIn(file, readFileSync(join(root, file), 'utf8'), facts),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
