/** Positions of chess as FEN, and the number of lines of play that begin there (perft). */
import type { LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { linkExpr } from '@ludoforge/play'
import { gameOf } from '../../../test/support/games.js'

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** The letters of pieces, as FEN and PGN write them. */
export const TYPES: Readonly<Record<string, string>> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
}

export function chess(): Promise<LoadedGame> {
  return gameOf('chess')
}

const RIGHTS = [
  ['K', 'white', 'kingside'],
  ['Q', 'white', 'queenside'],
  ['k', 'black', 'kingside'],
  ['q', 'black', 'queenside'],
] as const

/**
 * Returns a position as FEN. The square of en passant is there only if a pawn can capture on it, as the rules remember
 * it.
 */
export function fenOf(game: LoadedGame, state: State): string {
  const { zones, seats, variables } = game.view(state, null)
  const letterAt = (square: string): string => {
    const [type] = Object.keys(zones[square]?.pieces ?? {})
    if (type === undefined) return ' '
    const [owner, piece] = type.split('-')
    const letter = Object.keys(TYPES).find((one) => TYPES[one] === piece) ?? '?'
    return owner === 'white' ? letter.toUpperCase() : letter
  }
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
    Array.from('abcdefgh', (file) => letterAt(`${file}${rank}`))
      .join('')
      .replaceAll(/ +/g, (gap) => String(gap.length)),
  )
  const castling = RIGHTS.filter(([, seat, right]) => seats[seat]?.[right] === true).map(([letter]) => letter)
  const plies = Number(variables['plies'])
  return [
    ranks.join('/'),
    plies % 2 === 0 ? 'w' : 'b',
    castling.join('') || '-',
    variables['skipped'] ?? '-',
    variables['quiet'],
    Math.floor(plies / 2) + 1,
  ].join(' ')
}

/** Returns the state at the first question of a position in FEN. */
export function positionOf(game: LoadedGame, fen: string): State {
  const [board = '', side = '', castling = '', skipped = '', quiet = '0', move = '1'] = fen.split(' ')
  const statements = board
    .split('/')
    .flatMap((rank, i) => squaresOf(rank).map(({ letter, file }) => place(letter, `${file}${8 - i}`)))
  for (const [letter, seat, right] of RIGHTS)
    statements.push(`set ${seat}.${right} to ${String(castling.includes(letter))}`)
  if (skipped !== '-') statements.push(`set skipped to ${skipped}`)
  const plies = 2 * (Number(move) - 1) + (side === 'w' ? 0 : 1)
  statements.push(`set quiet to ${quiet}`, `set plies to ${plies}`, 'do play')
  return game.apply(game.start({ empty: true }), statements.join('\n'), {
    seat: side === 'w' ? 'white' : 'black',
  })
}

function squaresOf(rank: string): { letter: string; file: string }[] {
  const squares: { letter: string; file: string }[] = []
  let column = 0
  for (const letter of rank)
    if (/\d/.test(letter)) column += Number(letter)
    else squares.push({ letter, file: 'abcdefgh'.charAt(column++) })
  return squares
}

function place(letter: string, square: string): string {
  const type = TYPES[letter.toLowerCase()]
  if (type === undefined) throw new Error(`'${letter}' is no piece of FEN.`)
  return `place 1 ${type} of ${letter === letter.toLowerCase() ? 'black' : 'white'} in ${square}`
}

/**
 * Counts the lines of so many moves. A move is one to three answers, and the machine gives those that are forced. So a
 * state can be beyond the end of its line, which is then one line. The goals of the last move are counted, not played,
 * unless a pawn can be promoted.
 */
export function perft(game: LoadedGame, state: State, moves: number): number {
  const made = linkExpr(game, { ref: 'gvar', var: 'plies' }, 'number')
  const isNearPromotion = linkExpr(
    game,
    game.expression('some(white pawns in row(7)) or some(black pawns in row(2))').expr,
    'flag',
  )
  const isGoal = new Map<number, boolean>() // by the site of a question
  const asksForGoal = (s: State, site: number): boolean => {
    const known = isGoal.get(site) ?? game.decision(s)?.name === 'goal'
    isGoal.set(site, known)
    return known
  }
  const end = Number(made(state)) + moves
  const lines = (s: State): number => {
    const left = end - Number(made(s))
    if (left <= 0) return 1
    const question = game.ask(s)
    if (question === undefined) return 0
    const { site, values } = question
    const count = values.length
    if (left === 1 && asksForGoal(s, site) && isNearPromotion(s) === 0) return count
    let sum = 0
    for (let i = 0; i < count; i++) {
      const next = game.fork(s)
      game.answer(next, [i])
      sum += lines(next)
    }
    return sum
  }
  return lines(state)
}
