/** What keeps many games from being played on, as a sentence for whoever wants them. */
export class RunError extends Error {
  override readonly name = 'RunProblem'
}
