/**
 * `turn` and `phases`: the sequence of play of a simple game, without a `play` block.
 *
 *     turn:
 *       order: seats            # all seats in their order (also the default), or a list of seats
 *       rounds: 50              # the maximum; in a round every seat has one turn
 *       phases: [move, build]   # of a turn, in order
 *       until: gold >= 10       # tested before every turn; rules notation or tree; optional
 *       end: scoring            # runs at the end: a procedure, or a list of effects; optional
 *     phases:
 *       move: {actions: [step, jump], times: 1, optional: false, rule: '2.1'}
 *
 * In a phase the active seat chooses a legal action and performs it, up to `times` times (default: once). With
 * `optional` it may pass. A phase ends if no action is legal. All of this is lowered to an ordinary procedure `play`.
 */
import { withoutUndefined, type Effect, type Expr, type ProcedureDef } from '@ludoforge/kernel'
import {
  binding,
  DiagnosticError,
  type Span,
  unknownName,
  type SymbolTable,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { LoweringContext, itemsOf, Keys, type Lowerers, textOf } from './context.js'

interface Phase {
  readonly id: string
  readonly span: Span
  readonly keys: Keys
}

export class Turns {
  readonly #phases = new Map<string, Phase>()
  #turn: Keys | undefined

  addTurn(node: YamlNode): void {
    if (this.#turn !== undefined)
      throw new DiagnosticError('duplicate', node.span, 'There are two `turn` keys.', 'Remove one of them.')
    this.#turn = new Keys(node, '`turn`', ['order', 'rounds', 'phases', 'until', 'end'])
  }

  addPhases(node: YamlNode): void {
    const entries =
      node.kind === 'map'
        ? node.entries.map(({ key, keySpan, value }) => ({ id: key, span: keySpan, value }))
        : itemsOf(node, '`phases`').map((item) => ({ ...idOf(item), value: item }))
    for (const { id, span, value } of entries) {
      if (this.#phases.has(id))
        throw new DiagnosticError('duplicate', span, `There are two phases \`${id}\`.`, 'Rename one of them.')
      const keys = new Keys(value, `the phase \`${id}\``, ['id', 'actions', 'times', 'optional', 'rule'])
      this.#phases.set(id, { id, span, keys })
    }
  }

  get span(): Span | undefined {
    return this.#turn?.span
  }

  lower(world: SymbolTable, parts: Lowerers): ProcedureDef | undefined {
    const cx = new LoweringContext({ world, parts })
    const turn = this.#turn
    if (turn === undefined) {
      for (const { span } of this.#phases.values())
        world.reporter.error(
          'missing-key',
          span,
          'This phase is never used: there is no `turn`.',
          'Add `turn` with `rounds` and `phases`.',
        )
      return undefined
    }
    try {
      const src = cx.source(turn.span)
      const body = this.#body(cx, turn).map((effect) => ({ src, ...effect }))
      return { id: 'play', kind: 'procedure', by: [], tags: [], params: [], requires: [], body, src }
    } catch (error) {
      cx.report(error)
      return undefined
    }
  }

  #body(cx: LoweringContext, turn: Keys): Effect[] {
    const src = cx.source(turn.span)
    const until = turn.get('until')
    const over = until === undefined ? undefined : cx.flag(until)
    const seat: Expr = binding('turn')
    const effects: Effect[] = [
      ...(over === undefined ? [] : [{ if: { when: over, then: [{ leave: 'loop' as const, src }] }, src }]),
      { as: { player: seat, effects: this.#ofTurn(turn).flatMap((phase) => lowerPhase(cx, phase)) }, src },
    ]
    const round: Effect = { forEach: { bind: 'turn', type: 'seat', over: orderOf(cx, turn), effects }, src }
    const limit = cx.number(turn.need('rounds'))
    return [
      {
        repeat: {
          limit,
          ...(over === undefined ? {} : { while: { op: 'not', arg: over } }),
          effects: [round],
        },
      },
      ...ending(cx, turn.get('end')),
    ]
  }

  #ofTurn(turn: Keys): Phase[] {
    return itemsOf(turn.need('phases'), '`phases` of `turn`').map((node) => {
      const id = textOf(node, 'a phase')
      const phase = this.#phases.get(id)
      if (phase === undefined) throw unknownName(node.span, id, 'a phase', this.#phases.keys())
      return phase
    })
  }
}

function idOf(node: YamlNode): { id: string; span: Span } {
  const id = node.kind === 'map' ? node.entries.find(({ key }) => key === 'id')?.value : undefined
  if (id === undefined) throw new DiagnosticError('missing-key', node.span, 'A phase needs the key `id`.')
  return { id: textOf(id, '`id` of a phase'), span: id.span }
}

function orderOf(cx: LoweringContext, turn: Keys): Expr {
  const order = turn.get('order')
  if (order === undefined || (order.kind === 'scalar' && order.raw === 'seats')) return { query: 'players' }
  return cx.expr(order, 'list seat').expr
}

function lowerPhase(cx: LoweringContext, { keys, span }: Phase): Effect[] {
  const rule = keys.string('rule')
  const here = new LoweringContext({ ...cx.setting, ...withoutUndefined({ rule }) }, cx.names)
  const src = here.source(span)
  const actions = itemsOf(keys.need('actions'), '`actions` of a phase').map((node) => actionOf(here, node))
  const times = keys.get('times')
  const options: Expr = {
    query: 'filter',
    over: { query: 'list', type: 'action', items: actions },
    bind: 'it',
    where: { op: 'legal', action: binding('it') },
  }
  const choices: Expr = binding('choices')
  const optional = keys.flag('optional')
  const stop: Effect = { leave: 'loop', src }
  const passed: Expr = { op: '==', left: binding('choice'), right: { none: 'action' } }
  const effects: Effect[] = [
    { let: { bind: 'choices', type: 'list action', value: options }, src },
    { if: { when: { op: 'not', arg: { aggregate: { op: 'any', query: choices } } }, then: [stop] }, src },
    {
      chooseOne: { bind: 'choice', type: 'action', options: choices, ...(optional ? { optional } : {}) },
      src,
    },
    ...(optional ? [{ if: { when: passed, then: [stop] }, src }] : []),
    { perform: { action: binding('choice') }, src },
  ]
  return [{ repeat: { limit: times === undefined ? 1 : here.number(times), effects }, src }]
}

function actionOf(cx: LoweringContext, node: YamlNode): Expr {
  const action = cx.expr(node, 'action').expr
  const id = typeof action === 'object' && 'action' in action ? action.action : undefined
  const params = typeof id === 'string' ? cx.world.procedures.get(id)?.params.length : 0
  if (params !== undefined && params > 0)
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      "An action with parameters can't be part of a phase.",
      'Let the action ask for its parameters with `chooseOne` or `chooseN`.',
    )
  return action
}

function ending(cx: LoweringContext, node: YamlNode | undefined): Effect[] {
  if (node === undefined) return []
  if (node.kind !== 'scalar') return cx.block(node)
  const procedure = cx.world.procedures.get(node.raw)
  if (procedure === undefined)
    throw unknownName(node.span, node.raw, 'a procedure', cx.world.procedures.keys())
  if (procedure.params.length > 0)
    throw new DiagnosticError(
      'wrong-count',
      node.span,
      `\`${procedure.id}\` takes ${procedure.params.length} argument(s), not 0.`,
    )
  cx.world.use(`procedure:${procedure.id}`)
  return [{ call: { procedure: procedure.id, args: [] }, src: cx.source(node.span) }]
}
