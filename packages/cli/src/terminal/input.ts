/** Reads lines from a terminal or a pipe. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface Input {
  /** `none`: there is no input at all. */
  readonly kind: 'terminal' | 'piped' | 'none'
  /** Returns the next line, or `undefined` at the end of the input or after `within` milliseconds. */
  readonly line: (prompt: string, within?: number) => Promise<string | undefined>
  /** Erases the last typed line from the screen. Does nothing for a pipe. */
  readonly unshow: () => void
  readonly close: () => void
}

export interface InputStreams {
  readonly stdin: Readable
  readonly stdout: Writable
}

export interface StreamInput extends Input {
  /** Writes above the line that is being typed. */
  readonly aside: (write: () => void) => void
}

/** How long to wait for type-ahead. Nobody answers a question faster. */
const SETTLE_MS = 25

/**
 * Reads lines from a stream. Opens it on first use, because most commands never read. In a terminal, type-ahead is
 * discarded: a line typed before the question was shown can't be an answer to it.
 */
export function inputFrom(
  { stdin, stdout }: InputStreams,
  kind: Input['kind'],
  { stripControls, interrupt }: { stripControls: (text: string) => string; interrupt: () => void },
): StreamInput {
  const isTerminal = kind === 'terminal'
  const queue: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let ended = kind === 'none'
  let reader: ReturnType<typeof createInterface> | undefined
  const deliver = (line: string | undefined): void => {
    const receive = waiting
    waiting = undefined
    receive?.(line)
  }
  const open = (): ReturnType<typeof createInterface> => {
    const opened = createInterface({
      input: stdin,
      output: isTerminal ? stdout : undefined,
      terminal: isTerminal,
    })
    opened.on('line', (line) => {
      if (waiting === undefined) queue.push(line)
      else deliver(line)
    })
    opened.on('close', () => {
      ended = true
      deliver(undefined)
    })
    opened.on('SIGINT', interrupt)
    if (isTerminal) opened.setPrompt('')
    return opened
  }
  /** Drains the type-ahead and returns it. */
  const typedAhead = async (): Promise<string[]> => {
    waiting = undefined
    reader ??= open()
    await new Promise((resolve) => {
      setTimeout(resolve, SETTLE_MS)
    })
    const typed = queue.splice(0)
    if (reader.line !== '') {
      typed.push(reader.line)
      reader.write(null, { ctrl: true, name: 'e' })
      reader.write(null, { ctrl: true, name: 'u' })
    }
    return typed
  }
  const askPerson = async (prompt: string): Promise<string | undefined> => {
    const typed = (await typedAhead()).filter((line) => line.trim() !== '')
    if (ended) return undefined
    stdout.write('\r\u001B[K')
    if (typed.length > 0)
      stdout.write(
        `(ignored, typed before the question: ${typed.map((line) => stripControls(line.trim())).join(' | ')})\n`,
      )
    reader?.setPrompt(stripControls(prompt))
    return new Promise((resolve) => {
      waiting = resolve
      reader?.prompt()
    })
  }
  return {
    kind,
    line: (prompt, within) => {
      if (isTerminal && !ended) return askPerson(prompt)
      return new Promise((resolve) => {
        if (queue.length > 0 || ended) return resolve(queue.shift())
        reader ??= open()
        const timer = within === undefined ? undefined : setTimeout(() => deliver(undefined), within)
        waiting = (line) => {
          clearTimeout(timer)
          resolve(line)
        }
      })
    },
    aside: (write) => {
      const typing = isTerminal && waiting !== undefined
      if (typing) stdout.write('\r\u001B[K')
      write()
      if (typing) reader?.prompt(true)
    },
    unshow: () => {
      if (isTerminal) stdout.write('\u001B[1A\r\u001B[K')
    },
    close: () => {
      ended = true
      reader?.close()
      stdin.destroy()
    },
  }
}
