/** Revoked secrets: a session that was closed, or a key that was replaced. Their sockets end at once, on all servers. */

/** Receives the hashes of revoked secrets. */
export type OnRevoked = (hashes: readonly string[]) => void

const MAX_HASHES = 100 // in one broadcast, whose size the database limits

export class Revocations {
  readonly #listeners: OnRevoked[] = []

  /** `broadcast` sends hashes to the other servers. */
  constructor(private readonly broadcast: OnRevoked) {}

  onRevoked(listener: OnRevoked): void {
    this.#listeners.push(listener)
  }

  /** Call this after the secrets were deleted from the database, so that nothing can open a socket with them again. */
  revoke(hashes: readonly string[]): void {
    this.heard(hashes)
    for (let i = 0; i < hashes.length; i += MAX_HASHES) this.broadcast(hashes.slice(i, i + MAX_HASHES))
  }

  /** Another server has revoked these secrets. */
  heard(hashes: readonly string[]): void {
    for (const listener of this.#listeners) listener(hashes)
  }
}
