/**
 * Names that a branch of an `if` binds and a later effect uses. The specs write a choice twice, with another
 * maximum in each branch, and go on with what was chosen. In a GameDef a block keeps its names to itself, so
 * the branches hand them out: two choices that differ in their numbers become one whose numbers depend on the
 * condition; otherwise a name is made before the `if` and each branch gives it its value. Nothing is done for
 * names that nobody uses afterwards.
 */
import { canonical, type ChooseN, type Effect, type Expr, type TypeName } from '@ludoforge/kernel'
import { binding, type Cx } from './context.js'
import type { Entry, Names } from './names.js'
import { emptyOf } from './words.js'

interface Branch {
  readonly effects: Effect[]
  readonly names: Names
}

export function leak(cx: Cx, out: Effect[], effect: Effect, branches: readonly Branch[]): void {
  const found = new Map<string, TypeName | undefined>() // undefined: the branches differ
  for (const { names } of branches) {
    for (const [name, { type }] of names.own) {
      found.set(name, !found.has(name) || found.get(name) === type ? type : undefined)
    }
  }
  for (const [name, type] of found) {
    const outer = cx.names.find(name)
    if (type === undefined || (outer !== undefined && !outer.leaked)) continue
    cx.names.leak(name, type, () => handOut(cx, out, effect, branches, name, type))
  }
}

/** Makes the name known after the `if`; gives the name it has there. */
function handOut(
  cx: Cx,
  out: Effect[],
  effect: Effect,
  branches: readonly Branch[],
  name: string,
  type: TypeName,
): string {
  const at = out.indexOf(effect)
  const one = 'if' in effect ? oneChoice(effect.if.when, branches) : undefined
  if (one !== undefined) {
    out[at] = { ...one, ...place(effect) }
    return name
  }
  const made = cx.names.fresh(name)
  cx.names.set(made, type)
  out.splice(at, 0, { let: { bind: made, type, value: emptyOf(type) }, ...place(effect) })
  for (const { effects, names } of branches) {
    const entry: Entry | undefined = names.own.get(name)
    const last = effects.at(-1)
    if (entry === undefined || (last !== undefined && ('leave' in last || 'give' in last))) continue
    const value = binding(entry.actual())
    effects.push({ assign: { bind: made, value }, ...place(effects.at(-1) ?? effect) })
  }
  return made
}

const place = ({ src }: Effect): { src?: number } => (src === undefined ? {} : { src })

function oneChoice(when: Expr, branches: readonly Branch[]): Effect | undefined {
  const [then, otherwise] = branches.map(({ effects }) => onlyChoice(effects))
  if (then === undefined || otherwise === undefined) return undefined
  const depends = (first: Expr, second: Expr): Expr =>
    same(first, second) ? first : { if: { when, then: first, else: second } }
  const min = depends(then.min, otherwise.min)
  if ((then.max === undefined) !== (otherwise.max === undefined)) return undefined
  const max =
    then.max === undefined || otherwise.max === undefined ? {} : { max: depends(then.max, otherwise.max) }
  return same({ ...then, min, ...max }, { ...otherwise, min, ...max })
    ? { chooseN: { ...otherwise, min, ...max } }
    : undefined
}

const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

function onlyChoice(effects: readonly Effect[]): ChooseN | undefined {
  const [only] = effects
  return effects.length === 1 && 'chooseN' in only ? only.chooseN : undefined
}
