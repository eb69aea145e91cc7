/** A position as a seat may imagine it: everything it cannot see is replaced at random, consistently. */
import { IllegalChoice } from './errors.js'
import { LinkedGame } from './game.js'
import type { Layout } from './link/layout.js'
import type { Game } from './protocol.js'
import type { Rng } from './rng.js'
import { boardHash, forkState, type State } from './state.js'

/**
 * Tokens in zones that the seat cannot see change places among those zones; every zone keeps its size.
 * Hidden variables get any value within their bounds; one without bounds goes back to its start. The random
 * numbers are seeded anew, so that nothing can be learnt about coming rolls and shuffles. What a rule holds in
 * a local name stays: keep a secret that outlives its step in a hidden variable.
 */
export function determinize(
  game: Game,
  state: State,
  seat: string,
  rng: Rng,
  what: 'everything' | 'tokens' = 'everything',
): State {
  if (!(game instanceof LinkedGame)) throw new IllegalChoice('Only a game made by linkGame can be imagined.')
  const { layout } = game.linked.machine.linker
  const me = layout.seatIndex.get(seat)
  if (me === undefined) throw new IllegalChoice(`There is no seat '${seat}'.`)
  const s = forkState(state)
  const { d } = s
  const hidden = layout.zones.map(
    ({ def, owner }) => def.visible === 'none' || (def.visible === 'owner' && owner !== me),
  )
  shufflePieces(game, s, hidden, rng)
  shuffleCards(game, s, hidden, rng)
  if (what === 'everything') hideVariables(layout, d, me, rng)
  for (let i = 0; i < 4; i++) d[i] = rng.word() | 0
  if ((d[0] | d[1] | d[2] | d[3]) === 0) d[0] = 1
  layout.derive(d)
  ;[s.h1, s.h2] = boardHash(d, layout.hashed)
  return s
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

/** Pieces behind screens: the places are dealt out anew; what each piece is stays with it. */
function shufflePieces(game: LinkedGame, s: State, hidden: readonly boolean[], rng: Rng): void {
  const { layout } = game.linked.machine.linker
  const { d } = s
  const K = layout.pieceKinds
  const tokens: number[] = []
  for (let t = 0; t < layout.pieces; t++) if (hidden[Math.floor(d[layout.at + t] / K)]) tokens.push(t)
  const places = rng.shuffle(tokens.map((t) => Math.floor(d[layout.at + t] / K)))
  tokens.forEach((t, i) => {
    d[layout.at + t] = places[i] * K + (d[layout.at + t] % K)
  })
}

function shuffleCards(game: LinkedGame, s: State, hidden: readonly boolean[], rng: Rng): void {
  const { layout } = game.linked.machine.linker
  const { d } = s
  const cards: number[] = []
  const sizes: { zone: number; size: number }[] = []
  for (let z = layout.pieceZones; z < layout.zones.length; z++) {
    if (!hidden[z]) continue
    sizes.push({ zone: z, size: d[layout.held + z] })
    for (let t = d[layout.top + z]; t >= 0; t = d[layout.cardBelow + t - layout.pieces]!) cards.push(t)
  }
  rng.shuffle(cards)
  let next = 0
  for (const { zone, size } of sizes) {
    for (let i = 0; i < size; i++, next++) {
      const c = cards[next] - layout.pieces
      d[layout.cardZone + c] = zone
      d[layout.cardBelow + c] = i + 1 < size ? cards[next + 1] : -1
    }
  }
}
