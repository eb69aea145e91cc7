import type { GameDef } from '@ludoforge/kernel'
import type { SimPlan } from './play.js'
import type { Tally } from './tally.js'

/** What threads tell each other. Maps and plain data: all of it survives the structured clone. */

export interface WorkerStart {
  readonly def: GameDef
  readonly plan: SimPlan
}

/** The game is linked: from now on what goes wrong is a matter of single games. */
export interface WorkerReady {
  readonly ready: true
}

/** Play the games from `from` to `to` - 1. */
export interface BatchTask {
  readonly from: number
  readonly to: number
}

export interface BatchDone extends BatchTask {
  readonly tally: Tally
  readonly ms: number
}
