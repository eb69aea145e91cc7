/** Local tables, in this process or in a worker. */
import type { GameDef } from '@ludoforge/kernel'
import { LocalHost, type LocalOptions } from '@ludoforge/table'
import { connectTable } from './connection.js'
import type { Table } from './table.js'

/** Opens a table in this process. It resumes a stored table. */
export async function localTable(options: LocalOptions): Promise<Table> {
  const host = await LocalHost.open(options)
  return connectTable({
    hello: { table: host.id },
    open: (handlers) => Promise.resolve(host.open(handlers)),
    rules: () => Promise.resolve(host.def),
  })
}

/** The part of a `MessagePort` or `Worker` that is used. */
export interface Port {
  postMessage(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  /** Only a `MessagePort` has these: it queues messages until `start`. */
  start?(): void
  close?(): void
}

/** In a worker: hosts a table for the page at the other end of the port. The function it returns ends that. */
export async function hostTable(options: LocalOptions, port: Port): Promise<() => void> {
  const host = await LocalHost.open(options)
  const transport = host.open({ message: (text) => port.postMessage(text) })
  port.addEventListener('message', ({ data }) => transport.send(String(data)))
  port.start?.()
  return () => {
    transport.close()
    port.close?.()
  }
}

/** In the page: opens the table that a worker hosts. */
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
