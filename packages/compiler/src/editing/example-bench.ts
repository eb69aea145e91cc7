/**
 * The examples and lessons of a game that is being edited. They run one by one, on rules with coverage counters, so that
 * each example knows the lines it executes. A result stays valid until the rules or the example change.
 */
import type { Coverage, Game, GameDef } from '@ludoforge/kernel'
import { Reporter } from '../diagnostics/index.js'
import { type Case, CaseRunner } from '../examples/cases.js'
import { coverageOf, type CoverageReport, linkWithCoverage } from '../examples/coverage.js'
import { parseExamples } from '../examples/parse.js'
import { type ExampleResult, ExampleRunner } from '../examples/run.js'
import { type ExampleTrace, traceExample } from '../examples/trace.js'
import type { Block } from '../folder/index.js'
import { parseLessons } from '../lessons/parse.js'
import type { LoadedGame } from '../loaded-game.js'
import { compareSpans, type Span } from '../source/index.js'
import { blockParts } from './block-tokens.js'

/** An example or a lesson in a file. */
export interface WrittenCase {
  readonly title: string
  readonly rule?: string | undefined
  readonly span: Span
  /** The number of its last line. */
  readonly end: number
  readonly isLesson: boolean
}

/** The result of an example, and the points of the rules that it executed. */
export interface CaseResult {
  readonly result: ExampleResult
  /** Indexes into the sources of the GameDef. */
  readonly executed: ReadonlySet<number>
}

interface Linked {
  readonly def: GameDef
  readonly game: Game
  readonly coverage: Coverage
}

interface Parsed extends WrittenCase {
  readonly one: Case
}

/** Runs the examples and lessons of one game, also after changes. */
export class ExampleBench {
  readonly #parsed = new WeakMap<Block, readonly Parsed[]>()
  #results = new WeakMap<Case, CaseResult>()
  #linked: Linked | undefined
  #runner: CaseRunner | undefined
  #tracer: ExampleRunner | undefined
  #loaded: LoadedGame | undefined
  #hits: number[] = [] // of all cases that ran
  #cases: ReadonlyMap<WrittenCase, Parsed> = new Map()

  /** Takes a new version of the game. Without a change of its rules, results stay. */
  update(loaded: LoadedGame): void {
    this.#loaded = loaded
    const cases = loaded.blocks.flatMap((block) => this.#casesIn(block))
    this.#cases = new Map(cases.map((one) => [one, one]))
    if (this.#linked?.def === loaded.def) return
    this.#linked = undefined // linked again when the first example runs
    this.#runner = undefined
    this.#tracer = undefined
    this.#results = new WeakMap()
    this.#hits = []
  }

  /** The examples and lessons of the current version, in reading order. */
  get cases(): readonly WrittenCase[] {
    return [...this.#cases.keys()]
  }

  /** The result of a case, if it has run since the last change of the rules. */
  resultOf(written: WrittenCase): CaseResult | undefined {
    return this.#results.get(this.#case(written).one)
  }

  /** Links the rules with counters, which takes longer than an example. */
  prepare(): void {
    this.#link()
  }

  /** Runs a case, unless its result is still valid. */
  run(written: WrittenCase): CaseResult {
    const { one } = this.#case(written)
    const known = this.#results.get(one)
    if (known !== undefined) return known
    const { game, coverage, loaded } = this.#link()
    this.#runner ??= new CaseRunner(game, loaded.world)
    coverage.clear()
    const result = this.#runner.run(one)
    const executed = new Set<number>()
    coverage.points.forEach(({ src, kind }, i) => {
      const hits = coverage.hits[i] ?? 0
      if (hits === 0) return
      this.#hits[i] = (this.#hits[i] ?? 0) + hits
      if (kind !== 'branch') executed.add(src)
    })
    const found = { result, executed }
    this.#results.set(one, found)
    return found
  }

  /**
   * Runs an example step by step, on the game without counters: its positions belong to it. Of a lesson, it sets up the
   * position at the start.
   */
  trace(written: WrittenCase): ExampleTrace | undefined {
    const { one } = this.#case(written)
    const loaded = this.#loaded
    if (loaded === undefined) return undefined
    this.#tracer ??= new ExampleRunner(loaded, loaded.world)
    const { title, span, given } = one
    return traceExample(this.#tracer, 'teaches' in one ? { title, span, given, steps: [] } : one)
  }

  /** The coverage of the cases that have run. */
  coverage(): CoverageReport {
    const { def, coverage } = this.#link()
    coverage.clear()
    coverage.points.forEach((_, i) => {
      coverage.hits[i] = this.#hits[i] ?? 0
    })
    return coverageOf(def, coverage)
  }

  #link(): Linked & { readonly loaded: LoadedGame } {
    const loaded = this.#loaded
    if (loaded === undefined) throw new Error('The bench has no game yet: call `update` first.')
    this.#linked ??= { def: loaded.def, ...linkWithCoverage(loaded.def) }
    return { ...this.#linked, loaded }
  }

  #case(written: WrittenCase): Parsed {
    const found = this.#cases.get(written)
    if (found === undefined) throw new Error('This example belongs to an earlier version of the game.')
    return found
  }

  #casesIn(block: Block): readonly Parsed[] {
    if (block.lang !== 'example' && block.lang !== 'lesson') return []
    const known = this.#parsed.get(block)
    if (known !== undefined) return known
    const quiet = new Reporter() // the check of the files reports their syntax
    const ends = new Map(blockParts(block).map(({ span, end }) => [span.line, end]))
    const cases: readonly Case[] =
      block.lang === 'example' ? parseExamples(block, quiet) : parseLessons(block, quiet)
    const parsed = cases
      .map((one): Parsed => {
        const { title, span } = one
        const rule = 'rule' in one ? one.rule : undefined
        return { title, rule, span, end: ends.get(span.line) ?? span.line, isLesson: 'teaches' in one, one }
      })
      .toSorted((a, b) => compareSpans(a.span, b.span))
    this.#parsed.set(block, parsed)
    return parsed
  }
}
