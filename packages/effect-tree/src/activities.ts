/** Special activities that accompany operations: the window that a profile opens for those it names. */
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

/** Whether an activity was used in the operation under way: the name stands for a variable that is always there. */
const USED = '__activityUsed'

const USED_VARIABLE: VariableDef = {
  id: USED,
  scope: 'global',
  type: 'flag',
  start: false,
  during: 'operation',
}

const LINKED = 'linkedSpecialActivityWindows'

/** The class of an operation that no activity accompanies, as the specs call it. */
const LIMITED = 'limitedOperation'

/** Declares the variable if a rule needs it: a profile with windows, or what `expand` printed of one. */
export function declareUsed(world: SymbolTable, nodes: readonly YamlNode[]): void {
  if (nodes.some(needsUsed)) world.variables.set(USED, USED_VARIABLE)
}

function needsUsed(node: YamlNode): boolean {
  if (node.kind === 'scalar') return node.value === USED
  if (node.kind === 'list') return node.items.some(needsUsed)
  return node.entries.some(({ key, value }) => key === LINKED || needsUsed(value))
}

/** What an operation is known by, and what activities say of it. */
export interface Profile {
  readonly id: string
  readonly keys: Keys
  readonly names: readonly string[] // its id, what it resolves, and its tags
}

/** What the activities of this notation accompany; absent: any operation. */
export type Accompanying = ReadonlyMap<string, readonly string[]>

export function wordsOf(node: YamlNode | undefined): string[] {
  if (node === undefined) return []
  return (node.kind === 'list' ? node.items : [node]).map((item) => textOf(item, 'a name'))
}

/** The operations that an activity says it accompanies; undefined: any. */
export function accompaniedBy(keys: Keys): readonly string[] | undefined {
  const node = keys.get('accompanyingOps')
  const names = wordsOf(node)
  return node === undefined || names.includes('any') ? undefined : names
}

/** An activity can only accompany operations that there are. */
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
 * The window for the activities among the names that a profile gives: it offers those that accompany this
 * operation and are legal now, one in an operation, none in a free or limited one. Undefined if there are none.
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
        `\`${id}\` takes arguments, so a window cannot offer it.`,
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
        where: { op: 'and', args: [...openTo(world), { op: 'legal', action: binding('it') }] },
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

/** When an operation may still be accompanied. */
function openTo(world: SymbolTable): Expr[] {
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

/** A window that a question follows at once is no question of its own: what it offers stands beside that one. */
export function besideQuestions(body: readonly Effect[], windows: ReadonlySet<Effect>): Effect[] {
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
  // A question for a number cannot offer actions.
  if (typeof options === 'object' && 'query' in options && options.query === 'intsInRange') return undefined
  return { ...effect, chooseOne: { ...effect.chooseOne, offering } }
}
