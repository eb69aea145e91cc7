/** Finds puzzles in games of bots. */
import {
  actionOf,
  kindOfTurn,
  leadOf,
  type Lead,
  optionsOfAgents,
  playTurn,
  choiceOfPicks,
  rankTurns,
  seedOf,
  type TurnStep,
} from '@ludoforge/agents'
import type { Puzzle } from '@ludoforge/play'
import {
  type Choice,
  type Constant,
  type Game,
  IllegalChoice,
  Rng,
  type State,
  withoutUndefined,
} from '@ludoforge/kernel'
import { playMatch, type MatchSetup } from '../match.js'
import { RunError } from '../run-error.js'
import { type Seed, seedOfGame } from '../seeds.js'

/** What to look for. */
export interface PuzzleSearch {
  readonly game: Game
  readonly agents: readonly string[] // in seat order
  readonly count: number
  readonly seed: Seed
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  /** The iterations at which the search has to agree. The last confirms the others. */
  readonly budgets: readonly number[]
  /** The least margin, in points of the expected score. */
  readonly margin: number
  /** Only turns that the bot of the game missed: it played a turn of another kind. */
  readonly missed: boolean
  readonly maxDecisions: number
  /** Polled between positions. On `true` it ends. */
  readonly stopped?: () => boolean
  readonly progress?: (progress: PuzzleProgress) => void
}

/** What was done so far. */
export interface PuzzleProgress {
  readonly games: number
  readonly positions: number
  readonly puzzles: number
}

const PER_GAME = 4 // puzzles of one game
const MAX_POSITIONS = 24 // searched in one game
const STRAY = 8 // percent of the decisions: bots that err leave something to find
const GLANCE = 4 // the first glance has this part of the first budget, and half the margin suffices

/** A turn of a recorded game. */
interface RecordedTurn {
  readonly seat: number
  readonly site: number | undefined // of its first question
  readonly state: State // before it
  readonly before: number // decisions
  readonly choices: Choice[]
}

/** Yields puzzles until there are enough. */
export async function* findPuzzles(search: PuzzleSearch): AsyncGenerator<Puzzle, void> {
  const { count, seed, stopped } = search
  const progress = { games: 0, positions: 0, puzzles: 0 }
  const known = new Set<string>()
  while (progress.puzzles < count && stopped?.() !== true) {
    const { decisions, turns, start } = record(search, seedOfGame(seed, progress.games))
    const rng = new Rng(`${seed} ${progress.games}`)
    progress.games += 1
    const drawn = mainTurns(search, turns)
      .map((turn) => ({ turn, lot: rng.below(1_000_000) }))
      .toSorted((a, b) => a.lot - b.lot)
      .slice(0, MAX_POSITIONS)
    let ofGame = 0
    for (const { turn } of drawn) {
      if (ofGame >= PER_GAME || progress.puzzles >= count || stopped?.() === true) break
      progress.positions += 1
      search.progress?.(progress)
      const puzzle = await puzzleAt(search, turn, decisions.slice(0, turn.before), start)
      if (puzzle === undefined || known.has(puzzle.hash)) continue
      known.add(puzzle.hash)
      ofGame += 1
      progress.puzzles += 1
      search.progress?.(progress)
      yield puzzle
    }
  }
}

/** Returns the turns that begin with a question where some turn chooses an action. Others are about a detail. */
function mainTurns(search: PuzzleSearch, turns: readonly RecordedTurn[]): readonly RecordedTurn[] {
  const acting = turns.filter(
    ({ seat, state, choices }) => actionOf(stepsOf(search, state, seat, choices)) !== undefined,
  )
  const sites = new Set(acting.map(({ site }) => site))
  return acting.length === 0 ? turns : turns.filter(({ site }) => sites.has(site))
}

interface Start {
  readonly seed: Seed
  readonly options: Readonly<Record<string, Constant>>
}

/** Plays a game of the bots and records its turns. */
function record(
  { game, agents, scenario, options, maxDecisions }: PuzzleSearch,
  seed: Seed,
): { readonly decisions: readonly Choice[]; readonly turns: readonly RecordedTurn[]; readonly start: Start } {
  const decisions: Choice[] = []
  const turns: RecordedTurn[] = []
  let last: RecordedTurn | undefined
  const setup: MatchSetup = { maxDecisions, stray: STRAY, ...withoutUndefined({ scenario, options }) }
  const played = playMatch(game, setup, agents, seed, {
    started() {},
    asked() {},
    decided() {},
    chose(state, seat, picks) {
      const decision = game.decision(state, game.def.seats[seat]?.id)
      if (decision === undefined) throw new RunError('A seat without a question has answered.')
      const site = game.ask(state, seat)?.site
      const isAlone = game.deciding(state).length === 1
      if (last?.seat !== seat || last.site === site || !isAlone) {
        last = { seat, site, state: game.fork(state), before: decisions.length, choices: [] }
        if (isAlone) turns.push(last)
      }
      const choice = choiceOfPicks(decision, picks)
      decisions.push(choice)
      last.choices.push(choice)
    },
  })
  if (played.failure !== undefined) throw new RunError(played.failure.message)
  return { decisions, turns, start: { seed, options: optionsOfAgents(game, agents, options) } }
}

/** Returns the puzzle of a position, or `undefined` if no turn stands out at every budget. */
async function puzzleAt(
  search: PuzzleSearch,
  { seat, state, choices }: RecordedTurn,
  decisions: readonly Choice[],
  start: Start,
): Promise<Puzzle | undefined> {
  const { game, budgets, margin, scenario, missed } = search
  const id = game.def.seats[seat]?.id ?? ''
  const hash = game.hash(state)
  const lead = async (iterations: number): Promise<Lead | undefined> => {
    const ranking = await rankTurns({ game, state, seat, iterations, seed: seedOf({ hash }) })
    return ranking === undefined ? undefined : leadOf(ranking, iterations)
  }
  const played = missed ? kindOfTurn(stepsOf(search, state, seat, choices)) : undefined
  const [first = 1] = budgets
  const glance = await lead(Math.max(1, Math.ceil(first / GLANCE)))
  if (glance === undefined || marginOf(glance) < margin / 2) return undefined
  const leads: Lead[] = []
  for (const iterations of budgets) {
    const next = await lead(iterations)
    if (next === undefined || marginOf(next) < margin || next.best.kind === played) return undefined
    if (leads.some(({ best }) => best.kind !== next.best.kind)) return undefined
    leads.push(next)
  }
  const solution = wholeTurn(game, state, id, leads.at(-1)?.best.steps.map(({ choice }) => choice) ?? [])
  if (solution === undefined) return undefined
  return {
    ...withoutUndefined({ scenario }),
    seed: start.seed,
    options: start.options,
    decisions,
    hash,
    seat: id,
    solution,
    margins: leads.map(({ margin: at }) => at),
  }
}

function stepsOf(
  { game }: PuzzleSearch,
  state: State,
  seat: number,
  choices: readonly Choice[],
): readonly TurnStep[] {
  return playTurn(game, state, game.def.seats[seat]?.id ?? '', choices).steps
}

const marginOf = ({ margin: { best, next } }: Lead): number => best - next

/** Returns the answers up to the end of the turn. Dice or hidden cards may make them illegal in the real position. */
function wholeTurn(
  game: Game,
  state: State,
  seat: string,
  choices: readonly Choice[],
): readonly Choice[] | undefined {
  try {
    const { steps, isOver } = playTurn(game, state, seat, choices)
    return isOver ? steps.map(({ choice }) => choice) : undefined
  } catch (error) {
    if (error instanceof IllegalChoice) return undefined
    throw error
  }
}
