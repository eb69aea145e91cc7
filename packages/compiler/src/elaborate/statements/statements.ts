/** Lowers statements to effects. A statement with an error is reported and left out. */
import type { Block, Effect, Expr, Text } from '@ludoforge/kernel'
import { withoutUndefined, itemOf } from '@ludoforge/kernel'
import type { ExprNode, StatementNode, TextNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { chooseAtOnce } from './simultaneous.js'
import { elaborateAlternatives, elaborateChoose, elaborateChooseEach, windowNamed } from './choose.js'
import type { Context } from '../expressions/expressions.js'
import {
  asList,
  binding,
  condition,
  elaborate,
  childContext,
  isUnclear,
  number,
  optional,
} from '../expressions/expressions.js'
import { DiagnosticError, wrongType } from '../diagnostic-error.js'
import { warnIfShadowing } from '../checks/shadowing.js'
import { elaborateFlip, elaborateMove, elaboratePlace } from './move.js'
import { elaborateDo, elaboratePerform, type ResultType } from './perform.js'
import { Scope } from '../scope.js'
import { addTo, appendTo, setTo, shiftTo } from './assignments.js'
import { elaborateText } from '../expressions/text.js'
import { describe } from '../types.js'

/** Limit on the arms of an `if`: each is nested in the one before it. */
const MAX_ARMS = 100

/** The procedure around a statement. */
export interface EnclosingProcedure {
  readonly rule?: string | undefined
  readonly loop?: true // inside a loop, which `stop` leaves
  readonly giving?: ResultType | undefined // set if a caller can take a result
}

export function elaborateBlock(
  cx: Context,
  setting: EnclosingProcedure,
  statements: readonly StatementNode[],
): Block {
  const inner: Context = { world: cx.world, scope: new Scope(cx.scope) }
  const effects: Effect[] = []
  for (const statement of statements) {
    const rule = statement.rule ?? setting.rule
    try {
      const made = elaborateStatement(
        inner,
        rule === setting.rule ? setting : { ...setting, rule },
        statement,
      )
      const src = cx.world.source(statement.span, statement.text, rule)
      if (Array.isArray(made)) for (const effect of made) effects.push({ ...effect, src })
      else effects.push({ ...made, src })
    } catch (error) {
      reportDiagnostic(cx, error)
      declareAnyway(inner, statement)
    }
  }
  return effects
}

/** Returns the result of `work`. Reports a `DiagnosticError` and returns `undefined`. */
export function catchDiagnostics<T>(cx: Context, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    reportDiagnostic(cx, error)
    return undefined
  }
}

export function reportDiagnostic(cx: Context, error: unknown): void {
  if (!(error instanceof DiagnosticError)) throw error
  cx.world.tracer.spoil()
  // A name whose rule has an error has no type. Don't report the consequences.
  if (cx.world.reporter.hasErrors && error.message.includes(describe('any'))) return
  const { reporter } = cx.world
  if (error.unknown === undefined) reporter.error(error.code, error.span, error.message, error.hint)
  else reporter.missing(error.unknown, error.code, error.span, error.message, error.hint)
}

/** Binds the names of a broken statement, so that one error gives one message. */
function declareAnyway(cx: Context, s: StatementNode): void {
  const bound =
    s.node === 'let'
      ? s.name
      : s.node === 'choose' && s.choose.asked.atOnce === undefined
        ? s.choose.name
        : s.node === 'choose-each'
          ? s.choose.into
          : 'into' in s
            ? s.into?.name
            : undefined
  if (bound !== undefined) cx.scope.set(bound.text, 'any')
}

