/** Runs examples on a linked game: set up, act, compare; a failure says what was expected and what was there. */
import type { Choice, Constant, Decision, Game, State, StepEvent } from '@ludoforge/kernel'
import { defined, forceRolls, LudoError, show } from '@ludoforge/kernel'
import { didYouMean, type Reporter, sentence } from '../diagnostics/index.js'
import { Fault, unknownName, type World } from '../elaborate/index.js'
import type { ExprNode, StatementNode, Word } from '../notation/index.js'
import { ParseFault } from '../notation/cursor.js'
import type { Span } from '../source/index.js'
import { Meaning } from './meaning.js'
import type { Example, Step } from './parse.js'
import { Picks } from './picks.js'
import { says, textsOf } from './said.js'
import { vacuous } from './vacuous.js'

export interface ExampleResult {
  readonly title: string
  readonly rule?: string
  readonly span: Span
  readonly failure?: ExampleFailure
}

export interface ExampleFailure {
  readonly span: Span
  readonly message: string
  readonly expected?: string
  readonly actual?: string
}

class Failed extends Error {
  constructor(readonly failure: ExampleFailure) {
    super(failure.message)
  }
}

type Chose = Extract<StepEvent, { type: 'chose' }>

export class ExampleRunner {
  /** Of the last step: the answers that were forced, and the state before it. */
  #forced: readonly Chose[] = []
  #before: State | undefined
  /** What was said so far in an example, and the titles of what was entered. */
  #told: readonly string[] = []

  readonly #meaning: Meaning
  readonly #picks: Picks

  /** What holds, but proves nothing, is a warning, if there is somebody to tell it to. */
  constructor(
    private readonly game: Game,
    private readonly world: World,
    private readonly reporter?: Reporter,
  ) {
    this.#meaning = new Meaning(game, world)
    this.#picks = new Picks(this.#meaning)
  }

  /** `options`: besides those that the example gives. */
  run(example: Example, options: Readonly<Record<string, Constant>> = {}): ExampleResult {
    const result = {
      title: example.title,
      span: example.span,
      ...defined({ rule: example.rule }),
    }
    let span = example.given.span
    this.#told = []
    try {
      this.#seat(example.given.actor)
      let state = this.#setUp(example, options)
      for (const step of example.steps) {
        span = step.span
        state = this.#step(state, step, example)
      }
      if (!example.steps.some((s) => s.step !== 'do' && s.step !== 'dice' && s.step !== 'choose'))
        throw new Failed({ span: example.span, message: 'This example expects nothing: it has no `then`.' })
      return result
    } catch (error) {
      if (error instanceof Failed) return { ...result, failure: error.failure }
      if (error instanceof Fault || error instanceof ParseFault)
        return {
          ...result,
          failure: {
            span: error.span,
            message: error.message + (error.hint === undefined ? '' : ` ${sentence(error.hint)}`),
          },
        }
      if (error instanceof LudoError) return { ...result, failure: { span, message: error.message } }
      throw error
    }
  }

