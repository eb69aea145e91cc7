/** Unguessable ids, keys and seeds. */
import { createHash, randomBytes } from 'node:crypto'

/**
 * Returns a random id of 72 bits, which makes unlisted tables unguessable. It never starts with a hyphen: a command would
 * parse it as an option.
 */
export function newId(): string {
  for (;;) {
    const id = randomBytes(9).toString('base64url')
    if (!id.startsWith('-')) return id
  }
}

/** Returns a random secret of 192 bits, for keys, invitations and sessions. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url')
}

/** Returns a seed of 128 bits, the size of the random generator's state. */
export function newSeed(): string {
  return randomBytes(16).toString('hex')
}

/** Returns the hash that is stored for a secret. Secrets are long and random, so SHA-256 without salt is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