function elaborateStatement(cx: Context, setting: EnclosingProcedure, s: StatementNode): Effect | Effect[] {
  switch (s.node) {
    case 'let': {
      const { expr: value, type } = elaborate(cx, s.value)
      const hint = 'Start with a value whose type is clear, or use `choose`.'
      if (isUnclear(cx, type)) throw wrongType(s.value.span, "The type of this can't be inferred.", hint)
      warnIfShadowing(cx.world, s.name)
      cx.scope.set(s.name.text, type)
      return { let: { bind: s.name.text, type, value } }
    }
    case 'set':
      return setTo(cx, s.target, s.value)
    case 'add':
      return addTo(cx, s)
    case 'append':
      return appendTo(cx, s)
    case 'shift':
      return shiftTo(cx, s)
    case 'choose':
      return s.choose.asked.atOnce === undefined
        ? elaborateChoose(cx, setting, s.choose, s.span)
        : chooseAtOnce(cx, setting, s, s.choose.asked.atOnce)
    case 'choose-each':
      return elaborateChooseEach(cx, setting, s)
    case 'alternatives':
      return s.asked.atOnce === undefined
        ? elaborateAlternatives(cx, setting, s)
        : chooseAtOnce(cx, setting, s, s.asked.atOnce)
    case 'each': {
      const list = asList(elaborate(cx, s.over), s.over.span, 'Expected a list after `in`, found')
      const [bind, type] = [s.name.text, itemOf(list.type)]
      warnIfShadowing(cx.world, s.name)
      const limit = optional(cx, s.limit, 'number')
      const effects = elaborateBlock(childContext(cx, bind, type), { ...setting, loop: true }, s.body)
      return { forEach: { bind, type, over: list.expr, ...withoutUndefined({ limit }), effects } }
    }
    case 'repeat':
      return elaborateRepeat(cx, setting, s)
    case 'if':
      if (s.arms.length > MAX_ARMS)
        throw new DiagnosticError('too-large', s.span, `An \`if\` can have at most ${MAX_ARMS} branches.`)
      return s.arms.reduceRight<Effect[]>(
        (otherwise, arm, i) => {
          const rule = arm.rule ?? setting.rule
          const when = condition(cx, arm.when)
          const then = elaborateBlock(cx, i === 0 ? setting : { ...setting, rule }, arm.body)
          // An `else if` has its own source; the first arm has the one of the statement.
          const src = i === 0 ? undefined : cx.world.source(arm.span, arm.text, rule)
          const node = { if: { when, then, ...(otherwise.length > 0 && { else: otherwise }) } }
          return [{ ...node, ...withoutUndefined({ src }) }]
        },
        [...elaborateBlock(cx, setting, s.otherwise)],
      )
    case 'leave':
      if (s.what === 'loop') needLoop(setting, s.span)
      return { leave: s.what }
    case 'move':
      return elaborateMove(cx, s)
    case 'place':
      return elaboratePlace(cx, s)
    case 'flip':
      return elaborateFlip(cx, s)
    case 'roll': {
      const range = elaborate(cx, s.range, 'list number').expr
      if (typeof range !== 'object' || !('query' in range) || range.query !== 'intsInRange')
        throw wrongType(s.range.span, '`roll` needs a range, as in `1..6`.')
      warnIfShadowing(cx.world, s.name)
      cx.scope.set(s.name.text, 'number')
      return { rollRandom: { bind: s.name.text, min: range.min, max: range.max } }
    }
    case 'shuffle':
      return { shuffle: { zone: elaborate(cx, s.zone, 'zone').expr } }
    case 'reveal': {
      const tokens = elaborate(cx, s.what, 'list token').expr
      return { reveal: { tokens, ...withoutUndefined({ to: optional(cx, s.to, 'list seat') }) } }
    }
    case 'do':
      return elaborateDo(cx, s)
    case 'perform':
      return elaboratePerform(cx, s)
    case 'give': {
      const hint = 'Use `give` in a procedure or an action.'
      if (setting.giving !== undefined) return setting.giving.elaborate(cx, s.value)
      throw new DiagnosticError('no-caller', s.span, '`give` has no caller here to take the result.', hint)
    }
    case 'window':
      return { window: { name: windowNamed(cx, s.name), timing: s.timing } }
    case 'as': {
      const player = elaborate(cx, s.seat, 'seat').expr
      return { as: { player, effects: elaborateBlock(cx, setting, s.body) } }
    }
    case 'say': {
      const text = elaborateText(cx, s.message)
      return { say: { text, ...withoutUndefined({ to: optional(cx, s.to, 'list seat') }) } }
    }
    case 'win': {
      const seats = elaborate(cx, s.seats, 'list seat').expr
      return { endGame: { kind: 'win', seats, ...reasonOf(cx, s.reason) } }
    }
    case 'everybody': {
      const score = optional(cx, s.score, 'number')
      const together = { kind: 'together', result: s.result, ...withoutUndefined({ score }) } as const
      return { endGame: { ...together, ...reasonOf(cx, s.reason) } }
    }
    case 'draw':
      return { endGame: { kind: 'draw', ...reasonOf(cx, s.reason) } }
    case 'rank': {
      const over = elaborate(cx, s.over, 'list seat').expr
      const inner = childContext(cx, 'it', 'seat')
      const [score = 0, ...others] = s.by.map(({ value }) => number(inner, value))
      const ties = others.map(
        (value, i): Expr => (s.by[i + 1]?.least === true ? { op: '-', left: 0, right: value } : value),
      )
      const by = {
        score,
        ...(s.by[0]?.least === true && { least: true as const }),
        ...(ties.length > 0 && { ties }),
      }
      return { endGame: { kind: 'rank', bind: 'it', over, ...by, ...reasonOf(cx, s.reason) } }
    }
  }
}

