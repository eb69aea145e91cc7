/** Caches the linked policies of a game. */
import { type Game, IllegalChoice } from '@ludoforge/kernel'
import { type LinkedGame, evalLoader } from '@ludoforge/kernel/internal'
import type { ClauseLinker } from '../explain/precompile.js'
import { linkedGame } from '../linked-game.js'
import { type PolicySet, policyNames, policySet } from './entries.js'
import { performBlocks } from './lookahead.js'
import { Policy } from './policy.js'

const made = new WeakMap<LinkedGame, Map<string, Policy>>()

/** Returns the policy of a seat: the one with this name, or its first. Linked once per game. */
export function policyOf(of: Game, seat: number, name?: string): Policy {
  const game = linkedGame(of)
  let known = made.get(game)
  if (known === undefined) {
    known = new Map()
    made.set(game, known)
    game.linked.ponder()
    // A module was linked in this order, and the linker's numbers depend on it.
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
  if (name === undefined)
    throw new IllegalChoice(`The game has no policy for ${id}. Use another agent for this seat.`)
  const names = policyNames(def, id)
  const known =
    names.length === 0 ? `${id} has no policies` : `The policies of ${id} are: ${names.join(', ')}`
  throw new IllegalChoice(`There is no policy '${name}' for ${id}. ${known}.`)
}

/** Links all policies of a game ahead of time, for modules that can't link later; with `clauses`, also their reasons. */
export function linkPolicies(game: LinkedGame, clauses?: ClauseLinker): void {
  if (game.def.policies.length === 0) return
  performBlocks(game)
  game.def.seats.forEach(({ id }, seat) => {
    for (const name of policyNames(game.def, id)) policyOf(game, seat, name).linkAhead(clauses)
  })
}
