/** The game in whole moves, on top of decisions: for programs that think in moves. */
import type { GameDef } from '../def/index.js'
import { IllegalMove, LudoError } from '../errors.js'
import { linkGame } from '../game.js'
import type { Choice, Decision, Game, Outcome, StartOptions } from '../protocol.js'
import type { State } from '../state.js'
import { Follower, finished, linked, type Move, type Slot } from './move.js'

export type { Move } from './move.js'

const games = new WeakMap<GameDef, Game>()

export function initialState(
  def: GameDef,
  seed: number | string,
  options: Omit<StartOptions, 'seed'> = {},
): State {
  const game = games.get(def) ?? linkGame(def)
  games.set(def, game)
  return game.start({ ...options, seed })
}

/** One template a move that can be begun: the action, nothing decided yet. */
export function legalMoves(game: Game, state: State): Move[] {
  return decisionsIn(game, state).flatMap((decision) => {
    const seat = decision.atOnce === true ? { seat: decision.seat } : {}
    if (decision.type !== 'action') return [{ actionId: decision.name, ...seat, params: {} }]
    return decision.options.map((o) => ({ actionId: o.id, ...seat, params: {} }))
  })
}

/** The decisions that wait: one, or one for each seat that is asked at once. */
function decisionsIn(game: Game, state: State): Decision[] {
  return game.deciding(state).flatMap((seat) => game.decision(state, game.def.seats[seat].id) ?? [])
}

export type LegalChoices =
  | { readonly complete: true }
  | { readonly complete: false; readonly decision: Decision; readonly name: string }

/** What is to be decided next in a move that is partly made. Throws IllegalMove if its beginning is none. */
export function legalChoices(game: Game, state: State, partial: Move): LegalChoices {
  const replayed = replay(game, state, partial)
  if (replayed.open === null) return { complete: true }
  return { complete: false, decision: replayed.open.decision, name: replayed.open.name }
}

export function validateMove(
  game: Game,
  state: State,
  move: Move,
): { valid: true } | { valid: false; reason: string } {
  try {
    applyMove(game, state, move)
    return { valid: true }
  } catch (e) {
    if (e instanceof IllegalMove) return { valid: false, reason: e.message }
    throw e
  }
}

/** The state after a whole move. Throws IllegalMove and changes nothing if it is not a legal one. */
export function applyMove(game: Game, state: State, move: Move): State {
  const replayed = replay(game, state, move)
  if (replayed.open !== null)
    throw new IllegalMove(
      `The move '${move.actionId}' is not complete: it does not say '${replayed.open.name}'.`,
    )
  if (replayed.unused.length > 0)
    throw new IllegalMove(
      `The move '${move.actionId}' says '${replayed.unused.join("', '")}', which nobody asks.`,
    )
  return replayed.state
}

export function terminalResult(game: Game, state: State): Outcome | null {
  return game.outcome(state) ?? null
}

interface Replayed {
  readonly state: State
  readonly open: { readonly decision: Decision; readonly name: string } | null
  readonly unused: readonly string[]
}

/** Makes the decisions of a move one after the other, as far as it says them. */
function replay(game: Game, state: State, move: Move): Replayed {
  checkShape(move)
  const follower = new Follower(linked(game))
  const unused = new Set(Object.keys(move.params))
  const unusedSpecial = new Set(Object.keys(move.compound?.specialActivity.params ?? {}))
  let special = false
  let s = state
  for (;;) {
    const decisions = s === state ? begun(game, state, move) : decisionsIn(game, s)
    const open = decisions.flatMap((decision) => {
      const slot = follower.locate(s, decision)
      return slot === null ? [] : [{ decision, slot, said: sayFor(move, slot, decision, special) }]
    })
    if (open.length === 0) {
      if (s === state) throw new IllegalMove('Nothing is to be decided: the game is over.')
      const missing =
        move.compound !== undefined && !special ? [`compound: ${move.compound.specialActivity.actionId}`] : []
      checkContext(move, finished(follower.draft))
      return { state: s, open: null, unused: [...unused, ...unusedSpecial, ...missing] }
    }
    const { decision, slot, said } = open.find((one) => one.said !== null) ?? open[0]
    if (said === null) {
      const name = slot.kind === 'start' ? decision.name : slot.key
      return { state: s, open: { decision, name }, unused: [] }
    }
    if (said.special) special = true
    if (said.key !== null) (said.ofSpecial ? unusedSpecial : unused).delete(said.key)
    try {
      s = game.decide(s, said.choice, decision.seat)
    } catch (e) {
      if (e instanceof LudoError && e.code === 'illegal-choice')
        throw new IllegalMove(`The move '${move.actionId}' is not legal: ${e.message}`)
      throw e
    }
    follower.answer(slot, decision, said.choice)
  }
}

