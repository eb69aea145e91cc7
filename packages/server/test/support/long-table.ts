/** Tables with thousands of entries, made without playing them one by one. */
import {
  decisionTransition,
  type Entry,
  type Position,
  saveFile,
  startOf,
  type Transition,
  undoTransition,
} from '@ludoforge/table'
import { type Game, Rng } from '@ludoforge/kernel'
import { drawChoice } from '../../../../test/support/play.js'
import type { Table } from '../../src/tables/index.js'

const BATCH = 200 // entries in one change

/** Returns random decisions, and undos of the last decision wherever the game would end. */
function longLine(game: Game, start: Position, rng: Rng): Transition[] {
  const transitions: Transition[] = []
  let position = start
  while (transitions.length < BATCH) {
    const [index = 0] = game.deciding(position.state)
    const seat = game.def.seats[index]?.id ?? ''
    const decision = game.decision(position.state, seat)
    if (decision === undefined) throw new Error('The game is over.')
    const next = decisionTransition(game, position, seat, drawChoice(decision, rng), 'test')
    transitions.push(next)
    if (game.outcome(next.after.state) !== undefined || rng.below(3) === 0)
      transitions.push(undoTransition(next.after, position, next.entry.number, 'Ann'))
    position = transitions.at(-1)?.after ?? position
  }
  return transitions
}

/** Appends entries to a table. */
export async function lengthen(table: Table, entries: number): Promise<void> {
  const rng = new Rng(5)
  while (table.position.number < entries)
    await table.change(() => ({ transitions: longLine(table.game, table.position, rng) }))
}

/** Returns a save file with at least this many entries. */
export function longSave(game: Game, count: number): string {
  const beginning = { seed: 'long', options: {} }
  const rng = new Rng(5)
  const entries: Entry[] = []
  for (let { position } = startOf(game, beginning); entries.length < count; ) {
    const transitions = longLine(game, position, rng)
    entries.push(...transitions.map(({ entry }) => entry))
    position = transitions.at(-1)?.after ?? position
  }
  return saveFile(
    game,
    beginning,
    game.def.seats.map(({ id }) => ({ seat: id })),
    entries,
  )
}
