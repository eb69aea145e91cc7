/** Refusals of a server or a table, with their HTTP status. The message is for people, the code for programs. */

export const REFUSALS = {
  'bad-message': 400, // doesn't match the schema
  'bad-address': 400, // no address for notifications
  'illegal-choice': 422, // the rules forbid it; the message has the reason
  'no-login': 401, // needs an account or the key of a seat
  'wrong-login': 401,
  'not-allowed': 403, // not yours, or not now
  'bad-origin': 403,
  'over-quota': 403, // as many tables or as much text as you may have
  'not-found': 404,
  stale: 409, // the question has been answered or undone
  taken: 409, // the seat has another player now
  over: 409, // the game is over
  'too-large': 413,
  'bad-save': 422,
  'too-frequent': 429,
  trouble: 500, // an internal error
  busy: 503, // temporary: try again
  full: 507, // the disk is full, so nothing was stored
} as const

/** The code of a refusal. */
export type RefusalCode = keyof typeof REFUSALS

/** Returns whether a value is a refusal code. */
export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && Object.hasOwn(REFUSALS, code)
}

/** The cause goes to the server's log only. */
interface RefusalOptions extends ErrorOptions {
  readonly retryAfter?: number | undefined
}

/** Thrown when a request is refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The seconds to wait before the next attempt, if a limit refused the request. */
  readonly retryAfter: number | undefined
  constructor(
    readonly code: RefusalCode,
    message: string,
    { retryAfter, ...options }: RefusalOptions = {},
  ) {
    super(message, options)
    this.retryAfter = retryAfter
  }

  /** The fields that clients receive. */
  get fields(): { readonly code: RefusalCode; readonly message: string; readonly retryAfter?: number } {
    const { code, message, retryAfter } = this
    return { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}
