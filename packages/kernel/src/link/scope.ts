/**
 * Names and values while code is generated, with closure conversion (lambda lifting): every query becomes a top-level
 * function, and the names that it captures become parameters. So generated code allocates no closures.
 */
import { CALL_COST } from './facts.js'
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
  const fn = new Fn(scope)
  const { made: text, facts } = linker.meter.apart(() => body(new Scope(fn)))
  linker.meter.note(0, CALL_COST)
  const captures = [...fn.captures.values()]
  const fuel = facts.size > LONG_CODE ? linker.spend('1', facts.size) : ''
  const name = linker.helper(['S', ...captures.map((c) => c.param)], `const d=S.d;${fuel}${text}`)
  return `${name}(${[state, ...captures.map((c) => c.raw)].join(',')})`
}
