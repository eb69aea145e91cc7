/**
 * Probes of hidden information. Before a statement that depends on it, generated code passes the deciding expression to
 * the observer as a function, which can evaluate it in other positions. Without an observer, as in play, it does nothing.
 */
import type { Effect, Expr } from '../def/index.js'
import type { ProcedureBody } from './procedure-body.js'
import { expr } from './expr.js'
import { Fn, Scope, stored } from './scope.js'
import { windowOf } from '../infoflow/implicit-flows.js'
import { isRecord } from '../def/shape.js'

/** Generates the probes before an effect. */
export function probesBefore(body: ProcedureBody, scope: Scope, effect: Effect): string {
  const { moved, others } = expressions(effect)
  return probeCode(body, scope, moved, true) + probeCode(body, scope, others, false) + offered(body, effect)
}

/** Generates the probe of a window's offers. */
function offered({ linker }: ProcedureBody, effect: Effect): string {
  const index = linker.layout.procedureIndex.get(windowOf(effect) ?? '') ?? -1
  const from = linker.def.procedures[index]?.offers?.from
  if (from === undefined || !linker.flows.isTainted(from, index)) return ''
  return `if(S.recorder!==null)S.recorder.weigh(S,${linker.called('o', index)},[],false);`
}

/** Generates probes of expressions. `where`: of tokens, only their zones matter. */
export function probeCode(
  body: ProcedureBody,
  scope: Scope,
  nodes: readonly unknown[],
  where: boolean,
): string {
  const { linker } = body
  let code = ''
  for (const given of nodes) {
    const node = where ? unlessCounted(given) : given
    if (node === undefined || !linker.flows.isTainted(node, body.index)) continue
    const fn = new Fn(scope)
    const value = expr(linker, new Scope(fn), node as Expr)
    const captures = [...fn.captures.values()]
    const params = ['S', ...captures.map((c) => c.param)]
    const name = linker.helper(params, `const d=S.d;return ${stored(value)}`)
    const values = captures.map((c) => c.raw).join(',')
    const tokens = where && value.type.endsWith('token')
    code += `if(S.recorder!==null)S.recorder.weigh(S,${name},[${values}],${tokens});`
  }
  return code
}

/** Replaces all tokens of a zone by the zone: their number is public, only which zone it is may be secret. */
function unlessCounted(node: unknown): unknown {
  if (!isRecord(node) || node.query !== 'tokensInZone') return node
  return Array.isArray(node.filter) && node.filter.length === 0 ? node.zone : node
}

/** Returns the `before` condition of a question's offers. */
function before(node: Readonly<Record<string, unknown>>): unknown {
  return isRecord(node.offering) ? node.offering.before : undefined
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the values that a text shows. */
function shownIn(text: unknown): readonly unknown[] {
  return list(text).map((part) => (isRecord(part) ? part.show : undefined))
}

/** Returns the scores of an end: one number, or of a ranking the scores of all seats. */
function ranked({ kind, score, ties, bind, over }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (kind !== 'rank') return [score]
  const seats = over ?? { query: 'players' }
  return [score, ...list(ties)].map((value) => ({ query: 'collect', over: seats, bind, value }))
}

/** Returns the expressions that an effect evaluates first: the tokens that it moves or offers, and all others. */
function expressions(effect: Effect): { moved: readonly unknown[]; others: readonly unknown[] } {
  const [key, node] = Object.entries(effect).find(([k]) => k !== 'src') ?? []
  if (!isRecord(node)) return { moved: [], others: [] }
  const of = (...keys: readonly string[]): unknown[] => keys.map((k) => node[k])
  switch (key) {
    case 'moveToken':
    case 'moveTokens':
    case 'setTokenProp':
      return { moved: of('token', 'tokens'), others: of('to', 'limit', 'value') }
    case 'chooseOne':
    case 'chooseN':
      return {
        moved: of('options'),
        others: [...of('player', 'optional', 'min', 'max', 'budget'), before(node)],
      }
    case 'alternatives': {
      const conditions = list(node.options).map((option) => (isRecord(option) ? option.when : undefined))
      return { moved: [], others: [node.player, before(node), ...conditions] }
    }
    case 'give':
      return { moved: [], others: [node] }
    case 'say':
      return { moved: [], others: shownIn(node.text) }
    case 'endGame':
      return { moved: [], others: [...ranked(node), ...of('seats', 'over'), ...shownIn(node.reason)] }
    case 'call':
    case 'perform':
      return { moved: [], others: [...list(node.args), ...of('action', 'by', 'free', 'class', 'within')] }
    default:
      return {
        moved: [],
        others: of(
          'value',
          'item',
          'delta',
          'state',
          'player',
          'zone',
          'space',
          'when',
          'over',
          'limit',
          'seats',
        ),
      }
  }
}
