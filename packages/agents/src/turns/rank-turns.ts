/** Ranks the turns of a seat by search. Unlike an agent, it reports how much better one turn is than another. */
import { type Choice, type Game, Rng, type State, withoutUndefined } from '@ludoforge/kernel'
import { determinize, hasSecretsOnStack } from '@ludoforge/play'
import type { ThinkOptions } from '../agent.js'
import { AlphaBeta, type Result } from '../search/alpha-beta.js'
import { keyOf, type PortableAnswer } from '../search/answers.js'
import { BeliefSampler } from '../search/beliefs.js'
import { type Budget, BudgetMeter } from '../search/budget.js'
import { expectedScore } from '../search/evaluator.js'
import { hasPrivate } from '../search/has-private.js'
import { allTurns } from '../search/list-turns.js'
import { OpponentModel } from '../search/opponent-model.js'
import { PrivateHandSearch } from '../search/private-hand-search.js'
import { Policies, StrategyModel } from '../search/proposer.js'
import { runUntilDone } from '../search/root-parallel.js'
import { TurnSearch } from '../search/search.js'
import { isForTwo } from '../search/suits-alpha-beta.js'
import { TranspositionTable } from '../search/transposition-table.js'
import { answersOfTurn, kindOfTurn, stepsOfTurn, type TurnStep } from './turn.js'

const COMPARED = 8 // kinds of turns, in the second search
const MAX_TURNS = 300 // for alpha-beta
const SLACK = 3 // times the budget, for a search that has to reach the depth of another

/** A position whose turns are ranked. It sees what the seat may see. */
export interface RankRequest {
  readonly game: Game
  readonly state: State
  readonly seat: number
  /** The budget of each search. The same request gives the same result. */
  readonly iterations: number
  /** A time limit for each search, in addition. With it, the result depends on the machine. */
  readonly ms?: number
  readonly seed: number | string
  /** Turns that are ranked in any case, such as the one that was played. */
  readonly include?: readonly (readonly Choice[])[]
  /** Compares the turns of `include`, and looks for no others where that would take another search. */
  readonly only?: boolean
}

/** A turn and its value. */
export interface RankedTurn {
  readonly steps: readonly TurnStep[]
  /** Turns of one kind choose the same actions and differ in details. */
  readonly kind: string
  /** The expected score, from 0 (lost) to 100 (won). */
  readonly score: number
  /** The expected change of the lead over the best rival, in units of worth, if the search can tell. */
  readonly lead?: number
  /** The result with best play, if the search has proven it. */
  readonly proven?: Result
}

/** The ranked turns. */
export interface TurnRanking {
  /** Best first. Of each kind of turn, only the best is here. */
  readonly turns: readonly RankedTurn[]
  /** The turns of `include`, in the same order. A turn that isn't legal for the seat is `undefined`. */
  readonly included: readonly (RankedTurn | undefined)[]
}

interface Valued {
  readonly answers: readonly PortableAnswer[]
  readonly mean: number
  readonly lead?: number | undefined
  readonly proven?: Result
}

/** Ranks the turns of a seat. Returns `undefined` if secret answers on the stack make a search useless. */
export async function rankTurns(
  request: RankRequest,
  thinking: ThinkOptions = {},
): Promise<TurnRanking | undefined> {
  const { game, state, seat, seed, include = [] } = request
  if (hasSecretsOnStack(game, state)) return undefined
  const rng = new Rng(`${seed} turns`)
  const given = include.map((choices) =>
    answersOfTurn(game, determinize(game, state, seat, rng), seat, choices),
  )
  const valued = await valueTurns(
    request,
    given.filter(({ length }) => length > 0),
    rng,
    thinking,
  )
  const named = (turn: Valued): RankedTurn => {
    const steps = stepsOfTurn(game, determinize(game, state, seat, rng), seat, turn.answers)
    const { proven, lead, mean } = turn
    return {
      steps,
      kind: kindOfTurn(steps),
      score: expectedScore(mean),
      ...withoutUndefined({ lead, proven }),
    }
  }
  const byKey = new Map(valued.map((turn) => [keyOf(turn.answers), turn]))
  const kinds = new Map<string, RankedTurn>()
  for (const turn of valued.toSorted((a, b) => b.mean - a.mean).map(named))
    if (turn.steps.length > 0 && !kinds.has(turn.kind)) kinds.set(turn.kind, turn)
  return {
    turns: [...kinds.values()],
    included: given.map((answers) => {
      const found = byKey.get(keyOf(answers))
      return found === undefined ? undefined : named(found)
    }),
  }
}

type Answers = readonly PortableAnswer[]

const budgetOf = ({ iterations, ms }: Pick<RankRequest, 'iterations' | 'ms'>, times = 1): Budget => ({
  iterations: times * iterations,
  ...(ms === undefined ? {} : { ms: times * ms }),
})

async function valueTurns(
  request: RankRequest,
  given: readonly Answers[],
  rng: Rng,
  thinking: ThinkOptions,
): Promise<readonly Valued[]> {
  const { game, state } = request
  if (hasPrivate(game, state)) return valueByHands(request, given, rng, thinking)
  const all = isForTwo(game) ? allTurns(game, state, request.seat, MAX_TURNS) : null
  if (all !== null) return valueByAlphaBeta(request, all, given, rng, thinking)
  return valueByTree(request, given, rng, thinking)
}

