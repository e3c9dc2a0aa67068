// Loads the service and a bare node:http server that returns the same bytes, alternately in one run, and prints the
// ratio. Numbers of different runs or machines are not comparable; the ratios of one run are.
import { rm } from 'node:fs/promises'
import { arch, cpus, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { coldWork, measureCold } from './cold.mjs'
import { createRunner } from './measure.mjs'
import { printHead, printKept, printRow } from './report.mjs'
import { seededFolder, startService } from './service.mjs'
import { coldSiteWork, siteWork } from './site.mjs'
import { workloads, workloadsOfTwo } from './workloads.mjs'
import { mixedWork, writesWork } from './writing.mjs'

const SMALL = 10_000

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: String(SMALL) },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

if (values.help) {
  console.log(`npm run bench -- [--articles 10000] [--engine sqlite|postgres] [--rounds 3] [--seconds 1] [--only WORK]

Seeds articles into a new data folder (kept in .cache for the next time on SQLite), starts the service on it and, for
each piece of work, loads by turns a bare node:http server that answers the same bytes and the service, with the same
connections. The ratio is the median over the rounds. With more than ${SMALL} articles it measures ${SMALL} first, and says
how much of its speed the service keeps.

Work: ${[...coldWork, ...coldSiteWork, mixedWork, writesWork, ...workloads, ...siteWork, ...workloadsOfTwo].map(({ name }) => name).join(', ')}`)
  process.exit(0)
}

const isChosen = ({ name }) => values.only === undefined || name.startsWith(values.only)

/** Runs everything with one number of articles. Returns the ratios by the name of the workload. */
async function measureOn(articles) {
  const services =
    values.engine === 'postgres'
      ? await (await import('../scripts/services.mjs')).startServices({ postgres: true, durable: true })
      : undefined
  const folder = await seededFolder({ articles, databaseUrl: services?.env.TEST_DATABASE_URL })
  const ratios = new Map()
  try {
    for (const [workers, list] of [
      [1, [...coldWork, ...coldSiteWork, mixedWork, writesWork, ...workloads, ...siteWork]],
      [2, workloadsOfTwo],
    ]) {
      const chosen = list.filter(isChosen)
      if (chosen.length === 0) continue
      const service = await startService({
        folder,
        databaseUrl: services?.env.TEST_DATABASE_URL,
        workers,
        articles,
      })
      const run = createRunner(service, { seconds: Number(values.seconds), rounds: Number(values.rounds) })
      try {
        for (const work of chosen) {
          const result = await (work.paths
            ? measureCold(run, service, work)
            : work.measure
              ? work.measure(run, service)
              : run.compare(work))
          ratios.set(work.name, result.ratio)
          printRow({ ...work, goal: work.goals?.[values.engine] ?? work.goal }, result)
        }
        console.log(`memory with ${workers} worker(s) under load: ${await service.memory()} MB`)
      } finally {
        await service.stop()
      }
    }
  } finally {
    await services?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return ratios
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${values.engine}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? arch()}, ${platform()}; the load generator runs beside it\n`,
)
const articles = Number(values.articles)
const sizes = articles > SMALL ? [SMALL, articles] : [articles]
const measured = []
for (const size of sizes) {
  console.log(`${size.toLocaleString('en')} articles`)
  printHead()
  measured.push(await measureOn(size))
  console.log()
}
const [small, large] = measured
if (small && large) printKept([...coldWork, ...workloads], small, large)
