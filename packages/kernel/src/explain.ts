import type { Linked } from './link/index.js'
import type { Explanation } from './protocol.js'
import type { State } from './state.js'

export function explain(_linked: Linked, _s: State, _option: string): Explanation {
  return { offered: false, summary: '', failed: [] }
}
