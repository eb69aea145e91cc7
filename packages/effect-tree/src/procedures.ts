/** Procedures, actions and profiles of operations: each becomes one ProcedureDef. */
import type { Effect, Expr, ProcedureDef, Timing, TypeName } from '@ludoforge/kernel'
import { withoutUndefined } from '@ludoforge/kernel'
import {
  asTitle,
  defaultClass,
  DiagnosticError,
  onlyItem,
  type Parameter,
  parameterDefs,
  type Span,
  type Tie,
  tiedName,
  unknownName,
  type SymbolTable,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { besideQuestions, type Profile, wordsOf } from './activities.js'
import { lowerText } from './choices.js'
import { Cx, effectsOf, type Item, itemsOf, Keys, type Parts, textOf } from './context.js'
import { Names } from './names.js'
import { keysOf, readNode } from './sugar.js'
import { typeNamed } from './bare-words.js'
import { rowOf } from './rows.js'

const COMMON = ['id', 'title', 'rule', 'by', 'class', 'tags', 'params', 'requires', 'gives']
const TIED = ['as', 'of']
const PROFILE =
  'actionId legality cost targeting resolution partialExecution linkedSpecialActivityWindows accompanyingOps'

export type Form = 'procedure' | 'action' | 'operation' | 'activity'

const WHAT = {
  procedure: 'a procedure',
  action: 'an action',
  operation: 'an operation profile',
  activity: 'a special activity',
} as const

/** What the world is told before any body is read. */
export interface Signature {
  readonly id: string
  readonly span: Span
  readonly form: Form
  readonly keys: Keys
  readonly params: readonly Parameter[]
  readonly gives?: TypeName | undefined
  readonly rule?: string | undefined
  readonly class?: string | undefined
  readonly tied?: Tie | undefined
}

export function readSignature(cx: Cx, form: Form, node: YamlNode): Signature {
  const profile = form === 'operation' || form === 'activity'
  const own = profile
    ? PROFILE.split(' ')
    : ['effects', 'body', ...(form === 'procedure' ? ['offers'] : TIED)]
  const keys = new Keys(node, WHAT[form], [...COMMON, ...own])
  const tied = tieOf(keys)
  const { text: id, span } = tied === undefined || keys.has('id') ? keys.word('id') : tiedName(tied)
  const [rule, cls] = ['rule', 'class'].map((key) => keys.string(key))
  const result = keys.get('gives')
  const gives = result === undefined ? undefined : typeNamed(cx.world, textOf(result, '`gives`'), result.span)
  const params = readParams(cx, keys.get('params'))
  return { id, span, form, keys, params, rule, class: cls, gives, tied }
}

/** `as: power` and `of: knight`, a phrase or a list of phrases: an action that those tokens have. */
function tieOf(keys: Keys): Tie | undefined {
  if (!keys.has('as') && !keys.has('of')) return undefined
  const node = keys.need('of')
  const of = (node.kind === 'list' ? node.items : [node]).map((item): Tie['of'][number] => {
    const { span } = item
    const [first = '', ...others] = textOf(item, 'a type of token').trim().split(/\s+/)
    return [{ text: first, span }, ...others.map((text) => ({ text, span }))]
  })
  return { word: keys.word('as'), of }
}

export function readParams(cx: Cx, node: YamlNode | undefined): Parameter[] {
  if (node === undefined) return []
  const seen = new Set<string>()
  return itemsOf(node, '`params`').map((item) => {
    const keys = new Keys(item, 'a parameter', ['name', 'type', 'otherwise'])
    const { text: name, span } = keys.word('name')
    if (seen.has(name))
      throw new DiagnosticError('duplicate', span, `There are two parameters called \`${name}\`.`)
    seen.add(name)
    const typeNode = keys.need('type')
    const type = typeNamed(cx.world, textOf(typeNode, '`type`'), typeNode.span)
    const value = keys.get('otherwise')
    if (value === undefined) return { name, type }
    let made: Expr | undefined // all rules are known when it is first asked for
    const otherwise = (): Expr =>
      (made ??= attempt<Expr>(cx, { none: type }, () => cx.expr(value, type).expr))
    return { name, type, otherwise }
  })
}

/** `activities`: the window that was made for the activities that a profile names. */
export function lowerProcedure(
  world: SymbolTable,
  parts: Parts,
  signature: Signature,
  activities?: string,
): ProcedureDef {
  const { id, span, form, keys, params, rule, class: cls, gives } = signature
  const names = new Names()
  for (const { name, type } of params) names.set(name, type)
  const cx = new Cx({ world, parts, ...withoutUndefined({ rule, gives }) }, names)
  const offers = attempt(cx, undefined, () => offersOf(cx, keys.get('offers')))
  if (offers !== undefined) names.set(offers.bind, 'action')
  const opened = new Set<Effect>()
  const body = attempt(cx, [], () =>
    besideQuestions(
      parts.block(cx.with(names.inner()), itemsOfBody(cx, form, keys, activities, opened)),
      opened,
    ),
  )
  const classes = world.enums.get('action-class') ?? []
  const isClass = cls !== undefined && attempt(cx, false, () => checkClass(cls, classes, keys))
  const declared = isClass ? cls : undefined
  const tags = attempt(cx, [], () => tagsOf(form, keys))
  return {
    id,
    kind: offers !== undefined ? 'window' : form === 'procedure' ? 'procedure' : 'action',
    ...attempt(cx, {}, () => titleOf(cx, form, keys)),
    ...withoutUndefined({ rule, offers, gives }),
    by: attempt(cx, [], () => seatsOf(world, keys.get('by'))),
    ...withoutUndefined({
      class: declared ?? (form === 'procedure' ? undefined : defaultClass(world, tags)),
    }),
    tags,
    params: parameterDefs(params),
    requires: [...requirements(cx, form, keys), ...firstChoice(form, body)],
    body,
    src: cx.source(span),
  }
}

/** What makes a procedure a window: the actions it offers, and the name of the one that is taken. */
function offersOf(cx: Cx, node: YamlNode | undefined): ProcedureDef['offers'] {
  if (node === undefined) return undefined
  const row = rowOf('Offers')
  return readNode<NonNullable<ProcedureDef['offers']>>(cx, row, new Keys(node, '`offers`', keysOf(row), cx))
    .node
}

/** A mistake in one part of a declaration does not hide those in the others. */
function attempt<T>(cx: Cx, otherwise: T, work: () => T): T {
  try {
    return work()
  } catch (fault) {
    cx.report(fault)
    return otherwise
  }
}

/** The title of a procedure, which is told, may show values; others are plain. */
function titleOf(cx: Cx, form: Form, keys: Keys): Pick<ProcedureDef, 'title'> {
  const node = keys.get('title')
  if (node === undefined) return {}
  const isTold = form === 'procedure' && !keys.has('offers')
  return { title: isTold ? asTitle(lowerText(cx, node)) : (keys.string('title') ?? '') }
}

function checkClass(cls: string, classes: readonly string[], keys: Keys): boolean {
  if (!classes.includes(cls)) throw unknownName(keys.need('class').span, cls, 'a class of actions', classes)
  return true
}

function seatsOf(world: SymbolTable, node: YamlNode | undefined): string[] {
  if (node === undefined) return []
  return (node.kind === 'list' ? node.items : [node]).map((item) => {
    const seat = textOf(item, 'a seat')
    if (!world.seats.has(seat)) throw unknownName(item.span, seat, 'a seat', world.seats)
    return seat
  })
}

/** A profile is known by what it is, by the action it resolves, and by the operations it may accompany. */
function tagsOf(form: Form, keys: Keys): string[] {
  const own = wordsOf(keys.get('tags'))
  const tied = keys.has('as') ? [keys.word('as').text] : []
  const tags = [...own, ...tied.filter((word) => !own.includes(word))]
  if (form === 'procedure' || form === 'action') return tags
  const accompanied = wordsOf(keys.get('accompanyingOps')).filter((op) => op !== 'any')
  return [
    ...new Set([form, ...wordsOf(keys.get('actionId')), ...tags, ...accompanied.map((op) => `with:${op}`)]),
  ]
}

function requirements(cx: Cx, form: Form, keys: Keys): { when: Expr; src: number }[] {
  const given = keys.get('requires')
  const conditions = given === undefined ? [] : requiresOf(given)
  const require = (node: YamlNode, wrap: (when: Expr) => Expr = (when) => when) =>
    attempt<{ when: Expr; src: number }[]>(cx, [], () => {
      const when = cx.flag(node)
      return when === true ? [] : [{ when: wrap(when), src: cx.clause(node.span) }]
    })
  const own = conditions.flatMap((node) => require(node))
  if (form === 'procedure' || form === 'action') return own
  const legality = attempt(cx, [], () => {
    const node = keys.get('legality')
    return node === undefined ? [] : requiresOf(new Keys(node, '`legality`', ['when']).need('when'))
  })
  const validate = attempt(cx, undefined, () => costOf(keys)?.get('validate'))
  const free = (when: Expr): Expr => ({ op: 'or', args: [{ ref: 'free' }, when] })
  return [
    ...own,
    ...legality.flatMap((node) => require(node)),
    ...(validate === undefined ? [] : requiresOf(validate).flatMap((node) => require(node, free))),
  ]
}

/**
 * An operation that begins with a choice of spaces is legal only if there are enough to choose from: the
 * specs leave that unsaid, and whoever took it otherwise would be stuck. Nothing before the choice binds a name.
 */
function firstChoice(form: Form, body: readonly Effect[]): { when: Expr; src?: number }[] {
  if (form === 'procedure' || form === 'action') return []
  const first = body.find((effect) => !('window' in effect || ('if' in effect && isNotFree(effect.if.when))))
  if (first === undefined || !('chooseN' in first)) return []
  const { min, orAll, options: query } = first.chooseN
  if (min === 0 || orAll === true) return []
  const when: Expr =
    min === 1
      ? { aggregate: { op: 'any', query } }
      : { op: '>=', left: { aggregate: { op: 'count', query } }, right: min }
  return [{ when, ...withoutUndefined({ src: first.src }) }]
}

const isNotFree = (when: Expr): boolean => JSON.stringify(when) === JSON.stringify(NOT_FREE)
const NOT_FREE: Expr = { op: 'not', arg: { ref: 'free' } }

/** A list of conditions, or one; each can be explained by itself. */
function requiresOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind !== 'list') return [node]
  return node.items.map((item) => {
    // What `expand` prints: the condition under its own key.
    const only = item.kind === 'map' ? onlyItem(item.entries) : undefined
    return only?.key === 'when' ? only.value : item
  })
}

