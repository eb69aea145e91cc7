/** Positions that a seat can't distinguish, and everything it can observe. */
import { type Game, type GameDef, Rng, type State, type StepEvent } from '@ludoforge/kernel'
import { determinize, explain } from '@ludoforge/play'
import { RANDOM_CELLS } from '../../packages/kernel/src/layout/state.js'

/** Whether a zone is hidden from a seat. */
export function isHidden(def: GameDef, zone: string, seat: string | null): boolean {
  const found = def.zones.find(({ id }) => id === zone)
  if (found === undefined) return false
  if (found.visible === 'others') return seat === null || found.owner === seat
  return found.visible === 'none' || (found.visible === 'owner' && found.owner !== seat)
}

/** An indistinguishable position: hidden cards, pieces and values are resampled, the dice stay. */
export function twin(game: Game, state: State, seat: string, seed: number): State {
  const rng = new Rng(seed)
  const other = determinize(game, state, seat, rng)
  other.d.set(state.d.subarray(0, RANDOM_CELLS))
  return other
}

/** Everything a client of the seat can request. Only the deciding seat may ask why. */
export function known(game: Game, state: State, seat: string): unknown {
  const view = game.view(state, seat)
  if (view.decision === undefined) return view
  const names = new Set(view.decision.options.map(({ id }) => id))
  for (const { id } of [...game.def.seats, ...game.def.zones, ...game.def.procedures]) names.add(id)
  for (const type of game.def.tokens) for (const zone of game.def.zones) names.add(`${type.id}@${zone.id}`)
  const some = [...names].slice(0, 300)
  return { view, why: some.map((name) => [name, explain(game, state, name, seat)]) }
}

/** The events for the viewer, up to the first that legitimately reveals something. */
export function heard(
  def: GameDef,
  events: readonly StepEvent[],
  seat: string | null,
): { events: StepEvent[]; told: boolean } {
  const reaching = events.filter(({ to }) => to === undefined || to.includes(seat))
  const end = reaching.findIndex((event) => {
    if (event.type === 'revealed') return true
    if (event.type === 'said') return event.to !== undefined
    // All have answered: later events may reveal the answers.
    if (event.type === 'chose' && event.atOnce === true) return event.seat !== seat
    return (
      event.type === 'moved' &&
      event.what !== 'card' &&
      event.what !== 'piece' &&
      isHidden(def, event.from, seat)
    )
  })
  return end < 0 ? { events: reaching, told: false } : { events: reaching.slice(0, end), told: true }
}
