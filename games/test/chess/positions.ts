/** The usual test positions of move generators, and how many lines of 1, 2, 3 … moves begin there. */
import { START } from './fen.js'

interface Counted {
  readonly name: string
  readonly fen: string
  readonly lines: readonly number[]
}

const POSITIONS: readonly Counted[] = [
  { name: 'the start', fen: START, lines: [20, 400, 8902, 197281, 4865609] },
  {
    name: 'Kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    lines: [48, 2039, 97862],
  },
  { name: 'position 3', fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', lines: [14, 191, 2812, 43238] },
  {
    name: 'position 4',
    fen: 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    lines: [6, 264, 9467],
  },
  {
    name: 'position 5',
    fen: 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    lines: [44, 1486, 62379],
  },
  {
    name: 'position 6',
    fen: 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    lines: [46, 2079, 89890],
  },
]

/** A count, and whether it is quick enough for the normal tests. */
export const COUNTS = POSITIONS.flatMap(({ name, fen, lines }) =>
  lines.map((count, i) => ({
    name,
    fen,
    moves: i + 1,
    count,
    quick: count < 50_000 || (fen === START && i < 3),
  })),
)
