/** Why a host refuses a request of a bot. The kernel's codes come in addition. */
export type BotRefusalCode =
  | 'unknown-ask'
  | 'bad-field'
  | 'unknown-position'
  | 'unknown-seat'
  | 'unknown-value'
  | 'unknown-agent'
  | 'hidden' // its seat may not know it
  | 'too-late' // its decision is made, or its time is up
  | 'too-many-requests'
  | 'too-many-positions'
  | 'too-much-memory'

/** A refused request of a bot. The code is for programs, the message for people. */
export class BotRefusal extends Error {
  override readonly name = 'BotRefusal'
  constructor(
    readonly code: BotRefusalCode,
    message: string,
  ) {
    super(message)
  }
}
