/** Hashes passwords with scrypt, a few at a time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Each guess costs 32 MB and about 0.1 s. */
const COST = { N: 1 << 15, r: 8, p: 1, maxmem: 64 << 20 }
const MAX_CONCURRENT = 4 // bounds the memory of concurrent logins

export class PasswordHasher {
  #running = 0
  readonly #queue: (() => void)[] = []

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const key = await this.#derive(password, salt)
    return `scrypt$${COST.N}$${salt.toString('base64url')}$${key.toString('base64url')}`
  }

  async verify(password: string, stored: string): Promise<boolean> {
    const [, cost, salt = '', key = ''] = stored.split('$')
    const expected = Buffer.from(key, 'base64url')
    const actual = await this.#derive(password, Buffer.from(salt, 'base64url'), Number(cost))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  async #derive(password: string, salt: Buffer, N = COST.N): Promise<Buffer> {
    if (this.#running >= MAX_CONCURRENT)
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve)
      })
    this.#running += 1
    try {
      return await new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, 32, { ...COST, N }, (error, key) => {
          if (error === null) resolve(key)
          else reject(error)
        })
      })
    } finally {
      this.#running -= 1
      this.#queue.shift()?.()
    }
  }
}
