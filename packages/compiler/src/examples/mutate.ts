/** How well the examples protect the rules: which small changes of the rules no example notices. */
import type { Game, GameDef, SourceDef } from '@ludoforge/kernel'
import { Coverage, defined, LinkError, linkGame, Rng } from '@ludoforge/kernel'
import type { LoadedGame } from '../game.js'
import type { SourceFile } from '../source/index.js'
import { gatherExamples } from './gather.js'
import { type Mutant, mutantsOf, switched, withSwitch } from './mutants.js'
import type { Example } from './parse.js'
import { ExampleRunner } from './run.js'

/** Which changes of the rules are tried on which examples. */
export interface MutationRequest {
  readonly files?: readonly SourceFile[] // whose examples; default: the game's own
  readonly only?: string // changes in this file or folder of the game; default: everywhere
  readonly sample?: number // so many changes, drawn by lot; default: all
  readonly seed?: string // of the lots
  readonly part?: readonly [index: number, of: number] // every so manieth of them only, for one of several workers
  readonly onProgress?: (done: number, all: number) => void
}

/** A change of the rules, and what came of it. */
export interface Mutation extends Omit<SourceDef, 'text'> {
  readonly number: number // among all that are possible
  readonly text: string // the words that stand there
  readonly from: string
  readonly to: string
  /** `unreached`: no example comes there, so none notices it. `unlinkable`: the changed rules make no game. */
  readonly outcome: 'noticed' | 'unnoticed' | 'unreached' | 'unlinkable'
  readonly by?: string // the title of the example that notices it
}

/** Changes the rules, one thing at a time, and runs the examples that come there until one of them fails. */
export function mutateExamples(loaded: LoadedGame, request: MutationRequest = {}): Mutation[] {
  const { def } = loaded
  const all = mutantsOf(def)
  const [index, of] = request.part ?? [0, 1]
  const { only } = request
  const wanted = all.flatMap(({ src }, i) => (stands(def.sources[src].file, only) ? i : []))
  const numbers = drawn(wanted, request.sample ?? wanted.length, request.seed ?? '1').filter(
    (_, i) => i % of === index,
  )
  const { examples } = gatherExamples(loaded, request.files)
  const made = new Map<number, Mutation>()
  const told = (number: number, mutant: Mutant, found: Pick<Mutation, 'outcome' | 'by'>): void => {
    const { src, rule, from, to } = mutant
    made.set(number, {
      number,
      ...def.sources[src],
      ...defined({ rule }),
      from,
      to,
      ...found,
    })
    request.onProgress?.(made.size, numbers.length)
  }
  for (const group of linkable(def, numbers, all)) {
    if (group.game === undefined) {
      for (const number of group.numbers) told(number, all[number], { outcome: 'unlinkable' })
      continue
    }
    const runner = new ExampleRunner(group.game, loaded.world)
    const comeTo = whoComes(examples, runner, group.coverage)
    group.numbers.forEach((number, i) => {
      const mutant = all[number]
      const those = comeTo.get(mutant.src) ?? []
      const by = those.find((example) => fails(runner, example, i + 1))
      if (by !== undefined) told(number, mutant, { outcome: 'noticed', by: by.title })
      else told(number, mutant, { outcome: those.length === 0 ? 'unreached' : 'unnoticed' })
    })
  }
  return [...made.values()].toSorted((a, b) => a.number - b.number)
}

function stands(file: string, place: string | undefined): boolean {
  return place === undefined || file === place || file.startsWith(`${place}/`)
}

/** So many of the numbers, drawn without repetition, in order. */
function drawn(numbers: readonly number[], count: number, seed: string): readonly number[] {
  if (count >= numbers.length) return numbers
  return new Rng(seed)
    .shuffle([...numbers])
    .slice(0, count)
    .toSorted((a, b) => a - b)
}

interface Group {
  readonly numbers: readonly number[]
  readonly game?: Game // with all of them behind a switch
  readonly coverage: Coverage
}

/** Groups of changes that can be linked together: all of them, but for those that make no game. */
function* linkable(def: GameDef, numbers: readonly number[], all: readonly Mutant[]): Generator<Group> {
  if (numbers.length === 0) return
  const coverage = new Coverage()
  const mutants = numbers.map((number) => all[number])
  let game: Game
  try {
    game = linkGame(withSwitch(def, mutants), coverage)
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    const half = Math.floor(numbers.length / 2)
    if (half === 0) yield { numbers, coverage }
    else for (const part of [numbers.slice(0, half), numbers.slice(half)]) yield* linkable(def, part, all)
    return
  }
  yield { numbers, game, coverage }
}

/** By the place of a statement, the examples that come there; the quickest first. */
function whoComes(
  examples: readonly Example[],
  runner: ExampleRunner,
  { points, hits }: Coverage,
): Map<number, readonly Example[]> {
  const runs = examples.map((example) => {
    hits.fill(0)
    const start = performance.now()
    const { failure } = runner.run(example, switched(0))
    if (failure !== undefined)
      throw new LinkError(
        `The example '${example.title}' fails before anything is changed: ${failure.message}`,
        {},
      )
    const places = new Set(
      points.flatMap(({ kind, src }, i) => (kind !== 'branch' && hits[i] > 0 ? src : [])),
    )
    return { example, places, ms: performance.now() - start }
  })
  const comeTo = new Map<number, Example[]>()
  for (const { example, places } of runs.toSorted((a, b) => a.ms - b.ms))
    for (const src of places) comeTo.set(src, [...(comeTo.get(src) ?? []), example])
  return comeTo
}

/** Whatever goes wrong is noticed: an expectation that does not hold, a rule that cannot go on or does not end. */
function fails(runner: ExampleRunner, example: Example, number: number): boolean {
  try {
    return runner.run(example, switched(number)).failure !== undefined
  } catch {
    return true
  }
}
