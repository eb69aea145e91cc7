/** An error that stops a run, with a message for users. */
export class RunError extends Error {
  override readonly name = 'RunError'
}
