/** Special activities that accompany operations: desugars the activities of a profile to a window. */
import type { Effect, Expr, Offering, ProcedureDef, VariableDef } from '@ludoforge/kernel'
import {
  declareName,
  binding,
  DiagnosticError,
  type Span,
  unknownName,
  type SymbolTable,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { classOf, itemsOf, type Keys, textOf } from './context.js'

/** A generated variable: whether the current operation has used an activity. */
const USED = '__activityUsed'

const USED_VARIABLE: VariableDef = {
  id: USED,
  scope: 'global',
  type: 'flag',
  start: false,
  during: 'operation',
}

const LINKED = 'linkedSpecialActivityWindows'

/** The class of operations without activities, in the spelling of the specs. */
const LIMITED = 'limitedOperation'

/** Declares the variable if a rule needs it: a profile with windows, or its `expand`ed form. */
export function declareActivityUsed(world: SymbolTable, nodes: readonly YamlNode[]): void {
  if (nodes.some(needsUsed)) world.variables.set(USED, USED_VARIABLE)
}

function needsUsed(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.value === USED
  if (node.kind === 'list') return node.items.some(needsUsed)
  return node.entries.some(({ key, value }) => key === LINKED || needsUsed(value))
}

/** An operation profile, and the names that activities can refer to it by. */
export interface Profile {
  readonly id: string
  readonly keys: Keys
  readonly names: readonly string[] // its id, its action and its tags
}

/** The operations each activity accompanies. An activity without an entry accompanies any. */
export type Accompanying = ReadonlyMap<string, readonly string[]>

export function wordsOf(node: YamlNode | undefined): string[] {
  if (node === undefined) return []
  return (node.kind === 'list' ? node.items : [node]).map((item) => textOf(item, 'a name'))
}

/** The operations an activity accompanies. Returns `undefined` for any. */
export function accompaniedBy(keys: Keys): readonly string[] | undefined {
  const node = keys.get('accompanyingOps')
  const names = wordsOf(node)
  return node === undefined || names.includes('any') ? undefined : names
}

/** Checks that the operations an activity accompanies exist. */
export function checkAccompanied(world: SymbolTable, keys: Keys, actions: readonly ProcedureDef[]): void {
  const known = new Set(['any', ...actions.flatMap(({ id, tags }) => [id, ...tags])])
  const node = keys.get('accompanyingOps')
  for (const item of node === undefined ? [] : node.kind === 'list' ? node.items : [node]) {
    const name = textOf(item, 'an operation')
    if (known.has(name)) continue
    const { code, message, hint } = unknownName(item.span, name, 'an operation, or a tag of one', known)
    world.reporter.error(code, item.span, message, hint)
  }
}

/**
 * Makes the window for the activities of a profile. It offers those that accompany this operation and are legal:
 * one per operation, and none in a free or limited one. Returns `undefined` if the profile has none.
 */
export function activityWindow(
  world: SymbolTable,
  profile: Profile,
  accompanying: Accompanying,
  source: (span: Span) => number,
): ProcedureDef | undefined {
  const node = profile.keys.get(LINKED)
  if (node === undefined) return undefined
  const named = itemsOf(node, `\`${LINKED}\``).filter((item) => isAction(world, textOf(item, 'an activity')))
  const activities = named.flatMap((item) => {
    const id = textOf(item, 'an activity')
    const info = world.procedures.get(id)
    if (info !== undefined && info.params.length > 0)
      throw new DiagnosticError(
        'wrong-type',
        item.span,
        `\`${id}\` has parameters, so a window can't offer it.`,
      )
    world.use(`procedure:${id}`)
    const operations = accompanying.get(id)
    return operations === undefined || operations.some((name) => profile.names.includes(name)) ? [id] : []
  })
  const id = `${profile.id}-activities`
  if (activities.length === 0 || !declareName(world, 'procedure', id, node.span)) return undefined
  world.procedures.set(id, { id, action: false, window: true, params: [], span: node.span })
  return {
    id,
    kind: 'window',
    by: [],
    tags: [],
    params: [],
    requires: [],
    offers: {
      bind: 'activity',
      from: {
        query: 'filter',
        over: { query: 'list', type: 'action', items: activities.map((action) => ({ action })) },
        bind: 'it',
        where: { op: 'and', args: [...activityConditions(world), { op: 'legal', action: binding('it') }] },
      },
      prompt: ['Special activity now, or go on?'],
    },
    body: [
      { perform: { action: binding('activity'), class: { ref: 'actionClass' } } },
      { setVar: { scope: 'global', var: USED, value: true } },
    ],
    src: source(node.span),
  }
}

/** The conditions under which an operation may still have an activity. */
function activityConditions(world: SymbolTable): Expr[] {
  const limited = classOf(world, LIMITED)
  const not = (arg: Expr): Expr => ({ op: 'not', arg })
  return [
    not({ ref: 'free' }),
    not({ ref: 'gvar', var: USED }),
    ...(limited === undefined
      ? []
      : [{ op: '!=', left: { ref: 'actionClass' }, right: { value: limited, of: 'action-class' } } as const]),
  ]
}

const isAction = (world: SymbolTable, id: string): boolean => world.procedures.get(id)?.action === true

/** Merges a window directly before a question into the question, which then offers the actions. */
export function mergeWindows(body: readonly Effect[], windows: ReadonlySet<Effect>): Effect[] {
  const out: Effect[] = []
  for (const effect of body) {
    const before = out.at(-1)
    const opened =
      before !== undefined && windows.has(before) && 'window' in before ? before.window : undefined
    const asking = opened && withOffers(effect, { window: opened.name, timing: opened.timing })
    if (asking === undefined) out.push(effect)
    else out.splice(-1, 1, asking)
  }
  return out
}

function withOffers(effect: Effect, offering: Offering): Effect | undefined {
  if ('chooseN' in effect && effect.chooseN.offering === undefined)
    return { ...effect, chooseN: { ...effect.chooseN, offering } }
  if ('alternatives' in effect && effect.alternatives.offering === undefined)
    return { ...effect, alternatives: { ...effect.alternatives, offering } }
  if (!('chooseOne' in effect) || effect.chooseOne.offering !== undefined) return undefined
  const { options } = effect.chooseOne
  // A question for a number can't offer actions.
  if (typeof options === 'object' && 'query' in options && options.query === 'intsInRange') return undefined
  return { ...effect, chooseOne: { ...effect.chooseOne, offering } }
}
