/** Checks of suppositions: the rules that run there must not ask, leave anything to chance, or end the game. */
import type { Effect, Expr, FunctionDef, GameDef, ProcedureDef, Supposing } from './index.js'
import { functionOf } from './rules.js'
import { isRecord } from './shape.js'
import { type Uses, usesOf } from './uses.js'
import { effectsIn, type Fields, walk } from './walk.js'

/** Why a procedure can't be supposed. */
export interface SuppositionFault {
  readonly code: 'cannot-suppose' | 'nested'
  readonly message: string
}

/** Returns why the rules of a supposition can't be supposed, or undefined if they can. */
export function suppositionFault(
  def: GameDef,
  { supposing, args, then }: Supposing,
): SuppositionFault | undefined {
  const first = procedureOf(def, supposing)
  if (first === undefined) return undefined
  const reach = new Reach(def)
  for (const node of [then, ...args]) reach.expression(node)
  if (reach.nested !== undefined) return nested(reach.nested)
  reach.procedure(first)
  if (reach.nested !== undefined) return nested(reach.nested)
  for (const { id, rule, body } of reach.procedures)
    for (const effect of effectsIn(body)) {
      const fault = faultOf(effect)
      const where = rule === undefined ? '' : ` (${rule})`
      if (fault !== undefined) return { code: 'cannot-suppose', message: `\`${id}\` ${fault(where)}` }
    }
  return undefined
}

/**
 * Returns whether what a procedure does can depend on the action in progress: on how it is performed, or on variables
 * that belong to it. What doesn't is determined by the cells, the actor and the arguments.
 */
export function dependsOnAction(def: GameDef, procedure: ProcedureDef): boolean {
  const reach = new Reach(def)
  reach.procedure(procedure)
  const ofActions = new Set(def.variables.flatMap((v) => (v.during === undefined ? [] : [v.id])))
  let found = false
  const visit = (node: Fields): boolean => {
    found ||= OF_ACTIONS.some(([key, words]) => isOneOf(node[key], words))
    found ||= 'perform' in node || Object.values(node).some((x) => isOneOf(x, ofActions))
    return !found
  }
  for (const { body } of reach.procedures) walk('Block', body, visit)
  for (const f of reach.functions) walk('FunctionDef', f, visit)
  return found
}

const isOneOf = (value: unknown, words: ReadonlySet<string>): boolean =>
  typeof value === 'string' && words.has(value)

/** By key: the words of nodes that read the action in progress. */
const OF_ACTIONS: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['ref', new Set(['free', 'changed', 'actionClass', 'position'])],
  ['op', new Set(['within', 'legal'])],
]

const nested = (where: string): SuppositionFault => ({
  code: 'nested',
  message: `${where} uses \`after\`: a supposition can't contain another.`,
})

const asks = (rule: string): string => `asks${rule}: only what asks nothing can be supposed.`
const chance =
  (verb: string) =>
  (rule: string): string =>
    `${verb}${rule}: what chance decides cannot be supposed.`

/** By effect: why it can't be supposed. */
const FAULTS: Readonly<Record<string, (rule: string) => string>> = {
  chooseOne: asks,
  chooseN: asks,
  alternatives: asks,
  chooseAtOnce: asks,
  window: asks,
  rollRandom: chance('rolls'),
  shuffle: chance('shuffles'),
  reveal: (rule) => `reveals something${rule}: what is shown cannot be supposed.`,
  endGame: (rule) => `ends the game${rule}: only what happens within a game can be supposed.`,
}

function faultOf(effect: Effect): ((rule: string) => string) | undefined {
  if ('perform' in effect && namedAction(effect.perform.action) === undefined)
    return (rule) => `performs an action that is known only in play${rule}, which cannot be supposed.`
  const key = Object.keys(effect).find((word) => Object.hasOwn(FAULTS, word))
  return key === undefined ? undefined : FAULTS[key]
}

const namedAction = (action: unknown): string | undefined =>
  isRecord(action) && typeof action.action === 'string' ? action.action : undefined

const procedureOf = ({ procedures }: GameDef, id: string): ProcedureDef | undefined =>
  procedures.find((p) => p.id === id)

/** What rules call, directly or through others. */
class Reach {
  readonly procedures = new Set<ProcedureDef>()
  /** The first thing found that uses `after` itself. */
  nested: string | undefined
  readonly functions = new Set<FunctionDef>()
  readonly #required = new Set<ProcedureDef>()

  constructor(private readonly def: GameDef) {}

  expression(node: Expr): void {
    if (typeof node === 'object') this.#uses(usesOf('Expr', node), 'This')
  }

  procedure(p: ProcedureDef): void {
    if (this.procedures.has(p)) return
    this.procedures.add(p)
    this.#uses(usesOf('Block', p.body), `\`${p.id}\``)
  }

  #requirements(p: ProcedureDef): void {
    if (this.#required.has(p)) return
    this.#required.add(p)
    for (const { when } of p.requires)
      if (typeof when === 'object') this.#uses(usesOf('Expr', when), `\`${p.id}\``)
  }

  #uses({ named }: Uses, of: string): void {
    for (const one of named) {
      if (typeof one === 'string') this.#function(one)
      else if ('supposing' in one) this.nested ??= of
      else if ('op' in one) for (const action of this.#actions(one.action)) this.#requirements(action)
      else if ('perform' in one)
        for (const action of this.#actions(one.perform.action)) {
          this.#requirements(action)
          if (namedAction(one.perform.action) !== undefined) this.procedure(action)
        }
      else if ('call' in one) {
        const called = procedureOf(this.def, one.call.procedure)
        if (called !== undefined) this.procedure(called)
      }
    }
  }

  #function(id: string): void {
    const f = functionOf(this.def, id)
    if (f === undefined || this.functions.has(f)) return
    this.functions.add(f)
    this.#uses(usesOf('FunctionDef', f), `\`${id}\``)
  }

  #actions(action: unknown): readonly ProcedureDef[] {
    const id = namedAction(action)
    return this.def.procedures.filter((p) => p.kind === 'action' && (id === undefined || p.id === id))
  }
}
