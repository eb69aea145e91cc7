/** Names that effects and queries bind, block by block. */
import type { TypeName } from '@ludoforge/kernel'
import { Scope } from '@ludoforge/compiler/dialect'

/** What a written name stands for: the name it has in the GameDef. */
interface Entry {
  readonly type: TypeName
  readonly actual: string
  readonly leaked: boolean // bound inside a branch of an `if`, which hands it out
}

export class Names {
  readonly #own = new Map<string, Entry>()

  constructor(readonly parent?: Names) {}

  find(name: string): Entry | undefined {
    return this.#own.get(name) ?? this.parent?.find(name)
  }

  /** `actual`: the name in the GameDef, where the notation has its own word for it (`$zone` in filters). */
  set(name: string, type: TypeName, actual = name, leaked = false): void {
    this.#own.set(name, { type, actual, leaked })
  }

  inner(): Names {
    return new Names(this)
  }

  /** What was bound in this block itself. */
  get own(): ReadonlyMap<string, Entry> {
    return this.#own
  }

  get all(): string[] {
    return [...this.#own.keys(), ...(this.parent?.all ?? [])]
  }

  /** A name that nothing here has, nor one of the blocks inside, made from another. */
  fresh(name: string, inside: readonly Names[]): string {
    let made = `${name}*`
    while (this.find(made) !== undefined || inside.some(({ own }) => own.has(made))) made += '*'
    return made
  }

  /** The same names for a text of the rules notation; those that stand for another name are left out. */
  scope(): Scope {
    const scope = new Scope(this.parent?.scope())
    for (const [name, entry] of this.#own) if (entry.actual === name) scope.set(name, entry.type)
    return scope
  }
}
