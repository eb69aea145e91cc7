/** Replays a move: makes its decisions one after the other, as far as it has answers. */
import { type Choice, type Decision, IllegalMove, LudoError, type State } from '@ludoforge/kernel'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { resultOrIllegal, type Move } from './move.js'
import { decisionsIn, Progress } from './progress.js'
import { checkBegun, ContextMismatch, MoveReader } from './reader.js'
import { templatesOf } from './templates.js'

/** The progress after all answers of a move. */
export interface Replayed {
  readonly progress: Progress
  readonly level: number // the number of menu entries that the move is named after
  readonly reading: MoveReader
  readonly complete: boolean // otherwise the move has no answer to the open question
}

/** Replays a move. If several menu paths lead to its action, takes the first that fits. */
export function replay(game: LinkedGame, state: State, move: Move): Replayed {
  const begin = begun(game, state, move)
  const strict = read(begin, new MoveReader(move, false))
  if (!(strict instanceof IllegalMove) && (strict.complete || isWhole(strict))) return strict
  const tolerant = read(begin, new MoveReader(move, true))
  if (!(tolerant instanceof IllegalMove) && (tolerant.complete || strict instanceof IllegalMove))
    return tolerant
  if (strict instanceof IllegalMove) throw strict
  return strict
}

/** Returns whether all answers of the move were used. */
function isWhole({ progress, level, reading }: Replayed): boolean {
  return reading.unused(progress, level).length === 0
}

/** Returns the start of the move: the question of its seat, or of the first pending seat. */
function begun(game: LinkedGame, state: State, { actionId, seat }: Move): Progress {
  const decisions = decisionsIn(game, state)
  const [first] = decisions.filter((open) => seat === undefined || open.seat === seat)
  const begin = first === undefined ? undefined : Progress.begin(game, state, first.seat)
  if (begin !== undefined) return begin
  if (decisions.length === 0) throw new IllegalMove('There is nothing to decide: the game is over.')
  const asked = decisions.map((open) => open.seat).join(', ')
  throw new IllegalMove(
    `${String(seat)} can't make the move '${actionId}' now. The decision is with ${asked}.`,
  )
}

/** Returns the best attempt: a complete one, else the nearest, else the first error. */
function read(begin: Progress, reading: MoveReader): Replayed | IllegalMove {
  const errors: IllegalMove[] = []
  let nearest: Replayed | undefined
  for (const result of attempts(begin, reading)) {
    if (result instanceof IllegalMove) errors.push(result)
    else if (result.complete || isMeant(result)) return result
    else if (nearest === undefined || nearness(result) > nearness(nearest)) nearest = result
  }
  const error = errors.find((e) => !(e instanceof ContextMismatch)) ?? errors[0]
  return nearest ?? error ?? notOffered(begin, reading.move)
}

/**
 * Returns whether an incomplete attempt is unambiguous: an action with its class, or a move that isn't an action, refers
 * to the first menu path to its name, once all its inserted actions are used.
 */
function isMeant({ progress, level, reading }: Replayed): boolean {
  const { actionClass, actionId } = reading.move
  if (progress.name(level) !== actionId) return false
  if (actionClass === undefined && progress.known.entries[level - 1]?.context !== undefined) return false
  return reading.parts(progress).every(({ left }) => left.length === 0)
}

/**
 * Returns how much of the move an attempt has used: inserted actions count most, then whether its action has begun.
 * Actions that the machine inserted on the path to another action don't count.
 */
function nearness({ progress, level, reading }: Replayed): number {
  const said = reading.parts(progress).filter(({ piece }) => piece !== undefined).length
  return 2 * said + (progress.name(level) === reading.move.actionId ? 1 : 0)
}

function notOffered(begin: Progress, { actionId, via }: Move): IllegalMove {
  const name = via === undefined ? `'${actionId}'` : `'${actionId}' via '${via.join("', '")}'`
  if (!begin.isMenu)
    return new IllegalMove(`The move ${name} can't be made now. The decision is '${begin.start.name}'.`)
  const known = [...new Set(templatesOf(begin).map((template) => template.actionId))]
  return new IllegalMove(`The move ${name} is not offered. Offered: ${known.join(', ')}.`)
}

/** Yields an attempt for every menu path to the move's name. */
function* attempts(at: Progress, reading: MoveReader): Generator<Replayed | IllegalMove> {
  const { actionId, via } = reading.move
  const { entries } = at.known
  const level = entries.length
  const above = entries.slice(0, -1).map(({ id }) => id)
  if (at.name() === actionId && (via === undefined || via.join('\n') === above.join('\n')))
    yield resultOrIllegal(() => attempt(at, level, reading))
  if (at.over || !at.known.menus) return
  const first = resultOrIllegal(() => beforehand(at, level, reading))
  if (!(first instanceof Progress)) yield first
  else if (first.known.entries.length > level) yield* attempts(first, reading)
  else if (first.isMenu)
    for (const branch of first.ways())
      if (branch.known.entries.length > level) yield* attempts(branch, reading)
}

/** Runs the actions that are inserted at a menu, by the move or because they are forced. */
function beforehand(at: Progress, level: number, reading: MoveReader): Progress | Replayed {
  for (let progress = at; ; ) {
    const chosen = progress.over || progress.known.entries.length > level
    if (chosen || (progress.part === 0 && !reading.wantsOffer(progress))) return progress
    const said = reading.answer(progress, level)
    if (said === null) return { progress, level, reading, complete: false }
    progress = decide(progress, said, reading.move)
  }
}

/** Makes the remaining decisions of the move. */
function attempt(from: Progress, level: number, reading: MoveReader): Replayed {
  const context = from.known.entries[level - 1]?.context
  if (context !== undefined) checkBegun(reading.move, context)
  let progress = from
  while (!progress.over) {
    const said = reading.answer(progress, level)
    if (said === null) return { progress, level, reading, complete: false }
    progress = decide(progress, said, reading.move)
  }
  reading.check(progress, level)
  return { progress, level, reading, complete: true }
}

function decide(
  progress: Progress,
  { choice, decision }: { choice: Choice; decision: Decision },
  { actionId }: Move,
): Progress {
  try {
    return progress.answer(choice, decision)
  } catch (e) {
    if (e instanceof LudoError && e.code === 'illegal-choice')
      throw new IllegalMove(`The move '${actionId}' is not legal: ${e.message}`)
    throw e
  }
}
