/**
 * The open sockets of this server. It bounds their unsent bytes, ends those whose session or key is gone, and ends all in
 * order when the server closes.
 */
import type { Db } from '../store/index.js'

/** An open socket, and the secrets that it was opened with (as hashes). */
export interface OpenSocket {
  /** Identifies the address of the client (`originOf`). */
  readonly address: string
  readonly session: string | undefined
  readonly key: string | undefined
  /** Bytes that the client hasn't read yet, as far as this process holds them. */
  readonly unsent: number
  /** Stops all messages at once, and closes the socket. */
  end(reason: string): void
  /** Takes no more requests, answers those that run, and asks the client to connect again. */
  restart(): Promise<void>
}

const MAX_UNSENT = 2 << 20 // bytes for one socket: then it is cut off, and its client reconnects and resumes
const MAX_UNSENT_OF_ADDRESS = 16 << 20
const SMALL = 64 << 10 // below this, nothing is summed
const BATCH = 500 // hashes in one query

export class OpenSockets {
  readonly #byAddress = new Map<string, Set<OpenSocket>>()

  get all(): readonly OpenSocket[] {
    return [...this.#byAddress.values()].flatMap((sockets) => [...sockets])
  }

  /** The bytes that clients haven't read yet. */
  get unsent(): number {
    return sum(this.all)
  }

  /** Returns a function that removes the socket. */
  add(socket: OpenSocket): () => void {
    const { address } = socket
    const sockets = this.#byAddress.get(address) ?? new Set()
    sockets.add(socket)
    this.#byAddress.set(address, sockets)
    return () => {
      sockets.delete(socket)
      if (sockets.size === 0) this.#byAddress.delete(address)
    }
  }

  /** Checks whether the client, or all clients of its address together, leave too many bytes unread. */
  isOverfull({ unsent, address }: OpenSocket): boolean {
    if (unsent <= SMALL) return false
    return unsent > MAX_UNSENT || sum(this.#byAddress.get(address) ?? []) > MAX_UNSENT_OF_ADDRESS
  }

  /** Ends the sockets that were opened with these secrets. */
  revoke(hashes: readonly string[]): void {
    const revoked = new Set(hashes)
    for (const socket of this.all)
      if ([socket.session, socket.key].some((hash) => hash !== undefined && revoked.has(hash)))
        socket.end('the session or key is no longer valid')
  }

  /** Answers what is running, then asks all clients to connect again. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((socket) => socket.restart()))
  }

  /** Ends the sockets whose session or key isn't in the database: expired, or revoked by a message that got lost. */
  async verify(db: Db): Promise<void> {
    const sockets = this.all
    const sessions = unique(sockets.map(({ session }) => session))
    const keys = unique(sockets.map(({ key }) => key))
    const valid = new Set<string>()
    for (let i = 0; i < sessions.length; i += BATCH) {
      const rows = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('token_hash', 'in', sessions.slice(i, i + BATCH))
        .where('until', '>', Date.now())
        .execute()
      for (const { token_hash } of rows) valid.add(token_hash)
    }
    for (let i = 0; i < keys.length; i += BATCH) {
      const rows = await db
        .selectFrom('people')
        .select('key_hash')
        .where('key_hash', 'in', keys.slice(i, i + BATCH))
        .execute()
      for (const { key_hash } of rows) valid.add(key_hash)
    }
    this.revoke([...sessions, ...keys].filter((hash) => !valid.has(hash)))
  }
}

function sum(sockets: Iterable<OpenSocket>): number {
  let bytes = 0
  for (const { unsent } of sockets) bytes += unsent
  return bytes
}

function unique(hashes: readonly (string | undefined)[]): string[] {
  return [...new Set(hashes)].filter((hash) => hash !== undefined)
}
