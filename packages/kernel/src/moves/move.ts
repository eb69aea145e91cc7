/**
 * Whole moves. A move is the record of the decisions that made it: the action that was chosen, and what was
 * decided while it was carried out, by whomever. A decision outside any action is a move by itself, named
 * after the decision; where several seats decide at once, so is each of theirs.
 */
import type { Timing } from '../def/index.js'
import type { Choice, Decision, Game } from '../protocol.js'
import type { State } from '../state.js'
import { LinkedGame } from '../game.js'
import { IllegalMove } from '../errors.js'
import { FRAME } from '../link/routine.js'
import { TIMINGS } from '../link/control.js'

export interface Move {
  readonly actionId: string
  /** Whose move it is, where several seats are asked at once. */
  readonly seat?: string
  /**
   * Answers by the name of what was asked; a name that is asked again is `name#2`, `name#3`, ... Of what
   * several seats are asked at once `name:seat`.
   */
  readonly params: Readonly<Record<string, Choice>>
  readonly actionClass?: string
  readonly freeOperation?: boolean
  /** An action chosen in a window of this one, and in which window of its timing: after so many others. */
  readonly compound?: {
    readonly specialActivity: Move
    readonly timing: Timing
    readonly insertAfterStage?: number
  }
}

/** A move while it grows. */
export interface Draft {
  actionId: string
  seat?: string
  readonly params: Record<string, Choice>
  actionClass?: string
  freeOperation?: boolean
  compound?: { specialActivity: Draft; timing: Timing; insertAfterStage: number }
}

/** Where the answer to a decision belongs. */
export type Slot =
  | { readonly kind: 'start' } // it chooses the action
  | { readonly kind: 'window'; readonly key: string; readonly timing: Timing; readonly stage: number }
  | { readonly kind: 'param'; readonly into: Draft; readonly key: string; readonly special: boolean }

/** Follows a move from decision to decision and says where each answer belongs. */
export class Follower {
  readonly draft: Draft = { actionId: '', params: {} }
  private action = -1
  private special = -1
  private started = false
  private readonly asked = new Map<Draft, Map<string, number>>()
  private readonly stages = new Map<Timing, number>()

  constructor(private readonly game: LinkedGame) {}

  /** The place of the decision that waits, or null if the move is over. */
  locate(s: State, decision: Decision): Slot | null {
    if (!this.started) return { kind: 'start' }
    if (this.action < 0 || !this.runs(s, this.action)) return null
    this.context(s)
    const timing = TIMINGS[s.timing] as Timing | ''
    const { compound } = this.draft
    if (compound !== undefined && this.special >= 0 && this.runs(s, this.special)) {
      const into = compound.specialActivity
      return { kind: 'param', into, key: this.key(into, decision), special: true }
    }
    const key = this.key(this.draft, decision)
    if (timing !== '' && decision.type === 'action')
      return { kind: 'window', key, timing, stage: this.stages.get(timing) ?? 0 }
    return { kind: 'param', into: this.draft, key, special: false }
  }

  /** Takes note of an answer in its place. */
  answer(slot: Slot, decision: Decision, choice: Choice): void {
    const { layout } = this.game.linked.machine.linker
    if (slot.kind === 'start') {
      this.started = true
      this.draft.actionId = decision.type === 'action' ? String(choice) : decision.name
      if (decision.atOnce === true) this.draft.seat = decision.seat
      if (decision.type !== 'action') this.draft.params[decision.name] = choice
      // What was chosen at once begins when all have chosen, and is not part of this move.
      else if (decision.atOnce !== true) this.action = layout.procedureIndex.get(String(choice)) ?? -1
      return
    }
    if (slot.kind === 'param') {
      this.count(slot.into, decision)
      slot.into.params[slot.key] = choice
      return
    }
    this.count(this.draft, decision)
    this.stages.set(slot.timing, slot.stage + 1)
    const declined = Array.isArray(choice)
    if (declined || this.draft.compound !== undefined) {
      this.draft.params[slot.key] = choice
      return
    }
    const specialActivity: Draft = { actionId: String(choice), params: {} }
    this.draft.compound = { specialActivity, timing: slot.timing, insertAfterStage: slot.stage }
    this.special = layout.procedureIndex.get(String(choice)) ?? -1
  }

  /** Is a frame of the procedure on the stack? */
  private runs(s: State, procedure: number): boolean {
    for (let fp = s.fp; fp >= 0; fp = s.k[fp + FRAME - 1] as number) if (s.k[fp] === procedure) return true
    return false
  }

  /** The class and freedom of the action, as soon as it is seen at work. */
  private context(s: State): void {
    if (s.action !== this.action || this.draft.actionClass !== undefined) return
    if (s.actionClass >= 0)
      this.draft.actionClass = this.game.linked.machine.names.scalar('enum:action-class', s.actionClass)
    if (s.free !== 0) this.draft.freeOperation = true
  }

  private counts(draft: Draft): Map<string, number> {
    let counts = this.asked.get(draft)
    if (counts === undefined) {
      counts = new Map()
      this.asked.set(draft, counts)
    }
    return counts
  }

  private key(draft: Draft, decision: Decision): string {
    const name = nameOf(decision)
    const n = (this.counts(draft).get(name) ?? 0) + 1
    return n === 1 ? name : `${name}#${n}`
  }

  private count(draft: Draft, decision: Decision): void {
    const counts = this.counts(draft)
    const name = nameOf(decision)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}

/** The same name for every order in which seats answer at once. */
function nameOf({ name, seat, atOnce }: Decision): string {
  return atOnce === true ? `${name}:${seat}` : name
}

/** The move that a draft has become, as plain data. */
export function finished(draft: Draft): Move {
  const { compound, params, ...rest } = draft
  return {
    ...rest,
    params: { ...params },
    ...(compound === undefined
      ? {}
      : { compound: { ...compound, specialActivity: finished(compound.specialActivity) } }),
  }
}

export function linked(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame)) throw new IllegalMove('Moves need a game made by linkGame.')
  return game
}
