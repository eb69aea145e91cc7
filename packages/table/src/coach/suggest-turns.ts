/** Suggests a turn, and judges the one that the learner is about to play. Both by search. */
import {
  choiceOfPicks,
  isTurnOver,
  makeAgent,
  playTurn,
  type RankedTurn,
  rankTurns,
  type ThinkOptions,
} from '@ludoforge/agents'
import { type Choice, type Game, IllegalChoice, Rng, type SavedState, type State } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import { choiceLabel } from '../log/choice-label.js'
import { GameLog } from '../log/game-log.js'
import { turnsOf } from '../log/story.js'
import { turnParts } from '../log/turn-line.js'
import type { Vocabulary } from '../log/vocabulary.js'
import type { ViewContext } from '../views/index.js'
import { type SampledTurn, sampleTurn } from './sampled-turns.js'
import { turnEffects } from './turn-effects.js'

/** The rules, the computed values, and the names. */
export type CoachContext = ViewContext & { readonly words: Vocabulary }

/** How long the coach thinks: a number of iterations, a time in milliseconds, or both. */
export interface CoachBudget {
  readonly iterations?: number
  readonly ms?: number
}

/** A turn of the learner. */
export interface TurnRequest {
  readonly position: SavedState // in which it begins, as the seat may know it
  readonly seat: string
  /** The policy that is compared with the search. */
  readonly policy?: string
  readonly budget?: CoachBudget
}

/** A turn that the coach suggests. */
export interface SuggestedTurn {
  readonly choices: readonly Choice[]
  /** `Red Marches in 2 spaces`. */
  readonly text: string
  /** Its answers in order, as their questions show them. */
  readonly answers: readonly string[]
  /** Why: what it changes. */
  readonly reasons: readonly string[]
}

/** The best turn by search, and the policy's if the search values it less than one point lower. */
export interface Suggestion {
  readonly turns: readonly SuggestedTurn[]
}

/** The turn that the learner is about to play, and the one to compare it with. */
export interface JudgeRequest extends TurnRequest {
  readonly choices: readonly Choice[]
  readonly best?: readonly Choice[]
}

/** What is wrong with a turn. */
export interface TurnVerdict {
  /** The points of worth that it gives away by search, if a search can tell. */
  readonly loss?: number
  /** It decides the game, so that points don't matter. */
  readonly gives?: 'a win' | 'the game'
  /** The other seats that win by it, whatever is hidden or rolled. */
  readonly winners: readonly string[]
  readonly text: string
  readonly better?: string
}

const SUGGEST_MS = 2000
const JUDGE_MS = 1000
const MANY = 1_000_000 // iterations, where a time is the limit
const MAX_ANSWERS = 60
const MAX_DIFFERENCE = 1 // in units of worth
const DECIDED = 2 // points of the expected score
const SEARCHES = 2 // that `rankTurns` runs, one after the other

function limits({ iterations = MANY, ms }: CoachBudget, usual: number, searches: number) {
  const time = ms ?? (iterations === MANY ? usual : undefined)
  return { iterations, ...(time === undefined ? {} : { ms: time / searches }) }
}

const indexOf = ({ def }: Game, seat: string): number => def.seats.findIndex(({ id }) => id === seat)

/** Suggests a turn. Returns `undefined` if a search finds none, as with secret answers. */
export async function suggestTurns(
  context: CoachContext,
  { position, seat, policy, budget = {} }: TurnRequest,
  thinking: ThinkOptions = {},
): Promise<Suggestion | undefined> {
  const { game } = context
  const state = game.restore(position)
  const own = policy === undefined ? [] : policyTurn(game, state, seat, policy)
  const ranking = await rankTurns(
    {
      game,
      state,
      seat: indexOf(game, seat),
      seed: 'coach',
      include: own.length === 0 ? [] : [own],
      ...limits(budget, SUGGEST_MS, SEARCHES),
    },
    thinking,
  )
  const [best] = ranking?.turns ?? []
  if (ranking === undefined || best === undefined) return undefined
  const [ofPolicy] = ranking.included
  const isAlsoGood =
    ofPolicy !== undefined &&
    ofPolicy.kind !== best.kind &&
    (best.lead ?? 0) - (ofPolicy.lead ?? Number.NEGATIVE_INFINITY) < MAX_DIFFERENCE
  const turns = isAlsoGood ? [best, ofPolicy] : [best]
  return { turns: turns.map((turn) => suggested(context, state, seat, turn, ranking.turns.length)) }
}

