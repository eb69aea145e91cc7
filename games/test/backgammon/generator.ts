/** A move generator for backgammon that knows nothing of the rulebook: the tests compare the game with it. */

/** A position seen by the player on roll: distances from 1 to 24, and 25 for the bar. */
export interface Position {
  /** The player's own checkers by distance. The checkers at 0 are borne off. */
  readonly own: readonly number[]
  /** The other player's checkers on the same points. Those at 0 are on that player's bar. */
  readonly other: readonly number[]
}

interface Play {
  readonly position: Position
  readonly used: readonly number[]
}

const BAR = 25

/** Returns the position after one checker has moved by a die, or `undefined` if that is illegal. */
function moved({ own, other }: Position, from: number, die: number): Position | undefined {
  if ((own[from] ?? 0) === 0) return undefined
  if (from !== BAR && (own[BAR] ?? 0) > 0) return undefined
  const to = Math.max(0, from - die)
  if (to > 0 && (other[to] ?? 0) >= 2) return undefined
  if (to === 0) {
    for (let place = 7; place <= BAR; place += 1) if ((own[place] ?? 0) > 0) return undefined
    if (from < die)
      for (let place = from + 1; place <= 6; place += 1) if ((own[place] ?? 0) > 0) return undefined
  }
  const mine = [...own]
  const theirs = [...other]
  mine[from] = (mine[from] ?? 0) - 1
  mine[to] = (mine[to] ?? 0) + 1
  if (to > 0 && theirs[to] === 1) {
    theirs[to] = 0
    theirs[0] = (theirs[0] ?? 0) + 1
  }
  return { own: mine, other: theirs }
}

/** Returns every way to use dice in this order, as far as each goes. */
function playsInOrder(position: Position, dice: readonly number[], used: readonly number[] = []): Play[] {
  const [die, ...rest] = dice
  const plays: Play[] = []
  if (die !== undefined)
    for (let from = 1; from <= BAR; from += 1) {
      const next = moved(position, from, die)
      if (next !== undefined) plays.push(...playsInOrder(next, rest, [...used, die]))
    }
  return plays.length > 0 ? plays : [{ position, used }]
}

/** Names a position, so that positions can be compared. */
export const nameOf = ({ own, other }: Position): string => `${own.join(' ')} | ${other.join(' ')}`

/** What a roll allows: the names of all positions that it may lead to, and how it was limited. */
export interface Plays {
  readonly results: ReadonlySet<string>
  readonly limit: 'none' | 'both dice' | 'larger die' | 'part of a double' | 'no move'
}

/** Returns all legal results of a roll: as many dice as possible, and the larger one if only one can be used. */
export function playsOf(position: Position, first: number, second: number): Plays {
  const isDouble = first === second
  const orders = isDouble
    ? [[first, first, first, first]]
    : [
        [first, second],
        [second, first],
      ]
  const plays = orders.flatMap((order) => playsInOrder(position, order))
  const most = Math.max(...plays.map(({ used }) => used.length))
  const longest = plays.filter(({ used }) => used.length === most)
  const larger = Math.max(...longest.flatMap(({ used }) => used), 0)
  const legal = isDouble || most !== 1 ? longest : longest.filter(({ used }) => used[0] === larger)
  return {
    results: new Set(legal.map((play) => nameOf(play.position))),
    limit: limitOf(most, isDouble, legal.length < longest.length, longest.length < plays.length),
  }
}

function limitOf(
  most: number,
  isDouble: boolean,
  smallerLost: boolean,
  shorterLost: boolean,
): Plays['limit'] {
  if (most === 0) return 'no move'
  if (isDouble) return most < 4 ? 'part of a double' : 'none'
  if (smallerLost) return 'larger die'
  return shorterLost ? 'both dice' : 'none'
}
