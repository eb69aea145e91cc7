/** Files of puzzles: JSON Lines. The first line is the header, each other line is a puzzle. */
import type { Choice, Constant } from '@ludoforge/kernel'

/** The first line of a file of puzzles: how they were found. */
export interface PuzzleHeader {
  readonly format: typeof PUZZLE_FORMAT
  readonly game: string
  /** Identifies the rules. */
  readonly fingerprint: string
  /** The command that found them. */
  readonly command: string
  /** The iterations at which the search agreed; the last is four times the one before. */
  readonly budgets: readonly number[]
  /** The least margin at the first two budgets, in points of the expected score. */
  readonly margin: number
}

/** The format of a file of puzzles, in its first line. */
export const PUZZLE_FORMAT = 'ludoforge-puzzles/1'

/** A puzzle: a position by the decisions that lead to it, and the turn to find. */
export interface Puzzle {
  readonly scenario?: string
  readonly seed: number | string
  readonly options: Readonly<Record<string, Constant>>
  /** The answers before the position, each of the seat that is asked first. */
  readonly decisions: readonly Choice[]
  /** The hash of the position. */
  readonly hash: string
  readonly seat: string
  readonly solution: readonly Choice[]
  readonly margins: readonly PuzzleMargin[]
}

/** The expected scores at one budget: of the best turn, and of the best turn of another kind. */
export interface PuzzleMargin {
  readonly iterations: number
  readonly best: number
  readonly next: number
}

/** The rules no longer lead to the position of a puzzle. */
export class PuzzleError extends Error {
  override readonly name = 'PuzzleError'
}

/** The name of the file in a game's folder. */
export const PUZZLE_FILE = 'puzzles.jsonl'

/** The puzzles of a game. */
export interface PuzzleSet {
  readonly header: PuzzleHeader
  readonly puzzles: readonly Puzzle[]
}

/** Reads a file of puzzles. Throws `PuzzleError` if it isn't one. */
export function readPuzzles(text: string): PuzzleSet {
  const [header, ...puzzles] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed)
  if (!isHeader(header))
    throw new PuzzleError(`This is not a file of puzzles. Its first line needs "format": "${PUZZLE_FORMAT}".`)
  return {
    header,
    puzzles: puzzles.map((puzzle, i) => {
      if (!isPuzzle(puzzle)) throw new PuzzleError(`Line ${i + 2} is not a puzzle. Find the puzzles again.`)
      return puzzle
    }),
  }
}

/** Returns the line of a header or a puzzle. */
export function puzzleLine(entry: PuzzleHeader | Puzzle): string {
  return `${JSON.stringify(entry)}\n`
}

function parsed(line: string, i: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new PuzzleError(`Line ${i + 1} is not JSON. Find the puzzles again.`)
  }
}

function isHeader(value: unknown): value is PuzzleHeader {
  return isRecord(value) && value['format'] === PUZZLE_FORMAT && typeof value['fingerprint'] === 'string'
}

function isPuzzle(value: unknown): value is Puzzle {
  return (
    isRecord(value) &&
    typeof value['hash'] === 'string' &&
    typeof value['seat'] === 'string' &&
    [value['decisions'], value['solution'], value['margins']].every(Array.isArray)
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
