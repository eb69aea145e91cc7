/** The policies of a game, each linked once. */
import { type Game, IllegalChoice } from '@ludoforge/kernel'
import { type LinkedGame, evalLoader } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import { type PolicySet, policyNames, policySet } from './entries.js'
import { performing } from './lookahead.js'
import { Policy } from './policy.js'

const made = new WeakMap<LinkedGame, Map<string, Policy>>()

/** The policy that a seat plays by: that of this name, or its first. It is linked once for a game. */
export function policyOf(of: Game, seat: number, name?: string): Policy {
  const game = linkedGame(of)
  let known = made.get(game)
  if (known === undefined) {
    known = new Map()
    made.set(game, known)
    game.linked.ponder()
    // What a module holds was linked in this order, and what is numbered follows from it.
    if (game.linked.machine.linker.maker !== evalLoader) linkPolicies(game)
  }
  const key = name === undefined ? String(seat) : `${seat} ${name}`
  let policy = known.get(key)
  if (policy === undefined) {
    policy = new Policy(game, seat, setOf(game, seat, name))
    known.set(key, policy)
  }
  return policy
}

function setOf({ def }: LinkedGame, seat: number, name: string | undefined): PolicySet {
  const id = def.seats[seat]?.id ?? ''
  const set = policySet(def, id, name)
  if (set !== undefined) return set
  if (name === undefined) throw new IllegalChoice(`The game has no policy for ${id}.`)
  const names = policyNames(def, id)
  const known = names.length === 0 ? `There is none for ${id}` : `Those for ${id}: ${names.join(', ')}`
  throw new IllegalChoice(`There is no policy '${name}' for ${id}. ${known}.`)
}

/** Links all policies of a game, for a game that can link nothing later. */
export function linkPolicies(game: LinkedGame): void {
  if (game.def.policies.length === 0) return
  performing(game)
  game.def.seats.forEach(({ id }, seat) => {
    for (const name of policyNames(game.def, id)) policyOf(game, seat, name).linkAhead()
  })
}