function costOf(keys: Keys): Keys | undefined {
  const cost = keys.get('cost')
  return cost === undefined ? undefined : new Keys(cost, '`cost`', ['validate', 'spend'])
}

function itemsOfBody(
  cx: Cx,
  form: Form,
  keys: Keys,
  activities: string | undefined,
  opened: Set<Effect>,
): readonly Item[] {
  if (form === 'procedure' || form === 'action') return effectsOf(keys.need('effects', 'body'))
  checkProfile(keys)
  const windows = windowsOf(cx, form, keys, activities)
  const open = (timing: Timing): Item[] =>
    windows.map(({ name, span }) =>
      made((inner) => {
        const effect: Effect = { window: { name, timing }, src: inner.source(span) }
        opened.add(effect)
        return effect
      }),
    )
  const stages = itemsOf(keys.need('resolution'), '`resolution`').map((node) => {
    const stage = new Keys(node, 'a stage', ['stage', 'effects'])
    return effectsOf(stage.need('effects'))
  })
  const spend = costOf(keys)?.get('spend')
  return [
    ...open('before'),
    ...(spend === undefined || effectsOf(spend).length === 0 ? [] : [spending(spend)]),
    ...stages.flatMap((stage, i): readonly Item[] => (i === 0 ? stage : [...open('during'), ...stage])),
    ...open('after'),
  ]
}

