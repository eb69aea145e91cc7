/**
 * A move in the making: from the question at which it begins, answer by answer, to its end. Nothing here changes;
 * each answer gives the next.
 */
import type { Choice, Decision, Game, State } from '@ludoforge/kernel'
import type { LinkedGame, QuestionSite } from '@ludoforge/kernel/internal'
import { MoveTracker, type PartialMove, emptyMove } from './tracker.js'
import { traced } from './trace.js'

/** Menus in menus: deeper than games go, and every level is looked at. */
const MOST_MENUS = 4

export class Progress {
  readonly question: QuestionSite | undefined
  #decisions: readonly Decision[] | undefined
  readonly #ways: Progress[] = []
  #menu: boolean | undefined

  private constructor(
    readonly game: LinkedGame,
    readonly start: Decision, // the question at which the move begins
    private readonly origin: State,
    readonly state: State,
    readonly known: PartialMove,
  ) {
    this.question = game.linked.machine.linker.questions[state.q] ?? undefined
  }

  /** Where a move of this seat begins, by default of the first that is asked; undefined if it is not asked. */
  static begin(game: LinkedGame, state: State, seat?: string): Progress | undefined {
    const decision = game.decision(state, seat)
    if (decision === undefined) return undefined
    const question = game.linked.machine.linker.question(state.q)
    return new Progress(game, decision, state, state, emptyMove(state.fp, question))
  }

  get over(): boolean {
    return this.known.span === null
  }

  /** The questions that wait: one, or behind the first one for each seat that is asked at once. */
  get decisions(): readonly Decision[] {
    this.#decisions ??= this.state === this.origin ? [this.start] : decisionsIn(this.game, this.state)
    return this.#decisions
  }

  /** The question that waits, or the first of them. */
  get decision(): Decision {
    const [first] = this.decisions
    if (first === undefined) throw new Error('The move is over.')
    return first
  }

  /** The part that the question belongs to. */
  get part(): number {
    return this.known.running.at(-1) ?? 0
  }

  /** What the move is called after so many entries of menus. */
  name(level = this.known.entries.length): string {
    return level === 0 ? this.start.name : this.known.entries[level - 1].id
  }

  /** A window that is a question of its own. */
  get isWindow(): boolean {
    return this.question?.kind === 'window'
  }

  /** There is nothing but to take an offer, or to go on. */
  get onlyOffers(): boolean {
    const { options, optional, kind, max } = this.decision
    return options.length === 0 && (optional || (kind === 'many' && max === 0))
  }

  /**
   * Is this question a menu? The first one is if it asks for an action or a way to go on. Behind a menu the same
   * seat may be asked another: for an action that is then carried out, or for a way that leads to such a menu.
   * A free action is granted by what was chosen before, so it is part of that.
   */
  get isMenu(): boolean {
    this.#menu ??= this.looksLikeMenu() && (this.known.entries.length === 0 || this.leadsToActions())
    return this.#menu
  }

  private looksLikeMenu(): boolean {
    const { question, known } = this
    if (this.over || question === undefined || !known.menus || this.part !== 0) return false
    if (question.together !== null) return false
    const { entries } = known
    if (question.kind === 'window') return entries.length === 0
    if (question.kind === 'alternatives') return true
    if (question.kind !== 'one' || question.type !== 'action') return false
    return entries.at(-1)?.context === undefined || !this.decision.optional
  }

  private leadsToActions(): boolean {
    const { entries } = this.known
    if (this.decision.seat !== this.start.seat || entries.length >= MOST_MENUS) return false
    const { options, offers } = this.decision
    if (this.question?.kind !== 'alternatives' && options.length === 0) return offers.length > 0
    for (const way of this.ways()) {
      const { entries: now } = way.known
      if (this.question?.kind !== 'alternatives' ? now.length > entries.length : leads(way)) return true
    }
    return false
  }

  /** What comes after each option of a menu; nothing is looked at before it is needed. */
  *ways(): Generator<Progress> {
    const { options, offers } = this.decision
    const choices: readonly Choice[] = this.isWindow
      ? offers.map(({ id }) => ({ offer: id }))
      : options.map(({ id }) => id)
    for (const [i, choice] of choices.entries()) yield (this.#ways[i] ??= this.chosen(choice, true))
  }

  /** After this answer to a question that waits. Throws IllegalChoice if it is not a legal one. */
  answer(choice: Choice, decision = this.decision): Progress {
    return this.chosen(choice, this.isMenu, decision)
  }

  private chosen(choice: Choice, menu: boolean, decision = this.decision): Progress {
    const { game, start, origin } = this
    const { state, happenings } = traced(game, this.state, choice, decision.seat)
    const following = new MoveTracker(game, this.known, menu)
    const [own, ...rest] = happenings
    following.decided(own, decision, this.part, choice)
    for (const happening of rest) following.see(happening)
    return new Progress(game, start, origin, state, following.end(state))
  }
}

/** The decisions that wait: one, or one for each seat that is asked at once. */
export function decisionsIn(game: Game, state: State): Decision[] {
  return game.deciding(state).flatMap((seat) => game.decision(state, game.def.seats[seat].id) ?? [])
}

/** Has this alternative led to an action, or will it? */
function leads(way: Progress): boolean {
  return way.known.entries.at(-1)?.context !== undefined || way.isMenu
}
