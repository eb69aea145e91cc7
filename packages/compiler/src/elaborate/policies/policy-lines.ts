/** Elaboration of the lines of a policy, in the scope of the questions they answer. */
import type { Expr, GameDef, KnownName, LineDef, RuleQuestion, Saying } from '@ludoforge/kernel'
import type { Text, Timing, TypeName } from '@ludoforge/kernel'
import { canonical, withoutUndefined, enumType, isRecord, listOf, partsOf, walk } from '@ludoforge/kernel'
import type { ExprNode, LineNode, SayingNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { type Context, elaborate, not, number } from '../expressions/expressions.js'
import { DiagnosticError, resultOrError, unknownName, wrongType } from '../diagnostic-error.js'
import { elaborateIs } from '../expressions/is.js'
import { sayingOf } from '../expressions/sayings.js'
import { elaborateText } from '../expressions/text.js'
import { offeredActions } from '../checks/offered-actions.js'
import { Scope } from '../scope.js'
import { describe } from '../types.js'
import { TIMING, TIMINGS } from '../symbols.js'

/** The names an expression may use, in addition to those of the rules. */
interface Allowed {
  readonly it: boolean // the option, and `after`
}

const OPTION: Allowed = { it: true }
const BEFORE: Allowed = { it: false }

/** Elaborates an entry for one or several questions. Its lines must mean the same for each of them. */
export class PolicyEntryElaborator {
  readonly #used = new Map<string, TypeName>()
  #first: boolean // whether there was a line with `first`

  constructor(
    private readonly cx: Context,
    private readonly def: GameDef,
    private readonly questions: readonly RuleQuestion[],
    private readonly seats: readonly string[],
    broken: boolean, // whether lines with errors are missing
  ) {
    this.#first = broken
  }

  /** The names used so far. */
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
    const says = node.says && this.#says(node.says)
    const src = this.cx.world.source(node.span, node.text, rule)
    return withoutUndefined({
      do: node.do,
      ...body,
      ranks: ranks.length === 0 ? undefined : ranks,
      when,
      says,
      rule,
      src,
    })
  }

  /** The sentence of a line. Its values are about the option, and known without looking ahead. */
  #says({ text, span }: SayingNode): Saying {
    const shown = text.map((part): Text[number] => {
      if (typeof part === 'string') return part
      let made: Exclude<Text[number], string> | undefined
      this.#inEach(part.span, OPTION, (cx) => {
        const [value] = elaborateText(cx, [part])
        if (typeof value !== 'object') return false
        made = value
        return value.show
      })
      const word = made && (['after', 'would', 'dice'] as const).find((one) => has(made?.show ?? 0, one))
      if (word !== undefined)
        throw new DiagnosticError(
          'nested',
          part.span,
          `A sentence can't use \`${word === 'dice' ? 'roll' : word}\`.`,
          'Show what is known before the answer.',
        )
      return made ?? ''
    })
    return sayingOf(this.cx.world, shown, span, 'reason')
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
        'An entry for a window can only have `take ACTION`, `finally ACTION` and `stop`.',
        'The first of these actions that is offered is taken.',
      )
    if (node.do === 'otherwise' && !this.#first)
      throw new DiagnosticError('syntax', node.span, '`otherwise` needs a line with `first` before it.')
    if (node.do === 'first') this.#first = true
    if (node.test === undefined) return {}
    return this.#is('menu') ? this.#menuTest(node.test) : { test: this.#test(node.test) }
  }

  /** For a menu: the name of an option, or a test of its result with `after`. */
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

  /** A condition on `it`, or a shorthand for `it is …`: a value, a word or a test. */
  #test(node: ExprNode): Expr {
    const test = this.#inEach(node.span, OPTION, (cx, { type }) => {
      const alone = resultOrError(() => elaborate(cx, node))
      if (!(alone instanceof DiagnosticError) && alone.type === 'flag' && type !== 'flag') return alone.expr
      // Only a value or phrase can be a shorthand, so this is an error in the condition.
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
      const hint = type === 'flag' ? 'Write `prefer TEST`.' : 'Use `level(…)` for a value of an enumeration.'
      throw wrongType(node.span, `Expected a number to rank options by, found ${describe(type)}.`, hint)
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
      'Write a test of `it`, or put a condition after `if`.',
    )
  }

  #take({ test, extreme, span }: LineNode): Pick<LineDef, 'action' | 'amount' | 'extreme'> {
    if (this.#is('window')) {
      if (test !== undefined) return { action: this.#offer(test) }
      throw wrongType(span, 'At a window, `take` needs an action.', 'Write `take` and the name of an action.')
    }
    for (const { kind, type } of this.questions)
      if (kind !== 'many' && type !== 'number')
        throw wrongType(
          span,
          `\`take\` is for numbers, sets and windows, but this question chooses ${kind === 'menu' ? 'an option' : describe(type ?? 'any')}.`,
          'Use `prefer`, `first` or `only`.',
        )
    if (test === undefined) return withoutUndefined({ extreme })
    return { amount: this.#inEach(test.span, BEFORE, (cx) => number(cx, test)) }
  }

  #finally({ test, span }: LineNode): Pick<LineDef, 'action'> {
    if (!this.#is('window'))
      throw new DiagnosticError(
        'wrong-type',
        span,
        '`finally` is for windows only.',
        'Put the line last instead.',
      )
    return test === undefined ? {} : { action: this.#offer(test) }
  }

  /** Resolves an action that the windows can offer. */
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

  /** Checks `stop`. With several questions, those that must be answered skip it. */
  #declines({ span }: LineNode): void {
    const errors = this.questions.map((question) => mustAnswer(question, span))
    if (this.cx.world.reporter.hasErrors) return // a question that can be declined may be missing
    if (errors[0] !== undefined && errors.every((error) => error !== undefined)) throw errors[0]
  }

  /** Elaborates an expression in the scope of each question. Throws if the results differ. */
  #inEach(span: Span, allowed: Allowed, read: (cx: Context, question: RuleQuestion) => Expr): Expr {
    const elaborated = this.questions.map((question) => {
      const scope = this.#scope(question, allowed)
      const meant = this.#read(question, allowed, scope, read)
      const expr = question.kind === 'window' ? withTiming(meant, span) : meant
      checkNesting(expr, span)
      if (!allowed.it && has(expr, 'after'))
        throw new DiagnosticError(
          'no-option',
          span,
          '`after` needs an option, and this is evaluated before any option.',
        )
      return { expr, types: [...freeNames(expr)].map((name) => [name, scope.get(name) ?? 'any'] as const) }
    })
    const meaning = ({ expr, types }: (typeof elaborated)[number]): string => canonical([expr, types])
    const [first, ...others] = elaborated
    const differ = first !== undefined && others.some((other) => meaning(other) !== meaning(first))
    // Errors in the rules of a question can cause the difference.
    if (differ && !this.cx.world.reporter.hasErrors) {
      const places = [...new Set(this.questions.map(({ procedure, name }) => `${procedure}.${name}`))]
      throw new DiagnosticError(
        'ambiguous-name',
        span,
        `This has different meanings for the questions of this entry: ${places.join(', ')}.`,
        'Rename one of the questions in the rules, or write an entry for each.',
      )
    }
    for (const { types } of elaborated) for (const [name, type] of types) this.#used.set(name, type)
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
    if (made.unknown === 'it') {
      const why = !allowed.it
        ? 'This is evaluated once, not for each option.'
        : question.kind === 'menu'
          ? 'Use the names of the options of this menu.'
          : 'Use the names of the actions of this window.'
      throw new DiagnosticError('no-option', made.span, `There is no \`it\` here. ${why}`)
    }
    if (made.unknown === 'chosen')
      throw new DiagnosticError(
        'no-option',
        made.span,
        '`chosen` is the set chosen so far, but this question chooses one thing.',
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

/** The free variables of an expression. */
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
    throw new DiagnosticError('nested', span, `\`${word}\` can't be inside \`${within}\`.`)
  for (const { value } of partsOf('Expr', expr).exprs) checkNesting(value, span, word ?? within)
}

/** Lowers comparisons with `timing` to a node of their own: `timing` isn't stored as a value. */
function withTiming(expr: Expr, span: Span): Expr {
  const lowered = lowerTiming(expr) as Expr
  if (!freeNames(lowered).has('timing')) return lowered
  throw wrongType(span, '`timing` can only be compared with `before`, `during` or `after`.')
}

function lowerTiming(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerTiming)
  if (!isRecord(value)) return value
  const { op, left, right } = value
  if (op === '==' || op === '!=') {
    const timing = timingOf(left) ?? timingOf(right)
    if (timing !== undefined) return op === '==' ? { timing } : not({ timing })
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lowerTiming(part)]))
}

function timingOf(side: unknown): Timing | undefined {
  if (!isRecord(side) || side['of'] !== TIMING) return undefined
  return TIMINGS.find((timing) => timing === side['value'])
}

/** The error for a question that can't be declined. Returns `undefined` if it can. */
function mustAnswer({ kind, node, name }: RuleQuestion, span: Span): DiagnosticError | undefined {
  if (kind === 'menu')
    return new DiagnosticError('must-answer', span, "A menu can't be declined.", 'Name an option instead.')
  if (kind !== 'one' || node === null || ('optional' in node && node.optional !== undefined)) return undefined
  const message = `The choice of \`${name}\` can't be declined.`
  return new DiagnosticError('must-answer', span, message, 'Name a choice instead.')
}
