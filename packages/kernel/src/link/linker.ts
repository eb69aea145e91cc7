/**
 * The linker at work: the layout, the constants and functions collected so far, and where in the rulebook
 * it is. Generated code holds only integers, identifiers made here and strings quoted by JSON.
 */
import type { Effect, GameDef, SourceDef } from '../def/index.js'
import { LinkError, type Whereabouts } from '../errors.js'
import { KindSets } from '../layout/kinds.js'
import { Layout } from '../layout/layout.js'
import type { Question } from './question.js'
import type { Routine } from './routine.js'
import type { Calls } from './calls.js'
import type { Secrets } from '../sight/secrets.js'
import { isRecord, quote } from '../def/shape.js'

/** Deepest nesting of nodes that is followed. Far above any rule a person could read. */
const DEEPEST = 250
/** Most nodes of one function or procedure. */
const MOST_NODES = 100_000

/** Code of this length is worth a unit of fuel of its own. */
export const LONG = 2000

/** What an event says about the statement that caused it; null: only that it follows from the last answer. */
export interface Cause {
  readonly by: { readonly rule?: string; readonly place?: string } | null
  /** What it does, or that it is done at all, can depend on something that not everybody knows. */
  readonly tells: boolean
}

/** What a numbered function is for; the same letter begins its name. */
export type Role = 'a' | 'b' | 'f' | 'h' | 'l' | 'm' | 'o' | 'p' | 'q' | 'r' | 't' | 'u'

/** A generated function. */
interface Made {
  readonly name: string
  readonly text: string
  readonly role?: Role
  readonly index?: number
}

export class Linker {
  readonly layout: Layout
  readonly kinds: KindSets
  readonly constants: unknown[] = []
  readonly constantIndex = new Map<unknown, number>()
  /** The functions generated since the last program was put together, and what they use from outside. */
  private made: Made[] = []
  private readonly used = new Set<string>()
  /** By number: what may go wrong where. 0 is nowhere. */
  readonly places: Whereabouts[] = [{}]
  /** By the same number: what an event that comes from there says about it. */
  readonly causes: Cause[] = [{ by: {}, tells: false }]
  readonly questions: (Question | null)[] = [null]
  readonly routines: Routine[] = []
  readonly functionIndex = new Map<string, number>()
  calls!: Calls
  secrets!: Secrets
  owner = 'the GameDef'
  rule: string | undefined
  src: number | undefined
  effect: Effect | undefined // the one at hand
  secretly = 0 // how many choices between ways that are made secretly stand around it
  adjacency: Uint8Array | undefined // by two zones: whether they are neighbours
  private fresh = 0
  private depth = 0
  private nodes = 0 // of what we are inside
  private readonly placeIndex = new Map<string, number>()

  constructor(readonly def: GameDef) {
    const fail = (sentence: string): never => this.fail(sentence)
    this.layout = new Layout(def, fail)
    this.kinds = new KindSets(this.layout, fail)
    for (const f of this.layout.array(def.functions, 'functions')) {
      if (!isRecord(f) || typeof f.id !== 'string') this.fail('A function has no id.')
      if (this.functionIndex.has(f.id)) this.fail(`There are two functions named '${f.id}'.`)
      this.functionIndex.set(f.id, this.functionIndex.size)
    }
  }

  source(src: number | undefined): SourceDef | undefined {
    return src === undefined || !Array.isArray(this.def.sources) ? undefined : this.def.sources[src]
  }

  where(src: number | undefined = this.src): Whereabouts {
    const source = this.source(src)
    const rule = this.rule ?? source?.rule
    return {
      owner: this.owner,
      ...(rule === undefined ? {} : { rule }),
      ...(source === undefined ? {} : { place: `${source.file}:${source.line}` }),
    }
  }

  fail(sentence: string): never {
    throw new LinkError(sentence, this.where())
  }

  /** A number for where we are, to be given to functions that may fail when the game is played. */
  place(): number {
    return this.numbered('', this.by(), false)
  }

  /** The same for the effect at hand, which causes events. `shows`: something whose value they tell. */
  cause(procedure: number, shows?: unknown): number {
    const governor = this.effect === undefined ? undefined : this.secrets.governor(this.effect)
    const tells = governor !== undefined || this.secrets.shows(shows, procedure)
    if (governor === undefined) return this.numbered('', this.by(), tells)
    if (governor === null) return this.numbered('elsewhere', null, tells)
    const src = governor.src ?? -1
    return this.numbered(String(src), this.by(src), tells)
  }

