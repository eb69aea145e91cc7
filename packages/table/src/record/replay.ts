/** Replays entries to positions. */
import type {
  Choice,
  Decision,
  Game,
  Horizon,
  SavedState,
  StartOptions,
  State,
  Step,
  StepEvent,
} from '@ludoforge/kernel'
import { type Entry, activeDecisions } from './entries.js'

/** The start of a game. With the decisions, it determines everything. */
export type GameStart = Required<Pick<StartOptions, 'seed' | 'options'>> &
  Pick<StartOptions, 'scenario'> & {
    /** The position at which it starts, if that isn't the start of the scenario: a branch of another game. */
    readonly position?: SavedState
  }

/** The position of a table after an entry. */
export interface Position {
  readonly number: number // of the last entry
  readonly state: State
  readonly decisions: number // that weren't undone
  /** The number of the entry that led to the current question. Answers quote it, so that late ones are detected. */
  readonly question: number
}

/** An entry with the positions before and after it. */
export interface Transition {
  readonly entry: Entry
  readonly before: Position
  readonly after: Position
  readonly events: readonly StepEvent[] // of a decision; empty otherwise
  readonly horizon: StepHorizon | undefined
}

/** What a decision rolled, revealed or ended. */
export interface StepHorizon extends Horizon {
  readonly ended: boolean
}

/** Thrown when a record doesn't replay to its hashes: it is damaged, or the rules have changed. */
export class CorruptRecord extends Error {
  override readonly name = 'CorruptRecord'
  constructor(
    readonly number: number,
    message: string,
  ) {
    super(message)
  }
}

/** Returns the ids of the deciding seats. */
export function seatsDeciding(game: Game, { state }: Position): string[] {
  return game.deciding(state).map((i) => game.def.seats[i]?.id ?? '')
}

/** Returns the initial position of a table and the events before it. */
export function startOf(
  game: Game,
  beginning: GameStart,
): { position: Position; events: readonly StepEvent[] } {
  const { position: saved, ...options } = beginning
  const { state, events } =
    saved === undefined ? game.begin(options) : { state: game.restore(saved), events: [] }
  return { position: { number: 0, state, decisions: 0, question: 0 }, events }
}

/** Applies a decision. `decision` is the seat's current decision, if the caller has it already. */
export function applyDecision(
  game: Game,
  before: Position,
  seat: string,
  choice: Choice,
  number: number,
  decision?: Decision,
): Omit<Step, 'horizon'> & { position: Position; horizon: StepHorizon } {
  const decidingBefore = game.deciding(before.state).length
  const isSimultaneous =
    decidingBefore > 1 && (decision ?? game.decision(before.state, seat))?.atOnce === true
  const step = game.step(before.state, choice, seat)
  const decidingAfter = game.deciding(step.state).length
  // In a simultaneous choice the others still have the same question.
  const isSameQuestion =
    isSimultaneous &&
    step.events.some(({ type }) => type === 'answered') &&
    decidingAfter === decidingBefore - 1
  const position = {
    number,
    state: step.state,
    decisions: before.decisions + 1,
    question: isSameQuestion ? before.question : number,
  }
  const ended = game.outcome(step.state) !== undefined
  return { ...step, position, horizon: { ...step.horizon, ended } }
}

/**
 * Replays the entries after `from` (default: the start) up to `until`. `entries` must be all entries of the table, also
 * those after `until`, because a rules migration affects the replay. Without one, the entries after `from` suffice if
 * `earlier` has the positions before it that undos go back to, by the number of the undone decision. Throws
 * `CorruptRecord` if a decision leads to another hash.
 */
export function* replayEntries(
  game: Game,
  beginning: GameStart,
  entries: readonly Entry[],
  from: Position = startOf(game, beginning).position,
  until = Number.POSITIVE_INFINITY,
  earlier: ReadonlyMap<number, Position> = new Map(),
): Generator<Transition, Position, undefined> {
  const positions = [from] // after number from.number + i
  const migration = entries.findLast(({ kind }) => kind === 'moved')?.number ?? 0
  // Decisions undone before a rules migration may be impossible under the current rules, so they are skipped.
  const active =
    migration === 0
      ? undefined
      : new Set(
          activeDecisions(entries.filter(({ number }) => number <= migration)).map(({ number }) => number),
        )
  let position = from
  for (const entry of entries) {
    if (entry.number <= from.number) continue
    if (entry.number > until) break
    const before = position
    let events: readonly StepEvent[] = []
    let horizon: StepHorizon | undefined
    const isMigrated = active !== undefined && entry.number <= migration
    if (entry.kind === 'decision' && (!isMigrated || active.has(entry.number))) {
      const step = replayDecision(game, before, entry)
      if (!isMigrated && game.hash(step.state) !== entry.hash)
        throw new CorruptRecord(
          entry.number,
          `Entry ${entry.number} replays to state ${game.hash(step.state)}, but the record says ${entry.hash}. The record is damaged, or the rules have changed.`,
        )
      position = step.position
      ;({ events, horizon } = step)
    } else if (entry.kind === 'undo' && !isMigrated) {
      const back =
        positions[entry.to - 1 - from.number] ??
        earlier.get(entry.to) ??
        positionAt(game, beginning, entries, entry.to - 1)
      position = { ...back, number: entry.number, question: entry.number }
    } else if (entry.kind === 'moved') position = { ...before, number: entry.number, question: entry.number }
    else position = { ...before, number: entry.number }
    positions.push(position)
    yield { entry, before, after: position, events, horizon }
  }
  return position
}

function replayDecision(
  game: Game,
  before: Position,
  { seat, choice, number }: Extract<Entry, { kind: 'decision' }>,
) {
  try {
    return applyDecision(game, before, seat, choice, number)
  } catch (error) {
    throw new CorruptRecord(
      number,
      `Entry ${number} can't be replayed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Returns the position after entry `number`. `entries` must be all entries of the table. */
export function positionAt(
  game: Game,
  beginning: GameStart,
  entries: readonly Entry[],
  number: number,
  from?: Position,
): Position {
  const steps = replayEntries(game, beginning, entries, from, number)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