  #setUp({ given }: Example, more: Readonly<Record<string, Constant>>): State {
    const options = Object.fromEntries(
      given.options.map((o) => [o.name, o.value === 'true' ? true : o.value === 'false' ? false : o.value]),
    )
    const start = this.game.start({
      empty: given.empty,
      options: { ...options, ...more },
      seed: given.seed ?? 1,
      ...defined({ scenario: given.scenario }),
    })
    if (given.setup.length === 0) return start
    const state = this.#do(start, given.setup, given.actor?.text)
    if (given.empty && this.game.decision(state) !== undefined)
      throw new Failed({ span: given.span, message: 'The set-up asks for a choice; move that to a `when`.' })
    return state
  }

  #do(state: State, statements: readonly StatementNode[], actor: string | undefined): State {
    return this.#heard(
      state,
      this.#meaning.block(statements).step(state, actor === undefined ? {} : { actor }),
    )
  }

  #decide(state: State, choice: Choice, seat?: string): State {
    return this.#heard(state, this.game.step(state, choice, seat))
  }

  /** Takes note of the answers that the machine gave, because there was no other, and of what was told. */
  #heard(
    before: State,
    { state, events }: { readonly state: State; readonly events: readonly StepEvent[] },
  ): State {
    this.#before = before
    this.#forced = events.filter((e): e is Chose => e.type === 'chose' && e.forced === true)
    const texts = events.flatMap((e) => (e.type === 'said' ? e.text : e.type === 'entered' ? e.title : []))
    this.#told = [...this.#told, ...texts]
    return state
  }

  /** A name that stands for a seat must be one. */
  #seat(word: Word | undefined): string | undefined {
    if (word === undefined || this.world.seats.has(word.text)) return word?.text
    throw unknownName(word.span, word.text, 'a seat', this.world.seats)
  }

  #step(state: State, step: Step, example: Example): State {
    const { span } = step
    const seat = 'seat' in step ? this.#seat(step.seat) : undefined
    switch (step.step) {
      case 'dice':
        return forceRolls(state, step.values)
      case 'do':
        return this.#act(state, step, seat, example.given.actor?.text)
      case 'choose':
        return this.#choose(state, step, seat)
      case 'expect':
        this.#expect(state, step.expr, span, example.given.actor?.text)
        return state
      case 'asked': {
        const decision = this.game.decision(state, seat)
        if (!step.wanted && decision === undefined) return state
        if (!step.wanted)
          throw new Failed({ span, message: `${seat} is asked.`, actual: this.#asking(state) })
        if (decision === undefined || (step.name !== undefined && decision.name !== step.name)) {
          this.#decision(state, span)
          throw new Failed({
            span,
            message: 'Another question is asked.',
            expected: `${seat} is asked ${step.name ?? ''}`,
            actual: this.#asking(state),
          })
        }
        return state
      }
      case 'idle': {
        if (this.game.decision(state) !== undefined)
          throw new Failed({
            span,
            message: 'Something is asked.',
            expected: 'nothing is asked',
            actual: this.#asking(state),
          })
        return state
      }
      case 'forced':
        this.#hadTo(state, step, seat)
        return state
      case 'offered':
        this.#offered(state, step, seat)
        return state
      case 'refused':
        this.#refused(state, step, seat)
        return state
      case 'told':
        this.#wasTold(step)
        return state
      case 'outcome':
        this.#ended(state, step)
        return state
    }
  }

  #wasTold({ span, wanted, told, at }: Extract<Step, { step: 'told' }>): void {
    const same = (text: string): boolean => text.toLowerCase() === told.toLowerCase()
    if (wanted ? !this.#told.includes(told) : this.#told.some(same))
      throw new Failed({
        span,
        message: wanted ? 'Nobody was told this.' : 'This was told.',
        expected: `${wanted ? '' : 'not '}told "${told}"`,
        actual: this.#told.length === 0 ? 'nothing was told' : `told "${this.#told.join('", "')}"`,
      })
    if (wanted) return
    const texts = textsOf(this.game.def)
    const plain = texts.map((text) => text.map((part) => (typeof part === 'string' ? part : '…')).join(''))
    if (!texts.some((text) => says(text, told)))
      throw new Fault('unknown-text', at, 'The rules never say this.', didYouMean(told, plain))
  }

  #ended(state: State, { span, over, winner }: Extract<Step, { step: 'outcome' }>): void {
    const outcome = this.game.outcome(state)
    const nobody = winner?.text === 'nobody'
    if (!nobody) this.#seat(winner)
    const winners = outcome?.winners ?? []
    const actual =
      outcome === undefined
        ? 'the game goes on'
        : winners.length === 0
          ? 'a draw'
          : `${winners.join(', ')} has won`
    if (!over && outcome !== undefined)
      throw new Failed({ span, message: 'The game is over.', expected: 'the game goes on', actual })
    if (over && outcome === undefined)
      throw new Failed({ span, message: 'The game is not over.', expected: 'the game is over', actual })
    if (winner !== undefined && !(nobody ? winners.length === 0 : winners.includes(winner.text)))
      throw new Failed({
        span,
        message: 'Somebody else has won.',
        expected: `${winner.text} has won`,
        actual,
      })
  }

  /** `SEAT does ACTION` answers the question if it offers that action; otherwise the action is performed as it is. */
  #act(
    state: State,
    step: Extract<Step, { step: 'do' }>,
    seat: string | undefined,
    actor: string | undefined,
  ): State {
    const [only] = step.statements
    if (
      only?.node === 'perform' &&
      (only.doing.action.node === 'words' || only.doing.action.node === 'of') &&
      only.doing.given === undefined &&
      !only.doing.free &&
      only.doing.class === undefined &&
      only.doing.within === undefined
    ) {
      const decision = seat === undefined ? undefined : this.game.decision(state, seat)
      const { action } = only.doing
      if (decision !== undefined) {
        const [id] =
          action.node === 'words'
            ? [action.words[0].text]
            : this.#meaning.names(state, this.#meaning.typed(action))
        if (decision.type === 'action' && decision.options.some((o) => o.id === id))
          return this.#decide(state, id, seat)
        if (decision.offers.some((o) => o.id === id)) return this.#decide(state, { offer: id }, seat)
      }
    }
    return this.#do(state, step.statements, seat ?? actor)
  }

  /** The question of the seat, or without one of the first that is asked. */
  #decision(state: State, span: Span, seat?: string): Decision {
    const first = this.game.decision(state)
    if (first === undefined)
      throw new Failed({
        span,
        message: 'Nothing is asked here.',
        actual: this.game.outcome(state) === undefined ? 'no question' : 'the game is over',
      })
    const decision = seat === undefined ? first : this.game.decision(state, seat)
    if (decision === undefined)
      throw new Failed({
        span,
        message: `It is not for ${seat} to choose.`,
        expected: `${seat} chooses`,
        actual: this.#asking(state),
      })
    return decision
  }

  /** Who is asked what; all of them, if they are asked at once. */
  #asking(state: State): string {
    const decisions = this.game
      .deciding(state)
      .flatMap((i) => this.game.decision(state, this.game.def.seats[i]?.id) ?? [])
    return decisions.map((d) => `${d.seat} is asked ${d.name} (${d.prompt})`).join('; ')
  }

  #choose(state: State, step: Extract<Step, { step: 'choose' }>, seat: string | undefined): State {
    const decision = this.#decision(state, step.span, seat)
    return this.#decide(state, this.#picks.choice(state, decision, step.picks), decision.seat)
  }

  #expect(state: State, node: ExprNode, span: Span, actor: string | undefined): void {
    if (node.node === 'and') {
      for (const part of node.parts) this.#expect(state, part, span, actor)
      return
    }
    const typed = this.#meaning.typed(node, 'flag')
    if (this.#meaning.value(state, typed, actor) !== 0) {
      if (this.reporter === undefined) return
      const reason = vacuous(this.#meaning, state, node, typed.expr, actor)
      if (reason !== undefined) this.reporter.warn('vacuous', node.span, reason)
      return
    }
    throw new Failed({
      span,
      message: 'This is not so.',
      expected: this.world.text(node.span),
      ...this.#sides(state, node, actor),
    })
  }

  /** Of a comparison that failed: what its left side is. */
  #sides(state: State, node: ExprNode, actor: string | undefined): { actual?: string } {
    if (node.node !== 'binary') return {}
    const left = this.#meaning.typed(node.left)
    const value = this.#meaning.value(state, left, actor)
    return { actual: `${this.world.text(node.left.span)} is ${show(this.game, state, left.type, value)}` }
  }

  #hadTo(state: State, { picks, span }: Extract<Step, { step: 'forced' }>, seat: string | undefined): void {
    const before = this.#before ?? state
    const ids = new Set(this.#forced.flatMap(({ choice }) => namedIn(choice)))
    const wanted = picks.flatMap((pick) => {
      const names = ids.has(pick.text) ? [pick.text] : this.#picks.names(before, pick)
      return Array.from({ length: pick.count ?? 1 }, () => names)
    })
    const fits = ({ seat: by, choice }: Chose): boolean => {
      if (by !== seat) return false
      const left = [...namedIn(choice)]
      return (
        left.length === wanted.length &&
        wanted.every((names) => {
          const at = left.findIndex((id) => names.includes(id))
          if (at >= 0) left.splice(at, 1)
          return at >= 0
        })
      )
    }
    if (this.#forced.some(fits)) return
    const told = this.#forced.map((e) => `${e.seat} had to choose ${namedIn(e.choice).join(', ')}`)
    throw new Failed({
      span,
      message: 'This answer was not forced.',
      actual: told.length === 0 ? 'no answer was forced by the step before' : told.join('; '),
    })
  }

  #offered(state: State, step: Extract<Step, { step: 'offered' }>, seat: string | undefined): void {
    const decision = this.#decision(state, step.span, seat)
    for (const pick of step.picks)
      if (this.#picks.offered(state, decision, pick) !== step.wanted)
        throw new Failed({
          span: step.span,
          message: step.wanted ? `\`${pick.text}\` is not offered.` : `\`${pick.text}\` is offered.`,
          actual: `${decision.seat} may choose: ${[...decision.options, ...decision.offers].map((o) => o.id).join(', ') || 'nothing'}`,
        })
  }

  #refused(
    state: State,
    { picks, span }: Extract<Step, { step: 'refused' }>,
    seat: string | undefined,
  ): void {
    const decision = this.#decision(state, span, seat)
    const choice = this.#picks.choice(state, decision, picks)
    try {
      this.game.decide(state, choice, decision.seat)
    } catch (error) {
      if (error instanceof LudoError && error.code === 'illegal-choice') return
      throw error
    }
    throw new Failed({ span, message: 'This choice is accepted.', expected: 'an illegal choice' })
  }
}

/** What an answer names. */
function namedIn(choice: Choice): readonly string[] {
  if (typeof choice === 'object') return 'offer' in choice ? [choice.offer] : choice
  return [String(choice)]
}
