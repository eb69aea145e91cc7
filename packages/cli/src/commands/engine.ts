import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { LineReader, MAX_LINE_BYTES } from '@ludoforge/agents/lines'
import { Engine } from '../engine/engine.js'
import { statsLines } from '../engine/stats.js'
import { type BotOptions, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { readCount } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'

export interface EngineCommand extends BotOptions {
  readonly games: string
  readonly memory: string
  readonly line: string
  readonly stats: boolean
}

export const ENGINE_LIMITS = { games: '10000', memory: '1024', line: String(MAX_LINE_BYTES / 2 ** 20) }

const MEGABYTE = 2 ** 20
const FLUSH_MS = 20 // answers to a batch are written together, but wait at most this long
const HINT = `Type one JSON object per line, such as {"id":1,"ask":"start","seats":"all"}. Press Ctrl-D to end.`

/** Answers requests from standard input, line by line, on standard output, until the input ends. */
export async function engine(
  name: string,
  options: EngineCommand,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const limits = {
    games: readCount('--games', options.games, 1),
    bytes: readCount('--memory', options.memory, 1, 1e6) * MEGABYTE,
    line: readCount('--line', options.line, 1, 1000) * MEGABYTE,
  }
  await loadNamed([], options)
  const game = await load(findGame(name))
  const driven = new Engine(game, { version, limits, tell: terminal.err })
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  if (terminal.input.kind === 'terminal') terminal.err(HINT)
  try {
    await serve(driven, process.stdin, process.stdout, stop.signal)
  } finally {
    silence()
    if (options.stats || process.stderr.isTTY) terminal.err(statsLines(driven.stats.summary()).join('\n'))
    process.stdin.destroy()
  }
  return stop.signal.aborted ? EXIT.interrupted : EXIT.ok
}

/** Answers lines that arrive together in one write: a program may pipeline requests. */
async function serve(
  driven: Engine,
  input: Readable,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener('abort', () => input.destroy())
  const reader = new LineReader(driven.options.limits.line)
  const answer = async (lines: ReturnType<LineReader['push']>): Promise<void> => {
    driven.stats.work()
    let text = ''
    let since = performance.now()
    for (const line of lines) {
      text += await driven.line(line)
      if (driven.over) break
      if (performance.now() - since < FLUSH_MS) continue
      await write(output, text)
      text = ''
      since = performance.now()
    }
    driven.stats.rest()
    await write(output, text)
  }
  try {
    for await (const chunk of input) {
      await answer(reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
      if (driven.over) return
    }
  } catch (error) {
    if (signal.aborted) return // the interrupt closed the input
    throw error
  }
  await answer(reader.end())
}

async function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (text !== '' && !output.write(text)) await once(output, 'drain')
}
