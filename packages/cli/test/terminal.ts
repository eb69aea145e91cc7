import { makePaint, type Terminal } from '../src/terminal.js'

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
    input: {
      kind: lines === null ? 'none' : 'piped',
      line: async () => waiting.shift(),
      unshow: () => written.push('(the line is taken off the screen)'),
      close: () => {},
    },
    onInterrupt: () => () => {},
  }
}
