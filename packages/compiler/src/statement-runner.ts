/** Runs statements of the notation on a state, for hosts of games and for tests. */
import type { Game, State } from '@ludoforge/kernel'
import type { LinkedBlock } from '@ludoforge/play'
import { IllegalChoice, stripSources } from '@ludoforge/kernel'
import { linkBlock } from '@ludoforge/play'
import { Reporter } from './diagnostics/index.js'
import { elaborateBlock, Scope, type SymbolTable } from './elaborate/index.js'
import { CompileError } from './evaluator.js'
import { buildTree, parseBlock, readLines } from './parser/index.js'
import { LruCache } from './lru-cache.js'
import { Sources } from './source/index.js'

export interface ApplyOptions {
  readonly seat?: string // the actor of the statements; default: the actor of the state
}

const FILE = 'statements'

export class StatementRunner {
  /** A state that waits inside an evicted block can't resume. */
  readonly #linked = new LruCache<LinkedBlock>(
    (text) => this.#link(text),
    (block) => block.drop(),
  )

  constructor(
    private readonly game: Game,
    private readonly symbols: SymbolTable,
  ) {}

  apply(state: State, text: string, { seat }: ApplyOptions = {}): State {
    if (seat !== undefined && !this.symbols.seats.has(seat))
      throw new IllegalChoice(`There is no seat '${seat}'.`)
    return this.#linked.of(text).run(state, seat === undefined ? {} : { actor: seat })
  }

  #link(text: string): LinkedBlock {
    const reporter = new Reporter()
    const lines = readLines(text, { file: FILE, line: 1, column: 1 }, reporter)
    const statements = parseBlock(buildTree(lines, reporter), reporter)
    const symbols = this.symbols.beside(reporter)
    const block = elaborateBlock({ world: symbols, scope: new Scope() }, {}, statements)
    if (reporter.hasErrors) throw new CompileError(reporter.diagnostics, new Sources([{ path: FILE, text }]))
    return linkBlock(this.game, stripSources(block), { name: 'the statements' })
  }
}
