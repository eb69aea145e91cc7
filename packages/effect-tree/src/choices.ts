/** Questions: `chooseOne`, `chooseN`, `alternatives` and `chooseAtOnce`. */
import type {
  Alternatives,
  AtOnceQuestion,
  ChooseN,
  ChooseOne,
  Effect,
  Offering,
  Saying,
  Text,
} from '@ludoforge/kernel'
import { withoutUndefined } from '@ludoforge/kernel'
import {
  elaborateTemplate,
  DiagnosticError,
  needType,
  type sayingForm,
  sayingOf,
  shownSubject,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { type LoweringContext, itemsOf, Keys, textOf } from './context.js'
import { keysOf, readNode, type Sugar } from './read-node.js'
import { typeNamed } from './bare-words.js'
import { rowOf } from './rows.js'

/** Reads a question by its row of the table. The default of `about` is the first thing its prompt shows. */
function readQuestion<N extends QuestionName>(
  cx: LoweringContext,
  name: N,
  keys: Keys,
  sugar: Sugar,
): Questions[N] {
  const { node, binds } = readNode<Questions[N]>(cx, rowOf(name), keys, sugar)
  const prompt = keys.get('prompt')
  // The subject is the same in every language.
  const shown = prompt === undefined ? undefined : lowerText(cx, prompt, 'written')
  const offering = keys.has('offering') ? offeringOf(cx, keys.need('offering')) : undefined
  for (const [bound, type] of binds) cx.names.set(bound, type)
  return { ...node, ...withoutUndefined({ about: node.about ?? shownSubject(shown), offering }) }
}

interface Questions {
  readonly ChooseOne: ChooseOne
  readonly ChooseN: ChooseN
  readonly Alternatives: Alternatives
}

type QuestionName = keyof Questions

const QUESTION: Sugar = { own: ['offering'] }

export function chooseOne(cx: LoweringContext, node: YamlNode): { chooseOne: ChooseOne } {
  const keys = new Keys(node, '`chooseOne`', keysOf(rowOf('ChooseOne')), cx)
  const { optional, ...question } = readQuestion(cx, 'ChooseOne', keys, QUESTION)
  return { chooseOne: optional === undefined || optional === false ? question : { ...question, optional } }
}

/** Lowers `chooseN`. `n` is both bounds; the default minimum is 0, and the default maximum is all. */
export function chooseN(cx: LoweringContext, node: YamlNode): { chooseN: ChooseN } {
  const sugar: Sugar = { ...QUESTION, more: ['n'], otherwise: { min: 0 } }
  const keys = new Keys(node, '`chooseN`', keysOf(rowOf('ChooseN'), sugar), cx)
  const exactly = keys.get('n')
  if (exactly !== undefined && (keys.has('min') || keys.has('max')))
    throw new DiagnosticError(
      'wrong-type',
      keys.span,
      '`chooseN` has `n` and also `min` or `max`. Use `n`, or `min` and `max`.',
    )
  if (exactly === undefined && !keys.has('min')) {
    keys.need('max')
    if (keys.flag('orAll') === true)
      throw new DiagnosticError('wrong-type', keys.need('orAll').span, '`orAll` needs `n` or `min`.')
  }
  if (keys.has('cost') !== keys.has('budget')) keys.need(keys.has('cost') ? 'budget' : 'cost')
  const { costBind, ...written } = readQuestion(cx, 'ChooseN', keys, sugar)
  const question = keys.has('cost') ? { ...written, costBind: costBind ?? 'it' } : written
  if (exactly === undefined) return { chooseN: question }
  const n = cx.number(exactly)
  return { chooseN: { ...question, min: n, max: n } }
}

function offeringOf(cx: LoweringContext, node: YamlNode): Offering {
  const row = rowOf('Offering')
  const keys = new Keys(node, '`offering`', keysOf(row), cx)
  return readNode<Offering>(cx, row, keys, { otherwise: { timing: 'during' } }).node
}

export function alternatives(cx: LoweringContext, node: YamlNode): { alternatives: Alternatives } {
  const row = rowOf('Alternatives')
  const keys = new Keys(node, '`alternatives`', keysOf(row), cx)
  const question = readQuestion(cx, 'Alternatives', keys, { own: ['offering', 'options'] })
  const seen = new Set<string>()
  const options = itemsOf(keys.need('options'), '`options`').map((item) => alternative(cx, item, seen))
  if (options.length === 0)
    throw new DiagnosticError(
      'wrong-type',
      keys.span,
      'This choice has no options.',
      'Add items to `options`.',
    )
  return { alternatives: { ...question, options } }
}

type Alternative = Alternatives['options'][number]

function alternative(cx: LoweringContext, node: YamlNode, seen: Set<string>): Alternative {
  const row = rowOf('Alternative')
  const keys = new Keys(node, 'an alternative', keysOf(row), cx)
  const { text: id, span } = keys.word('id')
  if (seen.has(id))
    throw new DiagnosticError('duplicate', span, `There are two options \`${id}\`.`, 'Rename one of them.')
  seen.add(id)
  const made = readNode<Alternative>(cx, row, keys, { otherwise: { effects: [] } }).node
  const when = keys.get('when')
  return when === undefined ? made : { ...made, src: cx.clause(when.span) }
}

/** Lowers a simultaneous choice. `ask` is one of the questions above, the same for each seat. */
export function chooseAtOnce(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`chooseAtOnce`', ['seat', 'seats', 'ask', 'effects'], cx)
  const seat = keys.word('seat').text
  const seats = cx.expr(keys.need('seats'), 'list seat').expr
  const inner = cx.loop().inside(seat, 'seat')
  const ask = new Keys(keys.need('ask'), '`ask` of `chooseAtOnce`', QUESTIONS, cx)
  const [kind, ...more] = QUESTIONS.filter((key) => ask.has(key))
  if (kind === undefined || more.length > 0) {
    const message = '`ask` must be exactly one question: `chooseOne`, `chooseN` or `alternatives`.'
    throw new DiagnosticError('wrong-type', ask.span, message)
  }
  const body = ask.need(kind)
  const other = body.kind === 'map' && body.entries.find(({ key }) => key === 'player' || key === 'offering')
  if (other) {
    const message = `A question of \`chooseAtOnce\` can't have \`${other.key}\`. It asks the \`seats\`.`
    throw new DiagnosticError('unknown-key', other.keySpan, message)
  }
  const question: AtOnceQuestion = { chooseOne, chooseN, alternatives }[kind](inner, body)
  const effects = inner.block(keys.get('effects'), inner.names.inner())
  return { chooseAtOnce: { seat, seats, ask: question, effects } }
}

const QUESTIONS = ['chooseOne', 'chooseN', 'alternatives'] as const

/** Lowers a text with values: `{…}` as in the rules notation, or a list of texts and `{show: expression}`. */
export function lowerText(cx: LoweringContext, node: YamlNode, as?: 'written'): Text {
  if (node.kind !== 'list') {
    const scope = { world: cx.world, scope: cx.names.scope() }
    return elaborateTemplate(scope, textOf(node, 'a text'), node.span, as)
  }
  return node.items.map((item) => {
    if (item.kind !== 'map') return textOf(item, 'a text')
    const keys = new Keys(item, 'a part of a text', ['show', 'type', 'one', 'many'], cx)
    const type = keys.get('type')
    const wanted = type === undefined ? undefined : typeNamed(cx.world, textOf(type, '`type`'), type.span)
    const shown = cx.expr(keys.need('show'), wanted)
    const [one, many] = ['one', 'many'].map((key) => keys.string(key))
    if (one === undefined) return { show: shown.expr, type: shown.type }
    needType(item.span, 'number', shown.type)
    return { show: shown.expr, type: shown.type, one, many: many ?? cx.world.language.plural(one) }
  })
}

/** Lowers a sentence: a text as in the rules notation, or `{holds: TEXT, fails: TEXT}`. */
export function lowerSaying(
  cx: LoweringContext,
  node: YamlNode,
  form: ReturnType<typeof sayingForm> = 'condition',
): Saying {
  if (node.kind !== 'map') return sayingOf(cx.world, lowerText(cx, node), node.span, form)
  const keys = new Keys(node, '`says`', form === 'noun' ? ['holds'] : ['holds', 'fails'], cx)
  const holds = lowerText(cx, keys.need('holds'))
  const fails = keys.get('fails')
  return fails === undefined ? { holds } : { holds, fails: lowerText(cx, fails) }
}
