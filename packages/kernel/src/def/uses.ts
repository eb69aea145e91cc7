/** What is named anywhere inside a procedure, a function or a block. */
import type { Effect, Operator } from './index.js'
import type { DefinitionName } from './table.js'
import { walk } from './walk.js'

export interface Uses {
  readonly asks: boolean // itself
  readonly ends: boolean // the game
  readonly functions: ReadonlySet<string>
  /** In order: functions by name, tests whether an action is legal, effects that carry out something with a name. */
  readonly named: readonly (string | Legal | Effect)[]
}

type Legal = Extract<Operator, { op: 'legal' }>

export const QUESTIONS: readonly string[] = ['chooseOne', 'chooseN', 'alternatives', 'chooseAtOnce', 'window']
const CALLING: readonly string[] = ['call', 'window', 'perform']

const known = new WeakMap<object, Uses>() // nodes never change

/** What is named anywhere inside a node. */
export function usesOf(name: DefinitionName, value: object): Uses {
  let uses = known.get(value)
  if (uses === undefined) known.set(value, (uses = find(name, value)))
  return uses
}

function find(name: DefinitionName, value: object): Uses {
  const functions = new Set<string>()
  const named: (string | Legal | Effect)[] = []
  let [asks, ends] = [false, false]
  walk(name, value, (node, { id, of }) => {
    if (of === 'Called') {
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
  })
  return { asks, ends, functions, named }
}
