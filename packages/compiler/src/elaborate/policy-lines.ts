/** The lines of a policy, in the scope of the questions that they answer. */
import type { Expr, GameDef, KnownName, LineDef, RuleQuestion, Timing, TypeName } from '@ludoforge/kernel'
import { canonical, withoutUndefined, enumType, isRecord, listOf, partsOf, walk } from '@ludoforge/kernel'
import type { ExprNode, LineNode } from '../parser/index.js'
import type { Span } from '../source/index.js'
import { type Context, elaborate, not, number } from './expressions.js'
import { DiagnosticError, resultOrError, unknownName, wrongType } from './diagnostic-error.js'
import { elaborateIs } from './is.js'
import { offeredActions } from './offered-actions.js'
import { Scope } from './scope.js'
import { describe } from './types.js'
import { TIMING, TIMINGS } from './symbols.js'

/** What an expression may use, besides the names of the rules. */
interface Allowed {
  readonly it: boolean // an option, and what it leads to
}

const OPTION: Allowed = { it: true }
const BEFORE: Allowed = { it: false }

/** The answer to one or several questions: everything must mean the same in each of them. */
export class PolicyEntryElaborator {
  readonly #used = new Map<string, TypeName>()
  #first: boolean // a line with `first` was there

  constructor(
    private readonly cx: Context,
    private readonly def: GameDef,
    private readonly questions: readonly RuleQuestion[],
    private readonly seats: readonly string[],
    broken: boolean, // lines are missing that have errors
  ) {
    this.#first = broken
  }

  /** The names that were used so far. */
  names(): readonly KnownName[] {
    return [...this.#used].map(([name, type]) => ({ name, type }))
  }

  condition(node: ExprNode): Expr {
    return this.#inEach(node.span, BEFORE, (cx) => elaborate(cx, node, 'flag').expr)
  }

  line(node: LineNode, rule: string | undefined): LineDef {
    const kinds = new Set(this.questions.map(({ kind }) => kind))
    if (kinds.size > 1 && (kinds.has('menu') || kinds.has('window')))
      throw new DiagnosticError(
        'wrong-type',
        node.span,
        'These questions are of different kinds.',
        'Write two entries.',
      )
    const body = this.#body(node)
    const ranks = node.ranks.map(({ by, value }) => ({ by, value: this.#rank(value) }))
    const when = node.when && this.condition(node.when)
    const src = this.cx.world.source(node.span, node.text, rule)
    return withoutUndefined({
      do: node.do,
      ...body,
      ranks: ranks.length === 0 ? undefined : ranks,
      when,
      rule,
      src,
    })
  }

  #is(kind: RuleQuestion['kind']): boolean {
    return this.questions.some((q) => q.kind === kind)
  }

  #body(node: LineNode): Pick<LineDef, 'test' | 'option' | 'action' | 'amount' | 'extreme'> {
    if (node.do === 'take') return this.#take(node)
    if (node.do === 'finally') return this.#finally(node)
    if (node.do === 'stop' || (node.do === 'otherwise' && node.test === undefined)) this.#declines(node)
    if (node.do === 'stop') return {}
    if (this.#is('window'))
      throw new DiagnosticError(
        'wrong-type',
        node.span,
        'At a window nothing but `take ACTION`, `finally ACTION` and `stop` can be said.',
        'The first action to be taken that is offered is taken.',
      )
    if (node.do === 'otherwise' && !this.#first)
      throw new DiagnosticError('syntax', node.span, 'No line with `first` stands before this.')
    if (node.do === 'first') this.#first = true
    if (node.test === undefined) return {}
    return this.#is('menu') ? this.#menuTest(node.test) : { test: this.#test(node.test) }
  }

  /** At a menu: the name of an option, or a question to what it leads to. */
  #menuTest(node: ExprNode): Pick<LineDef, 'test' | 'option'> {
    const word = node.node === 'words' && node.words.length === 1 ? node.words[0] : undefined
    if (word === undefined) {
      const test = this.#inEach(node.span, OPTION, (cx) => elaborate(cx, node, 'flag').expr)
      this.#aboutOptions(test, node.span)
      return { test }
    }
    for (const { ids } of this.questions)
      if (!ids.includes(word.text)) throw unknownName(word.span, word.text, 'an option of this menu', ids)
    return { option: word.text }
  }

  /** A condition on `it`; or what `it` is: a value, a word for it, a test of it. */
  #test(node: ExprNode): Expr {
    const test = this.#inEach(node.span, OPTION, (cx, { type }) => {
      const alone = resultOrError(() => elaborate(cx, node))
      if (!(alone instanceof DiagnosticError) && alone.type === 'flag' && type !== 'flag') return alone.expr
      // What is no single value or phrase has its mistake in itself.
      if (alone instanceof DiagnosticError && node.node !== 'words' && node.node !== 'of') throw alone
      const { span } = node
      const left: ExprNode = { node: 'words', words: [{ text: 'it', span }], span }
      return elaborateIs(cx, { node: 'is', negated: false, left, alternatives: [node], span }).expr
    })
    this.#aboutOptions(test, node.span)
    return test
  }