  /** The rule of a statement: its own, else that of the procedure; and where it is written. */
  by(src: number | undefined = this.src): NonNullable<Cause['by']> {
    const source = this.source(src)
    const rule = source?.rule ?? this.rule
    return {
      ...(rule === undefined ? {} : { rule }),
      ...(source === undefined ? {} : { place: `${source.file}:${source.line}` }),
    }
  }

  private numbered(governor: string, by: Cause['by'], tells: boolean): number {
    const key = JSON.stringify([this.owner, this.rule, this.src, governor, tells])
    let i = this.placeIndex.get(key)
    if (i === undefined) {
      i = this.places.length
      this.places.push(this.where())
      this.causes.push({ by, tells })
      this.placeIndex.set(key, i)
    }
    return i
  }

  /** Does something inside an owner ("procedure 'x'"), so that errors and places name it. */
  inside<T>(owner: string, rule: string | undefined, src: number | undefined, work: () => T): T {
    const before = { owner: this.owner, rule: this.rule, src: this.src, nodes: this.nodes }
    this.nodes = 0
    this.owner = owner
    this.rule = rule
    this.src = src
    try {
      return work()
    } finally {
      this.owner = before.owner
      this.rule = before.rule
      this.src = before.src
      this.nodes = before.nodes
    }
  }

  /** Follows a node one level down. */
  deeper<T>(work: () => T): T {
    if (++this.depth > DEEPEST) this.fail('The rule is nested too deeply.')
    if (++this.nodes > MOST_NODES) this.fail('The rule is too large.')
    try {
      return work()
    } finally {
      this.depth--
    }
  }

  /**
   * Links something later; if it fails, what it has added so far is thrown away. Constants are forgotten in any
   * case: functions that were made hold their own.
   */
  attempt<T>(work: () => T): T {
    const routines = this.routines.length
    const questions = this.questions.length
    const constants = this.constants.length
    try {
      return work()
    } catch (e) {
      this.take()
      this.depth = 0
      this.secretly = 0
      this.routines.length = routines
      this.questions.length = questions
      throw e
    } finally {
      this.constants.length = constants
      for (const [key, i] of this.constantIndex) if (i >= constants) this.constantIndex.delete(key)
    }
  }

  /** Code that spends fuel: one unit for each round, and more if the code of a round is long. */
  spend(rounds: string, inside = ''): string {
    const each = 1 + Math.floor(inside.length / LONG)
    const work = each === 1 ? rounds : `(${rounds})*${each}`
    const left = work === '1' ? '--S.fuel' : `(S.fuel-=${work})`
    return `if(${left}<0)stuck(S,${this.place()});`
  }

  name(prefix: string): string {
    return prefix + String(this.fresh++)
  }

  /** The name of a value that is made while linking. Equal lists of integers share one. */
  constant(value: unknown): string {
    const key = Array.isArray(value) && value.every(Number.isInteger) ? value.join(',') : value
    let i = this.constantIndex.get(key)
    if (i === undefined) {
      i = this.constants.length
      this.constants.push(value)
      this.constantIndex.set(key, i)
    }
    this.used.add(`C${i}=C[${i}]`)
    return `C${i}`
  }

  /** Generates the function of a procedure, a function or a question. */
  define(role: Role, index: number, params: readonly string[], body: string): void {
    const name = nameOf(role, index)
    this.made.push({ name, text: `function ${name}(${params.join(',')}){${body}}`, role, index })
  }

  /** Generates a function that only other generated code uses, and gives its name. */
  helper(params: readonly string[], body: string): string {
    const name = this.name('g')
    this.made.push({ name, text: `function ${name}(${params.join(',')}){${body}}` })
    return name
  }

  /** The name by which generated code calls a numbered function, which may have been made before. */
  called(role: Role, index: number): string {
    const name = nameOf(role, index)
    this.used.add(`${name}=P.get('${name}')`)
    return name
  }

  /** Gives what was generated, and forgets it. */
  take(): { readonly made: readonly Made[]; readonly used: readonly string[] } {
    const { made } = this
    const own = new Set(made.map(({ name }) => name))
    const used = [...this.used].filter((use) => !own.has(use.slice(0, use.indexOf('='))))
    this.made = []
    this.used.clear()
    return { made, used }
  }

  node(value: unknown, what: string): Readonly<Record<string, unknown>> {
    if (!isRecord(value)) this.fail(`Here ${what} is expected, not ${quote(value)}.`)
    return value
  }

  array<T>(value: readonly T[] | undefined, what: string): readonly T[] {
    if (!Array.isArray(value)) this.fail(`Here ${what} is expected, not ${quote(value)}.`)
    return value
  }
}

export function nameOf(role: Role, index: number): string {
  return role + String(index)
}
