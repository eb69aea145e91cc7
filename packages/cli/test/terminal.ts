import { makePaint, type Terminal } from '../src/terminal/terminal.js'

/** A fake terminal: records the output, and reads the given lines. */
export interface TextTerminal extends Terminal {
  readonly written: string[]
  readonly errors: string[]
  readonly text: () => string
}

export function textTerminal(lines: readonly string[] | null = null): TextTerminal {
  const written: string[] = []
  const errors: string[] = []
  const waiting = [...(lines ?? [])]
  return {
    written,
    errors,
    text: () => written.join('\n'),
    out: (text) => written.push(text),
    err: (text) => errors.push(text),
    status: () => {},
    paint: makePaint(false),
    width: 80,
    height: 40,
    page: async (text) => {
      written.push(text.join('\n'))
      return text.length
    },
    command: 'ludoforge',
    input: {
      kind: lines === null ? 'none' : 'piped',
      line: async () => waiting.shift(),
      unshow: () => written.push('(the line is erased)'),
      close: () => {},
    },
    onInterrupt: () => () => {},
  }
}

/** A fake terminal whose `type` waits for a prompt with these words, then enters a line. */
export function typedTerminal(): TextTerminal & {
  readonly type: (line: string, prompt?: string) => Promise<void>
} {
  const terminal = textTerminal([])
  let asked = ''
  let waiting: ((line: string) => void) | undefined
  return {
    ...terminal,
    input: {
      ...terminal.input,
      kind: 'terminal',
      line: (prompt) =>
        new Promise((resolve) => {
          asked = prompt
          waiting = resolve
        }),
    },
    async type(line, prompt = '') {
      const isReady = (): boolean => waiting !== undefined && asked.includes(prompt)
      for (let ms = 0; !isReady() && ms < 20_000; ms += 5)
        await new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      const receive = isReady() ? waiting : undefined
      waiting = undefined
      if (receive === undefined) throw new Error(`Nobody waits for "${line}".`)
      receive(line)
    },
  }
}
