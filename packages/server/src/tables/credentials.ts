/** Names and keys that nobody can guess. */
import { createHash, randomBytes } from 'node:crypto'

/** 72 bits: enough that nobody finds a table that was not shown to them. */
export function newId(): string {
  return randomBytes(9).toString('base64url')
}

/** 192 bits, for keys, invitations and sessions. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** The seed of a game: as many bits as the random numbers have. */
export function newSeed(): string {
  return randomBytes(16).toString('hex')
}

/** What is stored of a secret. It is random and long: a plain hash cannot be turned round. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
