/** Set-ups. Up to the first random number the position is the same for every seed: a copy of it is kept. */
import { RuleError } from '../errors.js'
import type { List } from '../layout/state.js'
import { forkInto, forkState, putRandomWords, randomWord, type State } from '../layout/state.js'
import type { Machine } from '../run/machine.js'

/** The routine of a set-up, and in how many stretches it runs. */
export interface SetupRoutine {
  readonly index: number
  readonly stretches: number
}

/** A position after the first stretches of a set-up. */
interface Prepared {
  readonly scenario: number
  readonly options: List
  readonly state: State
  readonly fuel: number
  readonly done: number // stretches
}

/** Positions to keep. Few combinations of scenario and options are played in one process. */
const MAX_PREPARED = 8

export class Setup {
  #prepared: readonly Prepared[] = []
  readonly #optionCells: List

  /** The set-up of the game comes first, then those of the scenarios. */
  constructor(
    private readonly machine: Machine,
    private readonly routines: readonly SetupRoutine[],
  ) {
    this.#optionCells = [...machine.linker.layout.options.values()].map(({ cell }) => cell)
  }

  /** Runs the set-up in a position that has its seed and options and nothing else. -1: there is no scenario. */
  run(s: State, scenario: number): void {
    const words = wordsOf(s)
    const options = this.#optionCells.map((cell) => s.d[cell])
    const prepared = this.#find(s, scenario, options)
    if (prepared !== undefined) {
      const { chance } = s
      forkInto(s, prepared.state)
      s.chance = chance
      s.fuel = prepared.fuel
      putRandomWords(s, words)
    }
    const from = prepared?.done ?? 0
    const best = this.#runFrom(s, scenario, from, prepared === undefined && this.#isKept(s) ? words : null)
    if (best !== null)
      this.#prepared = [{ scenario, options, ...best }, ...this.#prepared].slice(0, MAX_PREPARED)
  }

  /** Runs the stretches from this one on. With `words` it returns the position before the first random number. */
  #runFrom(
    s: State,
    scenario: number,
    from: number,
    words: List | null,
  ): Pick<Prepared, 'state' | 'fuel' | 'done'> | null {
    let best: Pick<Prepared, 'state' | 'fuel' | 'done'> | null = null
    let steady = words !== null
    let done = 0
    for (const { index, stretches } of this.#routinesOf(scenario)) {
      const plain = this.#plain(index)
      for (let part = 0; part < stretches; part++) {
        if (done++ < from) continue
        if (s.over !== 0) return best
        this.machine.guarded(s, () => plain(s, part))
        steady &&= wordsOf(s).every((word, i) => word === words?.[i])
        if (steady) best = { state: forkState(s), fuel: s.fuel, done }
      }
    }
    return best
  }

  #routinesOf(scenario: number): readonly SetupRoutine[] {
    return [0, scenario + 1].slice(0, scenario < 0 ? 1 : 2).map((i) => this.routines[i])
  }

  #plain(index: number): (s: State, part: number) => void {
    const { program, linker } = this.machine
    const plain = program.plains[index]
    if (plain === undefined)
      throw new RuleError(
        'A set-up cannot ask for choices.',
        linker.places[linker.routines[index].place] ?? {},
      )
    return plain
  }

  /**
   * Coverage notes what runs, so everything has to. Lists that were given are seldom given again. A chance source leaves
   * the random words as they are, so they don't show where chance came in.
   */
  #isKept(s: State): boolean {
    const { linker } = this.machine
    return linker.coverage === null && s.chance === null && s.lists === linker.layout.startLists
  }

  #find(s: State, scenario: number, options: List): Prepared | undefined {
    if (!this.#isKept(s)) return undefined
    return this.#prepared.find(
      (one) => one.scenario === scenario && one.options.every((value, i) => value === options[i]),
    )
  }
}

function wordsOf({ d }: State): List {
  return [0, 1, 2, 3].map((i) => randomWord(d, i))
}
