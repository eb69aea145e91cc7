/** The examples of a game that is being edited: those that an edit touches run first. */
import {
  type CoverageReport,
  ExampleBench,
  type ExampleTrace,
  type WrittenCase,
} from '@ludoforge/compiler/editing'
import type { GameDef } from '@ludoforge/kernel'
import type { Files } from '../files.js'
import { type ChangedRegion, changedRegions } from './changed-lines.js'
import type { GameVersion } from './game-version.js'

/** An example or a lesson, for the page. */
export interface ExampleEntry {
  /** Its file and the line of its title: `rules.md:285`. */
  readonly id: string
  readonly title: string
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly end: number
  readonly isLesson: boolean
  /** The last edit changed it, or a line that it executes. */
  readonly touched: boolean
  readonly state: 'waiting' | 'passed' | 'failed'
  readonly failure?: ExampleNote
}

/** Why an example fails. */
export interface ExampleNote {
  readonly path: string
  readonly line: number
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  readonly asked?: string
}

/** Runs the examples of one game again and again. */
export class DeskExamples {
  readonly #bench = new ExampleBench()
  #version: GameVersion | undefined
  #touched: ReadonlySet<WrittenCase> = new Set()
  /** By the text of an example, the lines that it executed in the version before. */
  #executed = new Map<string, ReadonlySet<string>>()
  readonly #stuck = new Set<string>()

  /** Takes a new version of the game, and finds the examples that the edit touches. */
  update(version: GameVersion): void {
    const before = this.#version
    this.#remember()
    this.#bench.update(version.game)
    this.#version = version
    if (before?.game.def !== version.game.def) this.#stuck.clear() // with other rules they may end
    this.#touched = before === undefined ? new Set() : this.#touchedBy(before, version)
  }

  /** Gives up on an example that doesn't end. It isn't run again until it changes, or the rules do. */
  giveUp(id: string): void {
    this.#stuck.add(this.#keyOf(id))
  }

