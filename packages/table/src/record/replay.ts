/** From entries to positions: how a table came to stand as it does, entry by entry. */
import type { Choice, Decision, Game, Horizon, StartOptions, State, Step, StepEvent } from '@ludoforge/kernel'
import { type Entry, activeDecisions } from './entries.js'

/** How a game begins: all that follows is decided. */
export type GameStart = Required<Pick<StartOptions, 'seed' | 'options'>> & Pick<StartOptions, 'scenario'>

/** How a table stands after an entry. */
export interface Position {
  readonly number: number // of the last entry
  readonly state: State
  readonly decisions: number // that count
  /** The number of the entry that led to what is asked now: who answers says it, so that a late answer is known. */
  readonly question: number
}

/** An entry with the positions before and after it. */
export interface Transition {
  readonly entry: Entry
  readonly before: Position
  readonly after: Position
  readonly events: readonly StepEvent[] // of a decision
  readonly horizon: Horizon | undefined
}

/** A record that does not lead where it did: it was damaged, or the rules are others. */
export class CorruptRecord extends Error {
  override readonly name = 'CorruptRecord'
  constructor(
    readonly number: number,
    message: string,
  ) {
    super(message)
  }
}

/** The seats that are to answer, by name. */
export function seatsDeciding(game: Game, { state }: Position): string[] {
  return game.deciding(state).map((i) => game.def.seats[i]?.id ?? '')
}

/** The position that a table begins with, and what happened up to there. */
export function startOf(
  game: Game,
  beginning: GameStart,
): { position: Position; events: readonly StepEvent[] } {
  const { state, events } = game.begin(beginning)
  return { position: { number: 0, state, decisions: 0, question: 0 }, events }
}

/** The position after one more decision; `decision` is what the seat decides, if it is built already. */
export function applyDecision(
  game: Game,
  before: Position,
  seat: string,
  choice: Choice,
  number: number,
  decision?: Decision,
): Step & { position: Position } {
  const waiting = game.deciding(before.state).length
  const atOnce = waiting > 1 && (decision ?? game.decision(before.state, seat))?.atOnce === true
  const step = game.step(before.state, choice, seat)
  const left = game.deciding(step.state)
  // In a simultaneous choice the others still have the same question.
  const same = atOnce && step.events.some(({ type }) => type === 'answered') && left.length === waiting - 1
  const position = {
    number,
    state: step.state,
    decisions: before.decisions + 1,
    question: same ? before.question : number,
  }
  return { ...step, position }
}

/**
 * Goes through the entries behind `from` (by default from the beginning). `entries` are those of the table from
 * number 1 on, also those behind `until`, where it ends: an undo may lead back before `from`, and the rules may have
 * changed later. Throws CorruptRecord where a decision does not lead where it did.
 */
export function* replayEntries(
  game: Game,
  beginning: GameStart,
  entries: readonly Entry[],
  from: Position = startOf(game, beginning).position,
  until = Number.POSITIVE_INFINITY,
): Generator<Transition, Position, undefined> {
  const positions = [from] // after number from.number + i
  const rules = entries.findLast(({ kind }) => kind === 'moved')?.number ?? 0
  // By today's rules what was taken back under others need not even be possible.
  const kept =
    rules === 0
      ? undefined
      : new Set(activeDecisions(entries.filter(({ number }) => number <= rules)).map(({ number }) => number))
  let position = from
  for (const entry of entries) {
    if (entry.number <= from.number) continue
    if (entry.number > until) break
    const before = position
    let events: readonly StepEvent[] = []
    let horizon: Horizon | undefined
    const old = kept !== undefined && entry.number <= rules
    if (entry.kind === 'decision' && (!old || kept.has(entry.number))) {
      const step = made(game, before, entry)
      if (!old && game.hash(step.state) !== entry.hash)
        throw new CorruptRecord(
          entry.number,
          `Entry ${entry.number} leads to ${game.hash(step.state)}, not to ${entry.hash}.`,
        )
      position = step.position
      ;({ events, horizon } = step)
    } else if (entry.kind === 'undo' && !old) {
      const back = positions[entry.to - 1 - from.number] ?? positionAt(game, beginning, entries, entry.to - 1)
      position = { ...back, number: entry.number, question: entry.number }
    } else if (entry.kind === 'moved') position = { ...before, number: entry.number, question: entry.number }
    else position = { ...before, number: entry.number }
    positions.push(position)
    yield { entry, before, after: position, events, horizon }
  }
  return position
}

function made(game: Game, before: Position, { seat, choice, number }: Extract<Entry, { kind: 'decision' }>) {
  try {
    return applyDecision(game, before, seat, choice, number)
  } catch (error) {
    throw new CorruptRecord(
      number,
      `Entry ${number}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** The position after entry `number`. `entries` are all of the table. */
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
