/** Starts a private branch of a game: a local table at one of its positions. */
import { go } from '../../app/routes.js'
import { createLocal } from '../../local/index.js'
import type { TableState } from '../store/state.js'

/** The state that a branch needs. */
export type BranchSource = Pick<TableState, 'table' | 'about' | 'you' | 'eye'>

/** Returns the seat whose knowledge a branch uses: the one you look as, or your first. */
export function branchSeat({ you, eye }: Pick<TableState, 'you' | 'eye'>): string | undefined {
  return eye !== null && you.seats.includes(eye) ? eye : you.seats[0]
}

/** Opens a branch after entry `number`. You play all seats, until you give some to bots. */
export async function startBranch(source: BranchSource, number: number, name: string): Promise<void> {
  const seat = branchSeat(source)
  if (seat === undefined) throw new Error('Only players can branch off. Take a seat first.')
  const { table, about } = source
  const position = await table.explore(seat, number)
  const { scenario, options, game } = about
  const id = await createLocal(
    game,
    { name, position, options, ...(scenario === '' ? {} : { scenario }) },
    'branch-',
  )
  go({ at: 'local', id })
}
