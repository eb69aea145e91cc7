import { fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { isPrintable, printable } from '@ludoforge/kernel'
import picocolors from 'picocolors'
import { asciiOf, wantsAscii } from './ascii.js'
import { widthOf } from './board/text.js'
import { ownCommandName } from './command-name.js'
import { type Input, inputFrom, type InputStreams } from './input.js'
import { EXIT, systemErrorText } from '../usage.js'

export type Paint = ReturnType<typeof picocolors.createColors>

/** The input and output of a command. Tests pass a fake one. */
export interface Terminal {
  readonly out: (text: string) => void // one line, or several separated by line breaks
  readonly err: (text: string) => void
  /** Shows a status line in place of the last one. Does nothing if stderr isn't a terminal. */
  readonly status: (text: string) => void
  readonly paint: Paint
  /** The current size. It changes with the window. */
  readonly width: number
  readonly height: number
  /**
   * Prints lines, screen by screen if they don't fit in the terminal. Returns the number of rows the last screen
   * takes.
   */
  readonly page: (lines: readonly string[]) => Promise<number>
  readonly input: Input
  /** The name of this command, for hints that users can copy. */
  readonly command: string
  /** Calls back on Ctrl-C. Returns a function that unsubscribes. */
  readonly onInterrupt: (callback: () => void) => () => void
}

/** Whether to use colours: in a terminal, unless the user turned them off. */
export function wantsColour(args: readonly string[], env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (args.includes('--no-colour') || args.includes('--no-color')) return false
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['TERM'] === 'dumb') return false
  return isTerminal
}

const COLOUR = new RegExp(String.raw`(\x1b\[[\d;]*m)`)

/** Escapes control characters, except our own colours, against terminal escape injection. */
export function stripControls(text: string): string {
  if (isPrintable(text)) return text
  return text
    .split(COLOUR)
    .map((part, i) => (i % 2 === 1 ? part : printable(part)))
    .join('')
}

export function makePaint(colour: boolean): Paint {
  return picocolors.createColors(colour)
}

/** The parts of the standard streams that are used. */
export interface Streams extends InputStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & ScreenSize & InputStreams['stdout']
  readonly stderr: NodeJS.WritableStream & ScreenSize
}

interface ScreenSize {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

export interface TerminalSettings {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly kind: Input['kind']
  readonly command: string
  /** Calls back on SIGINT. Returns a function that unsubscribes. */
  readonly onSignal: (callback: () => void) => () => void
}

export function processTerminal(args: readonly string[]): Terminal {
  const { stdout, stderr } = process
  // A closed pipe (`| head`) isn't an error. A full disk is, but needs no stack trace.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`error: Can't write: ${systemErrorText(error)}.\n`)
    process.exit(EXIT.failed)
  })
  stderr.on('error', () => process.exit(EXIT.failed)) // no way to report it
  return terminalOn(process, {
    args,
    env: process.env,
    kind: inputKind(),
    command: ownCommandName(),
    onSignal: (callback) => {
      process.on('SIGINT', callback)
      return () => process.off('SIGINT', callback)
    },
  })
}

const MIN_WIDTH = 40
const MAX_WIDTH = 160
const MIN_HEIGHT = 10
/** The size if the screen's is unknown. */
const DEFAULT_SIZE = { columns: 80, rows: 40 }

/** Makes a terminal on these streams. */
export function terminalOn(streams: Streams, settings: TerminalSettings): Terminal {
  const { stdout, stderr } = streams
  const { env, args, kind, command, onSignal } = settings
  const live = stderr.isTTY === true
  const ascii = wantsAscii(args, env, stdout.isTTY === true)
  const readable = (text: string): string => (ascii ? asciiOf(stripControls(text)) : stripControls(text))
  let shown = false
  const clear = () => {
    if (shown) stderr.write('\r\u001B[K')
    shown = false
  }
  const interrupted = new Set<() => void>()
  const input = inputFrom(streams, kind, {
    stripControls: readable,
    interrupt: () => {
      for (const callback of interrupted) callback()
    },
  })
  const out = (text: string): void => {
    clear()
    input.aside(() => stdout.write(`${readable(text)}\n`))
  }
  const terminal: Terminal = {
    out,
    err: (text) => {
      clear()
      stderr.write(`${readable(text)}\n`)
    },
    status: (text) => {
      if (!live) return
      clear()
      if (text === '') return
      stderr.write(readable(text).slice(0, (stderr.columns || DEFAULT_SIZE.columns) - 1))
      shown = true
    },
    paint: makePaint(wantsColour(args, env, stdout.isTTY === true)),
    get width() {
      const columns = (stdout.columns ?? 0) || Number(env['COLUMNS'] ?? 0) || DEFAULT_SIZE.columns
      return Math.max(MIN_WIDTH, Math.min(columns, MAX_WIDTH))
    },
    get height() {
      return Math.max(MIN_HEIGHT, (stdout.rows ?? 0) || Number(env['LINES'] ?? 0) || DEFAULT_SIZE.rows)
    },
    page: async (lines) => {
      if (stdout.isTTY === true && kind === 'terminal') return pageThrough(lines, terminal)
      out(lines.join('\n'))
      return lines.length
    },
    input,
    command,
    // Ctrl-C arrives as a signal or, while a line is read from a terminal, as a key.
    onInterrupt: (callback) => {
      const handler = (): void => callback()
      interrupted.add(handler)
      const silence = onSignal(handler)
      return () => {
        interrupted.delete(handler)
        silence()
      }
    },
  }
  return terminal
}

/** Prints screen by screen, and waits for Enter in between. */
async function pageThrough(
  lines: readonly string[],
  { out, input, width, height }: Terminal,
): Promise<number> {
  const rows = (line: string): number => Math.max(1, Math.ceil(widthOf(line) / width))
  let shown = 0
  for (let from = 0; from < lines.length; ) {
    let to = from
    let left = height - 1
    while (to < lines.length && rows(lines[to] ?? '') <= left) left -= rows(lines[to++] ?? '')
    to = Math.max(to, from + 1)
    out(lines.slice(from, to).join('\n'))
    from = to
    shown = height - 1 - left
    if (from >= lines.length) break
    const answer = await input.line('-- more (enter, q) -- ')
    input.unshow()
    if (answer === undefined || answer.trim().toLowerCase().startsWith('q')) break
  }
  return shown
}

function inputKind(): Input['kind'] {
  if (process.stdin.isTTY) return 'terminal'
  try {
    const stat = fstatSync(0)
    return stat.isFIFO() || stat.isFile() || stat.isSocket() ? 'piped' : 'none'
  } catch {
    return 'none' // closed
  }
}
