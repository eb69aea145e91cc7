import { fstatSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isPrintable, printable } from '@ludoforge/kernel'
import picocolors from 'picocolors'
import { EXIT, ofTheSystem } from './usage.js'

export type Paint = ReturnType<typeof picocolors.createColors>

/** Where a command reads and writes. Tests give it texts instead of a terminal. */
export interface Terminal {
  readonly out: (text: string) => void // one line, or several with line ends between them
  readonly err: (text: string) => void
  /** Replaces the line that was shown last in this way; does nothing where that is impossible. */
  readonly status: (text: string) => void
  readonly paint: Paint
  readonly width: number
  readonly input: Input
  /** Calls back on Ctrl-C until the function that is returned is called. */
  readonly onInterrupt: (callback: () => void) => () => void
}

export interface Input {
  /** `none`: nobody will ever answer. */
  readonly kind: 'terminal' | 'piped' | 'none'
  /** The next line, or undefined at the end; `within` milliseconds, if given, undefined counts as the end. */
  readonly line: (prompt: string, within?: number) => Promise<string | undefined>
  /** Takes the line that was typed last off the screen; does nothing where that is impossible. */
  readonly unshow: () => void
  readonly close: () => void
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
export function harmless(text: string): string {
  if (isPrintable(text)) return text
  return text
    .split(COLOUR)
    .map((part, i) => (i % 2 === 1 ? part : printable(part)))
    .join('')
}

export function makePaint(colour: boolean): Paint {
  return picocolors.createColors(colour)
}

export function processTerminal(args: readonly string[]): Terminal {
  const { stdout, stderr } = process
  const live = stderr.isTTY
  let shown = false
  const clear = () => {
    if (shown) stderr.write('\r\u001B[K')
    shown = false
  }
  // A reader that went away (`| head`) is no error of ours; a full disk is, but no reason for a stack trace.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    stderr.write(`error: Cannot write: ${ofTheSystem(error)}.\n`)
    process.exit(EXIT.failed)
  })
  stderr.on('error', () => process.exit(EXIT.failed)) // there is nobody left to tell
  const input = processInput()
  return {
    out: (text) => {
      clear()
      input.aside(() => stdout.write(`${harmless(text)}\n`))
    },
    err: (text) => {
      clear()
      stderr.write(`${harmless(text)}\n`)
    },
    status: (text) => {
      if (!live) return
      clear()
      if (text === '') return
      stderr.write(harmless(text).slice(0, (stderr.columns || 80) - 1))
      shown = true
    },
    paint: makePaint(wantsColour(args, process.env, stdout.isTTY)),
    width: Math.max(40, Math.min(stdout.columns || 100, 160)),
    input,
    onInterrupt,
  }
}

const interrupted = new Set<() => void>()

/** Both the signal and, while a line is being read from a terminal, the key lead here. */
function onInterrupt(callback: () => void): () => void {
  const heard = () => callback()
  interrupted.add(heard)
  process.on('SIGINT', heard)
  return () => {
    interrupted.delete(heard)
    process.off('SIGINT', heard)
  }
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

/** Opens standard input only when the first line is asked for: most commands never read it. */
function processInput(): Input & { aside(write: () => void): void } {
  const kind = inputKind()
  const queue: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let ended = kind === 'none'
  let reader: ReturnType<typeof createInterface> | undefined
  const deliver = (line: string | undefined) => {
    const receive = waiting
    waiting = undefined
    receive?.(line)
  }
  const open = () => {
    reader = createInterface({
      input: process.stdin,
      output: kind === 'terminal' ? process.stdout : undefined,
    })
    reader.on('line', (line) => {
      if (waiting === undefined) queue.push(line)
      else deliver(line)
    })
    reader.on('close', () => {
      ended = true
      deliver(undefined)
    })
    reader.on('SIGINT', () => {
      for (const heard of interrupted) heard()
    })
    return reader
  }
  return {
    kind,
    line: (prompt, within) =>
      new Promise((resolve) => {
        if (queue.length > 0 || ended) return resolve(queue.shift())
        const open_ = reader ?? open()
        const timer = within === undefined ? undefined : setTimeout(() => deliver(undefined), within)
        waiting = (line) => {
          clearTimeout(timer)
          resolve(line)
        }
        if (kind !== 'terminal') return
        open_.setPrompt(harmless(prompt))
        open_.prompt()
      }),
    /** What is written while a line is typed stands above it. */
    aside: (write) => {
      const typing = kind === 'terminal' && waiting !== undefined
      if (typing) process.stdout.write('\r\u001B[K')
      write()
      if (typing) reader?.prompt(true)
    },
    unshow: () => {
      if (kind === 'terminal') process.stdout.write('\u001B[1A\r\u001B[K')
    },
    close: () => {
      reader?.close()
      process.stdin.destroy()
    },
  }
}
