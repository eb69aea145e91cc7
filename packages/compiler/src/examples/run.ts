/** Runs examples on a linked game: set-up, steps, expectations. */
import type { Choice, Constant, Decision, Game, State } from '@ludoforge/kernel'
import { withoutUndefined, LudoError } from '@ludoforge/kernel'
import { type Acted, ActFailure, ActPlayer, forceRolls, showValue, textMatches } from '@ludoforge/play'
import { didYouMean, type Reporter, capitalise } from '../diagnostics/index.js'
import { DiagnosticError, unknownName, type SymbolTable } from '../elaborate/index.js'
import type { ExprNode, StatementNode, Word } from '../parser/index.js'
import { ParseError } from '../parser/cursor.js'
import type { Span } from '../source/index.js'
import { ExampleLinker } from './linker.js'
import type { Example, Pick as Named, Step } from './parse.js'
import { ExamplePicks } from './picks.js'
import { plainAction } from './plain-action.js'
import { startOf } from './start-of.js'
import { EXAMPLE_SEED, PolicyAnswers } from './policy-answers.js'
import { type ChoseEvent, ForcedAnswers, namedIn, asWritten } from './forced-answers.js'
import { messagesOf, textsOf } from './messages.js'
import { vacuousReason } from './vacuous.js'

/** The result of one example. */
export interface ExampleResult {
  readonly title: string
  readonly rule?: string | undefined
  readonly span: Span
  readonly isLesson?: true
  readonly failure?: ExampleFailure
}

/** The failure of an example: where, and the expected and actual values. */
export interface ExampleFailure {
  readonly span: Span
  readonly message: string
  readonly expected?: string
  readonly actual?: string
  readonly asked?: string // the pending question and its options
}

/** An expectation that doesn't hold. */
export class Failed extends Error {
  constructor(
    readonly span: Span,
    message: string,
    readonly compared: Pick<ExampleFailure, 'expected' | 'actual'> = {},
  ) {
    super(message)
  }
}

/** Steps that aren't expectations. */
const ACTING: ReadonlySet<Step['step']> = new Set(['do', 'dice', 'choose', 'decide', 'everybody'])

type Of<K extends Step['step']> = Extract<Step, { step: K }>

export class ExampleRunner {
  /** The forced answers of the last step. */
  #forced: ForcedAnswers
  /** The messages of `say` so far, and the titles of entered procedures. */
  #told: readonly string[] = []

  readonly #linker: ExampleLinker
  readonly #picks: ExamplePicks
  readonly #player: ActPlayer

  /** With a reporter, warns about expectations that hold vacuously. */
  constructor(
    private readonly game: Game,
    private readonly world: SymbolTable,
    private readonly reporter?: Reporter,
  ) {
    this.#linker = new ExampleLinker(game, world)
    this.#picks = new ExamplePicks(this.#linker)
    this.#player = new ActPlayer(this.#linker.links, EXAMPLE_SEED)
    this.#forced = new ForcedAnswers(this.#picks)
  }

  /** `options`: game options in addition to those of the example. */
  run(example: Example, options: Readonly<Record<string, Constant>> = {}): ExampleResult {
    const { title, span, rule } = example
    const failure = this.#failure(example, options)
    return { title, span, ...withoutUndefined({ rule, failure }) }
  }

