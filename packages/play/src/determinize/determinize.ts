/** A position as a seat may imagine it: everything it cannot see is replaced at random, consistently. */
import { type Game, IllegalChoice, type Question, type Rng, selectable, type State } from '@ludoforge/kernel'
import {
  allSeats,
  askAgain,
  forkInto,
  forkState,
  FRAME,
  type Linked,
  listAt,
  type Machine,
  numberAt,
  pendingSeats,
  type QuestionSite,
  takeAnswer,
} from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import { HiddenState } from './hidden-state.js'

/**
 * Tokens in zones that the seat cannot see change places with others of the same supply in such zones; every
 * zone keeps its size. As soon as a card was turned where not all could see it, how hidden cards lie is left
 * to chance; until then everybody knows how they lie, because everybody saw how they came there. Positions that
 * the seat cannot tell apart are imagined alike, with the same random numbers: what is imagined says nothing
 * about what is.
 * Hidden variables get any value within their bounds; one without bounds goes back to its start. The random
 * numbers are seeded anew, so that nothing can be learnt about coming rolls and shuffles. Where several seats are
 * asked at once, those that have answered get other answers, any that they could have given. What a rule holds
 * in a local name stays; `hasSecretsOnStack` tells whether that can be a secret. The seat is named, or is its number.
 * With `like`, another imagined position, hidden zones hold the cards that they hold there, as far as they can.
 */
export function determinize(
  game: Game,
  state: State,
  seat: string | number,
  rng: Rng,
  what: 'everything' | 'tokens' = 'everything',
  like: State | null = null,
): State {
  const { linked } = linkedGame(game)
  const { seats, seatIndex } = linked.machine.linker.layout
  const me = typeof seat === 'number' ? seat : (seatIndex.get(seat) ?? -1)
  if (seats[me] === undefined) throw new IllegalChoice(`There is no seat '${seat}'.`)
  return determinizeLinked(linked, state, me, rng, what, like)
}

/** A number that changes with the cards which only this seat, given by its number, sees. */
export function privateHandHash(game: Game, state: State, seat: number): number {
  return veilOf(linkedGame(game).linked, seat).handOf(state)
}

/** The same by number, for a game that is linked; who has a state to spare gets it in that. */
export function determinizeLinked(
  linked: Linked,
  state: State,
  me: number,
  rng: Rng,
  what: 'everything' | 'tokens' = 'everything',
  like: State | null = null,
  spare: State | null = null,
): State {
  const s = spare === null ? forkState(state) : forkInto(spare, state)
  veilOf(linked, me).resample(s, rng, what, like)
  answerAnew(linked.machine, s, me, rng)
  return s
}

const veils = new WeakMap<Linked, HiddenState[]>()

function veilOf(linked: Linked, seat: number): HiddenState {
  let all = veils.get(linked)
  if (all === undefined) veils.set(linked, (all = []))
  return (all[seat] ??= new HiddenState(linked.machine.linker.layout, seat))
}

/** Other answers for those who were asked at once and have given theirs; the seat knows its own. */
function answerAnew(machine: Machine, s: State, me: number, rng: Rng): void {
  const q = s.q > 0 ? machine.linker.question(s.q) : null
  if (q === null || q.together === null) return
  const pending = pendingSeats(s, q.together)
  for (const seat of allSeats(s, q.together)) {
    if (seat === me || pending.includes(seat)) continue
    const asked = machine.compute(s, seat)
    if (asked !== undefined) takeAnswer(s, q.together, seat, machine.answerOf(s, q, randomPicks(asked, rng)))
  }
}

/**
 * Where several are asked at once: all but the seat are to answer again, in place, as if none of them had. The
 * state is one's own, and imagined: an agent then thinks of what each of them may answer.
 */
export function reopenSimultaneous(game: Game, state: State, seat: number): void {
  const { machine } = linkedGame(game).linked
  const together = state.q > 0 ? (machine.linker.questions[state.q]?.together ?? null) : null
  if (together === null) return
  const pending = pendingSeats(state, together)
  const asked = allSeats(state, together).filter(
    (other) => pending.includes(other) || (other !== seat && machine.compute(state, other) !== undefined),
  )
  if (asked.length === pending.length) return
  askAgain(state, together, asked)
  machine.begin(state)
}

/** Any legal answer. */
export function randomPicks(ask: Question, rng: Rng): number[] {
  if (ask.optional && rng.below(2) === 0) return []
  if (ask.kind === 'number') return [rng.range(ask.min, ask.max)]
  const size = ask.kind === 'one' ? 1 : rng.range(ask.min, ask.max)
  const picks: number[] = []
  while (picks.length < size) {
    const open = selectable(ask, picks)
    if (open.length === 0) break // the budget is spent
    picks.push(open[rng.below(open.length)])
  }
  return picks
}

/**
 * Is a rule under way that keeps the answer to a secret question in a local name, or goes a way that was chosen
 * secretly, perhaps by another seat?
 */
export function hasSecretsOnStack(game: Game, state: State): boolean {
  return holdsSecrets(linkedGame(game).linked, state)
}

export function holdsSecrets({ machine }: Linked, state: State): boolean {
  const { questions, routines } = machine.linker
  if (state.q > 0 && questions[state.q]?.secretly === true) return true
  const keeping = keepers(questions)
  for (let fp = state.fp; fp >= 0; fp = numberAt(state.k, fp + 2)) {
    const routine = numberAt(state.k, fp)
    for (const q of keeping) if (q.routine === routine && keepsAnswer(q, state, fp)) return true
    const resume = routines[routine]?.resumes.get(numberAt(state.k, fp + 1))
    if (resume?.kind === 'call' && resume.secretly) return true
  }
  return false
}

function keepsAnswer({ id, together, secret, type }: QuestionSite, { q, k }: State, fp: number): boolean {
  if (together === null) return true
  // Answers of several at once: while they are given, imagining changes them; later they may be open.
  const dealtWith = q !== id && listAt(k, fp + FRAME + together.seats).length > 0
  return dealtWith && (secret || type === 'token')
}

const kept = new WeakMap<object, { readonly of: number; readonly sites: readonly QuestionSite[] }>()

/** The questions whose answers a rule may keep secret. Blocks that are linked later add to them. */
function keepers(questions: readonly (QuestionSite | null)[]): readonly QuestionSite[] {
  const known = kept.get(questions)
  if (known?.of === questions.length) return known.sites
  const sites = questions.filter(
    (q): q is QuestionSite => q !== null && (q.together !== null || (q.secret && q.slot >= 0)),
  )
  kept.set(questions, { of: questions.length, sites })
  return sites
}
