/**
 * Traces of lowering. Lowering a declaration reads its syntax tree, the names of the game, and the types of the rules it
 * uses. It registers sources, marks names as used and warns. A trace records this, so that the next compilation can repeat
 * it without lowering the declaration again, with the same result and the same side effects in the same order.
 */
import { isRecord } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import type { Parameter, SymbolTable, TypedSpan } from './symbols.js'

/** What lowering asked about another rule. Its answer may need that rule to be lowered first. */
export type Question =
  | { readonly about: 'returns' | 'gives' | 'parameters'; readonly id: string }
  | { readonly about: 'default'; readonly id: string; readonly parameter: number }

type Step =
  | { readonly source: SourceStep }
  | { readonly warning: Parameters<Reporter['warn']> }
  | { readonly question: Question; readonly answer: string }

interface SourceStep {
  readonly span: Span
  readonly text: string
  readonly rule: string | undefined
  index: number // that it has in the last compilation
}

/** The record of lowering one declaration. */
export interface Trace {
  readonly steps: Step[]
  readonly used: Set<string>
  readonly typed: TypedSpan[]
  /** Whether lowering depends on nothing else. After an error, it may. */
  isSound: boolean
  readonly asked: Set<string>
}

/** Records the trace of the declaration that is being lowered. */
export class Tracer {
  #open: Trace | undefined

  /** Runs `work` and records its trace. */
  record<T>(work: () => T): { readonly value: T; readonly trace: Trace } {
    const trace: Trace = { steps: [], used: new Set(), typed: [], isSound: true, asked: new Set() }
    return { value: this.#within(trace, work), trace }
  }

  /** Runs `work` outside of the trace that is being recorded. */
  apart<T>(work: () => T): T {
    return this.#within(undefined, work)
  }

  /** Answers a question about another rule, outside of the trace, and records the answer. */
  answer<T>(question: Question, work: () => T, write: (answer: T) => string | null | undefined): T {
    const open = this.#open
    if (open === undefined) return work()
    const answer = this.apart(work)
    const key = JSON.stringify(question)
    if (open.asked.has(key)) return answer
    open.asked.add(key)
    const written = write(answer)
    if (written === undefined || written === 'any') open.isSound = false
    open.steps.push({ question, answer: String(written) })
    return answer
  }

  source(span: Span, text: string, rule: string | undefined, index: number): void {
    this.#open?.steps.push({ source: { span, text, rule, index } })
  }

  use(key: string): void {
    this.#open?.used.add(key)
  }

  typed(typed: TypedSpan): void {
    this.#open?.typed.push(typed)
  }

  warning(report: Parameters<Reporter['warn']>): void {
    this.#open?.steps.push({ warning: report })
  }

  /** An error, or what depends on one: the trace can't be repeated. */
  spoil(): void {
    if (this.#open !== undefined) this.#open.isSound = false
  }

  #within<T>(trace: Trace | undefined, work: () => T): T {
    const before = this.#open
    this.#open = trace
    try {
      return work()
    } finally {
      this.#open = before
    }
  }
}

/** The numbers of sources that changed. */
export type Renumbering = Map<number, number>

/**
 * Repeats a trace in another symbol table. Returns the sources that have other numbers now, or `undefined` if an answer
 * differs. Then the declaration must be lowered again, which begins with the same side effects.
 */
export function repeatTrace(world: SymbolTable, { steps, used, typed }: Trace): Renumbering | undefined {
  const moved: (readonly [SourceStep, number])[] = []
  for (const step of steps) {
    if ('source' in step) {
      const { span, text, rule, index: before } = step.source
      const index = world.source(span, text, rule)
      if (index !== before) moved.push([step.source, index])
    } else if ('warning' in step) world.reporter.warn(...step.warning)
    else if (String(ask(world, step.question)) !== step.answer) return undefined
  }
  for (const key of used) world.use(key)
  for (const one of typed) world.typed?.push(one)
  const numbers = new Map(moved.map(([{ index: before }, index]) => [before, index]))
  for (const [source, index] of moved) source.index = index
  return numbers
}

function ask({ functions, procedures }: SymbolTable, question: Question): string | null | undefined {
  const { id } = question
  if (question.about === 'returns') return functions.get(id)?.returns()
  if (question.about === 'gives') return procedures.get(id)?.gives?.()
  const { params = [] } = functions.get(id) ?? procedures.get(id) ?? {}
  return 'parameter' in question
    ? JSON.stringify(params[question.parameter]?.otherwise?.())
    : writtenParameters(params)
}

/** Parameters as a text, which is equal for equal ones. */
export const writtenParameters = (params: readonly Parameter[]): string =>
  JSON.stringify(params.map(({ name, type, otherwise }) => [name, type, otherwise !== undefined]))

/** Returns a node with new numbers of sources. What has none stays the same object. */
export function renumber<T>(value: T, numbers: Renumbering): T {
  return numbers.size === 0 ? value : (renumbered(value, numbers) as T)
}

function renumbered(value: unknown, numbers: Renumbering): unknown {
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined
    value.forEach((item: unknown, i) => {
      const now = renumbered(item, numbers)
      if (now !== item) (changed ??= [...value])[i] = now
    })
    return changed ?? value
  }
  if (!isRecord(value)) return value
  let changed: Record<string, unknown> | undefined
  for (const key in value) {
    const part = value[key]
    const now = key === 'src' || key === 'clauses' ? sourcesIn(part, numbers) : renumbered(part, numbers)
    if (now !== part) (changed ??= { ...value })[key] = now
  }
  return changed ?? value
}

function sourcesIn(part: unknown, numbers: Renumbering): unknown {
  if (typeof part === 'number') return numbers.get(part) ?? part
  if (!Array.isArray(part)) return part
  return part.some((index) => numbers.has(index)) ? part.map((index) => numbers.get(index) ?? index) : part
}
