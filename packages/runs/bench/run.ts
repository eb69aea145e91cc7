/**
 * Measures the overhead of the queue: the same games with `sim --jobs N` and with N single-threaded workers on the same
 * machine, in turn. Times are wall-clock times of whole commands, as a user waits for them.
 */
import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../server/test/support/postgres.js'
import { cpuSeconds } from './cpu-time.js'

const LUDOFORGE = fileURLToPath(new URL('../../cli/bin/ludoforge.js', import.meta.url))
const FIRST_GAMES = 2000

const { values } = parseArgs({
  options: {
    game: { type: 'string', default: 'connect-four' },
    agents: { type: 'string', default: 'random' },
    workers: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

interface Timed {
  readonly seconds: number // of the whole command
  readonly processor: number // CPU seconds of all processes
  readonly text: string // the results without times
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [LUDOFORGE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${err}${out}`)),
    )
  })
  return { child, ended, out: () => out, err: () => err }
}

async function timed(args: readonly string[]): Promise<Timed> {
  const [begin, before = 0] = [performance.now(), cpuSeconds()]
  const { ended, out } = start(args)
  await ended
  const seconds = (performance.now() - begin) / 1000
  const processor = (cpuSeconds() ?? 0) - before
  const { games, completed, decisions, wins, draws, branching } = JSON.parse(out())
  return { seconds, processor, text: JSON.stringify({ games, completed, decisions, wins, draws, branching }) }
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function bench(): Promise<void> {
  const { game, agents, workers: count, rounds } = values
  const base = ['sim', game, '--agents', agents, '--json']
  const local = (games: number) => [...base, '--games', String(games), '--jobs', count]
  const target = Number(values.seconds)
  let games = FIRST_GAMES
  for (;;) {
    const { seconds } = await timed(local(games))
    if (seconds > target / 2) break
    games = Math.round(games * Math.min(10, target / seconds)) // startup makes short runs slower
  }
  const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`
  console.log(
    `${game}, agents ${agents}: ${games} games by ${count} threads and by ${count} workers (${machine})`,
  )

  const postgres = await startPostgres({ durable: true })
  const url = await postgres.fresh()
  const workers = Array.from({ length: Number(count) }, () =>
    start(['worker', '--queue', url, '--jobs', '1']),
  )
  try {
    const rows: Rounds[] = []
    for (let round = 1; round <= Number(rounds); round += 1) {
      const here = await timed(local(games))
      const there = await timed([...base, '--games', String(games), '--queue', url])
      if (here.text !== there.text) throw new Error(`They differ:\n${here.text}\n${there.text}`)
      rows.push({ here, there })
      console.log(
        `  round ${round}: ${comparison('seconds', here, there)}; processor ${comparison('processor', here, there)}`,
      )
    }
    const middle = (what: 'seconds' | 'processor') => percent(median(rows.map((row) => ratio(what, row))))
    console.log(`  median: ${middle('seconds')} (goal: at most +10.0 %), processor ${middle('processor')}`)
  } finally {
    for (const { child } of workers) child.kill('SIGTERM')
    await Promise.allSettled(workers.map(({ ended }) => ended))
    await postgres.stop()
  }
}

type Rounds = { readonly here: Timed; readonly there: Timed }
const ratio = (what: 'seconds' | 'processor', { here, there }: Rounds): number => there[what] / here[what]
const percent = (change: number): string => `${change < 1 ? '' : '+'}${(100 * (change - 1)).toFixed(1)} %`

function comparison(what: 'seconds' | 'processor', here: Timed, there: Timed): string {
  const [local, queued] = [here[what], there[what]].map((n) => `${n.toFixed(2)} s`)
  return `local ${local}, queued ${queued}: ${percent(ratio(what, { here, there }))}`
}

if (values.help) {
  console.log(
    `npm run bench:queue -- [--game NAME] [--agents NAMES] [--workers N] [--seconds N] [--rounds N]`,
  )
} else await bench()
