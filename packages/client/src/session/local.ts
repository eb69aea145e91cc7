/** A table without a server, in this process or in a worker. */
import type { GameDef } from '@ludoforge/kernel'
import { LocalHost, type LocalOptions } from '@ludoforge/table'
import { connectTable } from './connection.js'
import type { Table } from './table.js'

/** A table in this process. A table that is stored already is resumed. */
export async function localTable(options: LocalOptions): Promise<Table> {
  const host = await LocalHost.open(options)
  return connectTable({
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
  const way = host.open({ message: (text) => port.postMessage(text) })
  port.addEventListener('message', ({ data }) => way.send(String(data)))
  port.start?.()
}

/** In the page: the table that a worker hosts. */
export function workerTable(port: Port, def: GameDef): Promise<Table> {
  return connectTable({
    hello: { table: 'local' },
    open: ({ message }) => {
      port.addEventListener('message', ({ data }) => message(String(data)))
      port.start?.()
      return Promise.resolve({ send: (text) => port.postMessage(text), close: () => port.close?.() })
    },
    rules: () => Promise.resolve(def),
  })
}
