/** The move API: whole moves on top of decisions, for programs that think in moves. */
import {
  type Choice,
  type Decision,
  type Game,
  type GameDef,
  IllegalMove,
  linkGame,
  type Offer,
  type Outcome,
  present,
  type StartOptions,
  type State,
  type Timing,
} from '@ludoforge/kernel'
import { isOffer } from '@ludoforge/kernel/internal'
import { resultOrIllegal, type Compound, inserting, type Move, readMove } from './move.js'
import { decisionsIn, Progress } from './progress.js'
import { linked } from './recorder.js'
import { type Replayed, replay } from './replay.js'
import { changeAt, insertAt, paramsOf, pathOfPart, partialMoveOf } from './serialize.js'
import { templatesOf } from './templates.js'
import { partAt } from './tracker.js'

export type { Compound, Move } from './move.js'
export { MoveRecorder } from './recorder.js'

const games = new WeakMap<GameDef, Game>()

/** Returns the start position of a game. */
export function initialState(
  def: GameDef,
  seed: number | string,
  options: Omit<StartOptions, 'seed'> = {},
): State {
  const game = games.get(def) ?? linkGame(def)
  games.set(def, game)
  return game.start({ ...options, seed })
}

/**
 * Returns one template per legal move: the choices at the menus, with the class, and no decision after them. If a menu
 * offers an action to insert, there is also a template that begins with it.
 */
export function legalMoves(game: Game, state: State): Move[] {
  return decisionsIn(game, state).flatMap(({ seat }) => {
    const begin = Progress.begin(linked(game), state, seat)
    return begin === undefined ? [] : templatesOf(begin)
  })
}

/** The part of a move that a question belongs to. */
export interface MovePart {
  /** The move itself, or an action inserted in it. */
  readonly kind: 'operation' | 'activity'
  readonly actionId: string
  readonly timing?: Timing // of an inserted action
  readonly insertAfterStage?: number
  /** The path to its compound: [0] the first, [1] the next, [0, 0] the first one inserted in the first. */
  readonly place: readonly number[]
}

/** The next open choice of a partial move. */
export interface OpenChoice {
  readonly complete: false
  readonly decision: Decision
  readonly name: string // the key of the answer in the params of its part
  readonly part: MovePart
  readonly stage: number // `insertAfterStage` of an action inserted here
  readonly inserted: number // the number of actions inserted in this part before
  /** The move up to this question, without later answers. */
  readonly said: Move
}

/** Whether a move is complete, or its next open choice. */
export type LegalChoices = { readonly complete: true } | OpenChoice

/**
 * Returns the next decision of a partial move, and where its answer belongs. Throws IllegalMove if the move so far is not
 * legal. A move is complete if and only if `validateMove` finds it valid.
 */
export function legalChoices(game: Game, state: State, partial: Move): LegalChoices {
  const move = readMove(game.def, partial)
  const replayed = replay(linked(game), state, move)
  if (replayed.complete) return { complete: true }
  const { progress, level, reading } = replayed
  const { decision, part, known } = progress // in a simultaneous choice, the first pending seat's
  const { actionId, timing, stage } = partAt(known.parts, part)
  const place = pathOfPart(known.parts, part)
  return {
    complete: false,
    decision,
    name: reading.key(progress, level),
    part:
      part === 0
        ? { kind: 'operation', actionId: move.actionId, place }
        : { kind: 'activity', actionId, timing, insertAfterStage: stage, place },
    ...insertion(progress),
    said: reading.soFar(progress, level),
  }
}

/** Returns where an offer of this question would be inserted. */
function insertion({ decision, part, known: { parts } }: Progress): { stage: number; inserted: number } {
  const [offer] = decision.offers
  return {
    stage: offer === undefined ? 0 : partAt(parts, part).stages[offer.timing],
    inserted: parts.filter(({ within }) => within === part).length,
  }
}

