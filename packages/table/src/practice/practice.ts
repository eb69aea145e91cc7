/** Review and puzzles for a page: positions in, words out, as plain data. */
import {
  judgeTurn,
  playTurn,
  puzzlePosition,
  type PuzzleVerdict,
  type RankedTurn,
  reviewTurn,
  turnsIn,
  type TurnStep,
} from '@ludoforge/agents'
import {
  type Choice,
  type Game,
  IllegalChoice,
  type SavedState,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'
import { eventsVisibleTo, type Puzzle } from '@ludoforge/play'
import { choiceLabel } from '../log/choice-label.js'
import { stepIfLegal } from '../record/step-if-legal.js'

/** Answers of one seat in a row, with the position before them. */
export interface TurnRun {
  readonly number: number // of the entry before the first answer
  readonly seat: string
  readonly position: SavedState
  readonly choices: readonly Choice[]
}

/** A turn that gave something away, in words. */
export interface ReviewedText {
  readonly number: number // of the entry before it
  readonly seat: string
  readonly loss: number
  readonly played: TurnText
  readonly best: TurnText
}

/** A turn in words, with its expected score. */
export interface TurnText {
  readonly score: number
  readonly text: string
  /** The zones that it names, to point at. */
  readonly zones: readonly string[]
  /** What it does, up to the first thing that chance or hidden information decides. */
  readonly events: readonly StepEvent[]
}

/** What a puzzle's page shows after a turn. */
export interface Verdict extends PuzzleVerdict {
  /** Whether the turn is over. Otherwise nothing was judged. */
  readonly isOver: boolean
  readonly solution: TurnText
}

const ITERATIONS = 150 // for each turn
const SEED = 'review'

/** Reviews the turns in these runs. */
export async function reviewRuns(
  game: Game,
  runs: readonly TurnRun[],
  progress: (share: number) => void,
): Promise<readonly ReviewedText[]> {
  const results: ReviewedText[] = []
  for (const [i, { number, seat, position, choices }] of runs.entries()) {
    const turns = turnsOfRun(game, { number, seat, position, choices })
    for (const [n, turn] of turns.entries()) {
      const share = (spent: number): number => (i + (n + spent) / turns.length) / runs.length
      const found = await reviewTurn(
        game,
        turn,
        { iterations: ITERATIONS, seed: `${SEED} ${number}` },
        { progress: (spent) => progress(share(spent)) },
      )
      if (found === undefined) continue
      const { played, best, loss } = found
      results.push({
        number: number + turn.first - 1,
        seat,
        loss,
        played: textOf(game, turn.state, seat, played),
        best: textOf(game, turn.state, seat, best),
      })
    }
  }
  return results
}

/** What was hidden may differ in the sampled position, so that an answer isn't legal there. */
function turnsOfRun(game: Game, { seat, position, choices }: TurnRun): ReturnType<typeof turnsIn> {
  const state = game.restore(position)
  for (let length = choices.length; length > 0; length -= 1)
    try {
      return turnsIn(
        game,
        state,
        choices.slice(0, length).map((choice) => ({ seat, choice })),
      )
    } catch (error) {
      if (!(error instanceof IllegalChoice)) throw error
    }
  return []
}

/** Returns the position of a puzzle as a saved state. */
export function puzzleState(game: Game, puzzle: Puzzle): SavedState {
  return game.save(puzzlePosition(game, puzzle))
}

/** Judges the answers of a solver. A turn that isn't over isn't judged. */
export async function judgePuzzle(game: Game, puzzle: Puzzle, choices: readonly Choice[]): Promise<Verdict> {
  const start = puzzlePosition(game, puzzle)
  const { isOver } = playTurn(game, start, puzzle.seat, choices)
  const { steps } = playTurn(game, start, puzzle.seat, puzzle.solution)
  return {
    ...(isOver ? await judgeTurn(game, puzzle, choices) : { isSolved: false, isSolution: false }),
    isOver,
    solution: textOf(game, start, puzzle.seat, { steps, score: puzzle.margins.at(-1)?.best ?? 0 }),
  }
}

function textOf(
  game: Game,
  start: State,
  seat: string,
  { steps, score }: Pick<RankedTurn, 'steps' | 'score'>,
): TurnText {
  const zones = new Set(game.def.zones.map(({ id }) => id))
  return {
    score,
    text: steps.map(({ decision, choice }) => choiceLabel(game.def, decision, choice)).join(', '),
    zones: [...new Set(steps.flatMap(namesIn))].filter((name) => zones.has(name)),
    events: eventsOf(game, start, seat, steps),
  }
}

/** The names in an answer: options, and the zones of pieces (`troops@hue`). */
function namesIn({ choice }: TurnStep): readonly string[] {
  const texts = typeof choice === 'string' ? [choice] : Array.isArray(choice) ? choice : []
  return texts.map((text: string) => text.split('@').at(-1) ?? text)
}

/** Returns what the steps of a turn do, as the seat sees it, until something comes up that nobody could know before. */
function eventsOf(game: Game, start: State, seat: string, steps: readonly TurnStep[]): readonly StepEvent[] {
  const events: StepEvent[] = []
  let state = start
  for (const { choice } of steps) {
    const next = stepIfLegal(game, state, choice, seat)
    if (next === undefined) return events
    for (const event of eventsVisibleTo(next.events, seat)) {
      if (event.type === 'rolled' || event.type === 'shuffled' || event.type === 'revealed') return events
      events.push(event)
    }
    state = next.state
  }
  return events
}