function suggested(
  context: CoachContext,
  state: State,
  seat: string,
  { steps }: RankedTurn,
  tried: number,
): SuggestedTurn {
  const choices = steps.map(({ choice }) => choice)
  const effects = turnEffects(context, state, seat, choices)
  const search = tried === 1 ? 'the search found no other' : `best of ${tried} kinds of turn by search`
  return {
    choices,
    text: turnText(context, state, seat, choices),
    answers: steps.map(({ decision, choice }) => choiceLabel(context.game.def, decision, choice)),
    reasons: effects.length === 0 ? [search] : effects,
  }
}

/** Judges a whole turn. */
export async function judgePlayedTurn(
  context: CoachContext,
  { position, seat, choices, best, budget = {} }: JudgeRequest,
  thinking: ThinkOptions = {},
): Promise<TurnVerdict> {
  const { game } = context
  const state = game.restore(position)
  const samples = sampleTurn(game, state, seat, choices)
  const text = turnText(context, state, seat, choices)
  const verdict = { winners: winnersOf(game, samples, seat), text }
  if (best === undefined) return verdict
  const ranking = await rankTurns(
    {
      game,
      state,
      seat: indexOf(game, seat),
      seed: 'coach',
      include: [choices, best],
      only: true,
      ...limits(budget, JUDGE_MS, 1),
    },
    thinking,
  )
  const [played, better] = ranking?.included ?? []
  if (played?.lead === undefined || better?.lead === undefined) return verdict
  const loss = Math.max(0, better.lead - played.lead)
  const gives = loss === 0 ? undefined : givenAway(played.score, better.score)
  return {
    ...verdict,
    loss,
    better: betterText(context, state, seat, { text, choices, best }),
    ...(gives === undefined ? {} : { gives }),
  }
}

/** The better turn in words. If it is of the same kind, with the answers that differ. */
function betterText(
  context: CoachContext,
  state: State,
  seat: string,
  { text, choices, best }: Pick<TurnVerdict, 'text'> & Required<Pick<JudgeRequest, 'choices' | 'best'>>,
): string {
  const better = turnText(context, state, seat, best)
  if (better !== text) return better
  const own = new Set(answersOf(context.game, state, seat, choices))
  const others = answersOf(context.game, state, seat, best).filter((answer) => !own.has(answer))
  return others.length === 0 ? better : `${better} with ${context.words.say.list(others)}`
}

/** The answers of a turn as their questions show them. */
function answersOf(game: Game, state: State, seat: string, choices: readonly Choice[]): readonly string[] {
  const start = determinize(game, state, seat, new Rng('answers'))
  try {
    const { steps } = playTurn(game, start, seat, choices)
    return steps.map(({ decision, choice }) => choiceLabel(game.def, decision, choice))
  } catch (error) {
    if (error instanceof IllegalChoice) return [] // what was hidden or rolled forbids it here
    throw error
  }
}

/** Expected scores near 0 and 100 are as good as lost and won. */
function givenAway(played: number, better: number): TurnVerdict['gives'] {
  if (played <= DECIDED && better > DECIDED) return 'the game'
  return better >= 100 - DECIDED && played < 100 - DECIDED ? 'a win' : undefined
}

/** The seats other than this one that have won in every sample. */
function winnersOf(game: Game, samples: readonly SampledTurn[], seat: string): readonly string[] {
  const all = samples.map(({ after, isWhole }) => (isWhole ? (game.outcome(after)?.winners ?? []) : []))
  const [first = []] = all
  return all.some((winners) => winners.includes(seat))
    ? []
    : first.filter((winner) => all.every((winners) => winners.includes(winner)))
}

/** The turn that a policy would play. Empty if it fails. */
function policyTurn(game: Game, state: State, seat: string, policy: string): readonly Choice[] {
  const agent = makeAgent(`policy:${policy}`, 'coach')
  const index = indexOf(game, seat)
  const first = game.ask(state, index)?.site
  const choices: Choice[] = []
  let now = determinize(game, state, seat, new Rng('policy'))
  try {
    do {
      const decision = game.decision(now, seat)
      if (decision === undefined) break
      const choice = choiceOfPicks(decision, agent.choose(game, now, index))
      choices.push(choice)
      now = game.decide(now, choice, seat)
    } while (choices.length < MAX_ANSWERS && !isTurnOver(game, now, index, first))
  } catch (error) {
    if (error instanceof IllegalChoice) return []
    throw error
  }
  return choices
}

/** A turn in the words of the log: `Red Marches in 2 spaces`. */
function turnText(context: CoachContext, state: State, seat: string, choices: readonly Choice[]): string {
  const { game, words, reckon } = context
  const log = new GameLog(words, seat)
  const [sample] = sampleTurn(game, state, seat, choices)
  sample?.steps.forEach((events, i) => log.tell(events, i + 1, reckon?.(sample.after, seat)))
  const own = turnsOf(log, words).find((turn) => turn.seat === seat)
  return own === undefined ? words.plainSeat(seat) : turnParts(own.group, words).head
}
