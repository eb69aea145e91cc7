/** Reads along the tokens of one line. A mistake is thrown as ParseFault and reported by who parses the line. */
import type { Span } from '../source/index.js'
import type { Word } from './ast.js'
import { isReserved } from './reserved.js'
import type { Token } from './tokens.js'

export class ParseError extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly hint?: string,
    readonly reserved?: { readonly word: string; readonly given: boolean }, // a word that is a name here, or used as one
  ) {
    super(message)
  }
}

/** Deeper than this nobody can follow an expression, and neither need the compiler. */
const DEEPEST = 100

type Parser<T> = (c: Cursor) => T

export class Cursor {
  private index = 0
  private depth = 0
  constructor(
    private readonly tokens: readonly Token[],
    private readonly whole: Span,
  ) {}

  /** One level deeper into an expression. A chain such as `a + b + c` is nested as well: to the left. */
  enter(): void {
    const hint = 'give a part of it a name with `value` or `let`'
    if (++this.depth > DEEPEST) throw new ParseError(this.here, 'This expression is nested too deeply.', hint)
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
    const last = this.tokens.at(-1)?.span
    return last === undefined ? this.whole : { ...last, column: last.column + last.length, length: 1 }
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
    if (token === undefined) throw new ParseError(this.here, 'The line ends too early.')
    this.index++
    return token
  }

  expect(text: string, why: string): Token {
    if (!this.at(text)) throw this.wanted(`\`${text}\` ${why}`)
    return this.next()
  }

  /** What follows a word that has to stand there. */
  after<T>(text: string, why: string, parse: Parser<T>): T {
    this.expect(text, why)
    return parse(this)
  }

  /** What follows these words, if they stand there. */
  maybe<T>(texts: string, parse: Parser<T>): T | undefined {
    const found = texts.includes(' ') ? this.take(...texts.split(' ')) : this.take(texts)
    return found ? parse(this) : undefined
  }

  /** The clauses until the end, with or without commas between them. */
  clauses(known: string, clause: () => boolean, close = ''): void {
    while (!this.done && !this.at(close)) {
      this.take(',')
      if (!clause())
        throw new ParseError(this.here, `Did not expect ${this.found()} here.`, `Known here: ${known}.`)
    }
  }

  name(what: string): Word {
    const token = this.peek()
    if (token?.kind !== 'name') throw this.wanted(what)
    this.index++
    return token
  }

  /** A name that is given here: none that means something else in every rule. */
  newName(what: string): Word {
    const word = this.name(what)
    if (!isReserved(word.text)) return word
    const message = `Expected ${what}, found \`${word.text}\`: a reserved word cannot be a name.`
    throw new ParseError(word.span, message, 'Choose another name.', { word: word.text, given: true })
  }

  /** A text in quotes, if one stands there. */
  text(): Token | undefined {
    return this.peek()?.kind === 'text' ? this.next() : undefined
  }

  wanted(what: string): ParseError {
    return new ParseError(this.here, `Expected ${what}, found ${this.found()}.`)
  }

  found(): string {
    const token = this.peek()
    if (token === undefined) return 'the end of the line'
    return token.kind === 'text' ? `"${token.text}"` : `\`${token.text}\``
  }

  end(): void {
    if (!this.done) throw new ParseError(this.here, `Did not expect ${this.found()} here.`)
  }
}

/** The span from the beginning of one to the end of the other, cut at the end of the first line. */
export function spanning(from: Span, to: Span): Span {
  return from !== to && from.line === to.line && to.column >= from.column
    ? { file: from.file, line: from.line, column: from.column, length: to.column + to.length - from.column }
    : from
}
