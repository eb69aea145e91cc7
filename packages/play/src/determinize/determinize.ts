/** Determinization: resamples everything that a seat can't see, consistently. */
import {
  type Game,
  IllegalChoice,
  present,
  type Question,
  Rng,
  selectable,
  type State,
} from '@ludoforge/kernel'
import {
  allSeats,
  setPending,
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
 * Returns a determinization of a state for a seat, given by name or number. The same `rng` produces the same result for
 * all states that the seat can't distinguish, so the sample reveals nothing about the real state.
 *
 * Tokens in hidden zones swap places with tokens of the same supply in other hidden zones; every zone keeps its size.
 * The sides of hidden cards are resampled once a card was turned out of sight; until then they are public, because
 * everybody saw the cards arrive. Hidden variables get any value within their bounds; without bounds, their start value.
 * The random generator is reseeded, so that nothing leaks about future rolls and shuffles. In a simultaneous choice,
 * seats that have answered get other random legal answers. Local names of rules stay; `hasSecretsOnStack` returns
 * whether they may be secret. With `like`, another determinization, hidden zones keep its cards as far as possible.
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

/**
 * Returns a determinization for a seat, by a seed: the position to show to the seat, or to let it play on. Returns
 * `undefined` while a secret choice is in progress, because a determinization keeps what the call stack holds.
 */
export function imaginedPosition(
  game: Game,
  state: State,
  seat: string | number,
  seed: string,
): State | undefined {
  return hasSecretsOnStack(game, state) ? undefined : determinize(game, state, seat, new Rng(seed))
}

/** Returns a hash of the cards that only this seat sees. The seat is its number. */
export function privateHandHash(game: Game, state: State, seat: number): number {
  return hiddenStateOf(linkedGame(game).linked, seat).handOf(state)
}

/** The same as `determinize` for a linked game and a seat number. Writes into `spare`, if given. */
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
  hiddenStateOf(linked, me).resample(s, rng, what, like)
  resampleAnswers(linked.machine, s, me, rng)
  return s
}

const hiddenStates = new WeakMap<Linked, HiddenState[]>()

function hiddenStateOf(linked: Linked, seat: number): HiddenState {
  let all = hiddenStates.get(linked)
  if (all === undefined) hiddenStates.set(linked, (all = []))
  return (all[seat] ??= new HiddenState(linked.machine.linker.layout, seat))
}

/** Resamples the answers of other seats to a simultaneous choice. The seat knows its own. */
function resampleAnswers(machine: Machine, s: State, me: number, rng: Rng): void {
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
 * Reopens a simultaneous choice in place: all seats but this one must answer again. Call it on a determinization that
 * you own, so that an agent can model the other answers itself.
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
  setPending(state, together, asked)
  machine.begin(state)
}

/** Returns a random legal answer. */
export function randomPicks(ask: Question, rng: Rng): number[] {
  if (ask.optional && rng.below(2) === 0) return []
  if (ask.kind === 'number') return [rng.range(ask.min, ask.max)]
  const size = ask.kind === 'one' ? 1 : rng.range(ask.min, ask.max)
  const picks: number[] = []
  while (picks.length < size) {
    const open = selectable(ask, picks)
    if (open.length === 0) break // the budget is spent
    picks.push(present(open[rng.below(open.length)], 'an option is open.'))
  }
  return picks
}

/**
 * Returns whether the call stack may hold secrets: a running rule has a secret answer in a local name, or is inside a
 * secretly chosen alternative, perhaps of another seat.
 */
export function hasSecretsOnStack(game: Game, state: State): boolean {
  return hasSecretsOnStackLinked(linkedGame(game).linked, state)
}

export function hasSecretsOnStackLinked({ machine }: Linked, state: State): boolean {
  const { questions, routines } = machine.linker
  if (state.q > 0 && questions[state.q]?.secretly === true) return true
  const sites = secretSites(questions)
  for (let fp = state.fp; fp >= 0; fp = numberAt(state.k, fp + 2)) {
    const routine = numberAt(state.k, fp)
    for (const q of sites) if (q.routine === routine && holdsAnswer(q, state, fp)) return true
    const resume = routines[routine]?.resumes.get(numberAt(state.k, fp + 1))
    if (resume?.kind === 'call' && resume.secretly) return true
  }
  return false
}

function holdsAnswer({ id, together, secret, type }: QuestionSite, { q, k }: State, fp: number): boolean {
  if (together === null) return true
  // While a simultaneous choice is open, its answers are resampled. After it, they may be public.
  const hasEffects = q !== id && listAt(k, fp + FRAME + together.seats).length > 0
  return hasEffects && (secret || type === 'token')
}

const secretSitesOf = new WeakMap<object, { readonly of: number; readonly sites: readonly QuestionSite[] }>()

/** Returns the questions whose answers may be secrets in a frame. Blocks that are linked later add to them. */
function secretSites(questions: readonly (QuestionSite | null)[]): readonly QuestionSite[] {
  const known = secretSitesOf.get(questions)
  if (known?.of === questions.length) return known.sites
  const sites = questions.filter(
    (q): q is QuestionSite => q !== null && (q.together !== null || (q.secret && q.slot >= 0)),
  )
  secretSitesOf.set(questions, { of: questions.length, sites })
  return sites
}
