/** Positions as FEN and games as PGN, read and written. */
import { describe, expect, it } from 'vitest'
import { chess, fenOf, positionOf, START } from './fen.js'
import { pgnOf, readPgn } from './pgn.js'
import { COUNTS } from './positions.js'

const game = await chess()

/** Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
const OPERA = `[Event "Paris Opera"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {Philidor's defence} 3. d4 Bg4 (3... exd4 4. Nxd4 (4. Qxd4)) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6
7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5? $2 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+! Nxb8 17. Rd8# 1-0`

const OPERA_MOVES =
  '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 ' +
  '11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0'

describe('FEN', () => {
  const fens = [...new Set(COUNTS.map(({ fen }) => fen))]

  it.each(fens)('%s is read and written', (fen) => {
    expect(fenOf(game, positionOf(game, fen))).toBe(fen)
  })

  it('of the start is that of the rules', () => {
    expect(fenOf(game, game.start())).toBe(START)
  })
})

describe('PGN', () => {
  it('is read: comments and variations are left out', () => {
    const { state } = readPgn(game, OPERA)
    expect(game.outcome(state)?.winners).toEqual(['white'])
    expect(fenOf(game, state)).toBe('1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17')
  })

  it('is written as it was read', () => {
    expect(pgnOf(game, readPgn(game, OPERA).choices)).toBe(OPERA_MOVES)
  })

  it.each([
    ['en passant and a promotion', '1. e4 a6 2. e5 d5 3. exd6 a5 4. dxc7 a4 5. cxb8=N *'],
    [
      'ranks and files that tell pieces apart',
      '1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Ncb5 a3 5. Nc3 b6 6. Ndb5 *',
    ],
    ['answers that are forced', '1. f4 e5 2. g3 Qh4 3. gxh4 *'],
    ['a mate in two moves', '1. f3 e5 2. g4 Qh4# 0-1'],
    ['a draw', '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2'],
  ])('has %s', (_, moves) => {
    expect(pgnOf(game, readPgn(game, moves).choices)).toBe(moves)
  })

  it.each([
    ['1. e5', /Move 1 of white, 'e5', is not legal/],
    ['1. e4 e5 2. Nd2', /Move 2 of white, 'Nd2', is not legal/],
    ['1. Nc3 a6 2. Nf3 a5 3. Nd4 a4 4. Nb5 ', /Move 4 of white, 'Nb5', is ambiguous/],
    ['1. e4 hello', /Move 1 of black, 'hello', is no move in PGN/],
  ])('%s is refused with its number', (moves, message) => {
    expect(() => readPgn(game, moves)).toThrow(message)
  })
})
