/** A position as a seat may imagine it: everything it cannot see is replaced at random, consistently. */
import { IllegalChoice } from '../errors.js'
import type { Linked } from './linked.js'
import type { Layout } from '../layout/layout.js'
import type { QuestionSite } from '../link/question.js'
import { FRAME } from '../link/routine.js'
import type { Question, Game } from '../protocol.js'
import type { Rng } from '../run/rng.js'
import { allSeats, pendingSeats, takeAnswer } from '../run/at-once.js'
import type { Machine } from '../run/machine.js'
import { selectable } from '../run/selection.js'
import type { CellArray, List, State } from '../layout/state.js'
import { boardHash, forkState, putRandomWords } from '../layout/state.js'

/**
 * Tokens in zones that the seat cannot see change places with others of the same supply in such zones; every
 * zone keeps its size. As soon as a card was turned where not all could see it, how hidden cards lie is left
 * to chance; until then everybody knows how they lie, because everybody saw how they came there. Positions that
 * the seat cannot tell apart are imagined alike, with the same random numbers: what is imagined says nothing
 * about what is.
 * Hidden variables get any value within their bounds; one without bounds goes back to its start. The random
 * numbers are seeded anew, so that nothing can be learnt about coming rolls and shuffles. Where several seats are
 * asked at once, those that have answered get other answers, any that they could have given. What a rule holds
 * in a local name stays; `mayHoldSecrets` tells whether that can be a secret.
 */
export function determinize(
  game: Game,
  state: State,
  seat: string,
  rng: Rng,
  what: 'everything' | 'tokens' = 'everything',
): State {
  if (!isLinked(game)) throw new IllegalChoice('Only a game made by linkGame can be imagined.')
  const { layout } = game.linked.machine.linker
  const me = layout.seatIndex.get(seat)
  if (me === undefined) throw new IllegalChoice(`There is no seat '${seat}'.`)
  const s = imagine(game.linked, state, me, rng, what)
  ;[s.h1, s.h2] = boardHash(s.d, layout.hashed)
  return s
}

/** The same by number, and without its hash: for a position that nobody keeps. */
export function imagine(
  linked: Linked,
  state: State,
  me: number,
  rng: Rng,
  what: 'everything' | 'tokens' = 'everything',
): State {
  const { layout } = linked.machine.linker
  const s = forkState(state)
  const { d } = s
  const hidden = layout.zones.map(
    ({ def, owner }) => def.visible === 'none' || (def.visible === 'owner' && owner !== me),
  )
  shufflePieces(layout, s, hidden, rng)
  shuffleCards(layout, s, hidden, rng)
  turnCards(layout, d, hidden, rng)
  if (what === 'everything') hideVariables(layout, d, me, rng)
  const words = [rng.word(), rng.word(), rng.word(), rng.word()]
  if (!words.some(Boolean)) words[0] = 1
  putRandomWords(d, words)
  layout.derive(d)
  answerAnew(linked.machine, s, me, rng)
  return s
}

/** Other answers for those who were asked at once and have given theirs; the seat knows its own. */
function answerAnew(machine: Machine, s: State, me: number, rng: Rng): void {
  const q = s.q > 0 ? machine.linker.questions[s.q]! : null
  if (q === null || q.together === null) return
  const pending = pendingSeats(s, q.together)
  for (const seat of allSeats(s, q.together)) {
    if (seat === me || pending.includes(seat)) continue
    const asked = machine.compute(s, seat)
    if (asked !== undefined) takeAnswer(s, q.together, seat, machine.answerOf(s, q, drawPicks(asked, rng)))
  }
}

