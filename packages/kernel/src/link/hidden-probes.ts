/**
 * Where what a rule does depends on something that not everybody knows, whoever listens may weigh it: what is
 * computed there is handed over as a function, to be asked of other positions. Nobody does so in play.
 */
import type { Effect, Expr } from '../def/index.js'
import type { Body } from './body.js'
import { expr } from './expr.js'
import { Fn, Scope, stored } from './scope.js'
import { windowOf } from '../infoflow/implicit-flows.js'
import { isRecord } from '../def/shape.js'

/** Code before an effect. */
export function probesBefore(body: Body, scope: Scope, effect: Effect): string {
  const { moved, others } = expressions(effect)
  return probeCode(body, scope, moved, true) + probeCode(body, scope, others, false) + offered(body, effect)
}

/** What a window offers beside a question, or as one of its own. */
function offered({ linker }: Body, effect: Effect): string {
  const index = linker.layout.procedureIndex.get(windowOf(effect) ?? '') ?? -1
  const from = linker.def.procedures[index]?.offers?.from
  if (from === undefined || !linker.flows.isTainted(from, index)) return ''
  return `if(S.recorder!==null)S.recorder.weigh(S,${linker.called('o', index)},[],false);`
}

/** `where`: of tokens matters where they are, not which. */
export function probeCode(body: Body, scope: Scope, nodes: readonly unknown[], where: boolean): string {
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

/** All that lies in a zone: how much that is, everybody sees; only which zone it is may be a secret. */
function unlessCounted(node: unknown): unknown {
  if (!isRecord(node) || node.query !== 'tokensInZone') return node
  return Array.isArray(node.filter) && node.filter.length === 0 ? node.zone : node
}

/** When what is offered beside a question is carried out. */
function before(node: Readonly<Record<string, unknown>>): unknown {
  return isRecord(node.offering) ? node.offering.before : undefined
}

/** What an effect computes before it does anything: the tokens that it moves or offers, and all else. */
function expressions(effect: Effect): { moved: readonly unknown[]; others: readonly unknown[] } {
  const [key, node] = Object.entries(effect).find(([k]) => k !== 'src') ?? []
  if (!isRecord(node)) return { moved: [], others: [] }
  const of = (...keys: readonly string[]): unknown[] => keys.map((k) => node[k])
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
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
      return { moved: [], others: list(node.text).map((part) => (isRecord(part) ? part.show : undefined)) }
    case 'call':
    case 'perform':
      return { moved: [], others: [...list(node.args), ...of('action', 'by', 'free', 'class', 'within')] }
    default:
      return {
        moved: [],
        others: of('value', 'delta', 'state', 'player', 'zone', 'space', 'when', 'over', 'limit', 'seats'),
      }
  }
}
