/** Effects in blocks: names, conditions, loops, calls. One with a mistake is reported and left out. */
import type { Effect } from '@ludoforge/kernel'
import { Fault, needType, unknownName, windowNamed } from '../elaborate/index.js'
import { didYouMean } from '../diagnostics/index.js'
import type { YamlMap, YamlNode } from '../yaml/index.js'
import * as changes from './changes.js'
import { alternatives, chooseAtOnce, chooseN, chooseOne, TIMINGS } from './choices.js'
import { lowerCall, lowerGive, lowerPerform } from './calling.js'
import { bare, type Cx, type Item, Keys, textOf } from './context.js'
import { leak } from './leaks.js'
import type { Names } from './names.js'
import { typeNamed } from './words.js'

/** Where an effect stands: the block that is being made, and whether anything follows in it. */
interface Place {
  readonly out: Effect[]
  readonly last: boolean
}

type Lowerer = (cx: Cx, node: YamlNode, place: Place, whole: YamlMap) => Effect | Effect[]

const LOWERERS: Readonly<Record<string, Lowerer>> = {
  let: lowerLet,
  assign: (cx, node) => {
    const keys = new Keys(node, '`assign`', ['bind', 'value'], cx)
    const { text, span } = keys.word('bind')
    const entry = cx.names.find(text)
    if (entry === undefined) throw unknownName(span, text, 'bound here', cx.names.all)
    return { assign: { bind: entry.actual(), value: cx.expr(keys.need('value'), entry.type).expr } }
  },
  if: lowerIf,
  block: (cx, node) => ({ block: cx.block(node) }),
  forEach: lowerForEach,
  repeat: (cx, node) => {
    const keys = new Keys(node, '`repeat`', ['limit', 'while', 'effects'], cx)
    const test = keys.get('while')
    return {
      repeat: {
        limit: cx.number(keys.need('limit')),
        ...(test === undefined ? {} : { while: cx.flag(test) }),
        effects: cx.loop().block(keys.need('effects')),
      },
    }
  },
  leave: (cx, node) => {
    const what = textOf(node, '`leave`')
    if (what === 'loop' && !cx.inLoop)
      throw new Fault('no-loop', node.span, 'There is no loop to leave here.')
    if (what === 'loop' || what === 'procedure') return { leave: what }
    throw unknownName(node.span, what, 'something to leave', ['loop', 'procedure'])
  },
  give: lowerGive,
  chooseOne,
  chooseN,
  alternatives,
  chooseAtOnce,
  setVar: changes.setVar,
  addVar: changes.addVar,
  setMarker: changes.setMarker,
  shiftMarker: changes.shiftMarker,
  moveToken: changes.moveToken,
  moveTokens: changes.moveTokens,
  setTokenProp: changes.setTokenProp,
  rollRandom: (cx, node, place) => {
    const keys = new Keys(node, '`rollRandom`', ['bind', 'min', 'max', 'in'], cx)
    const bind = keys.word('bind').text
    const roll = { bind, min: cx.number(keys.need('min')), max: cx.number(keys.need('max')) }
    return scoped(cx, keys, place, { rollRandom: roll }, (names) => names.set(bind, 'number'))
  },
  shuffle: changes.shuffle,
  reveal: changes.reveal,
  call: lowerCall,
  macro: (cx, _, __, whole) => cx.setting.parts.macro(cx, whole),
  perform: lowerPerform,
  window: (cx, node) => {
    const keys = new Keys(node, '`window`', ['name', 'timing'], cx)
    const name = windowNamed({ world: cx.world, scope: cx.names.scope() }, keys.word('name'))
    return { window: { name, timing: keys.has('timing') ? keys.oneOf('timing', TIMINGS) : 'during' } }
  },
  as: (cx, node) => {
    const keys = new Keys(node, '`as`', ['player', 'effects'], cx)
    return { as: { player: cx.player(keys.need('player')), effects: cx.block(keys.need('effects')) } }
  },
  say: changes.say,
  endGame: changes.endGame,
}

export function lowerBlock(cx: Cx, items: readonly Item[]): Effect[] {
  const out: Effect[] = []
  items.forEach((item, i) => {
    if (item.kind === 'made') {
      out.push(item.make(cx))
      return
    }
    try {
      const made = lowerEffect(cx, item, { out, last: i === items.length - 1 })
      const src = cx.source(item.span)
      for (const effect of [made].flat()) out.push(sourced(effect, src))
    } catch (fault) {
      cx.report(fault)
      bindAnyway(cx, item)
    }
  })
  return out
}

/** Written into the effect itself: those who wait for a leaked name know it by its identity. */
function sourced(effect: Effect, src: number): Effect {
  if (effect.src === undefined) Object.assign(effect, { src })
  return effect
}

