/** Lowers effects in blocks. An effect with an error is reported and left out. */
import { definition, type Effect, type NodeShape } from '@ludoforge/kernel'
import {
  didYouMean,
  DiagnosticError,
  ownValue,
  unknownName,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { lowerCall, lowerGive, lowerPerform } from './calls.js'
import { addVar, appendVar, CHANGES, setVar } from './changes.js'
import { alternatives, chooseAtOnce, chooseN, chooseOne, lowerText } from './choices.js'
import { stripDollar, type LoweringContext, type Item, Keys, textOf } from './context.js'
import { lowerBranches, uses } from './hoist.js'
import { keysOf, readNode, type Sugar } from './read-node.js'
import { rowOf } from './rows.js'

/** The position of an effect in its block: whether it is last, and whether later effects use a name. */
interface Place {
  readonly last: boolean
  readonly later: (name: string) => boolean
}

type Lowerer = (cx: LoweringContext, node: YamlNode, place: Place, whole: YamlMap) => Effect | Effect[]

/** Effects with their own reader, not the one of the table. */
const OWN: Readonly<Record<string, Lowerer>> = {
  if: lowerIf,
  leave: (cx, node) => {
    const what = textOf(node, '`leave`')
    if (what === 'loop' && !cx.inLoop)
      throw new DiagnosticError('no-loop', node.span, 'There is no loop around this to leave.')
    if (what === 'loop' || what === 'procedure') return { leave: what }
    throw unknownName(node.span, what, 'something to leave', ['loop', 'procedure'])
  },
  block: (cx, node) => ({ block: cx.block(node) }),
  give: lowerGive,
  chooseOne,
  chooseN,
  alternatives,
  chooseAtOnce,
  setVar,
  appendVar,
  addVar,
  call: lowerCall,
  macro: (cx, _, __, whole) => cx.setting.parts.macro(cx, whole),
  perform: lowerPerform,
  say: (cx, node, place) =>
    node.kind === 'scalar' ? { say: { text: lowerText(cx, node) } } : plainEffect(cx, 'say', node, place),
}

const SUGAR: Readonly<Record<string, Sugar>> = {
  ...CHANGES,
  let: { more: ['in'] },
  rollRandom: { more: ['in'] },
  forEach: { more: ['in'], loop: true },
  repeat: { loop: true },
  window: { otherwise: { timing: 'during' } },
}

const EFFECTS = definition('Effect').index

/** Lowers an effect by its row of the table. `in` holds the effects that see the names it binds. */
function plainEffect(cx: LoweringContext, id: string, node: YamlNode, place: Place): Effect | Effect[] {
  const sugar = ownValue(SUGAR, id) ?? {}
  const row = bodyOf(cx, id, node)
  const keys = new Keys(node, `\`${id}\``, keysOf(row, sugar), cx)
  const { node: body, binds } = readNode<object>(cx, row, keys, sugar)
  const effect = { [id]: body } as object as Effect // the key and the body are of one row
  const inner = sugar.more?.includes('in') === true ? keys.get('in') : undefined
  const names = inner === undefined ? cx.names : cx.names.inner()
  for (const [name, type] of binds) names.set(name, type)
  if (inner === undefined) return effect
  // They need their own block only if other effects follow.
  const effects = [sourced(effect, cx.source(keys.span)), ...cx.block(inner, names)]
  return place.last ? effects : { block: effects }
}

/** The row of the content of an effect. */
function bodyOf(cx: LoweringContext, id: string, node: YamlNode): NodeShape {
  const kind = EFFECTS.get(id)?.fields[0]?.kind
  if (kind?.form === 'record') return kind.node
  if (kind?.form !== 'definition') throw new Error(`The effect ${id} is read by its own form.`)
  const first = rowOf(kind.name)
  const { tag, index, nodes } = definition(kind.name)
  if (tag === undefined) return first
  const all = [...new Set(nodes.flatMap((row) => keysOf(row)))]
  return index.get(new Keys(node, `\`${id}\``, all, cx).oneOf(tag, [...index.keys()])) ?? first
}

export function lowerBlock(cx: LoweringContext, items: readonly Item[]): Effect[] {
  const out: Effect[] = []
  items.forEach((item, i) => {
    if (item.kind === 'made') {
      out.push(item.make(cx))
      return
    }
    try {
      const rest = items.slice(i + 1)
      const later = (name: string): boolean => uses(rest, name) ?? cx.later(name)
      const made = lowerEffect(cx, item, { last: rest.length === 0, later })
      const src = cx.source(item.span)
      for (const effect of [made].flat()) out.push(sourced(effect, src))
    } catch (error) {
      cx.report(error)
      bindAnyway(cx, item)
    }
  })
  return out
}

const sourced = (effect: Effect, src: number): Effect =>
  effect.src === undefined ? { ...effect, src } : effect

const KNOWN = [...EFFECTS.keys(), 'macro']

function lowerEffect(cx: LoweringContext, node: YamlNode, place: Place): Effect | Effect[] {
  if (node.kind !== 'map')
    throw new DiagnosticError(
      'wrong-type',
      node.span,
      'An effect must be a map whose key is the name of the effect.',
    )
  const head = node.entries.find(({ key }) => KNOWN.includes(key)) ?? node.entries[0]
  if (head === undefined) throw new DiagnosticError('wrong-type', node.span, "An empty map isn't an effect.")
  if (!KNOWN.includes(head.key))
    throw new DiagnosticError(
      'unknown-key',
      head.keySpan,
      `There is no effect \`${head.key}\`.`,
      didYouMean(head.key, KNOWN),
    )
  const others = node.entries.filter(
    (entry) => entry !== head && !(head.key === 'macro' && entry.key === 'args'),
  )
  const [extra] = others
  if (extra !== undefined)
    throw new DiagnosticError(
      'unknown-key',
      extra.keySpan,
      `\`${extra.key}\` can't be in the same map as \`${head.key}\`.`,
      'Check the indentation. Every effect starts with its own `-`.',
    )
  const own = ownValue(OWN, head.key)
  return own === undefined ? plainEffect(cx, head.key, head.value, place) : own(cx, head.value, place, node)
}

/** Binds the names of a broken effect, so that one error gives one message. */
function bindAnyway(cx: LoweringContext, node: YamlNode): void {
  const body = node.kind === 'map' ? node.entries[0]?.value : undefined
  if (body?.kind !== 'map' || body.entries.some(({ key }) => key === 'effects')) return
  const named = body.entries.find(({ key }) => key === 'bind' || key === 'into')?.value
  const bind = named?.kind === 'map' ? named.entries.find(({ key }) => key === 'bind')?.value : named
  if (bind?.kind === 'scalar' && cx.names.find(stripDollar(bind.raw)) === undefined)
    cx.names.set(stripDollar(bind.raw), 'any')
}

function lowerIf(cx: LoweringContext, node: YamlNode, place: Place, { span }: YamlNode): Effect[] {
  const keys = new Keys(node, '`if`', ['when', 'then', 'else'], cx)
  const when = cx.flag(keys.need('when'))
  const branches = [keys.need('then'), keys.get('else')].flatMap((block) => {
    if (block === undefined) return []
    const names = cx.names.inner()
    return [{ effects: cx.branch(block, names, place.later), names }]
  })
  return lowerBranches(cx, when, branches, place.later, cx.source(span))
}
