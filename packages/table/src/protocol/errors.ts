/** What a server or a table refuses, by code: the message is a sentence for people, the code is for programs. */

export const REFUSALS = {
  'bad-message': 400, // not what the protocol says
  'illegal-choice': 422, // the rules do not allow it; the message says why
  'no-login': 401, // this needs an account, or the key of a seat
  'wrong-login': 401,
  'not-allowed': 403, // not yours, or not now
  'bad-origin': 403,
  'not-found': 404,
  stale: 409, // the question was answered, or taken back, by now
  taken: 409, // the seat is somebody else's by now
  over: 409, // the game is over
  'too-large': 413,
  'bad-save': 422,
  'too-frequent': 429,
  trouble: 500, // not your fault
  busy: 503, // try again
} as const

/** The codes of refusals. */
export type RefusalCode = keyof typeof REFUSALS

/** Whether a text is one of the codes. */
export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && Object.hasOwn(REFUSALS, code)
}

/** A request that is not carried out; the message says why, the code is for programs. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions, // what led to it is for those who run the server
  ) {
    super(message, options)
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}
