/** Effects that ask: one option, several, or named ways to go on. */
import type { ChooseN, ChooseOne, Effect, Expr, Offering, Text } from '@ludoforge/kernel'
import { listOf } from '@ludoforge/kernel'
import { elaborateTextIn, Fault, needType, shownSubject, windowNamed } from '../elaborate/index.js'
import type { YamlNode } from '../yaml/index.js'
import { type Cx, itemsOf, Keys, textOf } from './context.js'
import { typeNamed } from './words.js'

const ASKING = ['player', 'prompt', 'about', 'offering', 'secret']
const CHOOSING = ['bind', 'type', 'options', 'orAll', ...ASKING]

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
  const amount = amounts(cx, keys)
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
  return { chooseN: { ...common, ...amount, ...costs } }
}

function choosing(cx: Cx, keys: Keys) {
  const bind = keys.word('bind').text
  const { expr: options, item: type } = cx.list(keys.need('options'), 'a choice')
  const declared = keys.get('type')
  if (declared !== undefined)
    needType(declared.span, typeNamed(cx.world, textOf(declared, '`type`'), declared.span), type)
  const orAll = keys.flag('orAll') ? { orAll: true as const } : {}
  return { bind, type, common: { bind, type, options, ...asking(cx, keys), ...orAll } }
}

/** What every question may say. Without `about` it is about the first thing that its prompt names. */
function asking(cx: Cx, keys: Keys): Pick<ChooseOne, 'player' | 'prompt' | 'about' | 'offering' | 'secret'> {
  const [player, text, subject, offers] = ['player', 'prompt', 'about', 'offering'].map((key) =>
    keys.get(key),
  )
  const prompt = text === undefined ? undefined : lowerText(cx, text)
  const about = subject === undefined ? shownSubject(prompt) : subjectOf(cx, subject)
  return {
    ...(player === undefined ? {} : { player: cx.player(player) }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(about === undefined ? {} : { about }),
    ...(offers === undefined ? {} : { offering: offeringOf(cx, offers) }),
    ...(keys.flag('secret') ? { secret: true as const } : {}),
  }
}

function subjectOf(cx: Cx, node: YamlNode): Expr {
  const { expr, type } = cx.expr(node)
  if (!['zone', 'token', 'seat', 'action'].includes(type))
    throw new Fault('wrong-type', node.span, `A question is about a space, a piece, a seat or an action.`)
  return expr
}

export const TIMINGS = ['before', 'during', 'after'] as const

function offeringOf(cx: Cx, node: YamlNode): Offering {
  const keys = new Keys(node, '`offering`', ['window', 'timing', 'before'], cx)
  const before = keys.get('before')
  return {
    window: windowNamed({ world: cx.world, scope: cx.names.scope() }, keys.word('window')),
    timing: keys.has('timing') ? keys.oneOf('timing', TIMINGS) : 'during',
    ...(before === undefined ? {} : { before: cx.flag(before) }),
  }
}

/** `n` is exactly so many; without a minimum none will do, without a maximum as many as there are. */
function amounts(cx: Cx, keys: Keys): Pick<ChooseN, 'min' | 'max'> {
  const [exactly, least, most] = [keys.get('n'), keys.get('min'), keys.get('max')]
  if (exactly !== undefined && (least ?? most) !== undefined)
    throw new Fault('wrong-type', keys.span, '`chooseN` has either `n` or `min` and `max`.')
  const min = exactly ?? least
  const max = exactly ?? (least === undefined ? keys.need('max') : most)
  if (keys.flag('orAll') && min === undefined)
    throw new Fault('wrong-type', keys.need('orAll').span, '`orAll` goes with `n` or `min`.')
  return {
    min: min === undefined ? 0 : cx.number(min),
    ...(max === undefined ? {} : { max: cx.number(max) }),
  }
}

export function alternatives(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`alternatives`', [...ASKING, 'options'], cx)
  const asked = asking(cx, keys)
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
      ...asked,
      options,
    },
  }
}

/** `ask` is one of the questions above, the same for each seat. */
export function chooseAtOnce(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`chooseAtOnce`', ['seat', 'seats', 'ask', 'effects'], cx)
  const seat = keys.word('seat').text
  const seats = cx.expr(keys.need('seats'), 'list seat').expr
  const inner = cx.loop().inside(seat, 'seat')
  const kinds = { chooseOne, chooseN, alternatives }
  const asked = keys.need('ask')
  const ask = new Keys(asked, '`ask` of `chooseAtOnce`', Object.keys(kinds), cx)
  const [kind, ...more] = Object.entries(kinds).filter(([key]) => ask.has(key))
  if (kind === undefined || more.length > 0)
    throw new Fault(
      'wrong-type',
      asked.span,
      '`ask` is one question: `chooseOne`, `chooseN` or `alternatives`.',
    )
  const question = kind[1](inner, ask.need(kind[0]))
  const common = { seat, seats }
  const effects = inner.block(keys.get('effects'), inner.names.inner())
  if ('chooseOne' in question && question.chooseOne.player === undefined)
    return { chooseAtOnce: { ...common, ask: { chooseOne: question.chooseOne }, effects } }
  if ('chooseN' in question && question.chooseN.player === undefined)
    return { chooseAtOnce: { ...common, ask: { chooseN: question.chooseN }, effects } }
  if ('alternatives' in question && question.alternatives.player === undefined)
    return { chooseAtOnce: { ...common, ask: { alternatives: question.alternatives }, effects } }
  throw new Fault('unknown-key', asked.span, 'A choice at once asks its `seats`: it has no `player`.')
}

/** Text with values: `{…}` in it as in the rules notation, or a list of texts and `{show: expression}`. */
export function lowerText(cx: Cx, node: YamlNode): Text {
  if (node.kind !== 'list')
    return elaborateTextIn({ world: cx.world, scope: cx.names.scope() }, textOf(node, 'a text'), node.span)
  return node.items.map((item) => {
    if (item.kind !== 'map') return textOf(item, 'a text')
    const keys = new Keys(item, 'a part of a text', ['show', 'type'], cx)
    const type = keys.get('type')
    const wanted = type === undefined ? undefined : typeNamed(cx.world, textOf(type, '`type`'), type.span)
    const shown = cx.expr(keys.need('show'), wanted)
    return { show: shown.expr, type: shown.type }
  })
}
