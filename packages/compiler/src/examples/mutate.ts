/** How well the examples protect the rules: which small changes of the rules no example notices. */
import type { Game, GameDef, SourceDef } from '@ludoforge/kernel'
import { Coverage, withoutUndefined, LinkError, linkGame, present, Rng } from '@ludoforge/kernel'
import type { LoadedGame } from '../game.js'
import { type SourceFile } from '../source/index.js'
import { gatherExamples } from './gather.js'
import { type Mutant, mutantsOf, mutantOption, withMutants } from './mutants.js'
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
  const sourceOf = ({ src }: Mutant): SourceDef =>
    present(def.sources[src], 'every mutant has a place in the rules.')
  const wanted = all.flatMap((mutant, i) =>
    stands(sourceOf(mutant).file, only) ? { number: i, mutant } : [],
  )
  const those = drawn(wanted, request.sample ?? wanted.length, request.seed ?? '1').filter(
    (_, i) => i % of === index,
  )
  const { examples } = gatherExamples(loaded, request.files)
  const made = new Map<number, Mutation>()
  const told = ({ number, mutant }: Numbered, found: Pick<Mutation, 'outcome' | 'by'>): void => {
    const { rule, from, to } = mutant
    made.set(number, {
      number,
      ...sourceOf(mutant),
      ...withoutUndefined({ rule }),
      from,
      to,
      ...found,
    })
    request.onProgress?.(made.size, those.length)
  }
  for (const group of linkable(def, those)) {
    if (group.game === undefined) {
      for (const one of group.mutants) told(one, { outcome: 'unlinkable' })
      continue
    }
    const runner = new ExampleRunner(group.game, loaded.world)
    const comeTo = whoComes(examples, runner, group.coverage)
    group.mutants.forEach((one, i) => {
      const reaching = comeTo.get(one.mutant.src) ?? []
      const by = reaching.find((example) => fails(runner, example, i + 1))
      if (by !== undefined) told(one, { outcome: 'noticed', by: by.title })
      else told(one, { outcome: reaching.length === 0 ? 'unreached' : 'unnoticed' })
    })
  }
  return [...made.values()].toSorted((a, b) => a.number - b.number)
}

function stands(file: string, place: string | undefined): boolean {
  return place === undefined || file === place || file.startsWith(`${place}/`)
}

/** A random sample of the mutants, without repetition, in order. */
function drawn(mutants: readonly Numbered[], count: number, seed: string): readonly Numbered[] {
  if (count >= mutants.length) return mutants
  return new Rng(seed)
    .shuffle([...mutants])
    .slice(0, count)
    .toSorted((a, b) => a.number - b.number)
}

/** A mutant with its number among all of the game. */
interface Numbered {
  readonly number: number
  readonly mutant: Mutant
}

interface Group {
  readonly mutants: readonly Numbered[]
  readonly game?: Game // with all of them behind a switch
  readonly coverage: Coverage
}

/** Groups of changes that can be linked together: all of them, but for those that make no game. */
function* linkable(def: GameDef, mutants: readonly Numbered[]): Generator<Group> {
  if (mutants.length === 0) return
  const coverage = new Coverage()
  let game: Game
  try {
    game = linkGame(
      withMutants(
        def,
        mutants.map(({ mutant }) => mutant),
      ),
      coverage,
    )
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    const half = Math.floor(mutants.length / 2)
    if (half === 0) yield { mutants, coverage }
    else for (const part of [mutants.slice(0, half), mutants.slice(half)]) yield* linkable(def, part)
    return
  }
  yield { mutants, game, coverage }
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
    const { failure } = runner.run(example, mutantOption(0))
    if (failure !== undefined)
      throw new LinkError(
        `The example '${example.title}' fails before anything is changed: ${failure.message}`,
        {},
      )
    const places = new Set(
      points.flatMap(({ kind, src }, i) => (kind !== 'branch' && (hits[i] ?? 0) > 0 ? src : [])),
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
    return runner.run(example, mutantOption(number)).failure !== undefined
  } catch {
    return true
  }
}
