/** Reads along the tokens of one line. A mistake is thrown as ParseFault and reported by who parses the line. */
import type { Span } from '../source/index.js'
import type { Word } from './ast.js'
import type { Token } from './tokens.js'

export class ParseFault extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** Deeper than this nobody can follow an expression, and neither need the compiler. */
const DEEPEST = 100

export class Cursor {
  private index = 0
  private depth = 0
  constructor(
    private readonly tokens: readonly Token[],
    private readonly whole: Span,
  ) {}

  /** One level deeper into an expression. A chain such as `a + b + c` is nested as well: to the left. */
  enter(): void {
    if (++this.depth > DEEPEST)
      throw new ParseFault(
        this.here,
        'This expression is nested too deeply.',
        'give a part of it a name with `value` or `let`',
      )
  }

  leave(levels = 1): void {
    this.depth -= levels
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.index + ahead]
  }

  get done(): boolean {
    return this.index >= this.tokens.length
  }

  /** Where reading stands; behind the last token at the end. */
  get here(): Span {
    const token = this.peek()
    if (token !== undefined) return token.span
    const last = this.tokens[this.tokens.length - 1]
    return last === undefined
      ? this.whole
      : { ...last.span, column: last.span.column + last.span.length, length: 1 }
  }

  at(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token !== undefined && token.kind !== 'text' && token.text === text
  }

  /** Takes these words if they come next, all of them. */
  take(...texts: readonly string[]): boolean {
    if (!texts.every((text, i) => this.at(text, i))) return false
    this.index += texts.length
    return true
  }

  next(): Token {
    const token = this.peek()
    if (token === undefined) throw new ParseFault(this.here, 'The line ends too early.')
    this.index++
    return token
  }

  expect(text: string, why: string): Token {
    if (!this.at(text)) throw new ParseFault(this.here, `Expected \`${text}\` ${why}, found ${this.found()}.`)
    return this.next()
  }

  name(what: string): Word {
    const token = this.peek()
    if (token === undefined || token.kind !== 'name')
      throw new ParseFault(this.here, `Expected ${what}, found ${this.found()}.`)
    this.index++
    return { text: token.text, span: token.span }
  }

  text(): string | undefined {
    const token = this.peek()
    if (token?.kind !== 'text') return undefined
    this.index++
    return token.text
  }

  found(): string {
    const token = this.peek()
    return token === undefined
      ? 'the end of the line'
      : token.kind === 'text'
        ? `"${token.text}"`
        : `\`${token.text}\``
  }

  end(): void {
    if (!this.done) throw new ParseFault(this.here, `Did not expect ${this.found()} here.`)
  }
}

/** The span from the beginning of one to the end of the other, cut at the end of the first line. */
export function spanning(from: Span, to: Span): Span {
  return from.line === to.line && to.column >= from.column
    ? { ...from, length: to.column + to.length - from.column }
    : from
}
