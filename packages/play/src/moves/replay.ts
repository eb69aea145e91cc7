/** Makes the decisions of a move one after the other, as far as it says them. */
import { type Choice, type Decision, IllegalMove, LudoError, type State } from '@ludoforge/kernel'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { resultOrIllegal, type Move } from './move.js'
import { decisionsIn, Progress } from './progress.js'
import { checkBegun, ContextMismatch, MoveReader } from './reader.js'
import { templatesOf } from './templates.js'

/** Where a move has come to when everything it says is done. */
export interface Replayed {
  readonly progress: Progress
  readonly level: number // the move is named after so many entries of its menus
  readonly reading: MoveReader
  readonly complete: boolean // otherwise a question waits that the move does not answer
}

/** Replays a move. Where several ways lead to what it names, takes the first that it fits. */
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

/** Was the move asked for all that it says? */
function isWhole({ progress, level, reading }: Replayed): boolean {
  return reading.unused(progress, level).length === 0
}

/** The question that begins the move: that of its seat, or of the first that is asked. */
function begun(game: LinkedGame, state: State, { actionId, seat }: Move): Progress {
  const decisions = decisionsIn(game, state)
  const [first] = decisions.filter((one) => seat === undefined || one.seat === seat)
  const begin = first === undefined ? undefined : Progress.begin(game, state, first.seat)
  if (begin !== undefined) return begin
  if (decisions.length === 0) throw new IllegalMove('Nothing is to be decided: the game is over.')
  const asked = decisions.map((one) => one.seat).join(', ')
  throw new IllegalMove(
    `The move '${actionId}' cannot be made by ${String(seat)}: it is for ${asked} to decide.`,
  )
}

/** The best of all attempts: one that is complete, else the nearest to it, else the first fault. */
function read(begin: Progress, reading: MoveReader): Replayed | IllegalMove {
  const faults: IllegalMove[] = []
  let nearest: Replayed | undefined
  for (const one of attempts(begin, reading)) {
    if (one instanceof IllegalMove) faults.push(one)
    else if (one.complete || isMeant(one)) return one
    else if (nearest === undefined || nearness(one) > nearness(nearest)) nearest = one
  }
  const fault = faults.find((one) => !(one instanceof ContextMismatch)) ?? faults[0]
  return nearest ?? fault ?? notOffered(begin, reading.move)
}

/**
 * An action with its class, or what is no action, means the first way to what it names, as soon as all that it
 * inserts has come.
 */
function isMeant({ progress, level, reading }: Replayed): boolean {
  const { actionClass, actionId } = reading.move
  if (progress.name(level) !== actionId) return false
  if (actionClass === undefined && progress.known.entries[level - 1]?.context !== undefined) return false
  return reading.parts(progress).every(({ left }) => left.length === 0)
}

/**
 * How much of the move has come: what it inserts counts most, then whether its action has begun. What the machine
 * inserted on a way to something else is not part of the move.
 */
function nearness({ progress, level, reading }: Replayed): number {
  const said = reading.parts(progress).filter(({ piece }) => piece !== undefined).length
  return 2 * said + (progress.name(level) === reading.move.actionId ? 1 : 0)
}

function notOffered(begin: Progress, { actionId, via }: Move): IllegalMove {
  const name = via === undefined ? `'${actionId}'` : `'${actionId}' by way of '${via.join("', '")}'`
  if (!begin.isMenu)
    return new IllegalMove(`The move ${name} cannot be made: '${begin.start.name}' is to be decided.`)
  const known = [...new Set(templatesOf(begin).map((template) => template.actionId))]
  return new IllegalMove(`The move ${name} is not offered. Offered: ${known.join(', ')}.`)
}

/** Every way through the menus to what the move names, and how far it comes from there. */
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
    for (const way of first.ways()) if (way.known.entries.length > level) yield* attempts(way, reading)
}

/** Carries out what is inserted beside a menu, by the move or because nothing else can be done. */
function beforehand(at: Progress, level: number, reading: MoveReader): Progress | Replayed {
  for (let progress = at; ; ) {
    const chosen = progress.over || progress.known.entries.length > level
    if (chosen || (progress.part === 0 && !reading.wantsOffer(progress))) return progress
    const said = reading.answer(progress, level)
    if (said === null) return { progress, level, reading, complete: false }
    progress = decide(progress, said, reading.move)
  }
}

/** Goes on by what the move says. */
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