/**
 * Returns the move with this answer; `{ offer: id }` inserts that action. Drops all later answers, because they were
 * given in another position.
 */
export function withAnswer(open: OpenChoice, choice: Choice): Move {
  const { said, part, name, decision, stage, inserted } = open
  if (!isOffer(choice))
    return changeAt(said, part.place, (piece) => ({ ...piece, params: { ...piece.params, [name]: choice } }))
  const offer = decision.offers.find(({ id }) => id === choice.offer)
  if (offer === undefined) throw new IllegalMove(`The action '${choice.offer}' is not offered here.`)
  return insertAt(said, part.place, inserted, taking(offer, stage))
}

const taking = ({ id, timing }: Offer, stage: number): Compound =>
  inserting({ actionId: id, params: {} }, timing, stage)

/**
 * Returns the compound variants of a complete move: for every offer at a question after its menus, the move with that
 * action inserted there and none after it, to be completed by `legalChoices`. Throws IllegalMove if the move is not
 * legal.
 */
export function compoundMoves(game: Game, state: State, complete: Move): Move[] {
  const move = readMove(game.def, complete)
  const { progress: made, level } = whole(game, state, move)
  const variants: Move[] = []
  let at = present(Progress.begin(linked(game), state, made.start.seat), 'a seat that made a move is asked.')
  for (const { choice, seat } of made.known.choices) {
    // An offer at a menu may change the menu, so such a move begins with a template.
    const menu = at.known.entries.length < level || (at.isWindow && at.isMenu)
    for (const offer of menu ? [] : at.decision.offers) {
      const { stage, inserted } = insertion(at)
      const place = pathOfPart(at.known.parts, at.part)
      const soFar = insertAt(partialMoveOf(move, at, level), place, inserted, taking(offer, stage))
      const all = { ...soFar, params: paramsOf(made, level, 0) }
      // The inserted action may make later answers of the move invalid.
      const continued = resultOrIllegal(() => legalChoices(game, state, all))
      variants.push(continued instanceof IllegalMove ? soFar : all)
    }
    const asked = at.decisions.find((decision) => decision.seat === seat)
    at = at.answer(choice, asked)
  }
  return variants
}

/** Returns `{ valid: true }`, or the reason why not. Never throws, for any input. */
export function validateMove(
  game: Game,
  state: State,
  move: Move,
): { valid: true } | { valid: false; reason: string } {
  try {
    applyMove(game, state, move)
    return { valid: true }
  } catch (e) {
    return { valid: false, reason: e instanceof Error ? e.message : 'This is not a move.' }
  }
}

/** Returns the state after a whole move. Throws IllegalMove and changes nothing if it is not legal. */
export function applyMove(game: Game, state: State, move: Move): State {
  return whole(game, state, readMove(game.def, move)).progress.state
}

/** Returns the decisions of a whole move in order. Throws IllegalMove if it is not legal. */
export function decisionsOfMove(game: Game, state: State, move: Move): MadeDecision[] {
  return whole(game, state, readMove(game.def, move)).progress.known.choices.map(({ seat, choice }) => ({
    seat,
    choice,
  }))
}

/** An answer, and the seat that gave it. */
export interface MadeDecision {
  readonly seat: string
  readonly choice: Choice
}

function whole(game: Game, state: State, move: Move): Replayed {
  const replayed = replay(linked(game), state, move)
  if (replayed.complete) return replayed
  const { progress, level, reading } = replayed
  const { part } = progress
  const name = reading.key(progress, level)
  const where = part === 0 ? '' : ` of '${partAt(progress.known.parts, part).actionId}'`
  throw new IllegalMove(
    `The move '${move.actionId}' is not complete: it has no answer for '${name}'${where}. Add it to the params.`,
  )
}

/** Returns the outcome of the game, or null if it is not over. */
export function terminalResult(game: Game, state: State): Outcome | null {
  return game.outcome(state) ?? null
}