  /** Runs the examples that have no valid result, touched ones first. Yields each before it runs, and its result. */
  *run(): Generator<{ readonly starts: string } | { readonly ended: ExampleEntry }, void, void> {
    for (const one of this.#inOrder()) {
      if (this.#stuck.has(textOf(one, this.#version)) || this.#bench.resultOf(one) !== undefined) continue
      this.#bench.prepare() // not part of the time of the example
      yield { starts: idOf(one) }
      this.#bench.run(one)
      yield { ended: this.#entry(one) }
    }
  }

  /** All examples as they are now: touched ones first, then in reading order. */
  get entries(): readonly ExampleEntry[] {
    return this.#inOrder().map((one) => this.#entry(one))
  }

  /** The coverage of all examples that have run. */
  coverage(): CoverageReport {
    return this.#bench.coverage()
  }

  /** The examples as they are written, for a new one among them. */
  get cases(): readonly WrittenCase[] {
    return this.#bench.cases
  }

  /**
   * Runs an example step by step, or sets up a lesson. Returns `undefined` if it isn't there any more, or if it doesn't
   * end.
   */
  trace(id: string): ExampleTrace | undefined {
    const found = this.#bench.cases.find((one) => idOf(one) === id)
    if (found === undefined || this.#stuck.has(textOf(found, this.#version))) return undefined
    return this.#bench.trace(found)
  }

  #inOrder(): readonly WrittenCase[] {
    const { cases } = this.#bench
    const touched = cases.filter((one) => this.#touched.has(one))
    return [...touched, ...cases.filter((one) => !this.#touched.has(one))]
  }

  #entry(one: WrittenCase): ExampleEntry {
    const { title, rule = '', span, end, isLesson } = one
    const found = this.#bench.resultOf(one)
    const failure = found?.result.failure
    const stuck = this.#stuck.has(textOf(one, this.#version))
    const note: ExampleNote | undefined = stuck
      ? {
          path: span.file,
          line: span.line,
          message: 'This example doesn’t end. It was stopped after several seconds.',
        }
      : failure === undefined
        ? undefined
        : {
            path: failure.span.file,
            line: failure.span.line,
            message: failure.message,
            ...(failure.expected === undefined ? {} : { expected: failure.expected }),
            ...(failure.actual === undefined ? {} : { actual: failure.actual }),
            ...(failure.asked === undefined ? {} : { asked: failure.asked }),
          }
    return {
      id: idOf(one),
      title,
      rule,
      path: span.file,
      line: span.line,
      end,
      isLesson,
      touched: this.#touched.has(one),
      state: note !== undefined ? 'failed' : found === undefined ? 'waiting' : 'passed',
      ...(note === undefined ? {} : { failure: note }),
    }
  }

  #keyOf(id: string): string {
    const found = this.#bench.cases.find((one) => idOf(one) === id)
    return found === undefined ? id : textOf(found, this.#version)
  }

  /** Remembers which lines each example executes, before the rules change. */
  #remember(): void {
    const version = this.#version
    if (version === undefined) return
    const { def } = version.game
    for (const one of this.#bench.cases) {
      const found = this.#bench.resultOf(one)
      if (found === undefined) continue
      const lines = [...found.executed].flatMap((src) => lineOf(def, src) ?? [])
      this.#executed.set(textOf(one, version), new Set(lines))
    }
  }

  /**
   * The examples whose text changed, and those that executed a changed line in the version before. A changed line that
   * no statement begins belongs to the statement above it. Data is executed by no example: a change of it touches the
   * examples of the rule number above it.
   */
  #touchedBy(before: GameVersion, after: GameVersion): ReadonlySet<WrittenCase> {
    const regions = changedRegions(before.files, after.files)
    const known = new Set(this.#executed.keys())
    const lines = new Set(regions.flatMap((region) => statementsIn(before.game.def, region)))
    const rules = new Set(
      regions.flatMap((region) =>
        statementsIn(before.game.def, region).length > 0 ? [] : (sectionAbove(before, region) ?? []),
      ),
    )
    return new Set(
      this.#bench.cases.filter((one) => {
        const text = textOf(one, after)
        if (!known.has(text)) return true
        const executed = this.#executed.get(text)
        if (executed !== undefined && [...lines].some((line) => executed.has(line))) return true
        return one.rule !== undefined && rules.has(one.rule)
      }),
    )
  }
}

const idOf = ({ span }: WrittenCase): string => `${span.file}:${span.line}`

const lineOf = (def: GameDef, src: number): string | undefined => {
  const at = def.sources[src]
  return at === undefined ? undefined : `${at.file}:${at.line}`
}

/** The text of an example, which identifies it from version to version. */
function textOf({ span, end }: WrittenCase, version: GameVersion | undefined): string {
  const lines = version === undefined ? [] : linesOf(version.files, span.file)
  return lines.slice(span.line - 1, end).join('\n')
}

const knownLines = new WeakMap<Files, Map<string, readonly string[]>>() // split once for all examples of a file

function linesOf(files: Files, path: string): readonly string[] {
  const known = knownLines.get(files) ?? new Map<string, readonly string[]>()
  knownLines.set(files, known)
  const lines = known.get(path) ?? (files[path] ?? '').split('\n')
  known.set(path, lines)
  return lines
}

/** The lines of the statements in a region, or of the one above it, if the region is inside of its block. */
function statementsIn(def: GameDef, { path, start, end }: ChangedRegion): readonly string[] {
  const all = [...new Set(def.sources.flatMap(({ file, line }) => (file === path ? [line] : [])))]
  const inside = all.filter((line) => line >= start && line < end)
  const last = Math.max(...all.filter((line) => line < start), 0)
  const isNear = last > 0 && start - last <= MAX_STATEMENT_LINES
  const found = inside.includes(start) || !isNear ? inside : [last, ...inside]
  return found.map((line) => `${path}:${line}`)
}

/** A statement with its prompt rarely has more lines. */
const MAX_STATEMENT_LINES = 4

/** The number of the heading above a region. */
function sectionAbove({ files }: GameVersion, { path, start }: ChangedRegion): string | undefined {
  const lines = (files[path] ?? '').split('\n').slice(0, start)
  const heading = lines.findLast((line) => /^#+\s+\d/.test(line))
  return heading === undefined ? undefined : /^#+\s+(\d+(?:\.\d+)*)/.exec(heading)?.[1]
}
