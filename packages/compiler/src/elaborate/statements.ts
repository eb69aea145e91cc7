/** Statements become effects. A statement with a mistake is reported and left out; the others go on. */
import { type Block, type Effect, type Expr, isList, itemOf, type Text } from '@ludoforge/kernel'
import type { StatementNode, TextNode } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { chooseAtOnce } from './at-once.js'
import { elaborateAlternatives, elaborateChoose, elaborateChooseEach, windowNamed } from './choosing.js'
import { type Context, condition, elaborate, number, type Typed } from './expressions.js'
import { Fault } from './fault.js'
import { warnIfHiding } from './hiding.js'
import { elaborateFlip, elaborateMove, elaboratePlace } from './moving.js'
import { elaborateDo, elaboratePerform, type Giving } from './performing.js'
import { Scope } from './scope.js'
import { addTo, setTo, shiftTo } from './targets.js'
import { elaborateText } from './text.js'
import { describe } from './types.js'

/** Each arm of an `if` lies inside the one before it. */
const MOST_ARMS = 100

/** What statements know of the procedure they stand in. */
export interface Setting {
  readonly rule?: string
  readonly loop?: true // there is a loop to leave
  readonly giving?: Giving // there is a caller to give something to
}

export function elaborateBlock(cx: Context, setting: Setting, statements: readonly StatementNode[]): Block {
  const inner: Context = { world: cx.world, scope: new Scope(cx.scope) }
  return statements.flatMap((statement) => {
    const rule = statement.rule ?? setting.rule
    const here: Setting = { ...setting, ...(rule === undefined ? {} : { rule }) }
    try {
      const effects = elaborateStatement(inner, here, statement)
      const src = inner.world.source(statement.span, statement.text, rule)
      return effects.map((effect) => ({ ...effect, src }))
    } catch (fault) {
      reportFault(cx, fault)
      declareAnyway(inner, statement)
      return []
    }
  })
}

export function reportFault(cx: Context, fault: unknown): void {
  if (!(fault instanceof Fault)) throw fault
  // A name whose own rule is broken has no type: what follows from that is not another mistake.
  if (cx.world.reporter.hasErrors && fault.message.includes(describe('any'))) return
  cx.world.reporter.error(fault.code, fault.span, fault.message, fault.hint)
}

/** The names a broken statement would have bound, so that one mistake gives one message. */
function declareAnyway(cx: Context, statement: StatementNode): void {
  if (statement.node === 'let') cx.scope.set(statement.name.text, 'any')
  if (statement.node === 'choose' && statement.choose.asked.atOnce === undefined)
    cx.scope.set(statement.choose.name.text, 'any')
  if (statement.node === 'choose-each' && statement.choose.into !== undefined)
    cx.scope.set(statement.choose.into.text, 'any')
  if ('into' in statement && statement.into !== undefined) cx.scope.set(statement.into.name.text, 'any')
}

