/** Effects that ask: one option, several, or named ways to go on. */
import type { Effect, Expr, Text } from '@ludoforge/kernel'
import { elaborateText, Fault, listOf, needType } from '../elaborate/index.js'
import type { YamlNode } from '../yaml/index.js'
import { type Cx, itemsOf, Keys, textOf } from './context.js'
import { typeNamed } from './words.js'

const CHOOSING = ['bind', 'type', 'options', 'player', 'prompt', 'secret']

export function chooseOne(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`chooseOne`', [...CHOOSING, 'optional'], cx)
  const { bind, type, common } = choosing(cx, keys)
  const declining = keys.get('optional')
  const optional = declining === undefined ? false : cx.flag(declining)
  cx.names.set(bind, type)
  return { chooseOne: { ...common, ...(optional === false ? {} : { optional }) } }
}

export function chooseN(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`chooseN`', [...CHOOSING, 'min', 'max', 'n', 'costBind', 'cost', 'budget'], cx)
  const { bind, type, common } = choosing(cx, keys)
  const { min, max } = amounts(cx, keys)
  const cost = keys.get('cost')
  const costBind = keys.has('costBind') ? keys.word('costBind').text : 'it'
  const costs =
    cost === undefined
      ? {}
      : {
          costBind,
          cost: cx.inside(costBind, type).number(cost),
          budget: cx.number(keys.need('budget')),
        }
  if (cost === undefined && keys.has('budget')) keys.need('cost')
  cx.names.set(bind, listOf(type))
  return { chooseN: { ...common, min, max, ...costs } }
}

function choosing(cx: Cx, keys: Keys) {
  const bind = keys.word('bind').text
  const { expr: options, item: type } = cx.list(keys.need('options'), 'a choice')
  const declared = keys.get('type')
  if (declared !== undefined)
    needType(declared.span, typeNamed(cx.world, textOf(declared, '`type`'), declared.span), type)
  const [player, prompt] = [keys.get('player'), keys.get('prompt')]
  const common = {
    bind,
    type,
    options,
    ...(player === undefined ? {} : { player: cx.player(player) }),
    ...(prompt === undefined ? {} : { prompt: lowerText(cx, prompt) }),
    ...(keys.flag('secret') ? { secret: true as const } : {}),
  }
  return { bind, type, common }
}

/** `n` is exactly so many; without a minimum, none will do. */
function amounts(cx: Cx, keys: Keys): { min: Expr; max: Expr } {
  const exactly = keys.get('n')
  if (exactly === undefined) {
    const min = keys.get('min')
    return { min: min === undefined ? 0 : cx.number(min), max: cx.number(keys.need('max')) }
  }
  if (keys.has('min') || keys.has('max'))
    throw new Fault('wrong-type', keys.span, '`chooseN` has either `n` or `min` and `max`.')
  return { min: cx.number(exactly), max: cx.number(exactly) }
}

export function alternatives(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`alternatives`', ['player', 'prompt', 'secret', 'options'], cx)
  const [player, prompt] = [keys.get('player'), keys.get('prompt')]
  const seen = new Set<string>()
  const options = itemsOf(keys.need('options'), '`options`').map((item) => {
    const option = new Keys(item, 'an alternative', ['id', 'label', 'when', 'effects'], cx)
    const { text: id, span } = option.word('id')
    if (seen.has(id)) throw new Fault('duplicate', span, `There are two options called \`${id}\`.`)
    seen.add(id)
    const [label, when] = [option.get('label'), option.get('when')]
    return {
      id,
      ...(label === undefined ? {} : { label: lowerText(cx, label) }),
      ...(when === undefined ? {} : { when: cx.flag(when), src: cx.clause(when.span) }),
      effects: cx.block(option.get('effects')),
    }
  })
  if (options.length === 0) throw new Fault('wrong-type', keys.span, 'This choice has no options.')
  return {
    alternatives: {
      ...(player === undefined ? {} : { player: cx.player(player) }),
      ...(prompt === undefined ? {} : { prompt: lowerText(cx, prompt) }),
      ...(keys.flag('secret') ? { secret: true } : {}),
      options,
    },
  }
}

/** Text with values: `{…}` in it as in the rules notation, or a list of texts and `{show: expression}`. */
export function lowerText(cx: Cx, node: YamlNode): Text {
  if (node.kind !== 'list')
    return elaborateText({ world: cx.world, scope: cx.names.scope() }, textOf(node, 'a text'), node.span)
  return node.items.map((item) => {
    if (item.kind !== 'map') return textOf(item, 'a text')
    const keys = new Keys(item, 'a part of a text', ['show', 'type'], cx)
    const type = keys.get('type')
    const wanted = type === undefined ? undefined : typeNamed(cx.world, textOf(type, '`type`'), type.span)
    const shown = cx.expr(keys.need('show'), wanted)
    if (shown.type === 'kind') throw new Fault('wrong-type', item.span, 'A kind of piece cannot be shown.')
    return { show: shown.expr, type: shown.type }
  })
}