export function needLoop(setting: EnclosingProcedure, span: Span): void {
  if (setting.loop !== true)
    throw new DiagnosticError(
      'no-loop',
      span,
      'There is no loop around this to stop.',
      'Use `finish` to leave the procedure.',
    )
}

function reasonOf(cx: Context, reason: TextNode | undefined): { reason?: Text } {
  return reason === undefined ? {} : { reason: elaborateText(cx, reason) }
}

/** `seats in turn`: the actor of the first round is the actor now, then the next seat, and so on. */
function elaborateRepeat(
  cx: Context,
  setting: EnclosingProcedure,
  s: Extract<StatementNode, { node: 'repeat' }>,
): Effect[] {
  const whilst = optional(cx, s.whilst, 'flag')
  const rounds = { limit: number(cx, s.limit), ...withoutUndefined({ while: whilst }) }
  if (s.turns) cx.scope.set('turn', 'seat')
  const body = elaborateBlock(cx, { ...setting, loop: true }, s.body)
  if (!s.turns) return [{ repeat: { ...rounds, effects: body } }]
  const turn = binding('turn')
  if (s.among !== undefined) return turnsAmong(cx, s.among, { ...rounds, effects: body })
  const next: Effect = { assign: { bind: 'turn', value: { ref: 'nextSeat', player: turn } } }
  return [
    { let: { bind: 'turn', type: 'seat', value: { ref: 'actor' } } },
    { repeat: { ...rounds, effects: [{ as: { player: turn, effects: body } }, next] } },
  ]
}

/** `seats in turn among LIST`: skips the seats that aren't in the list, and ends if it is empty. */
function turnsAmong(
  cx: Context,
  among: ExprNode,
  { limit, while: whilst, effects }: { readonly limit: Expr; readonly while?: Expr; readonly effects: Block },
): Effect[] {
  const turn = binding('turn')
  const set = elaborate(cx, among, 'list seat').expr
  const from = (player: Expr): Expr => ({
    aggregate: {
      op: 'first',
      query: {
        query: 'filter',
        over: { query: 'playersFrom', player },
        bind: 'it',
        where: { op: 'in', item: binding('it'), set },
      },
    },
  })
  const left: Expr = { op: '!=', left: turn, right: { none: 'seat' } }
  const next: Effect = { assign: { bind: 'turn', value: from({ ref: 'nextSeat', player: turn }) } }
  return [
    { let: { bind: 'turn', type: 'seat', value: from({ ref: 'actor' }) } },
    {
      repeat: {
        limit,
        while: whilst === undefined ? left : { op: 'and', args: [left, whilst] },
        effects: [{ as: { player: turn, effects } }, next],
      },
    },
  ]
}
