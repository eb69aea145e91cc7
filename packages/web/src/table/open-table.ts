/** Opens a table of the page's server, or a local one. */
import { remoteTable, type Table } from '@ludoforge/client'
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { loadGames } from '../app/games.js'
import { keyOf } from '../app/seat-keys.js'
import { base, call, fetchFile } from '../app/site.js'
import { exportLocal, openLocal, rulesOfLocal } from '../local/index.js'
import type { OpenedTable } from './store/state.js'

export async function openServerTable(id: string): Promise<OpenedTable> {
  const key = keyOf(id)
  const table = await remoteTable({ url: base, table: id, key })
  try {
    const folder = `games/${table.about.game.fingerprint}`
    const [def, scene] = await Promise.all([table.rules(), fetchFile<Scene>(`${folder}/scene.json`)])
    return {
      ...(await withCard(table)),
      def,
      scene,
      book: `${folder}/book.json`,
      server: { url: base, key },
      save: () => call('save', { path: { id }, key }),
      blocked: table.you.person === null ? [] : (await call('blocks', { path: { id }, key })).people,
    }
  } catch (error) {
    table.close()
    throw error
  }
}

export async function openLocalTable(id: string): Promise<OpenedTable> {
  const folder = `games/${await rulesOfLocal(id)}`
  const [def, scene] = await Promise.all([
    fetchFile<GameDef>(`${folder}/rules.json`),
    fetchFile<Scene>(`${folder}/scene.json`),
  ])
  const table = await openLocal(id, def, scene)
  return {
    ...(await withCard(table)),
    def,
    scene,
    book: `${folder}/book.json`,
    server: undefined,
    save: () => exportLocal(id),
    blocked: [],
  }
}

/** Adds the lobby's data about the game. The table works without it. */
async function withCard(table: Table): Promise<Pick<OpenedTable, 'table' | 'card'>> {
  const cards = await loadGames().catch(() => [])
  return { table, card: cards.find(({ id }) => id === table.about.game.id) }
}
