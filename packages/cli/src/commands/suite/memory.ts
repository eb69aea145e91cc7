/** Measures the memory of agents, each in a process of its own. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { loadAgents } from '@ludoforge/agents/node'
import { playGame } from '@ludoforge/sim'
import { findGame, load } from '../../games.js'
import { Failure } from '../../usage.js'

const MAX_DECISIONS = 100_000

/** Plays a game with the agent in the first seat, and returns the peak memory of this process and its programs in MB. */
export async function probe(name: string, agent: string, scenario: string | undefined): Promise<number> {
  await loadAgents([agent])
  const game = await load(findGame(name))
  const agents = game.def.seats.map((_, seat) => (seat === 0 ? agent : 'random'))
  playGame({
    game,
    agents,
    seed: 1,
    maxDecisions: MAX_DECISIONS,
    ...(scenario === undefined ? {} : { scenario }),
  })
  const kilobytes = process.resourceUsage().maxRSS + childrenKilobytes()
  return Math.round(kilobytes / 1024)
}

/** Measures in another process, because the peak of this one has everything it did before. */
export async function measureMemory(
  game: string,
  agent: string,
  scenario: string | undefined,
): Promise<number> {
  const words = [
    'suite',
    '--probe',
    game,
    '--agent',
    agent,
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
  ]
  const [, script = ''] = process.argv
  const child = spawn(process.execPath, [...process.execArgv, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (bytes: Uint8Array) => (text += new TextDecoder().decode(bytes)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const mb = Number(text.trim())
  if (code === 0 && Number.isInteger(mb)) return mb
  throw new Failure(
    `The memory of ${agent} in ${game} can't be measured: the process ended with ${code ?? 'a signal'}.`,
  )
}

/** The peak memory of the programs that this process has started. Only Linux tells it. */
function childrenKilobytes(): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .reduce((sum, pid) => sum + peakOfChild(pid), 0)
}

function peakOfChild(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? []
    const [, peak = '0'] = /^VmHWM:\s+(\d+)/m.exec(status) ?? []
    return Number(parent) === process.pid ? Number(peak) : 0
  } catch {
    return 0 // it has ended
  }
}