function elaborateStatement(cx: Context, setting: Setting, s: StatementNode): Effect[] {
  const block = (inner: Context, body: readonly StatementNode[]): Block =>
    elaborateBlock(inner, setting, body)
  switch (s.node) {
    case 'let': {
      const value = elaborate(cx, s.value)
      if (value.type === 'any' || value.type === 'list any')
        throw new Fault(
          'wrong-type',
          s.value.span,
          'It is not clear what this will hold.',
          'Begin with a first value, or use `choose`.',
        )
      warnIfHiding(cx.world, s.name)
      cx.scope.set(s.name.text, value.type)
      return [{ let: { bind: s.name.text, type: value.type, value: value.expr } }]
    }
    case 'set':
      return setTo(cx, s.target, s.value)
    case 'add':
      return addTo(cx, s)
    case 'shift':
      return shiftTo(cx, s)
    case 'choose':
      return s.choose.asked.atOnce === undefined
        ? elaborateChoose(cx, setting, s.choose, s.span)
        : [chooseAtOnce(cx, setting, s, s.choose.asked.atOnce)]
    case 'choose-each':
      return elaborateChooseEach(cx, setting, s)
    case 'alternatives':
      return s.asked.atOnce === undefined
        ? elaborateAlternatives(cx, setting, s)
        : [chooseAtOnce(cx, setting, s, s.asked.atOnce)]
    case 'each': {
      const over = elaborate(cx, s.over)
      const list = asList(over, s)
      const type = itemOf(list.type)
      warnIfHiding(cx.world, s.name)
      return [
        {
          forEach: {
            bind: s.name.text,
            type,
            over: list.expr,
            ...(s.limit === undefined ? {} : { limit: number(cx, s.limit) }),
            effects: elaborateBlock(
              { world: cx.world, scope: cx.scope.with(s.name.text, type) },
              { ...setting, loop: true },
              s.body,
            ),
          },
        },
      ]
    }
    case 'repeat':
      return elaborateRepeat(cx, setting, s)
    case 'if': {
      if (s.arms.length > MOST_ARMS)
        throw new Fault('too-large', s.span, `An \`if\` has at most ${MOST_ARMS} arms.`)
      let otherwise = block(cx, s.otherwise)
      let effect: Effect | undefined
      for (const arm of s.arms.toReversed()) {
        const made: Effect = {
          if: {
            when: condition(cx, arm.when),
            then: block(cx, arm.body),
            ...(otherwise.length === 0 ? {} : { else: otherwise }),
          },
        }
        effect = made
        otherwise = [made]
      }
      return effect === undefined ? [] : [effect]
    }
    case 'leave':
      if (s.what === 'loop') needLoop(setting, s.span)
      return [{ leave: s.what }]
    case 'move':
      return elaborateMove(cx, s)
    case 'place':
      return elaboratePlace(cx, s)
    case 'flip':
      return elaborateFlip(cx, s)
    case 'roll': {
      const range = elaborate(cx, s.range, 'list number').expr
      if (typeof range !== 'object' || !('query' in range) || range.query !== 'intsInRange')
        throw new Fault('wrong-type', s.range.span, 'A roll needs a range, as in `1..6`.')
      warnIfHiding(cx.world, s.name)
      cx.scope.set(s.name.text, 'number')
      return [{ rollRandom: { bind: s.name.text, min: range.min, max: range.max } }]
    }
    case 'shuffle':
      return [{ shuffle: { zone: elaborate(cx, s.zone, 'zone').expr } }]
    case 'reveal':
      return [
        {
          reveal: {
            tokens: elaborate(cx, s.what, 'list token').expr,
            ...(s.to === undefined ? {} : { to: elaborate(cx, s.to, 'list seat').expr }),
          },
        },
      ]
    case 'do':
      return [elaborateDo(cx, s)]
    case 'perform':
      return [elaboratePerform(cx, s)]
    case 'give':
      if (setting.giving !== undefined) return [setting.giving.elaborate(cx, s.value)]
      throw new Fault(
        'no-caller',
        s.span,
        'Nobody takes what is given here.',
        '`give` stands in a procedure or an action.',
      )
    case 'window':
      return [{ window: { name: windowNamed(cx, s.name), timing: s.timing } }]
    case 'as':
      return [{ as: { player: elaborate(cx, s.seat, 'seat').expr, effects: block(cx, s.body) } }]
    case 'say':
      return [
        {
          say: {
            text: elaborateText(cx, s.message),
            ...(s.to === undefined ? {} : { to: elaborate(cx, s.to, 'list seat').expr }),
          },
        },
      ]
    case 'win': {
      const seats = elaborate(cx, s.seats, 'list seat').expr
      return [{ endGame: { kind: 'win', seats, ...reasonOf(cx, s.reason) } }]
    }
    case 'draw':
      return [{ endGame: { kind: 'draw', ...reasonOf(cx, s.reason) } }]
    case 'rank': {
      const over = elaborate(cx, s.over, 'list seat').expr
      const inner: Context = { world: cx.world, scope: cx.scope.with('it', 'seat') }
      return [
        {
          endGame: {
            kind: 'rank',
            bind: 'it',
            over,
            score: number(inner, s.by),
            ...(s.tie === undefined ? {} : { tie: number(inner, s.tie) }),
            ...reasonOf(cx, s.reason),
          },
        },
      ]
    }
  }
}

export function needLoop(setting: Setting, span: Span): void {
  if (setting.loop !== true)
    throw new Fault('no-loop', span, 'There is no loop here to stop.', 'Use `finish` to leave the procedure.')
}

function reasonOf(cx: Context, reason: TextNode | undefined): { reason?: Text } {
  return reason === undefined ? {} : { reason: elaborateText(cx, reason) }
}

function asList(typed: Typed, s: Extract<StatementNode, { node: 'each' }>): Typed {
  if (isList(typed.type)) return typed
  if (typed.type === 'zone')
    return { expr: { query: 'tokensInZone', zone: typed.expr, filter: [] }, type: 'list token' }
  if (typed.type === 'kind')
    throw new Fault('needs-place', s.over.span, 'Pieces, but where?', 'Say `in` a space, a zone or `map`.')
  throw new Fault('wrong-type', s.over.span, `\`each\` goes through a list, not ${describe(typed.type)}.`)
}

/** `seats in turn`: the actor of the first round is the actor now, then the next seat, and so on. */
function elaborateRepeat(
  cx: Context,
  outer: Setting,
  s: Extract<StatementNode, { node: 'repeat' }>,
): Effect[] {
  const setting: Setting = { ...outer, loop: true }
  const limit = number(cx, s.limit)
  const test = s.whilst === undefined ? {} : { while: condition(cx, s.whilst) }
  if (!s.turns) return [{ repeat: { limit, ...test, effects: elaborateBlock(cx, setting, s.body) } }]
  const turn: Expr = { ref: 'binding', name: 'turn' }
  cx.scope.set('turn', 'seat')
  return [
    { let: { bind: 'turn', type: 'seat', value: { ref: 'actor' } } },
    {
      repeat: {
        limit,
        ...test,
        effects: [
          { as: { player: turn, effects: elaborateBlock(cx, setting, s.body) } },
          { assign: { bind: 'turn', value: { ref: 'nextSeat', player: turn } } },
        ],
      },
    },
  ]
}