/** Alpha-beta knows the best turn only, so the others are searched again, to the same depth: depths aren't comparable. */
async function valueByAlphaBeta(
  { game, state, seat, iterations, ms }: RankRequest,
  all: readonly Answers[],
  given: readonly Answers[],
  rng: Rng,
  thinking: ThinkOptions,
): Promise<readonly Valued[]> {
  const table = new TranspositionTable()
  const rounds = 2 + given.length
  const search = async (round: number, among: readonly Answers[], maxDepth?: number): Promise<AlphaBeta> => {
    const budget = withoutUndefined({ iterations, ms })
    const spending = new BudgetMeter(budgetOf(budget, maxDepth === undefined ? 1 : SLACK))
    const limit = maxDepth === undefined ? {} : { maxDepth }
    const found = new AlphaBeta({ game, state, seat, spending, rng, table, among, ...limit })
    await runUntilDone(found, partOf(thinking, round, rounds))
    return found
  }
  const first = await search(0, all)
  const valued = ({ completed, proven }: AlphaBeta): Valued[] => {
    if (completed === undefined) return []
    const { answers, value } = completed
    const mean = first.meanOf(value)
    return [{ answers, mean, lead: first.leadOf(mean), ...(proven === null ? {} : { proven }) }]
  }
  const turns = valued(first)
  const isKnown = (answers: Answers): boolean => turns.some((turn) => keyOf(turn.answers) === keyOf(answers))
  const others = all.filter((answers) => !isKnown(answers))
  // A proof ends the first search early. The others then get a search of their own.
  const depth = first.proven === null ? Math.max(1, first.depth) : undefined
  if (others.length > 0) turns.push(...valued(await search(1, others, depth)))
  for (const [i, answers] of given.entries())
    if (!isKnown(answers)) turns.push(...valued(await search(2 + i, [answers], depth)))
  return turns
}

/** Flat Monte Carlo values every turn. */
async function valueByHands(
  request: RankRequest,
  given: readonly Answers[],
  rng: Rng,
  thinking: ThinkOptions,
): Promise<readonly Valued[]> {
  const { game, state, seat } = request
  const opponents = new OpponentModel()
  const model = new StrategyModel(rng.word(), new Policies(game), true, opponents.frequencies)
  const beliefs = new BeliefSampler(game, state, seat, rng, [], model, opponents)
  const spending = new BudgetMeter(budgetOf(request))
  const search = new PrivateHandSearch({ game, seat, spending, rng, model, beliefs })
  await runUntilDone(search, thinking)
  const best = new Map<string, Valued>()
  for (const turn of search.turns()) {
    const key = keyOf(turn.answers)
    if ((best.get(key)?.mean ?? Number.NEGATIVE_INFINITY) < turn.mean) best.set(key, turn)
  }
  const turns = [...best.values()]
  // A planned turn ends where something comes to light. What was played may go on from there.
  for (const answers of given) {
    const key = keyOf(answers)
    const start = turns.find((turn) => key.startsWith(keyOf(turn.answers)))
    if (start !== undefined && !best.has(key)) turns.push({ answers, mean: start.mean })
  }
  return turns
}

/** UCT finds good turns. A second search compares the best of each kind, and what is given. */
async function valueByTree(
  request: RankRequest,
  given: readonly Answers[],
  rng: Rng,
  thinking: ThinkOptions,
): Promise<readonly Valued[]> {
  const { game, state, seat, only = false } = request
  const policies = new Policies(game)
  const search = (among: readonly Answers[] | null): TurnSearch =>
    new TurnSearch({
      game,
      state,
      seat,
      spending: new BudgetMeter(budgetOf(request)),
      rng,
      proposer: policies.proposer(seat),
      outlook: policies.outlook(seat, []),
      among,
    })
  const found = search(null)
  if (!only) await runUntilDone(found, partOf(thinking, 0, 2))
  const visited = found.root.edges.filter(({ visits }) => visits > 0).toSorted((a, b) => b.mean - a.mean)
  const kinds = new Map<string, Answers>()
  for (const { answers } of [...(found.best === undefined ? [] : [found.best]), ...visited]) {
    const kind = kindOfTurn(stepsOfTurn(game, determinize(game, state, seat, rng), seat, answers))
    if (!kinds.has(kind) && kinds.size < COMPARED) kinds.set(kind, answers)
  }
  const among = new Map([...kinds.values(), ...given].map((answers) => [keyOf(answers), answers]))
  if (among.size < 2) {
    const mean = found.best?.mean ?? 0
    return [...among.values()].map((answers) => ({ answers, mean, lead: found.leadOf(mean) }))
  }
  const compared = search([...among.values()])
  await runUntilDone(compared, partOf(thinking, 1, 2))
  return compared.root.edges
    .filter(({ visits, answers }) => visits > 0 && among.has(keyOf(answers)))
    .map(({ answers, mean }) => ({ answers, mean, lead: compared.leadOf(mean) }))
}

/** The options of one of several searches that share the progress. */
function partOf({ stopped, progress }: ThinkOptions, part: number, parts: number): ThinkOptions {
  return {
    ...(stopped === undefined ? {} : { stopped }),
    progress: (spent) => progress?.((part + spent) / parts),
  }
}
