import { type Constant, type GameDef, presentSeats, type SavedState } from '@ludoforge/kernel'
import type { Guide } from '@ludoforge/play'

/** How the table of a guided game starts. */
export interface GuidedStart {
  readonly name: string
  readonly seed: number | string
  readonly seats: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, Constant>>
  readonly scenario?: string
  readonly position?: SavedState
}

/**
 * Returns the start of a guided game. `me` plays the learner's seat. All options are set, so that the game is that of the
 * guide's test, whichever options a policy would set for the seats that it plays.
 */
export function guidedStart(guide: Guide, def: GameDef, me: string): GuidedStart {
  const { start, seat, policy, title, saved } = guide
  const bot = policy === undefined ? 'policy' : `policy:${policy}`
  const scenario = def.scenarios.find(({ id }) => id === start.scenario) ?? def.scenarios[0]
  const options = {
    ...Object.fromEntries(def.options.map(({ id, default: initial }) => [id, initial])),
    ...scenario?.options,
    ...start.options,
  }
  const present = presentSeats(def, { ...start, options })
  return {
    name: title,
    seed: start.seed ?? 1,
    seats: Object.fromEntries(present.map(({ id }) => [id, id === seat ? me : bot])),
    options,
    ...(start.scenario === undefined ? {} : { scenario: start.scenario }),
    ...(saved === undefined ? {} : { position: saved }),
  }
}