const made = (make: (cx: Cx) => Effect): Item => ({ kind: 'made', make })

/** What an operation costs is not paid when it was granted free. */
function spending(node: YamlNode): Item {
  return made((cx) => ({
    if: { when: NOT_FREE, then: cx.block(node) },
    src: cx.source(node.span),
  }))
}

function checkProfile(keys: Keys): void {
  const partial = keys.get('partialExecution')
  if (partial !== undefined)
    new Keys(partial, '`partialExecution`', ['mode']).oneOf('mode', ['forbid', 'allow'] as const)
  const targeting = keys.get('targeting')
  if (targeting !== undefined && (targeting.kind !== 'map' || targeting.entries.length > 0))
    throw new DiagnosticError(
      'unsupported',
      targeting.span,
      '`targeting` is empty: spaces are chosen in `resolution`.',
    )
}

/** The windows that open before, between and after the stages: those that are named, and the one for activities. */
function windowsOf(
  cx: Cx,
  form: Form,
  keys: Keys,
  activities: string | undefined,
): { name: string; span: Span }[] {
  const node = keys.get('linkedSpecialActivityWindows')
  if (node === undefined) return []
  const { world } = cx
  const named = itemsOf(node, '`linkedSpecialActivityWindows`').flatMap((item) =>
    attempt(cx, [], () => {
      const name = textOf(item, 'an activity or a window')
      const { action, window } = world.procedures.get(name) ?? {}
      if (action === true && form === 'operation') return []
      if (action === true)
        throw new DiagnosticError(
          'unsupported',
          item.span,
          'Only an operation profile opens a window for activities.',
        )
      if (window !== true) {
        const known = [...world.procedures.values()].filter((p) => p.action || p.window === true)
        throw unknownName(
          item.span,
          name,
          'a special activity or a window',
          known.map(({ id }) => id),
        )
      }
      world.use(`procedure:${name}`)
      return [{ name, span: item.span }]
    }),
  )
  if (activities !== undefined) world.use(`procedure:${activities}`)
  return activities === undefined ? named : [...named, { name: activities, span: node.span }]
}

/** What an operation profile is known by. */
export function profileOf({ id, form, keys }: Signature): Profile {
  return { id, keys, names: [id, ...tagsOf(form, keys)] }
}
