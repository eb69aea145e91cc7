/** Runs examples on a linked game: set up, act, compare; a failure says what was expected and what was there. */
import type { Block, Choice, Decision, Game, State, StepEvent } from '@ludoforge/kernel'
import { forceRolls, itemOf, linkBlock, linkExpr, LudoError, show } from '@ludoforge/kernel'
import { Reporter } from '../diagnostics/index.js'
import { type Context, elaborate, elaborateBlock, Fault, Scope, type World } from '../elaborate/index.js'
import type { ExprNode, StatementNode } from '../notation/index.js'
import { Cursor, ParseFault } from '../notation/cursor.js'
import { parseExpr } from '../notation/expressions.js'
import type { Span } from '../source/index.js'
import type { Example, Pick, Step } from './parse.js'

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

  constructor(
    private readonly game: Game,
    private readonly world: World,
  ) {}

  run(example: Example): ExampleResult {
    const result = {
      title: example.title,
      span: example.span,
      ...(example.rule === undefined ? {} : { rule: example.rule }),
    }
    let span = example.given.span
    this.#told = []
    try {
      let state = this.#setUp(example)
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
            message: error.message + (error.hint === undefined ? '' : ` ${error.hint}`),
          },
        }
      if (error instanceof LudoError) return { ...result, failure: { span, message: error.message } }
      throw error
    }
  }

  #setUp({ given }: Example): State {
    const options = Object.fromEntries(
      given.options.map((o) => [o.name, o.value === 'true' ? true : o.value === 'false' ? false : o.value]),
    )
    const start = this.game.start({
      empty: given.empty,
      options,
      seed: given.seed ?? 1,
      ...(given.scenario === undefined ? {} : { scenario: given.scenario }),
    })
    if (given.setup.length === 0) return start
    const state = this.#do(start, given.setup, given.actor)
    if (given.empty && this.game.decision(state) !== undefined)
      throw new Failed({ span: given.span, message: 'The set-up asks for a choice; move that to a `when`.' })
    return state
  }

  #do(state: State, statements: readonly StatementNode[], actor: string | undefined): State {
    const block = this.#elaborate((cx) => elaborateBlock(cx, {}, statements))
    const linked = linkBlock(this.game, withoutPlaces(block) as Block, { name: 'the example' })
    return this.#heard(state, linked.step(state, actor === undefined ? {} : { actor }))
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

  /** Mistakes in an example's statements are reported like all others; the first one fails the example. */
  #elaborate<T>(work: (cx: Context) => T): T {
    const reporter = new Reporter()
    const world = Object.assign(
      Object.create(Object.getPrototypeOf(this.world) as object) as World,
      this.world,
      { reporter },
    )
    const done = work({ world, scope: new Scope() })
    const [first] = reporter.diagnostics.filter((d) => d.severity === 'error')
    if (first?.span !== undefined) throw new Fault(first.code, first.span, first.message, first.hint)
    return done
  }

  #step(state: State, step: Step, example: Example): State {
    const { span } = step
    switch (step.step) {
      case 'dice':
        return forceRolls(state, step.values)
      case 'do':
        return this.#act(state, step, example.given.actor)
      case 'choose':
        return this.#choose(state, step)
      case 'expect':
        this.#expect(state, step.expr, span, example.given.actor)
        return state
      case 'asked': {
        const decision = this.game.decision(state, step.seat)
        if (!step.wanted && decision === undefined) return state
        if (!step.wanted)
          throw new Failed({ span, message: `${step.seat} is asked.`, actual: this.#asking(state) })
        if (decision === undefined || (step.name !== undefined && decision.name !== step.name)) {
          this.#decision(state, span)
          throw new Failed({
            span,
            message: 'Another question is asked.',
            expected: `${step.seat} is asked ${step.name ?? ''}`,
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
        this.#hadTo(state, step)
        return state
      case 'offered':
        this.#offered(state, step)
        return state
      case 'refused':
        this.#refused(state, step)
        return state
      case 'told':
        if (this.#told.includes(step.told) !== step.wanted)
          throw new Failed({
            span,
            message: step.wanted ? 'Nobody was told this.' : 'This was told.',
            expected: `${step.wanted ? '' : 'not '}told "${step.told}"`,
            actual: this.#told.length === 0 ? 'nothing was told' : `told "${this.#told.join('", "')}"`,
          })
        return state
      case 'outcome': {
        const outcome = this.game.outcome(state)
        const actual =
          outcome === undefined
            ? 'the game goes on'
            : outcome.winners.length === 0
              ? 'a draw'
              : `${outcome.winners.join(', ')} has won`
        if (!step.over && outcome !== undefined)
          throw new Failed({ span, message: 'The game is over.', expected: 'the game goes on', actual })
        if (step.over && outcome === undefined)
          throw new Failed({ span, message: 'The game is not over.', expected: 'the game is over', actual })
        if (
          step.winner !== undefined &&
          !(outcome?.winners ?? []).includes(step.winner === 'nobody' ? '' : step.winner) &&
          !(step.winner === 'nobody' && outcome?.winners.length === 0)
        )
          throw new Failed({
            span,
            message: 'Somebody else has won.',
            expected: `${step.winner} has won`,
            actual,
          })
        return state
      }
    }
  }

  /** `SEAT does ACTION` answers the question if it offers that action; otherwise the action is performed as it is. */
  #act(state: State, step: Extract<Step, { step: 'do' }>, actor: string | undefined): State {
    const [only] = step.statements
    if (
      only?.node === 'perform' &&
      (only.doing.action.node === 'words' || only.doing.action.node === 'of') &&
      only.doing.given === undefined &&
      !only.doing.free &&
      only.doing.class === undefined &&
      only.doing.within === undefined
    ) {
      const decision = step.seat === undefined ? undefined : this.game.decision(state, step.seat)
      const { action } = only.doing
      if (decision !== undefined) {
        const [id] = action.node === 'words' ? [action.words[0].text] : this.#names(state, action)
        if (decision.type === 'action' && decision.options.some((o) => o.id === id))
          return this.#decide(state, id, step.seat)
        if (decision.offers.some((o) => o.id === id)) return this.#decide(state, { offer: id }, step.seat)
      }
    }
    return this.#do(state, step.statements, step.seat ?? actor)
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

  #choose(state: State, step: Extract<Step, { step: 'choose' }>): State {
    const decision = this.#decision(state, step.span, step.seat)
    return this.#decide(state, this.#choice(state, decision, step.picks), decision.seat)
  }

  #choice(state: State, decision: Decision, picks: readonly Pick[]): Choice {
    if (decision.kind === 'number') return Number(picks[0]?.text ?? '')
    const ids = picks.flatMap((pick) => this.#ids(state, decision, pick))
    return decision.kind === 'one' && ids.length === 1 ? ids[0] : ids
  }

  /** The options a pick names: by id, by label, or as an expression of the notation such as "2 troops in hill". */
  #ids(state: State, decision: Decision, pick: Pick): string[] {
    const plain = decision.options.find(
      (o) => o.id === pick.text || o.label.toLowerCase() === pick.text.toLowerCase(),
    )
    const times = (id: string, n: number): string[] => Array.from({ length: n }, () => id)
    if (plain !== undefined) return times(plain.id, pick.count ?? 1)
    const names = this.#meant(state, pick)
    const offered = names.filter((n) => decision.options.some((o) => o.id === n))
    if (offered.length === 0 || pick.count === undefined)
      return offered.length === 0 ? [names[0] ?? pick.text] : [offered[0]]
    return offered.length >= pick.count ? offered.slice(0, pick.count) : times(offered[0], pick.count)
  }

  /** The names of what a pick means in a state, whether or not it is offered. */
  #meant(state: State, pick: Pick): readonly string[] {
    try {
      const c = new Cursor(pick.tokens, pick.span)
      const names = this.#names(state, parseExpr(c))
      c.end()
      return names
    } catch (error) {
      if (error instanceof Fault || error instanceof ParseFault) return [pick.text]
      throw error
    }
  }

  #names(state: State, node: ExprNode): readonly string[] {
    const typed = this.#elaborate((cx) => elaborate(cx, node))
    const value = linkExpr(this.game, withoutPlaces(typed.expr) as typeof typed.expr, typed.type)(state)
    if (typeof value === 'number') return [show(this.game, state, typed.type, value)]
    const item = itemOf(typed.type)
    return value.map((v) => show(this.game, state, item, v))
  }

  #expect(state: State, node: ExprNode, span: Span, actor: string | undefined): void {
    if (node.node === 'and') {
      for (const part of node.parts) this.#expect(state, part, span, actor)
      return
    }
    const typed = this.#elaborate((cx) => elaborate(cx, node, 'flag'))
    const value = linkExpr(this.game, withoutPlaces(typed.expr) as typeof typed.expr, 'flag')(state, actor)
    if (value !== 0) return
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
    const left = this.#elaborate((cx) => elaborate(cx, node.left))
    const value = linkExpr(this.game, withoutPlaces(left.expr) as typeof left.expr, left.type)(state, actor)
    return { actual: `${this.world.text(node.left.span)} is ${show(this.game, state, left.type, value)}` }
  }

  #hadTo(state: State, { seat, picks, span }: Extract<Step, { step: 'forced' }>): void {
    const wanted = picks.flatMap((pick) =>
      Array.from({ length: pick.count ?? 1 }, () => [pick.text, ...this.#meant(this.#before ?? state, pick)]),
    )
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

  #offered(state: State, step: Extract<Step, { step: 'offered' }>): void {
    const decision = this.#decision(state, step.span, step.seat)
    for (const pick of step.picks) {
      const beside = decision.offers.some((o) => o.id === pick.text)
      const offered =
        beside || this.#ids(state, decision, pick).every((id) => decision.options.some((o) => o.id === id))
      if (offered !== step.wanted)
        throw new Failed({
          span: step.span,
          message: step.wanted ? `\`${pick.text}\` is not offered.` : `\`${pick.text}\` is offered.`,
          actual: `${decision.seat} may choose: ${[...decision.options, ...decision.offers].map((o) => o.id).join(', ') || 'nothing'}`,
        })
    }
  }

  #refused(state: State, { picks, span, seat }: Extract<Step, { step: 'refused' }>): void {
    const decision = this.#decision(state, span, seat)
    try {
      this.game.decide(state, this.#choice(state, decision, picks), decision.seat)
    } catch (error) {
      if (error instanceof LudoError && error.code === 'illegal-choice') return
      throw error
    }
    throw new Failed({ span, message: 'This choice is accepted.', expected: 'an illegal choice' })
  }
}

/** Places in an example mean nothing to the game. */
function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      key === 'src' || key === 'clauses' ? [] : [[key, withoutPlaces(value)]],
    ),
  )
}

/** What an answer names. */
function namedIn(choice: Choice): readonly string[] {
  if (typeof choice === 'object') return 'offer' in choice ? [choice.offer] : choice
  return [String(choice)]
}
