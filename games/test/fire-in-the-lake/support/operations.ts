/** The operations of random games of Fire in the Lake, each with all that was chosen and all that happened. */
import type { LoadedGame } from '@ludoforge/compiler'
import { type Choice, type Decision, Rng, type State, type StepEvent } from '@ludoforge/kernel'
import { beginning, drawChoice } from '../../../../test/support/play.js'

export interface Step {
  readonly decision: Decision
  readonly choice: Choice
  readonly before: State
  readonly after: State
  readonly events: readonly StepEvent[] // those of the operation
  readonly ahead: readonly StepEvent[] // what this answer did before the operation began
}

export interface Operation {
  readonly id: string
  readonly seat: string
  readonly class: string | undefined
  readonly free: boolean
  readonly seed: number
  readonly before: State // when it was chosen
  readonly steps: readonly Step[]
  readonly events: readonly StepEvent[]
  /** The board at its end is the one after the last step: nothing else followed at once. */
  readonly settled: boolean
}

/**
 * Plays so many random games, with a liking for some options, and yields every operation when it is over. No Event
 * of these games changes a rule for later: sections 3 and 4 are looked at as they stand.
 */
export function operationsIn(game: LoadedGame, games: number, first = 1, liked = /^$/): Generator<Operation> {
  return actionsIn(game, 'operation', games, first, liked)
}

/** As `operationsIn`, for actions with another tag: a `turn` has the choice of its operation in it. */
export function* actionsIn(
  game: LoadedGame,
  tag: 'operation' | 'turn',
  games: number,
  first = 1,
  liked = /^$/,
): Generator<Operation> {
  const tagged = new Set(game.def.procedures.filter((p) => p.tags.includes(tag)).map((p) => p.id))
  for (let seed = first; seed < first + games; seed += 1) {
    const rng = new Rng(seed)
    let state = startWithoutLastingCards(game, seed, rng)
    let open:
      | { began: Extract<StepEvent, { type: 'began' | 'ended' }>; before: State; steps: Step[] }
      | undefined
    for (;;) {
      const decision = game.decision(state)
      if (decision === undefined) break
      const choice = drawLiked(decision, liked, rng)
      const before = state
      const { state: after, events } = game.step(before, choice)
      state = after
      const start = events.findIndex((e) => e.type === 'began' && tagged.has(e.action))
      const began = events[start]
      if (began?.type === 'began') open = { began, before, steps: [] }
      if (open === undefined) continue
      const id = open.began.action
      const end = events.findIndex((e) => e.type === 'ended' && e.action === id)
      const own = events.slice(Math.max(0, start), end < 0 ? undefined : end + 1)
      open.steps.push({
        decision,
        choice,
        before,
        after,
        events: own,
        ahead: events.slice(0, Math.max(0, start)),
      })
      if (end < 0) continue
      const { steps } = open
      const { seat, free, class: cls } = open.began
      const settled = movements(events.slice(end + 1)).length === 0
      const all = steps.flatMap((step) => step.events)
      yield { id, seat, class: cls, free, seed, before: open.before, steps, events: all, settled }
      open = undefined
    }
  }
}

/** Two campaigns of Events that are over when they are executed. Their Coups are in the stock of every scenario. */
export function startWithoutLastingCards(game: LoadedGame, seed: number, rng: Rng): State {
  const events = game.def.tokens.filter(
    ({ props }) => props['card-kind'] === 'event' && props['effect'] === undefined,
  )
  const left = events.map(({ id }) => id)
  const draw = () => left.splice(rng.below(left.length), 1)
  const campaign = (coup: string) => [...Array.from({ length: 12 }, draw).flat(), coup]
  const deck = [...campaign('card-130'), ...campaign('card-128')]
  return game.start({ ...beginning(game, seed), options: { 'deck-order': deck } })
}

/** Three times out of four an option that is liked, if there is one. */
export function drawLiked(decision: Decision, liked: RegExp, rng: Rng): Choice {
  const wanted = decision.kind === 'one' ? decision.options.filter(({ id }) => liked.test(id)) : []
  const option = wanted[rng.below(Math.max(1, wanted.length))]
  return option !== undefined && rng.below(4) > 0 ? option.id : drawChoice(decision, rng)
}

/** What was chosen under a name, asked or forced, in the operation itself and not in a special activity. */
export function chosen({ id, events }: Operation, name: string): string[] {
  return answersTo(events, id, name)
}

/** The answers to questions of an action under a name, lists taken apart. Events begin with that action. */
export function answersTo(events: readonly StepEvent[], action: string, name: string): string[] {
  const open: string[] = []
  return events.flatMap((e) => {
    if (e.type === 'began') open.push(e.action)
    if (e.type === 'ended') open.pop()
    if (e.type !== 'chose' || e.name !== name || open.at(-1) !== action) return []
    return named(e.choice)
  })
}

/** What an answer names, a list taken apart; nothing if it takes an offer. */
export function named(choice: Choice): string[] {
  return typeof choice === 'object' && 'offer' in choice ? [] : [choice].flat().map(String)
}

export function hasActivity({ id, events }: Operation): boolean {
  return events.some((e) => e.type === 'began' && e.action !== id)
}

/** By how much a variable of a seat changed. */
export function change(events: readonly StepEvent[], variable: string, of: string): number {
  let sum = 0
  for (const e of events)
    if (e.type === 'set' && e.variable === variable && e.of === of) sum += Number(e.value) - Number(e.from)
  return sum
}

export interface Movement {
  readonly what: string // the type of piece, without its state
  readonly from: string
  readonly into: string
  readonly count: number
}

export function movements(events: readonly StepEvent[]): Movement[] {
  return events.flatMap((e) =>
    e.type === 'moved'
      ? [{ what: e.what.replace(/\+.*/, ''), from: e.from, into: e.into, count: e.count }]
      : [],
  )
}
