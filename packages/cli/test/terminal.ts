import { makePaint, type Terminal } from '../src/terminal/terminal.js'

/** A terminal of texts: what is written is kept, what is read was given before. */
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
      unshow: () => written.push('(the line is taken off the screen)'),
      close: () => {},
    },
    onInterrupt: () => () => {},
  }
}

/** A terminal at which somebody types a line when the program asks for one, with a prompt that holds these words. */
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
