/** A table without a server, in this process or in a worker. */
import type { Thinking } from '@ludoforge/agents'
import type { Constant, Expression, Game, GameDef, ModuleGame } from '@ludoforge/kernel'
import type { Reckon, Scene } from '@ludoforge/look'
import type { TableDocument } from '../protocol/index.js'
import type { Beginning, Entry } from '../table/index.js'
import { LocalHost } from './host.js'
import { reachTable } from './linked.js'
import type { Table } from './table.js'

/** What is kept of a table: enough to go on with it. */
export interface Kept {
  /** The rules it is played by. A table of a module has none: the module has them. */
  readonly def?: GameDef
  readonly game: { readonly id: string; readonly title: string; readonly fingerprint: string }
  readonly beginning: Beginning
  readonly name: string
  /** Who plays each seat: `me`, or the spec of a bot. */
  readonly seats: Readonly<Record<string, string>>
  readonly created: number
  readonly entries: readonly Entry[]
}

/** Where a table is kept: begun once, then only added to. What is acknowledged was kept before. */
export interface Keeper {
  load(): Promise<Kept | undefined>
  /** `stands`: how the table stands then, for whoever lists tables. */
  begin(kept: Kept, stands: TableDocument): Promise<void>
  add(entries: readonly Entry[], stands: TableDocument): Promise<void>
}

/**
 * The rules: compiled, with the expressions of the scene by their texts; as a module, where no code may be made; or
 * linked already, with what computes values beside views.
 */
export type Rules =
  | { readonly def: GameDef; readonly expressions?: Readonly<Record<string, Expression>> }
  | { readonly module: ModuleGame }
  | { readonly game: Game; readonly reckon?: Reckon }

/** A table in this process: its rules, who plays, and where it is kept. */
export type LocalOptions = Rules & {
  readonly id?: string
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly seed?: number | string
  readonly name?: string
  /** `me`, or the spec of a bot; a seat that is not named is mine. */
  readonly seats?: Readonly<Record<string, string>>
  readonly keeper?: Keeper
  /** How bots think here: who helps them, and whether they are to answer at once. */
  readonly thinking?: Pick<Thinking, 'helpers' | 'stopped'>
  /** There is a view of an onlooker beside those of my seats: several people sit here. */
  readonly onlooker?: boolean
  /** What is computed beside views. */
  readonly scene?: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
}

/** A table in this process. What the keeper has is gone on with. */
export async function localTable(options: LocalOptions): Promise<Table> {
  const host = await LocalHost.open(options)
  return reachTable({
    hello: { table: host.id },
    open: (ends) => Promise.resolve(host.open(ends)),
    rules: () => Promise.resolve(host.def),
  })
}

/** A channel to the other side: a worker, or the page that started it. */
export interface Port {
  postMessage(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  /** Of a MessagePort: from here on it listens, and no more. */
  start?(): void
  close?(): void
}

/** In a worker: hosts the table for the page at the other end of the port. */
export async function hostTable(options: LocalOptions, port: Port): Promise<void> {
  const host = await LocalHost.open(options)
  const way = host.open({ message: (text) => port.postMessage(text), lost: () => {} })
  port.addEventListener('message', ({ data }) => way.send(String(data)))
  port.start?.()
}

/** In the page: the table that a worker hosts. */
export function workerTable(port: Port, def: GameDef): Promise<Table> {
  return reachTable({
    hello: { table: 'local' },
    open: ({ message }) => {
      port.addEventListener('message', ({ data }) => message(String(data)))
      port.start?.()
      return Promise.resolve({ send: (text) => port.postMessage(text), close: () => port.close?.() })
    },
    rules: () => Promise.resolve(def),
  })
}
