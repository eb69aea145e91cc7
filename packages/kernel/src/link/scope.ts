/**
 * Names and values while code is generated, with closure conversion (lambda lifting): every query becomes a top-level
 * function, and the names that it captures become parameters. So generated code allocates no closures.
 */
import { ACTION_VARIABLES, ACTOR, CALL_COST, CONTEXT, POSITION } from './facts.js'
import { NO_ITEMS } from '../layout/state.js'
import { type Linker, LONG_CODE } from './linker.js'

/** Generated code of a typed value. Flags are JavaScript booleans in code, 0 and 1 in storage. */
export interface Value {
  readonly js: string
  readonly type: string
  readonly sure: boolean // never none
  readonly distinct?: boolean // a list without repetitions
  readonly constant?: number // known while linking
  readonly repeatable?: boolean // a name: to write it twice costs nothing
  readonly raw?: string // of a flag: code of the number that is stored
}

/** A name. Its stored value is an integer or a list. */
interface Binding {
  readonly raw: string
  readonly type: string
  readonly sure: boolean
  readonly distinct: boolean
  readonly repeatable: boolean
}

/** One generated function, and the names that it captures from the function around it. */
export class Fn {
  readonly captures = new Map<string, { param: string; raw: string }>()
  constructor(readonly outer: Scope | null) {}
}

export class Scope {
  private readonly names = new Map<string, Binding>()
  constructor(
    readonly fn: Fn,
    private readonly parent: Scope | null = null,
  ) {}

  inner(): Scope {
    return new Scope(this.fn, this)
  }

  /** `repeatable`: it is a name in code, too, not a cell of a frame. */
  bind(name: string, raw: string, type: string, sure: boolean, distinct = false, repeatable = true): void {
    this.names.set(name, { raw, type, sure, distinct, repeatable })
  }

  find(name: string): Binding | undefined {
    const here = this.names.get(name)
    if (here !== undefined) return here
    if (this.parent !== null) return this.parent.find(name)
    const outer = this.fn.outer?.find(name)
    if (outer === undefined) return undefined
    let capture = this.fn.captures.get(name)
    if (capture === undefined) {
      capture = { param: `c${this.fn.captures.size}`, raw: outer.raw }
      this.fn.captures.set(name, capture)
    }
    return { ...outer, raw: capture.param, repeatable: true }
  }

  /** Returns a copy. Names that are bound later are not in it. */
  snapshot(): Scope {
    const copy = new Scope(this.fn, this.parent === null ? null : this.parent.snapshot())
    for (const [name, binding] of this.names) copy.names.set(name, binding)
    return copy
  }

  /** Returns every name in scope, for explanations and messages. */
  known(): string[] {
    return [...this.names.keys(), ...(this.parent?.known() ?? this.fn.outer?.known() ?? [])]
  }
}

/** Converts a stored value to its form in code. */
export function loaded(raw: string, type: string, sure: boolean, distinct = false): Value {
  return type === 'flag'
    ? { js: `(${raw}!==0)`, type, sure, distinct, raw }
    : { js: raw, type, sure, distinct }
}

/** The same of a name. */
export function named(name: string, type: string, sure: boolean, distinct = false): Value {
  return { ...loaded(name, type, sure, distinct), repeatable: true }
}

/** Converts a value to its stored form. */
export function stored(value: Value): string {
  if (value.type !== 'flag') return value.js
  if (value.constant !== undefined) return String(value.constant)
  return value.raw ?? `(${value.js}?1:0)`
}

/** Generates a lifted function whose body uses names of the scope. Returns the code that calls it. */
export function lambda(
  linker: Linker,
  scope: Scope,
  body: (inner: Scope) => string,
  state: 'S' | 'T' = 'S',
): string {
  const { text, captures } = closure(linker, scope, body)
  const name = linker.helper(['S', ...captures.map((c) => c.param)], text)
  return `${name}(${[state, ...captures.map((c) => c.raw)].join(',')})`
}

/**
 * The same of a function that gives a list. If it depends on nothing but the position, the list is kept until the
 * position changes: a rule asks for it once for each item of a loop.
 */
export function keptList(linker: Linker, scope: Scope, body: (inner: Scope) => string): string {
  const { text, captures, facts } = closure(linker, scope, body)
  const params = ['S', ...captures.map((c) => c.param)]
  const name = linker.helper(params, text)
  const call = `${name}(${['S', ...captures.map((c) => c.raw)].join(',')})`
  if (captures.length > 0 || (facts.reads & ~POSITION) !== 0 || linker.coverage !== null) return call
  const keys = KEYS.flatMap(([part, registers]) => ((facts.reads & part) === 0 ? [] : registers))
  const memory = linker.constant({ stamp: 0, list: NO_ITEMS, fuel: 0 })
  const same = ['m.stamp===t', ...keys.map((key) => `m.${key}===S.${key}`)].join('&&')
  // What is kept costs the same fuel: whether a rule runs away does not depend on what was asked before.
  const kept = linker.helper(
    ['S'],
    `const m=${memory},t=stampOf(S);if(${same}){S.fuel-=m.fuel;return m.list}` +
      `const fuel=S.fuel,list=${name}(S);m.stamp=t;m.list=list;m.fuel=fuel-S.fuel;` +
      `${keys.map((key) => `m.${key}=S.${key};`).join('')}return list`,
  )
  return `${kept}(S)`
}

/** The registers that expressions read, apart from the cells. */
const KEYS: readonly (readonly [number, readonly string[]])[] = [
  [ACTOR, ['actor']],
  [CONTEXT, ['free', 'last', 'actionClass', 'within']],
  [ACTION_VARIABLES, ['shadows']],
]

function closure(linker: Linker, scope: Scope, body: (inner: Scope) => string) {
  const fn = new Fn(scope)
  const { made, facts } = linker.meter.apart(() => body(new Scope(fn)))
  linker.meter.note(0, CALL_COST)
  const fuel = facts.size > LONG_CODE ? linker.spend('1', facts.size) : ''
  return { text: `const d=S.d;${fuel}${made}`, captures: [...fn.captures.values()], facts }
}
