/** Forged saves with a valid hash, as an attacker who knows the code would make them. */
import type { SavedState } from '../src/index.js'
import type { LinkedGame } from '../src/game/game.js'
import { stateHash } from '../src/game/save.js'
import { boardHash, loadContext, NO_ITEMS, State } from '../src/layout/state.js'

export function hashOfSave(game: LinkedGame, saved: SavedState): string {
  const { layout } = game.linked.machine.linker
  const s = new State(Int32Array.from(saved.data))
  s.k = [NO_ITEMS, ...saved.stack]
  s.sp = s.k.length
  const r = saved.registers
  loadContext(s, r, 0)
  s.last = r[7] as number
  s.passedBy = r[8] === -1 ? null : (r[8] as readonly number[])
  s.q = r[9] as number
  s.fp = r[10] as number
  s.over = r[11] as number
  s.forced = r[12] as readonly number[]
  s.lists = r.slice(13) as readonly (readonly number[])[]
  s.outcome = saved.outcome
  const [h1, h2] = boardHash(s.d, layout.hashed)
  s.h1 = h1
  s.h2 = h2
  try {
    return stateHash(s)
  } catch {
    return 'no hash'
  }
}
