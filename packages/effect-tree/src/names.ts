/** The names that effects and queries bind, by block. */
import type { TypeName } from '@ludoforge/kernel'
import { Scope } from '@ludoforge/compiler/dialect'

/** A bound name: its type, and its name in the GameDef. */
interface Entry {
  readonly type: TypeName
  readonly actual: string
  readonly leaked: boolean // hoisted from a branch of an `if`
}

export class Names {
  readonly #own = new Map<string, Entry>()

  constructor(readonly parent?: Names) {}

  find(name: string): Entry | undefined {
    return this.#own.get(name) ?? this.parent?.find(name)
  }

  /** `actual`: the name in the GameDef, if it differs (`$zone` in filters). */
  set(name: string, type: TypeName, actual = name, leaked = false): void {
    this.#own.set(name, { type, actual, leaked })
  }

  inner(): Names {
    return new Names(this)
  }

  /** The names bound in this block itself. */
  get own(): ReadonlyMap<string, Entry> {
    return this.#own
  }

  get all(): string[] {
    return [...this.#own.keys(), ...(this.parent?.all ?? [])]
  }

  /** Generates a name that is free here and in the inner blocks. */
  fresh(name: string, inside: readonly Names[]): string {
    let fresh = `${name}*`
    while (this.find(fresh) !== undefined || inside.some(({ own }) => own.has(fresh))) fresh += '*'
    return fresh
  }

  /** The scope for a text of the rules notation, without names that differ in the GameDef. */
  scope(): Scope {
    const scope = new Scope(this.parent?.scope())
    for (const [name, entry] of this.#own) if (entry.actual === name) scope.set(name, entry.type)
    return scope
  }
}