/** Any legal answer. */
function drawPicks(ask: Question, rng: Rng): number[] {
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
export function mayHoldSecrets(game: Game, state: State): boolean {
  if (!isLinked(game)) throw new IllegalChoice('Only a game made by linkGame can be imagined.')
  return holdsSecrets(game.linked, state)
}

export function holdsSecrets({ machine }: Linked, state: State): boolean {
  const { questions, routines } = machine.linker
  if (state.q > 0 && questions[state.q]?.secretly === true) return true
  for (let fp = state.fp; fp >= 0; fp = state.k[fp + 2] as number) {
    const routine = state.k[fp] as number
    const holds = (q: QuestionSite | null): boolean => {
      if (q === null || q.routine !== routine) return false
      if (q.together === null) return q.secret && q.slot >= 0
      // Answers of several at once: while they are given, imagining changes them; later they may be open.
      const dealtWith = state.q !== q.id && (state.k[fp + FRAME + q.together.seats] as List).length > 0
      return dealtWith && (q.secret || q.type === 'token')
    }
    if (questions.some(holds)) return true
    const resume = routines[routine]?.resumes.get(state.k[fp + 1] as number)
    if (resume?.kind === 'call' && resume.secretly) return true
  }
  return false
}

/** Was it made by linkGame? */
function isLinked(game: Game): game is Game & { readonly linked: Linked } {
  return 'linked' in game
}

const WIDEST = 1000

function hideVariables(layout: Layout, d: CellArray, me: number, rng: Rng): void {
  for (const v of layout.variables.values()) {
    if (v.def.hidden === undefined) continue
    for (let i = 0; i < v.cells; i++) {
      if (v.def.hidden === 'owner' && v.def.scope === 'seat' && i === me) continue
      d[v.cell + i] = v.max - v.min <= WIDEST ? rng.range(v.min, v.max) : v.start
    }
  }
}

/** By supply: what comes from one box can be mistaken for each other, what comes from two cannot. */
function bySupply({ typeOf, types }: Layout, tokens: readonly number[]): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const t of tokens) {
    const { supply } = types[typeOf[t]]
    const group = groups.get(supply)
    if (group === undefined) groups.set(supply, [t])
    else group.push(t)
  }
  return groups
}

/** Pieces behind screens: the places, in order, are dealt out anew; what each piece is stays with it. */
function shufflePieces(layout: Layout, s: State, hidden: readonly boolean[], rng: Rng): void {
  const { d } = s
  const K = layout.pieceKinds
  const tokens: number[] = []
  for (let t = 0; t < layout.pieces; t++) if (hidden[Math.floor(d[layout.at + t] / K)]) tokens.push(t)
  for (const group of bySupply(layout, tokens).values()) {
    const places = rng.shuffle(group.map((t) => Math.floor(d[layout.at + t] / K)).sort((a, b) => a - b))
    group.forEach((t, i) => {
      d[layout.at + t] = places[i] * K + (d[layout.at + t] % K)
    })
  }
}

/**
 * Every zone keeps how many cards of each supply it has, in any order; which ones they are is dealt out anew,
 * from all of them in their own order.
 */
function shuffleCards(layout: Layout, s: State, hidden: readonly boolean[], rng: Rng): void {
  const { d } = s
  const zones = new Map<number, number[]>()
  const all: number[] = []
  for (let z = layout.pieceZones; z < layout.zones.length; z++) {
    if (!hidden[z]) continue
    const cards: number[] = []
    for (let t = d[layout.top + z]; t >= 0; t = d[layout.cardBelow + t]) cards.push(t)
    zones.set(z, cards)
    all.push(...cards)
  }
  const rest = bySupply(
    layout,
    all.sort((a, b) => a - b),
  )
  for (const group of rest.values()) rng.shuffle(group)
  for (const [zone, cards] of zones) {
    const supplies = cards.map((t) => layout.types[layout.typeOf[t]].supply).sort((a, b) => a - b)
    const now = rng.shuffle(supplies).map((supply) => rest.get(supply)!.pop()!)
    now.forEach((t, i) => {
      d[layout.cardZone + t] = zone
      d[layout.cardBelow + t] = now[i + 1] ?? -1
    })
  }
}

function turnCards(layout: Layout, d: CellArray, hidden: readonly boolean[], rng: Rng): void {
  if (layout.unseenTurn < 0 || d[layout.unseenTurn] === 0) return
  for (let t = layout.pieces; t < layout.tokens; t++) {
    if (layout.cardKind[t] < 0 || !hidden[d[layout.cardZone + t]]) continue
    const { kind, kinds } = layout.types[layout.typeOf[t]]
    d[layout.cardKind[t]] = kind + rng.below(kinds)
  }
}
