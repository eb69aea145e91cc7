/**
 * What it costs to leave games to workers: the same games by `sim --jobs N`, and over N workers of one thread on the
 * same machine, in turn. Times are those of whole commands, as a user waits for them.
 */
import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../server/test/support/postgres.js'

const LUDOFORGE = fileURLToPath(new URL('../../cli/bin/ludoforge.js', import.meta.url))
const FIRST = 200 // games to learn the speed from

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
  readonly text: string // what does not depend on time
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
  const begin = performance.now()
  const { ended, out } = start(args)
  await ended
  const seconds = (performance.now() - begin) / 1000
  const { games, completed, decisions, wins, draws, branching } = JSON.parse(out())
  return { seconds, text: JSON.stringify({ games, completed, decisions, wins, draws, branching }) }
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function bench(): Promise<void> {
  const { game, agents, workers: count, rounds } = values
  const base = ['sim', game, '--agents', agents, '--json']
  const local = (games: number) => [...base, '--games', String(games), '--jobs', count]
  const few = (await timed(local(FIRST))).seconds
  const more = (await timed(local(FIRST * 21))).seconds
  const perSecond = (FIRST * 20) / Math.max(0.05, more - few)
  const games = Math.max(FIRST, Math.round(perSecond * Number(values.seconds)))
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
    const ratios: number[] = []
    for (let round = 1; round <= Number(rounds); round += 1) {
      const here = await timed(local(games))
      const there = await timed([...base, '--games', String(games), '--queue', url])
      if (here.text !== there.text) throw new Error(`They differ:\n${here.text}\n${there.text}`)
      ratios.push(there.seconds / here.seconds)
      const [one, other] = [here, there].map(({ seconds }) => `${seconds.toFixed(2)} s`)
      console.log(`  round ${round}: here ${one}, over the queue ${other}: ${percent(ratios.at(-1))}`)
    }
    console.log(
      `  median: ${percent(median(ratios))} (goal: at most +10.0 %), load ${loadavg()[0]?.toFixed(1)}`,
    )
  } finally {
    for (const { child } of workers) child.kill('SIGTERM')
    await Promise.allSettled(workers.map(({ ended }) => ended))
    await postgres.stop()
  }
}

const percent = (ratio = 1): string => `${ratio < 1 ? '' : '+'}${(100 * (ratio - 1)).toFixed(1)} %`

if (values.help) {
  console.log(
    `npm run bench:queue -- [--game NAME] [--agents NAMES] [--workers N] [--seconds N] [--rounds N]`,
  )
} else await bench()
