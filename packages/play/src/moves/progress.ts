/**
 * The progress of a partial move: from its first question, answer by answer, to its end. Immutable: each answer returns
 * the next progress.
 */
import { type Choice, type Decision, type Game, present, type State } from '@ludoforge/kernel'
import type { LinkedGame, QuestionSite } from '@ludoforge/kernel/internal'
import { MoveTracker, type PartialMove, emptyMove } from './tracker.js'
import { traceStep } from './step-trace.js'

/** The maximum depth of nested menus. Deeper than games need, and every level is searched. */
const MAX_MENUS = 4

export class Progress {
  readonly question: QuestionSite | undefined
  #decisions: readonly Decision[] | undefined
  readonly #branches: Progress[] = []
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

  /** Returns the start of a seat's move (default: the first pending seat); undefined if the seat is not asked. */
  static begin(game: LinkedGame, state: State, seat?: string): Progress | undefined {
    const decision = game.decision(state, seat)
    if (decision === undefined) return undefined
    const question = game.linked.machine.linker.question(state.q)
    return new Progress(game, decision, state, state, emptyMove(state.fp, question))
  }

  get over(): boolean {
    return this.known.span === null
  }

  /** The open decisions: one, or in a simultaneous choice after the first question, one per pending seat. */
  get decisions(): readonly Decision[] {
    this.#decisions ??= this.state === this.origin ? [this.start] : decisionsIn(this.game, this.state)
    return this.#decisions
  }

  /** The open decision, or the first of them. */
  get decision(): Decision {
    const [first] = this.decisions
    if (first === undefined) throw new Error('The move is over.')
    return first
  }

  /** The part that the open question belongs to. */
  get part(): number {
    return this.known.running.at(-1) ?? 0
  }

  /** Returns the name of the move after `level` entries of menus. */
  name(level = this.known.entries.length): string {
    return level === 0
      ? this.start.name
      : present(this.known.entries[level - 1], 'a move has its entries.').id
  }

  /** Whether the open question is a window. */
  get isWindow(): boolean {
    return this.question?.kind === 'window'
  }

  /** Whether the only answers are to take an offer, or to decline. */
  get onlyOffers(): boolean {
    const { options, optional, kind, max } = this.decision
    return options.length === 0 && (optional || (kind === 'many' && max === 0))
  }

  /**
   * Whether this question is a menu. The first question is, if it asks for an action or an alternative. After a menu, a
   * further question to the same seat is a menu if it asks for an action that is then performed, or for an alternative
   * that leads to such a menu. A free action belongs to the choice that grants it, so it is not a menu.
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
    if (this.decision.seat !== this.start.seat || entries.length >= MAX_MENUS) return false
    const { options, offers } = this.decision
    if (this.question?.kind !== 'alternatives' && options.length === 0) return offers.length > 0
    for (const branch of this.ways()) {
      const { entries: now } = branch.known
      if (this.question?.kind !== 'alternatives' ? now.length > entries.length : leadsToAction(branch))
        return true
    }
    return false
  }

  /** Yields the progress after each option of a menu, lazily. */
  *ways(): Generator<Progress> {
    const { options, offers } = this.decision
    const choices: readonly Choice[] = this.isWindow
      ? offers.map(({ id }) => ({ offer: id }))
      : options.map(({ id }) => id)
    for (const [i, choice] of choices.entries()) yield (this.#branches[i] ??= this.chosen(choice, true))
  }

  /** Returns the progress after this answer to an open decision. Throws IllegalChoice if it is not legal. */
  answer(choice: Choice, decision = this.decision): Progress {
    return this.chosen(choice, this.isMenu, decision)
  }

  private chosen(choice: Choice, menu: boolean, decision = this.decision): Progress {
    const { game, start, origin } = this
    const { state, happenings } = traceStep(game, this.state, choice, decision.seat)
    const tracker = new MoveTracker(game, this.known, menu)
    const [own, ...rest] = happenings
    tracker.decided(present(own, 'a step begins with its answer.'), decision, this.part, choice)
    for (const event of rest) tracker.see(event)
    return new Progress(game, start, origin, state, tracker.end(state))
  }
}

/** Returns the open decisions: one, or in a simultaneous choice one per pending seat. */
export function decisionsIn(game: Game, state: State): Decision[] {
  return game
    .deciding(state)
    .flatMap(
      (seat) =>
        game.decision(state, present(game.def.seats[seat], 'a seat that decides is one of the game.').id) ??
        [],
    )
}

/** Returns whether an alternative has led to an action, or leads to a menu. */
function leadsToAction(branch: Progress): boolean {
  return branch.known.entries.at(-1)?.context !== undefined || branch.isMenu
}
