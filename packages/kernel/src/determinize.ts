/** A position as a seat may imagine it: everything it cannot see is replaced at random, consistently. */
import { IllegalChoice } from './errors.js'
import type { Linked } from './link/index.js'
import type { Layout } from './link/layout.js'
import type { Game } from './protocol.js'
import type { Rng } from './rng.js'
import { boardHash, forkState, type State } from './state.js'

/**
 * Tokens in zones that the seat cannot see change places with others of the same supply in such zones; every
 * zone keeps its size. Positions that the seat cannot tell apart are imagined alike, with the same random numbers:
 * what is imagined says nothing about what is.
 * Hidden variables get any value within their bounds; one without bounds goes back to its start. The random
 * numbers are seeded anew, so that nothing can be learnt about coming rolls and shuffles. What a rule holds in
 * a local name stays; `mayHoldSecrets` tells whether that can be a secret.
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
  if (what === 'everything') hideVariables(layout, d, me, rng)
  for (let i = 0; i < 4; i++) d[i] = rng.word() | 0
  if ((d[0] | d[1] | d[2] | d[3]) === 0) d[0] = 1
  layout.derive(d)
  return s
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
    if (questions.some((q) => q !== null && q.secret && q.slot >= 0 && q.routine === state.k[fp])) return true
    const resume = routines[state.k[fp] as number]?.resumes.get(state.k[fp + 1] as number)
    if (resume?.kind === 'call' && resume.secretly) return true
  }
  return false
}

/** Was it made by linkGame? */
function isLinked(game: Game): game is Game & { readonly linked: Linked } {
  return 'linked' in game
}

const WIDEST = 1000

function hideVariables(layout: Layout, d: number[], me: number, rng: Rng): void {
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
    for (let t = d[layout.top + z]; t >= 0; t = d[layout.cardBelow + t - layout.pieces]) cards.push(t)
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
      d[layout.cardZone + t - layout.pieces] = zone
      d[layout.cardBelow + t - layout.pieces] = now[i + 1] ?? -1
    })
  }
}
