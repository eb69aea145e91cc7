import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { MAX_LINE_BYTES } from '@ludoforge/agents/lines'
import type { LoadedGame } from '@ludoforge/compiler'
import { Frame, type InputItem, InputReader } from '../engine/batches/input-reader.js'
import { Engine, type EngineOptions } from '../engine/engine.js'
import { Refusal } from '../engine/errors.js'
import { statsLines } from '../engine/stats.js'
import { type BotOptions, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { readCount } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface EngineCommand extends BotOptions {
  readonly games: string
  readonly memory: string
  readonly line: string
  readonly listen?: string
  readonly stats: boolean
}

export const ENGINE_LIMITS = { games: '10000', memory: '1024', line: String(MAX_LINE_BYTES / 2 ** 20) }

const MEGABYTE = 2 ** 20
const FLUSH_MS = 20 // answers to a batch are written together, but wait at most this long
const HINT = `Type one JSON object per line, such as {"id":1,"ask":"start","seats":"all"}. Press Ctrl-D to end.`

/**
 * Answers requests from standard input on standard output until the input ends. With `--listen`, answers programs that
 * connect, each with its own games, until it is interrupted.
 */
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
  const settings = { version, limits, tell: terminal.err }
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  try {
    if (options.listen === undefined) await answerInput(game, settings, options.stats, terminal, stop.signal)
    else await listen(game, settings, options.listen, terminal, stop.signal)
  } finally {
    silence()
  }
  return stop.signal.aborted ? EXIT.interrupted : EXIT.ok
}

async function answerInput(
  game: LoadedGame,
  settings: EngineOptions,
  stats: boolean,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const driven = new Engine(game, settings)
  if (terminal.input.kind === 'terminal') terminal.err(HINT)
  try {
    await serve(driven, process.stdin, process.stdout, signal)
  } finally {
    if (stats || process.stderr.isTTY) terminal.err(statsLines(driven.stats.summary()).join('\n'))
    process.stdin.destroy()
  }
}

/** Serves programs that connect to a port of this machine, or to a Unix socket. */
async function listen(
  game: LoadedGame,
  settings: EngineOptions,
  address: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true))
    const gone = (): void => void sockets.delete(socket)
    socket.once('close', gone).on('error', gone) // a program that vanished
    void serve(new Engine(game, settings), socket, socket, signal)
      .catch(gone)
      .then(() => socket.end())
  })
  const isPort = /^\d+$/.test(address)
  if (isPort) server.listen(readCount('--listen', address, 0, 65_535), '127.0.0.1')
  else server.listen(address)
  try {
    await once(server, 'listening')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`Can't listen on ${address}: ${why}`)
  }
  terminal.out(`Listening on ${addressOf(server, address)}.`)
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  for (const socket of sockets) socket.destroy()
  server.close()
  if (!isPort) rmSync(address, { force: true })
}

function addressOf(server: Server, address: string): string {
  const bound = server.address()
  return bound === null || typeof bound === 'string' ? address : `${bound.address}:${bound.port}`
}

/** Answers lines that arrive together in one write: a program may pipeline requests. */
async function serve(driven: Engine, input: Readable, output: Writable, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => input.destroy())
  const reader = new InputReader(driven.options.limits.line)
  const answer = async (items: readonly InputItem[]): Promise<void> => {
    driven.stats.work()
    let text = ''
    let since = performance.now()
    for (const item of items) {
      if (item instanceof Frame || item instanceof Refusal) {
        const parts = driven.frame(item)
        driven.stats.rest()
        await write(output, text)
        await writeParts(output, parts)
        driven.stats.work()
        text = ''
        since = performance.now()
        continue
      }
      text += await driven.line(item)
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

async function write(output: Writable, text: string): Promise<void> {
  if (text !== '' && !output.write(text)) await once(output, 'drain')
}

/** Writes the parts of a frame. Waits until they are written: their memory is reused. */
async function writeParts(output: Writable, parts: readonly Uint8Array[]): Promise<void> {
  output.cork()
  const written = parts
    .filter(({ length }) => length > 0)
    .map(
      (part) =>
        new Promise<void>((resolve, reject) =>
          output.write(part, (error) => (error instanceof Error ? reject(error) : resolve())),
        ),
    )
  output.uncork()
  await Promise.all(written)
}
