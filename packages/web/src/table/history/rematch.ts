/** Starts a rematch: on the server, or as a new table in this browser. */
import type { TableDocument } from '@ludoforge/table'
import type { GameListing } from '@ludoforge/look'
import { go, type Route } from '../../app/routes.js'
import { keyOf, storeKey } from '../../app/seat-keys.js'
import { call } from '../../app/site.js'
import { createLocal } from '../../local/index.js'
import type { TableState } from '../store/state.js'
import { rematchSetup } from './rematch-setup.js'

/** Opens the rematch of a finished table. The first player who asks for it creates it. */
export async function startRematch(
  { server, about, card, you }: Pick<TableState, 'server' | 'about' | 'card' | 'you'>,
  rotates: boolean,
): Promise<void> {
  go(
    server === undefined
      ? await localRematch(about, card, rotates)
      : await serverRematch(about, you, rotates),
  )
}

async function serverRematch(
  { id, rematch }: Pick<TableDocument, 'id' | 'rematch'>,
  { seats }: Pick<TableState['you'], 'seats'>,
  rotates: boolean,
): Promise<Exclude<Route, { readonly at: 'nowhere' }>> {
  // A spectator follows without a key, and a player who has followed already has one.
  if (rematch !== undefined && (seats.length === 0 || keyOf(rematch) !== undefined))
    return { at: 'table', id: rematch }
  const { table, key } = await call('rematch', { path: { id }, key: keyOf(id), body: { rotate: rotates } })
  storeKey(table.id, key)
  return { at: 'table', id: table.id }
}

async function localRematch(
  about: TableDocument,
  card: GameListing | undefined,
  rotates: boolean,
): Promise<Exclude<Route, { readonly at: 'nowhere' }>> {
  const { fingerprint } = about.game
  return { at: 'local', id: await createLocal({ fingerprint }, rematchSetup(about, card, rotates)) }
}