function lowerEffect(cx: Cx, node: YamlNode, place: Place): Effect | Effect[] {
  if (node.kind !== 'map')
    throw new Fault('wrong-type', node.span, 'An effect is a map that begins with what it does.')
  const known = Object.keys(LOWERERS)
  const head = node.entries.find(({ key }) => known.includes(key)) ?? node.entries[0]
  if (head === undefined) throw new Fault('wrong-type', node.span, 'An empty map is no effect.')
  if (!known.includes(head.key))
    throw new Fault(
      'unknown-key',
      head.keySpan,
      `There is no effect \`${head.key}\`.`,
      didYouMean(head.key, known),
    )
  const others = node.entries.filter(
    (entry) => entry !== head && !(head.key === 'macro' && entry.key === 'args'),
  )
  if (others.length > 0)
    throw new Fault(
      'unknown-key',
      others[0].keySpan,
      `\`${others[0].key}\` does not belong beside \`${head.key}\`.`,
      'Check the indentation; every effect begins with its own `-`.',
    )
  return LOWERERS[head.key](cx, head.value, place, node)
}

/** The names a broken effect would have bound, so that one mistake gives one message. */
function bindAnyway(cx: Cx, node: YamlNode): void {
  const body = node.kind === 'map' ? node.entries[0]?.value : undefined
  if (body?.kind !== 'map' || body.entries.some(({ key }) => key === 'effects')) return
  const named = body.entries.find(({ key }) => key === 'bind' || key === 'into')?.value
  const bind = named?.kind === 'map' ? named.entries.find(({ key }) => key === 'bind')?.value : named
  if (bind?.kind === 'scalar' && cx.names.find(bare(bind.raw)) === undefined)
    cx.names.set(bare(bind.raw), 'any')
}

/** `in` holds the only effects that know the name. A block of their own is needed only if others follow. */
function scoped(
  cx: Cx,
  keys: Keys,
  place: Place,
  first: Effect,
  bind: (names: Names) => void,
): Effect | Effect[] {
  const inner = keys.get('in')
  if (inner === undefined) {
    bind(cx.names)
    return first
  }
  const names = cx.names.inner()
  bind(names)
  const effects = [sourced(first, cx.source(keys.span)), ...cx.block(inner, names)]
  return place.last ? effects : { block: effects }
}

function lowerLet(cx: Cx, node: YamlNode, place: Place): Effect | Effect[] {
  const keys = new Keys(node, '`let`', ['bind', 'type', 'value', 'in'], cx)
  const bind = keys.word('bind').text
  const declared = keys.get('type')
  const wanted =
    declared === undefined ? undefined : typeNamed(cx.world, textOf(declared, '`type`'), declared.span)
  const value = cx.expr(keys.need('value'), wanted)
  const type = wanted ?? value.type
  return scoped(cx, keys, place, { let: { bind, type, value: value.expr } }, (names) => names.set(bind, type))
}

function lowerIf(cx: Cx, node: YamlNode, place: Place): Effect {
  const keys = new Keys(node, '`if`', ['when', 'then', 'else'], cx)
  const when = cx.flag(keys.need('when'))
  const [thenNames, elseNames] = [cx.names.inner(), cx.names.inner()]
  const then = cx.block(keys.need('then'), thenNames)
  const otherwise = keys.get('else')
  const branches = [{ effects: then, names: thenNames }]
  if (otherwise === undefined) {
    const effect: Effect = { if: { when, then } }
    leak(cx, place.out, effect, branches)
    return effect
  }
  const elseEffects = cx.block(otherwise, elseNames)
  const effect: Effect = { if: { when, then, else: elseEffects } }
  leak(cx, place.out, effect, [...branches, { effects: elseEffects, names: elseNames }])
  return effect
}

function lowerForEach(cx: Cx, node: YamlNode, place: Place): Effect | Effect[] {
  const keys = new Keys(
    node,
    '`forEach`',
    ['bind', 'type', 'over', 'limit', 'effects', 'countBind', 'in'],
    cx,
  )
  const bind = keys.word('bind').text
  const { expr: over, item: type } = cx.list(keys.need('over'), '`forEach`')
  const declared = keys.get('type')
  if (declared !== undefined)
    needType(declared.span, typeNamed(cx.world, textOf(declared, '`type`'), declared.span), type)
  const limit = keys.get('limit')
  const names = cx.names.inner()
  names.set(bind, type)
  const count = keys.has('countBind') ? keys.word('countBind').text : undefined
  const loop: Effect = {
    forEach: {
      bind,
      type,
      over,
      ...(limit === undefined ? {} : { limit: cx.number(limit) }),
      effects: cx.loop().block(keys.need('effects'), names.inner()),
      ...(count === undefined ? {} : { countBind: count }),
    },
  }
  return scoped(cx, keys, place, loop, (after) => {
    if (count !== undefined) after.set(count, 'number')
  })
}
