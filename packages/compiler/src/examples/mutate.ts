/** Mutation testing: finds small changes of the rules that no example notices. */
import type { Game, GameDef, SourceDef } from '@ludoforge/kernel'
import { Coverage, withoutUndefined, LinkError, linkGame, present, Rng } from '@ludoforge/kernel'
import type { LoadedGame } from '../loaded-game.js'
import { type SourceFile } from '../source/index.js'
import { type Case, CaseRunner } from './cases.js'
import { collect } from './collect.js'
import { type Mutant, mutantsOf, mutantOption, withMutants } from './mutants.js'

/** The mutants and examples to test. */
export interface MutationRequest {
  readonly files?: readonly SourceFile[] // files with examples; default: the game folder
  readonly only?: string // mutants in this file or folder of the game; default: all
  readonly sample?: number // size of a random sample; default: all
  readonly seed?: string // of the sample
  readonly part?: readonly [index: number, of: number] // every `of`-th mutant from `index`, for one of several workers
  readonly onProgress?: (done: number, all: number) => void
}

/** A mutant and its result. */
export interface Mutation extends Omit<SourceDef, 'text'> {
  readonly number: number // among all mutants of the game
  readonly text: string // the source text
  readonly from: string
  readonly to: string
  /** `unnoticed`: it survives. `unreached`: no example executes the changed rule. `unlinkable`: the mutant doesn't link. */
  readonly outcome: 'noticed' | 'unnoticed' | 'unreached' | 'unlinkable'
  readonly by?: string // the title of the example that kills it
}

/** Runs, for each mutant, the examples that execute the changed rule, until one of them fails. */
export function mutateExamples(loaded: LoadedGame, request: MutationRequest = {}): Mutation[] {
  const found: Mutation[] = []
  for (const { mutation, done, all } of mutationSteps(loaded, request)) {
    if (mutation === undefined) continue
    found.push(mutation)
    request.onProgress?.(done, all)
  }
  return found.toSorted((a, b) => a.number - b.number)
}

/** A step of mutation testing. Without a mutation, an example ran on the unchanged rules. */
export interface MutationStep {
  readonly mutation?: Mutation
  readonly done: number
  readonly all: number
}

/** The same in steps, for editors: the caller can pause or end it after each of them. */
export function* mutationSteps(
  loaded: LoadedGame,
  request: Omit<MutationRequest, 'onProgress'> = {},
): Generator<MutationStep, void, void> {
  const { def } = loaded
  const all = mutantsOf(def)
  const [index, of] = request.part ?? [0, 1]
  const { only } = request
  const sourceOf = ({ src }: Mutant): SourceDef => present(def.sources[src], 'every mutant has a source.')
  const wanted = all.flatMap((mutant, i) =>
    isWithin(sourceOf(mutant).file, only) ? { number: i, mutant } : [],
  )
  const selected = sampleOf(wanted, request.sample ?? wanted.length, request.seed ?? '1').filter(
    (_, i) => i % of === index,
  )
  const { examples, lessons } = collect(loaded, request.files)
  let done = 0
  const made = ({ number, mutant }: Numbered, found: Pick<Mutation, 'outcome' | 'by'>): MutationStep => {
    const { rule, from, to } = mutant
    done += 1
    const mutation = { number, ...sourceOf(mutant), ...withoutUndefined({ rule }), from, to, ...found }
    return { mutation, done, all: selected.length }
  }
  for (const group of linkable(def, selected)) {
    if (group.game === undefined) {
      for (const mutant of group.mutants) yield made(mutant, { outcome: 'unlinkable' })
      continue
    }
    const runner = new CaseRunner(group.game, loaded.world)
    const runs: CoveredRun[] = []
    for (const example of [...examples, ...lessons]) {
      runs.push(coveredRun(example, runner, group.coverage))
      yield { done, all: selected.length }
    }
    const reachedBy = examplesBySource(runs)
    for (const [i, numbered] of group.mutants.entries()) {
      const reaching = reachedBy.get(numbered.mutant.src) ?? []
      const by = reaching.find((example) => fails(runner, example, i + 1))
      yield by === undefined
        ? made(numbered, { outcome: reaching.length === 0 ? 'unreached' : 'unnoticed' })
        : made(numbered, { outcome: 'noticed', by: by.title })
    }
  }
}

function isWithin(file: string, path: string | undefined): boolean {
  return path === undefined || file === path || file.startsWith(`${path}/`)
}

/** A random sample of the mutants, without repetition, in order. */
function sampleOf(mutants: readonly Numbered[], count: number, seed: string): readonly Numbered[] {
  if (count >= mutants.length) return mutants
  return new Rng(seed)
    .shuffle([...mutants])
    .slice(0, count)
    .toSorted((a, b) => a.number - b.number)
}

/** A mutant with its number among all mutants of the game. */
interface Numbered {
  readonly number: number
  readonly mutant: Mutant
}

interface Group {
  readonly mutants: readonly Numbered[]
  readonly game?: Game // contains all of them; absent if they don't link
  readonly coverage: Coverage
}

/** Groups of mutants that link together. Bisects to isolate those that don't. */
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

/** An example with the sources that it executes and its time. */
interface CoveredRun {
  readonly example: Case
  readonly sources: ReadonlySet<number>
  readonly ms: number
}

/** Runs an example on the unchanged rules. Throws if it fails. */
function coveredRun(example: Case, runner: CaseRunner, { points, hits }: Coverage): CoveredRun {
  hits.fill(0)
  const start = performance.now()
  const { failure } = runner.run(example, mutantOption(0))
  if (failure !== undefined)
    throw new LinkError(
      `The example '${example.title}' fails on the unchanged rules, so mutants can't be tested: ${failure.message}`,
      {},
    )
  const sources = new Set(
    points.flatMap(({ kind, src }, i) => (kind !== 'branch' && (hits[i] ?? 0) > 0 ? src : [])),
  )
  return { example, sources, ms: performance.now() - start }
}

/** The examples that execute each source, the fastest first. */
function examplesBySource(runs: readonly CoveredRun[]): Map<number, readonly Case[]> {
  const reachedBy = new Map<number, Case[]>()
  for (const { example, sources } of runs.toSorted((a, b) => a.ms - b.ms))
    for (const src of sources) reachedBy.set(src, [...(reachedBy.get(src) ?? []), example])
  return reachedBy
}

/** Any failure kills the mutant: a failed expectation, an error in a rule, or a rule that doesn't end. */
function fails(runner: CaseRunner, example: Case, number: number): boolean {
  try {
    return runner.run(example, mutantOption(number)).failure !== undefined
  } catch {
    return true
  }
}