  #rank(node: ExprNode): Expr {
    const value = this.#inEach(node.span, OPTION, (cx) => {
      const { expr, type } = elaborate(cx, node)
      if (type === 'number' || type === 'any') return expr
      const hint = type === 'flag' ? 'Write `prefer TEST`.' : 'A value of an enumeration has a `level(…)`.'
      throw wrongType(node.span, `Options are ranked by a number, not by ${describe(type)}.`, hint)
    })
    this.#aboutOptions(value, node.span)
    return value
  }

  #aboutOptions(expr: Expr, span: Span): void {
    if (this.questions.length === 0) return // rules with errors: the question is missing
    if (freeNames(expr).has('it') || has(expr, 'after') || has(expr, 'dice')) return
    throw new DiagnosticError(
      'unused',
      span,
      'This is the same for all options.',
      'Say what `it` is; a condition comes behind `if`.',
    )
  }

  #take({ test, extreme, span }: LineNode): Pick<LineDef, 'action' | 'amount' | 'extreme'> {
    if (this.#is('window')) {
      if (test !== undefined) return { action: this.#offer(test) }
      throw wrongType(span, 'At a window an action is taken.', 'Write `take` and the name of an action.')
    }
    for (const { kind, type } of this.questions)
      if (kind !== 'many' && type !== 'number')
        throw wrongType(
          span,
          `\`take\` is for numbers, for sets and for windows; here ${kind === 'menu' ? 'an option' : describe(type ?? 'any')} is chosen.`,
          'Use `prefer`, `first` or `only`.',
        )
    if (test === undefined) return withoutUndefined({ extreme })
    return { amount: this.#inEach(test.span, BEFORE, (cx) => number(cx, test)) }
  }

  #finally({ test, span }: LineNode): Pick<LineDef, 'action'> {
    if (!this.#is('window'))
      throw new DiagnosticError('wrong-type', span, '`finally` is for windows.', 'Say last what comes last.')
    return test === undefined ? {} : { action: this.#offer(test) }
  }

  /** An action that the windows can offer. */
  #offer(node: ExprNode): string {
    const expr = this.#inEach(node.span, BEFORE, (cx) => elaborate(cx, node, 'action').expr)
    const id = typeof expr === 'object' && 'action' in expr ? expr.action : undefined
    if (typeof id !== 'string') throw wrongType(node.span, 'Expected the name of an action.')
    for (const { procedure } of this.questions) {
      const window = this.def.procedures.find((p) => p.id === procedure)
      const offered = window?.offers === undefined ? undefined : offeredActions(this.def, window.offers.from)
      if (offered !== undefined && !offered.has(id))
        throw unknownName(node.span, id, `an action that \`${procedure}\` offers`, offered)
    }
    const { by = [] } = this.def.procedures.find((p) => p.id === id) ?? {}
    if (by.length > 0 && !by.some((seat) => this.seats.includes(seat)))
      throw new DiagnosticError('wrong-seat', node.span, `\`${id}\` is an action of ${by.join(' and ')}.`)
    return id
  }

  /** An entry for several questions may say `stop`: one that must be answered skips it. */
  #declines({ span }: LineNode): void {
    const faults = this.questions.map((question) => mustAnswer(question, span))
    if (this.cx.world.reporter.hasErrors) return // a question that can be declined may be missing
    if (faults[0] !== undefined && faults.every((fault) => fault !== undefined)) throw faults[0]
  }

  /** What an expression means in the scope of each question: it must be the same in all. */
  #inEach(span: Span, allowed: Allowed, read: (cx: Context, question: RuleQuestion) => Expr): Expr {
    const made = this.questions.map((question) => {
      const scope = this.#scope(question, allowed)
      const meant = this.#read(question, allowed, scope, read)
      const expr = question.kind === 'window' ? withTiming(meant, span) : meant
      checkNesting(expr, span)
      if (!allowed.it && has(expr, 'after'))
        throw new DiagnosticError(
          'no-option',
          span,
          '`after` asks what an option leads to; here there is none.',
        )
      return { expr, types: [...freeNames(expr)].map((name) => [name, scope.get(name) ?? 'any'] as const) }
    })
    const meaning = (one: (typeof made)[number]): string => canonical([one.expr, one.types])
    const [first, ...others] = made
    const differ = first !== undefined && others.some((one) => meaning(one) !== meaning(first))
    // A question whose own rules have errors means nothing definite.
    if (differ && !this.cx.world.reporter.hasErrors) {
      const places = [...new Set(this.questions.map(({ procedure, name }) => `${procedure}.${name}`))]
      throw new DiagnosticError(
        'ambiguous-name',
        span,
        `This means different things at the questions it is for: ${places.join(', ')}.`,
        'Rename one of the questions in the rules, or write an entry for each.',
      )
    }
    for (const { types } of made) for (const [name, type] of types) this.#used.set(name, type)
    return first?.expr ?? false
  }

  #read(
    question: RuleQuestion,
    allowed: Allowed,
    scope: Scope,
    read: (cx: Context, question: RuleQuestion) => Expr,
  ): Expr {
    const made = resultOrError(() => read({ world: this.cx.world, scope }, question))
    if (!(made instanceof DiagnosticError)) return made
    const unknown = (word: string): boolean => made.message.startsWith(`\`${word}\` is not`)
    if (unknown('it')) {
      const why = !allowed.it
        ? 'This is asked once, not of each option.'
        : question.kind === 'menu'
          ? 'The options of a menu are named.'
          : 'A window offers actions by their names.'
      throw new DiagnosticError('no-option', made.span, `Here is no \`it\`: ${why}`)
    }
    if (unknown('chosen'))
      throw new DiagnosticError(
        'no-option',
        made.span,
        '`chosen` is what a set has so far; here one thing is chosen.',
      )
    throw made
  }

  #scope(question: RuleQuestion, { it }: Allowed): Scope {
    const scope = new Scope()
    for (const [name, type] of question.names) scope.set(name, type)
    scope.set('me', 'seat')
    const { kind, type } = question
    if (kind === 'window') scope.set('timing', enumType(TIMING))
    if (kind === 'many' && type !== null) scope.set('chosen', listOf(type))
    if (it && type !== null) scope.set('it', type)
    return scope
  }
}

