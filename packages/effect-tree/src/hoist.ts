/**
 * Hoists names that a branch of an `if` binds and a later effect uses. The specs write a choice twice, with another
 * maximum in each branch, and then use the result. In a GameDef names are scoped to their block. Two choices that
 * differ only in their bounds are merged into one with conditional bounds. Otherwise the name is declared before the
 * `if`, and each branch assigns it. Names that no later effect uses aren't hoisted.
 */
import { canonical, type ChooseN, type Effect, type Expr, type TypeName } from '@ludoforge/kernel'
import { binding, onlyItem, type YamlNode } from '@ludoforge/compiler/dialect'
import { stripDollar, type LoweringContext, type Item } from './context.js'
import type { Names } from './names.js'
import { emptyOf } from './bare-words.js'

interface Branch {
  readonly effects: readonly Effect[]
  readonly names: Names
}

/** Lowers an `if` and hoists the names of its branches. `later`: whether later effects use a name. */
export function lowerBranches(
  cx: LoweringContext,
  when: Expr,
  branches: readonly Branch[],
  later: (name: string) => boolean,
  src: number,
): Effect[] {
  const wanted = boundIn(branches).filter(([name]) => {
    const outer = cx.names.find(name)
    return (outer === undefined || outer.leaked) && later(name)
  })
  const merged = wanted.length === 0 ? undefined : mergeChoices(when, branches)
  if (merged !== undefined) {
    for (const [name, type] of wanted) cx.names.set(name, type)
    return [{ chooseN: merged, src }]
  }
  const blocks = branches.map(({ names }) => names)
  const hoisted = wanted.map(([name, type]) => {
    const fresh = cx.names.fresh(name, blocks)
    cx.names.set(fresh, type)
    cx.names.set(name, type, fresh, true)
    return { name, fresh, type }
  })
  const lets = hoisted.map(({ fresh, type }) => ({ let: { bind: fresh, type, value: emptyOf(type) }, src }))
  const [then = [], otherwise] = branches.map(({ effects, names }) => {
    const last = effects.at(-1)
    if (last !== undefined && ('leave' in last || 'give' in last)) return effects
    const assigns = hoisted.flatMap(({ name, fresh }) => {
      const entry = names.own.get(name)
      return entry === undefined
        ? []
        : [{ assign: { bind: fresh, value: binding(entry.actual) }, src: last?.src ?? src }]
    })
    return [...effects, ...assigns]
  })
  return [...lets, { if: { when, then, ...(otherwise === undefined ? {} : { else: otherwise }) }, src }]
}

/** The names that the branches bind, except those with different types. */
function boundIn(branches: readonly Branch[]): [string, TypeName][] {
  const found = new Map<string, Set<TypeName>>()
  for (const { names } of branches)
    for (const [name, { type }] of names.own) found.set(name, (found.get(name) ?? new Set()).add(type))
  return [...found].flatMap(([name, types]): [string, TypeName][] => {
    const type = onlyItem([...types])
    return type === undefined ? [] : [[name, type]]
  })
}

function mergeChoices(when: Expr, branches: readonly Branch[]): ChooseN | undefined {
  const [then, otherwise] = branches.map(({ effects }) => onlyChoice(effects))
  if (then === undefined || otherwise === undefined) return undefined
  const depends = (first: Expr, second: Expr): Expr =>
    same(first, second) ? first : { if: { when, then: first, else: second } }
  const min = depends(then.min, otherwise.min)
  if ((then.max === undefined) !== (otherwise.max === undefined)) return undefined
  const max =
    then.max === undefined || otherwise.max === undefined ? {} : { max: depends(then.max, otherwise.max) }
  return same({ ...then, min, ...max }, { ...otherwise, min, ...max })
    ? { ...otherwise, min, ...max }
    : undefined
}

const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

function onlyChoice(effects: readonly Effect[]): ChooseN | undefined {
  const only = onlyItem(effects)
  return only !== undefined && 'chooseN' in only ? only.chooseN : undefined
}

/** Whether these effects use a name that was bound before them. Returns `undefined` if they neither use nor bind it. */
export function uses(items: readonly Item[], name: string): boolean | undefined {
  for (const item of items) {
    if (item.kind === 'made') continue
    if (usedIn(item, name)) return true
    if (binds(item, name)) return false
  }
  return undefined
}

const BINDING = ['bind', 'countBind', 'into']

function usedIn(node: YamlNode, name: string): boolean {
  if (node.kind === 'scalar') return stripDollar(node.raw) === name
  if (node.kind === 'list') return uses(node.items, name) === true
  const shadowed = node.entries.some(({ key, value }) => key === 'bind' && isNamed(value, name))
  return node.entries.some(
    ({ key, value }) =>
      !(BINDING.includes(key) && value.kind === 'scalar') &&
      !(shadowed && key === 'effects') &&
      usedIn(value, name),
  )
}

const isNamed = (node: YamlNode, name: string): boolean =>
  node.kind === 'scalar' && stripDollar(node.raw) === name

/** Whether an effect binds the name for later effects. The branches of an `if` do, because they are hoisted. */
function binds(node: YamlNode, name: string): boolean {
  const [head] = node.kind === 'map' ? node.entries : []
  if (head?.value.kind !== 'map') return false
  return head.value.entries.some(({ key, value }) => {
    if (head.key === 'if') return key !== 'when' && blockOf(value).some((item) => binds(item, name))
    if (key === 'into' && value.kind === 'map')
      return value.entries.some((entry) => isNamed(entry.value, name))
    return BINDING.includes(key) && isNamed(value, name) && !(key === 'bind' && head.key === 'forEach')
  })
}

const blockOf = (node: YamlNode): readonly YamlNode[] => (node.kind === 'list' ? node.items : [node])
