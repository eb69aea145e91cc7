/** Puzzles: positions in which one turn is much better than the rest. */
import type { Choice, Game, State } from '@ludoforge/kernel'
import { type Puzzle, PuzzleError, type PuzzleMargin } from '@ludoforge/play'
import type { ThinkOptions } from '../agent.js'
import { type RankedTurn, rankTurns, type TurnRanking } from './rank-turns.js'
import { isTurnOver } from '../search/list-turns.js'
import { kindOfTurn, type TurnStep } from './turn.js'

/** Returns the position of a puzzle. Throws `PuzzleError` if the rules don't lead to it. */
export function puzzlePosition(
  game: Game,
  { scenario, seed, options, decisions, hash, seat }: Puzzle,
): State {
  let state = game.start({ seed, options, ...(scenario === undefined ? {} : { scenario }) })
  try {
    for (const choice of decisions) state = game.decide(state, choice, askedFirst(game, state))
  } catch (error) {
    throw new PuzzleError('The puzzle has an answer that these rules forbid. Find the puzzles again.', {
      cause: error,
    })
  }
  if (game.hash(state) !== hash || askedFirst(game, state) !== seat)
    throw new PuzzleError('These rules lead to another position. Find the puzzles again.')
  return state
}

function askedFirst(game: Game, state: State): string {
  return game.def.seats[game.ask(state)?.seat ?? -1]?.id ?? ''
}

/** Plays the answers of a seat until its turn is over. Returns the position, the steps, and whether it is over. */
export function playTurn(
  game: Game,
  start: State,
  seat: string,
  choices: readonly Choice[],
): { readonly state: State; readonly steps: readonly TurnStep[]; readonly isOver: boolean } {
  const index = game.def.seats.findIndex(({ id }) => id === seat)
  const first = game.ask(start, index)?.site
  let state = start
  const steps: TurnStep[] = []
  const isOver = (): boolean => steps.length > 0 && isTurnOver(game, state, index, first)
  for (const choice of choices) {
    const decision = isOver() ? undefined : game.decision(state, seat)
    if (decision === undefined) break
    steps.push({ decision, choice })
    state = game.decide(state, choice, seat)
  }
  return { state, steps, isOver: isOver() }
}

/** What a turn of a solver is worth. */
export interface PuzzleVerdict {
  readonly isSolved: boolean
  /** The turn is the solution, or leads to the same position. */
  readonly isSolution: boolean
  /** The expected scores of both turns, if a search compared them. */
  readonly scores?: { readonly yours: number; readonly best: number }
}

/**
 * Judges a turn. The solution's position solves the puzzle at once. Otherwise a search with the second budget compares the
 * two turns: you lose at most half the margin with a turn that counts as solved.
 */
export async function judgeTurn(
  game: Game,
  puzzle: Puzzle,
  choices: readonly Choice[],
  thinking: ThinkOptions = {},
): Promise<PuzzleVerdict> {
  const { seat, solution, margins } = puzzle
  const start = puzzlePosition(game, puzzle)
  const yours = playTurn(game, start, seat, choices)
  const best = playTurn(game, start, seat, solution)
  if (game.hash(yours.state) === game.hash(best.state)) return { isSolved: true, isSolution: true }
  const { iterations = 1, best: high = 0, next = 0 } = margins.at(-2) ?? margins[0] ?? {}
  const ranking = await rankTurns(
    {
      game,
      state: start,
      seat: game.def.seats.findIndex(({ id }) => id === seat),
      iterations,
      seed: seedOf(puzzle),
      include: [solution, choices],
    },
    thinking,
  )
  const [ofBest, ofYours] = ranking?.included ?? []
  if (ofBest === undefined || ofYours === undefined) return { isSolved: false, isSolution: false }
  return {
    isSolved: ofBest.score - ofYours.score <= (high - next) / 2,
    isSolution: false,
    scores: { yours: ofYours.score, best: ofBest.score },
  }
}

/** The best turn of a position, and its margin over the best turn of another kind. */
export interface Lead {
  readonly best: RankedTurn
  readonly margin: PuzzleMargin
}

/** Returns the lead of the best turn in a ranking. Returns `undefined` if there is no other kind of turn. */
export function leadOf({ turns }: TurnRanking, iterations: number): Lead | undefined {
  const [best, next] = turns
  if (best === undefined || next === undefined) return undefined
  return { best, margin: { iterations, best: rounded(best.score), next: rounded(next.score) } }
}

const rounded = (score: number): number => Math.round(score * 10) / 10

/** Searches the position of a puzzle again. Returns the margins of its solution, negative where another kind of turn is best. */
export async function verifyPuzzle(game: Game, puzzle: Puzzle): Promise<readonly PuzzleMargin[]> {
  const state = puzzlePosition(game, puzzle)
  const index = game.def.seats.findIndex(({ id }) => id === puzzle.seat)
  const { steps, isOver } = playTurn(game, state, puzzle.seat, puzzle.solution)
  if (!isOver) throw new PuzzleError('The solution is not a whole turn. Find the puzzles again.')
  const kind = kindOfTurn(steps)
  const margins: PuzzleMargin[] = []
  for (const { iterations } of puzzle.margins) {
    const ranking = await rankTurns({ game, state, seat: index, iterations, seed: seedOf(puzzle) })
    const best = ranking?.turns.find((turn) => turn.kind === kind)
    const next = ranking?.turns.find((turn) => turn.kind !== kind)
    margins.push({ iterations, best: rounded(best?.score ?? 0), next: rounded(next?.score ?? 0) })
  }
  return margins
}

/** The seed of the searches in the position of a puzzle. */
export function seedOf({ hash }: Pick<Puzzle, 'hash'>): string {
  return `puzzle ${hash}`
}
