import { type Game, isCooperative, type Outcome, type State } from '@ludoforge/kernel'

/** What a reward is: the share of the victory from -1 to 1, or the score of the ranking. */
export const REWARDS = ['win', 'score'] as const
export type RewardKind = (typeof REWARDS)[number]

/** The rewards of all seats by their kind, in their order; `null` if the game isn't over. */
export function rewardsOf(game: Game, state: State): Readonly<Record<RewardKind, readonly number[]>> | null {
  const outcome = game.outcome(state)
  if (outcome === undefined) return null
  const by = (kind: RewardKind): number[] => {
    const into = game.def.seats.map(() => 0)
    writeRewards(game, state, outcome, kind, into, 0)
    return into
  }
  return { win: by('win'), score: by('score') }
}

/**
 * Writes the rewards of the seats. `win`: 1 for the only winner, -1 / (n - 1) for each of the others, so that they sum to
 * 0; shared victories share; a draw is 0. If all seats play together, 1 or -1 for each.
 */
export function writeRewards(
  game: Game,
  state: State,
  outcome: Outcome,
  kind: RewardKind,
  into: Float32Array | number[],
  at: number,
): void {
  const { def } = game
  const present = game.present(state)
  const isShared = isCooperative(def) || present.length === 1
  def.seats.forEach(({ id }, i) => {
    if (!present.includes(id)) into[at + i] = 0
    else if (kind === 'score') into[at + i] = outcome.ranking.find(({ seat }) => seat === id)?.score ?? 0
    else into[at + i] = isShared ? together(outcome) : share(outcome, id, present.length)
  })
}

function together({ kind, winners }: Outcome): number {
  return kind === 'draw' ? 0 : winners.length > 0 ? 1 : -1
}

function share({ kind, winners }: Outcome, seat: string, seats: number): number {
  if (kind === 'draw') return 0
  if (winners.length === 0) return -1
  const won = winners.includes(seat) ? 1 / winners.length : 0
  return (seats * won - 1) / (seats - 1)
}
