/** A cursor over the tokens of one line, for the recursive descent parser. Errors are thrown as `ParseError`. */
import type { Span } from '../source/index.js'
import type { Word } from './ast.js'
import { isReserved } from './reserved-words.js'
import type { Token } from './lexer.js'

export class ParseError extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly hint?: string,
    readonly reserved?: { readonly word: string; readonly given: boolean }, // a reserved word declared or used as a name
  ) {
    super(message)
  }
}

/** Limit on nesting, so that no input overflows the call stack. */
const MAX_DEPTH = 100

type Parser<T> = (c: Cursor) => T

export class Cursor {
  private index = 0
  private depth = 0
  constructor(
    private readonly tokens: readonly Token[],
    private readonly whole: Span,
  ) {}

  /** The number of consumed tokens. */
  get position(): number {
    return this.index
  }

  /** The tokens from a position up to the next one, as they are written. */
  textFrom(position: number): string {
    const tokens = this.tokens.slice(position, this.index)
    return tokens.reduce((text, { span, text: word, kind }, i) => {
      const before = tokens[i - 1]?.span
      const isJoined =
        before === undefined || (before.line === span.line && before.column + before.length === span.column)
      return `${text}${isJoined ? '' : ' '}${kind === 'text' ? `"${word}"` : word}`
    }, '')
  }

  /** Counts one level of nesting. A chain such as `a + b + c` also nests: to the left. */
  enter(): void {
    const hint = 'give a part of it a name with `value` or `let`'
    if (++this.depth > MAX_DEPTH)
      throw new ParseError(this.here, 'This expression is nested too deeply.', hint)
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

  /** The span of the next token, or the column after the last one. */
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

  /** Consumes these words if all of them come next. */
  take(...texts: readonly string[]): boolean {
    if (!texts.every((text, i) => this.at(text, i))) return false
    this.index += texts.length
    return true
  }

  next(): Token {
    const token = this.peek()
    if (token === undefined)
      throw new ParseError(
        this.here,
        'The line ends too early.',
        'Finish the statement on this line, or indent its continuation below.',
      )
    this.index++
    return token
  }

  expect(text: string, why: string): Token {
    if (!this.at(text)) throw this.wanted(`\`${text}\` ${why}`)
    return this.next()
  }

  /** Consumes a required word and parses what follows it. */
  after<T>(text: string, why: string, parse: Parser<T>): T {
    this.expect(text, why)
    return parse(this)
  }

  /** Parses what follows these words, if they come next. */
  maybe<T>(texts: string, parse: Parser<T>): T | undefined {
    const found = texts.includes(' ') ? this.take(...texts.split(' ')) : this.take(texts)
    return found ? parse(this) : undefined
  }

  /** Parses clauses up to the end or to `close`, with or without commas between them. */
  clauses(known: string, clause: () => boolean, close = ''): void {
    while (!this.done && !this.at(close)) {
      this.take(',')
      if (!clause())
        throw new ParseError(this.here, `Did not expect ${this.found()} here.`, `Allowed here: ${known}.`)
    }
  }

  name(what: string): Word {
    const token = this.peek()
    if (token?.kind !== 'name') throw this.wanted(what)
    this.index++
    return token
  }

  /** A name that this line introduces. Throws for a reserved word. */
  newName(what: string): Word {
    const word = this.name(what)
    if (!isReserved(word.text)) return word
    const message = `Expected ${what}, found \`${word.text}\`, which is a reserved word.`
    throw new ParseError(word.span, message, 'Choose another name.', { word: word.text, given: true })
  }

  /** The quoted text that comes next, if any. */
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

/** The span from the start of one to the end of the other. Returns the first if they are on different lines. */
export function spanning(from: Span, to: Span): Span {
  return from !== to && from.line === to.line && to.column >= from.column
    ? { file: from.file, line: from.line, column: from.column, length: to.column + to.length - from.column }
    : from
}
