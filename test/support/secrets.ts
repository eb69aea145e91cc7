/** Two positions that a seat cannot tell apart, and everything that it is told about one. */
import {
  determinize,
  type Game,
  type GameDef,
  linkBlock,
  type LinkedBlock,
  Rng,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'

/** Where a seat cannot look. */
export function isHidden(def: GameDef, zone: string, seat: string): boolean {
  const found = def.zones.find(({ id }) => id === zone)
  if (found === undefined) return false
  return found.visible === 'none' || (found.visible === 'owner' && found.owner !== seat)
}

/** The cells of variables that the seat cannot see, by the layout of a board: options, then variables. */
function hiddenCells(def: GameDef, seat: string): { cell: number; min: number; max: number }[] {
  const cells: { cell: number; min: number; max: number }[] = []
  let cell = 5 + def.options.length
  for (const { scope, hidden, min, max } of def.variables) {
    const owners = scope === 'seat' ? def.seats.map(({ id }) => id) : [undefined]
    const size = scope === 'zone' ? def.zones.length : owners.length
    if (hidden !== undefined && scope === 'seat' && min !== undefined && max !== undefined)
      for (const [i, owner] of owners.entries())
        if (hidden === 'all' || owner !== seat) cells.push({ cell: cell + i, min, max })
    cell += size
  }
  return cells
}

const shuffles = new WeakMap<Game, LinkedBlock>()

/** The order of cards that nobody sees is another; what lies in which pile, which all may know, is not. */
function reordered(game: Game, state: State): State {
  const piles = game.def.zones.filter(({ holds, visible }) => holds === 'cards' && visible === 'none')
  const block =
    shuffles.get(game) ??
    linkBlock(
      game,
      piles.map(({ id }) => ({ shuffle: { zone: { zone: id } } })),
    )
  shuffles.set(game, block)
  const other = game.fork(state)
  other.d = block.run(state).d
  return other
}

/**
 * The same position for the seat: cards, pieces and values that it cannot see are others; the dice are not.
 * Where seats hold hidden cards, any card can be anywhere; elsewhere piles keep their cards.
 */
export function twin(game: Game, state: State, seat: string, seed: number): State {
  const rng = new Rng(seed)
  const held = game.def.zones.some(({ visible }) => visible === 'owner')
  const other = held ? determinize(game, state, seat, rng) : reordered(game, state)
  for (let word = 0; word < 4; word += 1) other.d[word] = state.d[word]!
  for (const { cell, min, max } of hiddenCells(game.def, seat)) other.d[cell] = min + rng.below(max - min + 1)
  return other
}

/** What a client of the seat can ask for. Only who decides may ask why. */
export function known(game: Game, state: State, seat: string): unknown {
  const view = game.view(state, seat)
  if (view.decision === undefined) return view
  const names = new Set(view.decision.options.map(({ id }) => id))
  for (const { id } of [...game.def.seats, ...game.def.zones, ...game.def.procedures]) names.add(id)
  for (const type of game.def.tokens) for (const zone of game.def.zones) names.add(`${type.id}@${zone.id}`)
  const some = [...names].slice(0, 300)
  return { view, why: some.map((name) => [name, game.explain(state, name)]) }
}

/** The events that reach the seat, up to the first that rightly tells it something it could not see. */
export function heard(
  def: GameDef,
  events: readonly StepEvent[],
  seat: string,
): { events: StepEvent[]; told: boolean } {
  const reaching = events.filter(({ to }) => to === undefined || to.includes(seat))
  const end = reaching.findIndex((event) => {
    if (event.type === 'revealed') return true
    if (event.type === 'said') return event.to !== undefined
    return (
      event.type === 'moved' &&
      event.what !== 'card' &&
      event.what !== 'piece' &&
      isHidden(def, event.from, seat)
    )
  })
  return end < 0 ? { events: reaching, told: false } : { events: reaching.slice(0, end), told: true }
}
