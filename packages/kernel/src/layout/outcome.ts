/** The result of a game. */
export interface Outcome {
  readonly kind: 'win' | 'draw' | 'rank' | 'lose' // `lose`: everybody
  readonly reason: string
  readonly winners: readonly string[]
  /** Best first; equal ranks share a number. */
  readonly ranking: readonly { readonly seat: string; readonly rank: number; readonly score?: number }[]
}