  #failure(example: Example, options: Readonly<Record<string, Constant>>): ExampleFailure | undefined {
    let { span } = example.given
    let state: State | undefined
    this.begin()
    try {
      this.#seat(example.given.actor)
      state = this.#setUp(example, options)
      for (const step of example.steps) {
        span = step.span
        state = this.step(state, step, example.given.actor?.text)
      }
      if (example.steps.every(({ step }) => ACTING.has(step)))
        throw new Failed(example.span, 'This example has no `then`, so it tests nothing.')
      return undefined
    } catch (error) {
      return this.failureOf(error, span, state)
    }
  }

  /** The position after the steps of an example. Throws what a step throws. */
  position(example: Example): State {
    this.begin()
    this.#seat(example.given.actor)
    return example.steps.reduce(
      (state, step) => this.step(state, step, example.given.actor?.text),
      this.#setUp(example, {}),
    )
  }

  /** Forgets what happened before. */
  begin(): void {
    this.#told = []
    this.#forced = new ForcedAnswers(this.#picks)
  }

  /** An error as a failure at this step. Throws it again if it isn't one of the example. */
  failureOf(error: unknown, span: Span, state: State | undefined): ExampleFailure {
    const asked = withoutUndefined({ asked: state === undefined ? undefined : this.#waiting(state) })
    if (error instanceof Failed)
      return { span: error.span, message: error.message, ...error.compared, ...asked }
    if (error instanceof LudoError) return { span, message: error.message, ...asked }
    if (!(error instanceof DiagnosticError || error instanceof ParseError)) throw error
    const hint = error.hint === undefined ? '' : ` ${capitalise(error.hint)}`
    return { span: error.span, message: error.message + hint, ...asked }
  }

  /** The pending questions with their options. Returns `undefined` if there is none, or if a rule fails here. */
  #waiting(state: State): string | undefined {
    try {
      const decisions = this.#decisions(state)
      return decisions.length === 0 ? undefined : decisions.map(describeQuestion).join('; ')
    } catch (error) {
      if (error instanceof LudoError) return undefined // the reported failure is another one
      throw error
    }
  }

  #setUp({ given }: Example, more: Readonly<Record<string, Constant>>): State {
    const options = startOf(given)
    const start = this.game.start({ ...options, options: { ...options.options, ...more } })
    if (given.setup.length === 0) return start
    const state = this.#do(start, given.setup, given.actor?.text)
    if (given.empty && this.game.decision(state) !== undefined)
      throw new Failed(given.span, 'The statements under `given` ask for a choice. Move them to a `when`.')
    return state
  }

  #do(state: State, statements: readonly StatementNode[], actor: string | undefined): State {
    return this.record(state, this.#player.run(state, this.#linker.effects(statements), 'the example', actor))
  }

  /** Records the forced answers and the messages of a step. */
  record(before: State, { state, events }: Acted): State {
    const forced = events.filter((e): e is ChoseEvent => e.type === 'chose' && e.forced === true)
    this.#forced = new ForcedAnswers(this.#picks, forced, before)
    this.#told = [...this.#told, ...events.flatMap(messagesOf)]
    return state
  }

  /** Checks that a word is a seat. */
  #seat(word: Word | undefined): string | undefined {
    if (word === undefined || this.world.seats.has(word.text)) return word?.text
    throw unknownName(word.span, word.text, 'a seat', this.world.seats)
  }

  /** Takes a step, or checks an expectation. */
  step(state: State, step: Step, actor: string | undefined): State {
    const seat = 'seat' in step ? this.#seat(step.seat) : undefined
    if (step.step === 'dice') return forceRolls(state, step.values)
    if (step.step === 'do') return this.#act(state, step, seat, actor)
    if (step.step === 'choose') return this.#choose(state, step, seat)
    if (step.step === 'decide') return this.#byPolicy(state, step, seat ?? '')
    if (step.step === 'everybody') return this.#everybody(state, step)
    if (step.step === 'expect') this.#expect(state, step.expr, step.span, actor)
    else if (step.step === 'asked') this.#asked(state, step, seat)
    else if (step.step === 'idle') this.#idle(state, step.span)
    else if (step.step === 'forced') this.#hadTo(step, seat)
    else if (step.step === 'offered') this.#offered(state, step, seat)
    else if (step.step === 'refused') this.#refused(state, step, seat)
    else if (step.step === 'would') this.#would(state, step, seat ?? '')
    else if (step.step === 'told') this.#wasTold(step)
    else this.#ended(state, step)
    return state
  }

  #asked(state: State, { span, name, wanted }: Of<'asked'>, seat: string | undefined): void {
    const decision = this.game.decision(state, seat)
    const actual = this.asking(state)
    if (!wanted && decision !== undefined) throw new Failed(span, `${seat} is asked.`, { actual })
    if (!wanted || (decision !== undefined && (name === undefined || decision.name === name))) return
    this.#decision(state, span)
    const expected = `${seat} is asked ${name ?? ''}`
    throw new Failed(span, 'The pending question is another one.', { expected, actual })
  }

  #idle(state: State, span: Span): void {
    const compared = { expected: 'nothing is asked', actual: this.asking(state) }
    if (this.game.decision(state) !== undefined) throw new Failed(span, 'A question is pending.', compared)
  }

  #wasTold({ span, wanted, told, at }: Of<'told'>): void {
    const same = (text: string): boolean => text.toLowerCase() === told.toLowerCase()
    if (wanted ? !this.#told.includes(told) : this.#told.some(same)) {
      const expected = `${wanted ? '' : 'not '}told "${told}"`
      const actual = this.#told.length === 0 ? 'nothing was told' : `told "${this.#told.join('", "')}"`
      throw new Failed(span, wanted ? 'No rule has said this.' : 'A rule has said this.', {
        expected,
        actual,
      })
    }
    if (wanted) return
    const texts = textsOf(this.game.def)
    const plain = texts.map((text) => text.map((part) => (typeof part === 'string' ? part : '…')).join(''))
    if (!texts.some((text) => textMatches(text, told)))
      throw new DiagnosticError('unknown-text', at, 'No rule can say this.', didYouMean(told, plain))
  }

  #ended(state: State, { span, over, winner }: Of<'outcome'>): void {
    const outcome = this.game.outcome(state)
    const nobody = winner?.text === 'nobody'
    if (!nobody) this.#seat(winner)
    const winners = outcome?.winners ?? []
    const end = winners.length === 0 ? 'a draw' : `${winners.join(', ')} has won`
    const actual = outcome === undefined ? 'the game goes on' : end
    if (over !== (outcome !== undefined)) {
      const expected = over ? 'the game is over' : 'the game goes on'
      throw new Failed(span, `The game is ${over ? 'not ' : ''}over.`, { expected, actual })
    }
    if (winner !== undefined && !(nobody ? winners.length === 0 : winners.includes(winner.text)))
      throw new Failed(span, 'The winner is another seat.', { expected: `${winner.text} has won`, actual })
  }

  /** `SEAT does ACTION` answers the pending question if it offers the action. Otherwise it performs the action directly. */
  #act(state: State, step: Of<'do'>, seat: string | undefined, actor: string | undefined): State {
    const [only] = step.statements
    const action = only?.node === 'perform' ? plainAction(only.doing) : undefined
    if (seat !== undefined && action !== undefined && this.game.decision(state, seat) !== undefined) {
      const [id] =
        action.node === 'words'
          ? [action.words[0].text]
          : this.#linker.names(state, this.#linker.typed(action))
      const taken = id === undefined ? undefined : this.#player.take(state, id, seat)
      if (taken !== undefined) return this.record(state, taken)
    }
    return this.#do(state, step.statements, seat ?? actor)
  }

  /** The pending question of the seat, or the first one. */
  #decision(state: State, span: Span, seat?: string): Decision {
    const first = this.game.decision(state)
    const over = this.game.outcome(state) !== undefined
    const told = this.#forced.any ? this.#forced.told : undefined
    if (first === undefined)
      throw new Failed(span, 'No question is pending here.', {
        actual: over ? 'the game is over' : (told ?? 'no question'),
      })
    const decision = seat === undefined ? first : this.game.decision(state, seat)
    if (decision !== undefined) return decision
    const actual = [...(told === undefined ? [] : [told]), this.asking(state)].join('; then ')
    throw new Failed(span, `${seat} has no question to answer here.`, { expected: `${seat} chooses`, actual })
  }

  /** The pending questions with their seats; several for a simultaneous choice. */
  asking(state: State): string {
    return this.#decisions(state)
      .map((d) => `${d.seat} is asked ${d.name} (${d.prompt})`)
      .join('; ')
  }

  #decisions(state: State): readonly Decision[] {
    return this.game
      .deciding(state)
      .flatMap((i) => this.game.decision(state, this.game.def.seats[i]?.id) ?? [])
  }

  #choose(state: State, step: Of<'choose'>, seat: string | undefined): State {
    try {
      const decision = this.#decision(state, step.span, seat)
      const choice = this.#picks.choice(state, decision, step.picks, step.ahead)
      return this.record(state, this.game.step(state, choice, decision.seat))
    } catch (error) {
      if (isRefusal(error)) this.refuseForced(step, seat)
      throw error
    }
  }

  /** Fails if this choice was already made as a forced answer. */
  refuseForced({ span, picks }: Pick<Of<'choose'>, 'span' | 'picks'>, seat: string | undefined): void {
    const forced = this.#forced.of(seat)
    const by = forced.answers[0]?.seat
    if (by === undefined || !forced.was(picks)) return
    const words = picks.map(({ count, text }) => (count === undefined ? text : `${count} ${text}`)).join(', ')
    throw new Failed(
      span,
      `This answer was forced: it was the only legal one, so ${by} wasn't asked. Write \`then ${by} had to choose ${words || 'nothing'}\`.`,
      { actual: forced.told },
    )
  }

  #byPolicy(state: State, { span, policy, on }: Of<'decide'>, seat: string): State {
    this.#decision(state, span, seat)
    return this.#played(state, span, () => this.#player.plays(state, seat, policy?.text, on))
  }

  /** Lets each seat that is asked play, until one is asked that has played before. */
  #everybody(state: State, { span, policy }: Of<'everybody'>): State {
    this.#decision(state, span)
    return this.#played(state, span, () => this.#player.everybody(state, policy?.text))
  }

  #played(state: State, span: Span, play: () => Acted): State {
    try {
      return this.record(state, play())
    } catch (error) {
      if (!(error instanceof ActFailure)) throw error
      throw new Failed(span, error.message, error.asks ? { actual: this.asking(error.state) } : {})
    }
  }

  #would(state: State, { span, policy, answers }: Of<'would'>, seat: string): void {
    const decision = this.#decision(state, span, seat)
    const policyAnswers = new PolicyAnswers(this.game, seat, policy)
    const left = policyAnswers.left(state)
    if (left === undefined)
      throw new Failed(span, `${policyAnswers.name} has no entry for this question.`, {
        actual: this.asking(state),
      })
    const words = (choice: Choice): string => namedIn(choice).toSorted().join(', ') || 'nothing'
    const found = new Set(left.map(words))
    const wanted = new Set(answers.map((picks) => words(this.#picks.choice(state, decision, picks))))
    if (found.size === wanted.size && [...found].every((answer) => wanted.has(answer))) return
    const because = policyAnswers
      .reasons(state)
      .map((line) => ` (${line})`)
      .join('')
    throw new Failed(span, `The policy of ${seat} leaves other answers.`, {
      expected: [...wanted].join(' or '),
      actual: `${[...found].join(' or ')}${because}`,
    })
  }

  #expect(state: State, node: ExprNode, span: Span, actor: string | undefined): void {
    if (node.node === 'and') {
      for (const part of node.parts) this.#expect(state, part, span, actor)
      return
    }
    const typed = this.#linker.typed(node, 'flag')
    if (this.#linker.value(state, typed, actor) !== 0) {
      if (this.reporter === undefined) return
      const reason = vacuousReason(this.#linker, state, node, typed.expr, actor)
      if (reason !== undefined) this.reporter.warn('vacuous', node.span, reason)
      return
    }
    const sides = this.#sides(state, node, actor)
    throw new Failed(span, "This isn't true.", { expected: this.world.text(node.span), ...sides })
  }

  /** The actual value of the left side of a failed comparison. */
  #sides(state: State, node: ExprNode, actor: string | undefined): { actual?: string } {
    if (node.node !== 'binary') return {}
    const left = this.#linker.typed(node.left)
    const value = this.#linker.value(state, left, actor)
    return {
      actual: `${this.world.text(node.left.span)} is ${showValue(this.game, state, left.type, value)}`,
    }
  }

  #hadTo({ picks, span }: Of<'forced'>, seat: string | undefined): void {
    const forced = this.#forced
    if (forced.of(seat).was(picks)) return
    const actual = forced.any ? forced.told : 'the step before forced no answer'
    throw new Failed(span, "This answer wasn't forced.", { actual })
  }

  /** Checks the options of the pending question or, if it asks for something else, of the forced answers before it. */
  #offered(state: State, step: Of<'offered'>, seat: string | undefined): void {
    const forced = this.#forced.of(seat)
    for (const pick of step.picks) {
      const found = this.#asWaiting(state, step.span, seat, (d) => this.#picks.offered(state, d, pick))
      if (isRefusal(found)) this.#needForced(state, found, forced, [pick])
      if ((isRefusal(found) ? forced.has(pick) : found) === step.wanted) continue
      const message = `\`${pick.text}\` is ${step.wanted ? 'not ' : ''}offered.`
      if (step.wanted) this.refuseForced({ span: step.span, picks: [pick] }, seat)
      const decision = isRefusal(found) ? undefined : this.#decision(state, step.span, seat)
      const ids = decision && [...decision.options, ...decision.offers].map((o) => o.id)
      const actual = decision && `${decision.seat} may choose: ${ids?.join(', ') || 'nothing'}`
      throw new Failed(step.span, message, { actual: actual ?? forced.told })
    }
  }

  /** Without a pending question for these picks, requires a forced answer, and that the picks exist. */
  #needForced(state: State, refusal: Refusal, forced: ForcedAnswers, picks: readonly Named[]): void {
    if (!forced.any) throw refusal
    for (const pick of picks)
      if (!this.#picks.exists(state, pick))
        throw new DiagnosticError(
          'names-nothing',
          pick.span,
          `\`${pick.text}\` is empty here: nothing matches it.`,
        )
  }

  /** Applies `ask` to the pending question of the seat. Returns the error if there is no such question. */
  #asWaiting<T>(
    state: State,
    span: Span,
    seat: string | undefined,
    ask: (decision: Decision) => T,
  ): T | Refusal {
    try {
      return ask(this.#decision(state, span, seat))
    } catch (error) {
      if (isRefusal(error)) return error
      throw error
    }
  }

  #refused(state: State, { picks, span }: Of<'refused'>, seat: string | undefined): void {
    const found = this.#asWaiting(state, span, seat, (decision) => ({
      decision,
      choice: this.#picks.choice(state, decision, picks),
    }))
    if (isRefusal(found)) {
      const forced = this.#forced.of(seat)
      this.#needForced(state, found, forced, picks)
      if (!forced.was(picks)) return
      throw new Failed(span, 'This choice is legal.', {
        expected: 'an illegal choice',
        actual: forced.told,
      })
    }
    try {
      this.game.decide(state, found.choice, found.decision.seat)
    } catch (error) {
      if (error instanceof LudoError && error.code === 'illegal-choice') return
      throw error
    }
    throw new Failed(span, 'This choice is legal.', { expected: 'an illegal choice' })
  }
}

type Refusal = Failed | DiagnosticError | ParseError | LudoError

/** Whether an error means that there is no such question, or that the answer doesn't fit it. */
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Failed ||
  error instanceof DiagnosticError ||
  error instanceof ParseError ||
  (error instanceof LudoError && error.code === 'illegal-choice')

const MAX_OPTIONS = 20 // listed in a failure

/** Describes a question: its seat, name, prompt and options. */
function describeQuestion(decision: Decision): string {
  const { seat, name, prompt, kind, min, max, options, offers } = decision
  const ids = [...options, ...offers].map(({ id }) => asWritten(id))
  const shown = ids.slice(0, MAX_OPTIONS).join(', ')
  const more = ids.length > MAX_OPTIONS ? ` and ${ids.length - MAX_OPTIONS} more` : ''
  const answers = kind === 'number' ? `${min} to ${max}` : shown + more
  return `${seat} is asked ${name} (${prompt}): ${answers}`
}