/** The decision that begins the move: that of its seat, or of the first that is asked. */
function begun(game: Game, state: State, { actionId, seat }: Move): Decision[] {
  const decisions = decisionsIn(game, state)
  const own = seat === undefined ? decisions.slice(0, 1) : decisions.filter((d) => d.seat === seat)
  if (own.length === 0 && decisions.length > 0)
    throw new IllegalMove(
      `The move '${actionId}' cannot be made by ${String(seat)}: it is for ${decisions.map((d) => d.seat).join(', ')} to decide.`,
    )
  return own
}

interface Said {
  readonly choice: Choice
  readonly key: string | null
  readonly ofSpecial: boolean
  readonly special: boolean // this answer begins the action of the window
}

const main = (choice: Choice, key: string | null): Said => ({ choice, key, ofSpecial: false, special: false })

/** What the move says to a decision; null if nothing. */
function sayFor(move: Move, slot: Slot, decision: Decision, specialDone: boolean): Said | null {
  const { params, compound } = move
  if (slot.kind === 'start') {
    if (decision.type === 'action') return main(move.actionId, null)
    if (move.actionId !== decision.name)
      throw new IllegalMove(
        `The move '${move.actionId}' cannot be made: '${decision.name}' is to be decided.`,
      )
    return Object.hasOwn(params, decision.name) ? main(params[decision.name], decision.name) : null
  }
  if (slot.kind === 'window') {
    if (Object.hasOwn(params, slot.key)) return main(params[slot.key], slot.key)
    if (compound === undefined) return null
    const wanted =
      compound.timing === slot.timing && slot.stage >= (compound.insertAfterStage ?? 0) && !specialDone
    const id = compound.specialActivity.actionId
    if (wanted && decision.options.some((o) => o.id === id))
      return { choice: id, key: null, ofSpecial: false, special: true }
    return decision.optional ? main([], null) : null
  }
  const from = slot.special && compound !== undefined ? compound.specialActivity.params : params
  if (!Object.hasOwn(from, slot.key)) return null
  return { choice: from[slot.key], key: slot.key, ofSpecial: from !== params, special: false }
}

function checkContext(move: Move, made: Move): void {
  if (
    move.actionClass !== undefined &&
    made.actionClass !== undefined &&
    move.actionClass !== made.actionClass
  )
    throw new IllegalMove(
      `The move '${move.actionId}' is of the class '${made.actionClass}', not '${move.actionClass}'.`,
    )
  if (move.freeOperation === true && made.actionClass !== undefined && made.freeOperation !== true)
    throw new IllegalMove(`The move '${move.actionId}' is not free.`)
}

function checkShape(move: Move): void {
  const isObject = (x: unknown): boolean => typeof x === 'object' && x !== null && !Array.isArray(x)
  if (!isObject(move) || typeof move.actionId !== 'string' || !isObject(move.params))
    throw new IllegalMove('A move has an actionId and params.')
  if (move.seat !== undefined && typeof move.seat !== 'string')
    throw new IllegalMove('The seat of a move is a name.')
  if (move.compound === undefined) return
  if (!isObject(move.compound) || !isObject(move.compound.specialActivity))
    throw new IllegalMove('A compound move has a specialActivity, which is a move.')
  checkShape(move.compound.specialActivity)
}

/** Plays decision by decision and tells the moves that were made. */
export class MoveRecorder {
  private follower: Follower

  constructor(
    private readonly game: Game,
    public state: State,
  ) {
    this.follower = new Follower(linked(game))
  }

  /** Decides; gives the move if this answer completed one. With a seat: the answer of one that is asked at once. */
  decide(choice: Choice, seat?: string): Move | undefined {
    const decision = this.game.decision(this.state, seat)
    if (decision === undefined)
      throw new IllegalMove(
        this.game.decision(this.state) === undefined
          ? 'Nothing is to be decided: the game is over.'
          : `It is not for ${String(seat)} to decide now.`,
      )
    const slot = this.follower.locate(this.state, decision)
    if (slot === null) throw new IllegalMove('The move before this one is not told yet.')
    this.state = this.game.decide(this.state, choice, decision.seat)
    this.follower.answer(slot, decision, choice)
    const next = this.game.decision(this.state)
    if (next !== undefined && this.follower.locate(this.state, next) !== null) return undefined
    const move = finished(this.follower.draft)
    this.follower = new Follower(linked(this.game))
    return move
  }
}
