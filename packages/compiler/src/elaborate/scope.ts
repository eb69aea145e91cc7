import type { TypeName } from '@ludoforge/kernel'

/** The local names of a rule, with their types. An inner scope sees those around it. */
export class Scope {
  readonly #names = new Map<string, TypeName>()

  constructor(readonly parent?: Scope) {}

  get(name: string): TypeName | undefined {
    return this.#names.get(name) ?? this.parent?.get(name)
  }

  set(name: string, type: TypeName): void {
    this.#names.set(name, type)
  }

  with(name: string, type: TypeName): Scope {
    const inner = new Scope(this)
    inner.set(name, type)
    return inner
  }

  get names(): string[] {
    return [...this.#names.keys(), ...(this.parent?.names ?? [])]
  }
}
