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

/** Where a command reads and writes. Tests give it texts instead of a terminal. */
export interface Terminal {
  readonly out: (text: string) => void // one line, or several with line ends between them
  readonly err: (text: string) => void
  /** Replaces the line that was shown last in this way; does nothing where that is impossible. */
  readonly status: (text: string) => void
  readonly paint: Paint
  /** Columns and lines, as they are now: a window may be made larger. */
  readonly width: number
  readonly height: number
  /**
   * Shows lines; a screenful at a time at a terminal that they do not fit in. Returns how many rows of the screen the
   * last screenful takes.
   */
  readonly page: (lines: readonly string[]) => Promise<number>
  readonly input: Input
  /** How this command is called, for hints that can be typed. */
  readonly command: string
  /** Calls back on Ctrl-C until the function that is returned is called. */
  readonly onInterrupt: (callback: () => void) => () => void
}

/** Colour is for terminals whose user has not declined it. */
export function wantsColour(args: readonly string[], env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (args.includes('--no-colour') || args.includes('--no-color')) return false
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['TERM'] === 'dumb') return false
  return isTerminal
}

const COLOUR = new RegExp(String.raw`(\x1b\[[\d;]*m)`)

/** The text without anything that a terminal obeys, but our own colours. */
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

/** What is used of standard input and output. */
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
  /** Calls back on the signal of Ctrl-C until the function that is returned is called. */
  readonly onSignal: (callback: () => void) => () => void
}

export function processTerminal(args: readonly string[]): Terminal {
  const { stdout, stderr } = process
  // A reader that went away (`| head`) is no error of ours; a full disk is, but no reason for a stack trace.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`error: Can't write: ${systemErrorText(error)}.\n`)
    process.exit(EXIT.failed)
  })
  stderr.on('error', () => process.exit(EXIT.failed)) // there is nobody left to tell
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

const LEAST_WIDTH = 40
const MOST_WIDTH = 160
const LEAST_HEIGHT = 10
/** Where nobody knows how large the screen is. */
const USUAL = { columns: 80, rows: 40 }

/** A terminal on these streams. */
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
      for (const heard of interrupted) heard()
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
      stderr.write(readable(text).slice(0, (stderr.columns || USUAL.columns) - 1))
      shown = true
    },
    paint: makePaint(wantsColour(args, env, stdout.isTTY === true)),
    get width() {
      const columns = (stdout.columns ?? 0) || Number(env['COLUMNS'] ?? 0) || USUAL.columns
      return Math.max(LEAST_WIDTH, Math.min(columns, MOST_WIDTH))
    },
    get height() {
      return Math.max(LEAST_HEIGHT, (stdout.rows ?? 0) || Number(env['LINES'] ?? 0) || USUAL.rows)
    },
    page: async (lines) => {
      if (stdout.isTTY === true && kind === 'terminal') return pageThrough(lines, terminal)
      out(lines.join('\n'))
      return lines.length
    },
    input,
    command,
    // Both the signal and, while a line is being read from a terminal, the key lead here.
    onInterrupt: (callback) => {
      const heard = (): void => callback()
      interrupted.add(heard)
      const silence = onSignal(heard)
      return () => {
        interrupted.delete(heard)
        silence()
      }
    },
  }
  return terminal
}

/** A screenful, then the next. */
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
