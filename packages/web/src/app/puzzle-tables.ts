/** Puzzles as local tables: which puzzle a table is about, and what was solved, in this browser. */
import type { Puzzle } from '@ludoforge/play'
import type { GameListing } from '@ludoforge/look'
import { createLocal, puzzleState } from '../local/index.js'
import { bookAt } from '../table/rulebook/book-at.js'

const TABLES = 'ludoforge-puzzle-tables'
const SOLVED = 'ludoforge-puzzles-solved'

/** A puzzle of a game, by its number. */
export interface PuzzlePlace {
  readonly fingerprint: string
  readonly index: number
  readonly game: string
}

/** Returns the puzzles of a game. */
export async function puzzlesOf(fingerprint: string): Promise<readonly Puzzle[]> {
  return (await bookAt(`games/${fingerprint}/book.json`)).puzzles ?? []
}

/** Opens a puzzle as a local table and returns its id. */
export async function openPuzzle(
  card: Pick<GameListing, 'id' | 'title' | 'fingerprint'>,
  index: number,
): Promise<string> {
  const { fingerprint, title } = card
  const puzzle = (await puzzlesOf(fingerprint))[index]
  if (puzzle === undefined) throw new Error('There is no such puzzle. Choose another one.')
  const position = await puzzleState(fingerprint, puzzle)
  const { scenario, options } = puzzle
  const id = await createLocal(card, {
    name: `${title}: puzzle ${index + 1}`,
    position,
    options,
    ...(scenario === undefined ? {} : { scenario }),
  })
  stored(TABLES, {
    ...read<Record<string, PuzzlePlace>>(TABLES, {}),
    [id]: { fingerprint, index, game: card.id },
  })
  return id
}

/** Returns the puzzle of a local table, or `undefined` if it isn't one. */
export function puzzleOfTable(id: string): PuzzlePlace | undefined {
  return read<Record<string, PuzzlePlace>>(TABLES, {})[id]
}

/** Returns the hashes of the solved puzzles. */
export const solvedPuzzles = (): readonly string[] => read<readonly string[]>(SOLVED, [])

export function markSolved(hash: string): void {
  stored(SOLVED, [...new Set([...solvedPuzzles(), hash])])
}

function read<T>(key: string, none: T): T {
  const text = localStorage.getItem(key)
  return text === null ? none : (JSON.parse(text) as T)
}

function stored(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}
