/** Follows a previewed answer through the seat's next questions, as an example of what it leads to. */
import { LudoError, selectable, type State, type StepEvent } from '@ludoforge/kernel'
import {
  asksByHidden,
  forkState,
  type LinkedGame,
  offersHidden,
  type OpenQuestion,
} from '@ludoforge/kernel/internal'
import { likelyAnswer } from './likely-answer.js'
import { PreviewRecorder, Stop } from './preview-recorder.js'

/** The answers that an example adds at most. */
const MAX_ANSWERS = 4
/** A question for one of at most this many options is answered by trying all of them. */
const MAX_TRIED = 6

/** The next question after an answer. Its prompt is missing if it is another seat's or may depend on hidden information. */
export interface NextQuestion {
  readonly seat: string
  /** It is the question that is answered: it is asked again. */
  readonly again?: true
  readonly prompt?: string
}

/** Returns the question that a state waits for, as `me` may know it before it is asked. */
export function nextQuestion(game: LinkedGame, t: State, me: number, from: number): NextQuestion | undefined {
  const { machine } = game.linked
  const open = machine.question(t)
  if (open === undefined) return undefined
  const { names, program } = machine
  const seat = names.layout.seats[open.seat] ?? ''
  const prompt = mayKnow(game, t, open, me) ? program.prompts[t.q]?.(t, t.k, t.fp, open.seat) : undefined
  const again = t.q === from && open.seat === me ? { again: true as const } : {}
  return prompt === undefined ? { seat } : { seat, prompt, ...again }
}

function mayKnow({ linked: { machine } }: LinkedGame, t: State, { seat }: OpenQuestion, me: number): boolean {
  const isPublic = machine.linker.question(t.q).together === null
  return seat === me && isPublic && !offersHidden(machine, t, me) && !asksByHidden(machine, t, me)
}

/** Whether events show what an answer does: pieces move or turn, or a space changes. */
export function hasEffect({ linked: { machine } }: LinkedGame, events: readonly StepEvent[]): boolean {
  const { zoneIndex, variables } = machine.names.layout
  return events.some((event) => {
    // Notes of the action in progress, such as the spaces chosen so far, are no effect.
    if (event.type === 'set')
      return (
        event.of !== undefined &&
        zoneIndex.has(event.of) &&
        variables.get(event.variable)?.def.during === undefined
      )
    return event.type === 'moved' || event.type === 'flipped'
  })
}

/** The state of a followed world. */
interface Followed {
  readonly answers: number
  readonly until: 'question' | 'over' | 'chance' | 'hidden'
}

/**
 * Answers the questions of `me` that a world waits for, until something changes on the board. Likely answers are taken,
 * and where there are few options, the one that is worth most to the seat. It never answers the question
 * `from` again, nor another one twice.
 */
export function follow(
  game: LinkedGame,
  t: State,
  me: number,
  from: number,
  watch: PreviewRecorder,
  tries = true,
): Followed {
  const { machine } = game.linked
  const seen = new Set([from])
  const before = watch.events.length
  let answers = 0
  while (answers < MAX_ANSWERS && !hasEffect(game, watch.events.slice(before))) {
    const open = machine.question(t)
    if (open === undefined || seen.has(t.q) || !mayKnow(game, t, open, me)) break
    const picks =
      likelyAnswer(open) ?? fullAnswer(open) ?? (tries ? bestAnswer(game, t, me, open) : undefined)
    if (picks === undefined) break
    seen.add(t.q)
    answers += 1
    t.recorder = watch
    try {
      machine.answer(t, picks)
    } catch (error) {
      if (error instanceof Stop) return { answers, until: error.until }
      if (error instanceof LudoError) return { answers, until: 'hidden' } // the rules may fail in a determinization
      throw error
    } finally {
      t.recorder = null
    }
    if (t.over !== 0) return { answers, until: 'over' }
  }
  return { answers, until: 'question' }
}

/** Returns as many options as may be chosen, in their order. */
function fullAnswer(open: OpenQuestion): readonly number[] | undefined {
  if (open.kind !== 'many') return undefined
  const picks: number[] = []
  for (let next = selectable(open, picks)[0]; next !== undefined; next = selectable(open, picks)[0])
    picks.push(next)
  return picks
}

/** Returns the first option that is worth most to the seat and changes something. Undefined if there is none. */
function bestAnswer(
  game: LinkedGame,
  t: State,
  me: number,
  { kind, values, optional }: OpenQuestion,
): readonly number[] | undefined {
  const { machine } = game.linked
  const seat = machine.names.layout.seats[me]
  if (kind !== 'one' || optional || values.length > MAX_TRIED || seat === undefined) return undefined
  let best: { readonly pick: number; readonly worth: number } | undefined
  for (let pick = 0; pick < values.length; pick++) {
    const worth = worthOf(game, t, me, seat, pick)
    if (worth !== undefined && (best === undefined || worth > best.worth)) best = { pick, worth }
  }
  return best === undefined ? undefined : [best.pick]
}

/** Returns what an option is worth. Undefined if it changes nothing, or if chance or hidden information decides. */

function worthOf(game: LinkedGame, t: State, me: number, seat: string, pick: number): number | undefined {
  const trial = forkState(t)
  const watch = new PreviewRecorder(game.linked, me, true)
  trial.recorder = watch
  try {
    game.linked.machine.answer(trial, [pick])
    trial.recorder = null
    if (trial.over === 0 && !hasEffect(game, watch.events)) follow(game, trial, me, t.q, watch, false)
    return hasEffect(game, watch.events) ? (game.worth(trial, seat) ?? 0) : undefined
  } catch (error) {
    if (error instanceof Stop || error instanceof LudoError) return undefined
    throw error
  }
}
