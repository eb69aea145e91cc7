/** The functions, actions and procedures that a procedure, a function or a block refers to. */
import type { Effect, Expr, Operator, Supposing } from './index.js'
import type { DefinitionName } from './table.js'
import { partsOf, walk } from './walk.js'

export interface Uses {
  readonly asks: boolean // directly, not through a call
  readonly ends: boolean // it can end the game, directly
  readonly functions: ReadonlySet<string>
  /** In order: functions by name, `legal` tests, suppositions, and effects that call, perform or open a window. */
  readonly named: readonly (string | Legal | Supposing | Effect)[]
}

type Legal = Extract<Operator, { op: 'legal' }>

export const QUESTIONS: readonly string[] = ['chooseOne', 'chooseN', 'alternatives', 'chooseAtOnce', 'window']
const CALLING: readonly string[] = ['call', 'window', 'perform']

const cache = new WeakMap<object, Uses>() // nodes never change

/** Returns what a node refers to, at any depth. Memoized. */
export function usesOf(name: DefinitionName, value: object): Uses {
  let uses = cache.get(value)
  if (uses === undefined) cache.set(value, (uses = find(name, value)))
  return uses
}

function find(name: DefinitionName, value: object): Uses {
  const functions = new Set<string>()
  const named: (string | Legal | Supposing | Effect)[] = []
  let [asks, ends] = [false, false]
  walk(name, value, (node, { id, of }) => {
    if (of === 'Saying') return false // no rule depends on a sentence
    if (id === 'supposing') named.push(node as Supposing)
    else if (of === 'Called') {
      const called = String(node.call)
      functions.add(called)
      named.push(called)
    } else if (of === 'Operator') {
      if (id === 'legal') named.push(node as Legal)
    } else if (of === 'Effect') {
      asks ||= QUESTIONS.includes(id)
      ends ||= id === 'endGame'
      if (CALLING.includes(id)) named.push(node as Effect)
    }
    return true
  })
  return { asks, ends, functions, named }
}

/** Does a node use one of these names? What depends on arguments cannot be asked before there are any. */
export function usesName(node: Expr, names: ReadonlySet<string>): boolean {
  let found = false
  walk('Expr', node, ({ ref, name }) => {
    found ||= ref === 'binding' && typeof name === 'string' && names.has(name)
    return !found
  })
  return found
}

const NO_NAMES: ReadonlySet<string> = new Set()
const free = new WeakMap<object, ReadonlySet<string>>() // nodes never change

/** Returns the names that an expression uses and doesn't bind itself. Memoized. */
export function freeNames(node: Expr): ReadonlySet<string> {
  if (typeof node !== 'object') return NO_NAMES
  if ('ref' in node && node.ref === 'binding') return new Set([node.name])
  let names = free.get(node)
  if (names === undefined) free.set(node, (names = namesOfParts(node)))
  return names
}

function namesOfParts(node: Expr): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { value, names: bound } of partsOf('Expr', node).exprs)
    for (const name of freeNames(value)) if (!bound.some((one) => one.name === name)) names.add(name)
  return names
}