/** The names that an expression takes from around it. */
function freeNames(expr: Expr, bound: readonly string[] = [], found = new Set<string>()): Set<string> {
  if (typeof expr !== 'object') return found
  if ('ref' in expr && expr.ref === 'binding' && !bound.includes(expr.name)) found.add(expr.name)
  for (const { value, names } of partsOf('Expr', expr).exprs)
    freeNames(value, names.length === 0 ? bound : [...bound, ...names.map(({ name }) => name)], found)
  return found
}

function has(expr: Expr, word: 'after' | 'would' | 'dice'): boolean {
  let found = false
  walk('Expr', expr, (node) => void (found ||= word in node))
  return found
}

function checkNesting(expr: Expr, span: Span, within?: string): void {
  if (typeof expr !== 'object') return
  const word = 'after' in expr ? 'after' : 'would' in expr ? 'would' : undefined
  if (word !== undefined && within !== undefined)
    throw new DiagnosticError('nested', span, `\`${word}\` cannot stand inside \`${within}\`.`)
  for (const { value } of partsOf('Expr', expr).exprs) checkNesting(value, span, word ?? within)
}

/** `timing is after` is a question of its own: no value is kept for it. */
function withTiming(expr: Expr, span: Span): Expr {
  const made = retimed(expr) as Expr
  if (!freeNames(made).has('timing')) return made
  throw wrongType(span, '`timing` is compared with `before`, `during` or `after`.')
}

function retimed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(retimed)
  if (!isRecord(value)) return value
  const { op, left, right } = value
  if (op === '==' || op === '!=') {
    const timing = timingOf(left) ?? timingOf(right)
    if (timing !== undefined) return op === '==' ? { timing } : not({ timing })
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, retimed(part)]))
}

function timingOf(side: unknown): Timing | undefined {
  if (!isRecord(side) || side['of'] !== TIMING) return undefined
  return TIMINGS.find((timing) => timing === side['value'])
}

/** Why a question cannot be declined; undefined if it can be. */
function mustAnswer({ kind, node, name }: RuleQuestion, span: Span): DiagnosticError | undefined {
  if (kind === 'menu')
    return new DiagnosticError('must-answer', span, 'One option of a menu is always chosen.')
  if (kind !== 'one' || node === null || ('optional' in node && node.optional !== undefined)) return undefined
  const message = `\`${name}\` must be chosen: the rules do not let it be declined.`
  return new DiagnosticError('must-answer', span, message, 'Name what is chosen instead.')
}
