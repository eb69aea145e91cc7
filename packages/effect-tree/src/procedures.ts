/** Lowers procedures, actions and operation profiles, each to one ProcedureDef. */
import type { Effect, Expr, ProcedureDef, Timing, TypeName } from '@ludoforge/kernel'
import { withoutUndefined } from '@ludoforge/kernel'
import {
  asTitle,
  defaultClass,
  DiagnosticError,
  type Parameter,
  parameterDefs,
  type Span,
  type TokenActionNode,
  tokenActionName,
  unknownName,
  type SymbolTable,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { mergeWindows, type Profile, wordsOf } from './activities.js'
import { lowerSaying, lowerText } from './choices.js'
import { LoweringContext, effectsOf, type Item, itemsOf, Keys, type Lowerers, textOf } from './context.js'
import { Names } from './names.js'
import { keysOf, readNode } from './read-node.js'
import { typeNamed } from './bare-words.js'
import { rowOf } from './rows.js'

const COMMON = ['id', 'title', 'verb', 'rule', 'by', 'class', 'tags', 'params', 'requires', 'gives']
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

/** The signature, which is declared before any body is lowered. */
export interface Signature {
  readonly id: string
  readonly span: Span
  readonly form: Form
  readonly keys: Keys
  readonly params: readonly Parameter[]
  readonly gives?: TypeName | undefined
  readonly rule?: string | undefined
  readonly class?: string | undefined
  readonly tied?: TokenActionNode | undefined
}

export function readSignature(cx: LoweringContext, form: Form, node: YamlNode): Signature {
  const profile = form === 'operation' || form === 'activity'
  const own = profile
    ? PROFILE.split(' ')
    : ['effects', 'body', ...(form === 'procedure' ? ['offers'] : TIED)]
  const keys = new Keys(node, WHAT[form], [...COMMON, ...own])
  const tied = tieOf(keys)
  const { text: id, span } = tied === undefined || keys.has('id') ? keys.word('id') : tokenActionName(tied)
  const [rule, cls] = ['rule', 'class'].map((key) => keys.string(key))
  const result = keys.get('gives')
  const gives = result === undefined ? undefined : typeNamed(cx.world, textOf(result, '`gives`'), result.span)
  const params = readParams(cx, keys.get('params'))
  return { id, span, form, keys, params, rule, class: cls, gives, tied }
}

/** `as: power` and `of: knight`, a phrase or a list of phrases: an action of these tokens. */
function tieOf(keys: Keys): TokenActionNode | undefined {
  if (!keys.has('as') && !keys.has('of')) return undefined
  const node = keys.need('of')
  const of = (node.kind === 'list' ? node.items : [node]).map((item): TokenActionNode['of'][number] => {
    const { span } = item
    const [first = '', ...others] = textOf(item, 'a type of token').trim().split(/\s+/)
    return [{ text: first, span }, ...others.map((text) => ({ text, span }))]
  })
  return { word: keys.word('as'), of }
}

export function readParams(cx: LoweringContext, node: YamlNode | undefined): Parameter[] {
  if (node === undefined) return []
  const seen = new Set<string>()
  return itemsOf(node, '`params`').map((item) => {
    const keys = new Keys(item, 'a parameter', ['name', 'type', 'otherwise'])
    const { text: name, span } = keys.word('name')
    if (seen.has(name))
      throw new DiagnosticError(
        'duplicate',
        span,
        `There are two parameters \`${name}\`.`,
        'Rename one of them.',
      )
    seen.add(name)
    const typeNode = keys.need('type')
    const type = typeNamed(cx.world, textOf(typeNode, '`type`'), typeNode.span)
    const value = keys.get('otherwise')
    if (value === undefined) return { name, type }
    let cached: Expr | undefined // computed on first use, when all rules are declared
    const otherwise = (): Expr =>
      (cached ??= attempt<Expr>(cx, { none: type }, () => cx.expr(value, type).expr))
    return { name, type, otherwise }
  })
}

/** `activities`: the generated window for the activities of a profile. */
export function lowerProcedure(
  world: SymbolTable,
  parts: Lowerers,
  signature: Signature,
  activities?: string,
): ProcedureDef {
  const { id, span, form, keys, params, rule, class: cls, gives } = signature
  const names = new Names()
  for (const { name, type } of params) names.set(name, type)
  const cx = new LoweringContext({ world, parts, ...withoutUndefined({ rule, gives }) }, names)
  const offers = attempt(cx, undefined, () => offersOf(cx, keys.get('offers')))
  if (offers !== undefined) names.set(offers.bind, 'action')
  const opened = new Set<Effect>()
  const body = attempt(cx, [], () =>
    mergeWindows(
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
    ...attempt(cx, {}, () => verbOf(cx, form, keys)),
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

/** Reads `offers`, which makes a procedure a window: its actions, and the name of the chosen one. */
function offersOf(cx: LoweringContext, node: YamlNode | undefined): ProcedureDef['offers'] {
  if (node === undefined) return undefined
  const row = rowOf('Offers')
  return readNode<NonNullable<ProcedureDef['offers']>>(cx, row, new Keys(node, '`offers`', keysOf(row), cx))
    .node
}

/** Reports an error and returns `otherwise`, so that it doesn't hide errors in other parts of the declaration. */
function attempt<T>(cx: LoweringContext, otherwise: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    cx.report(error)
    return otherwise
  }
}

/** The title of a procedure appears in the log and may show values. Other titles are plain text. */
function titleOf(cx: LoweringContext, form: Form, keys: Keys): Pick<ProcedureDef, 'title'> {
  const node = keys.get('title')
  if (node === undefined) return {}
  const isLogged = form === 'procedure' && !keys.has('offers')
  return { title: isLogged ? asTitle(lowerText(cx, node)) : translated(cx, keys, 'title') }
}

/** A plain text in the language of the game. */
function translated(cx: LoweringContext, keys: Keys, key: string): string {
  const text = keys.string(key) ?? ''
  return cx.world.words?.text(text, keys.need(key).span)?.text ?? text
}

/** The title of an action in the third person. */
function verbOf(cx: LoweringContext, form: Form, keys: Keys): Pick<ProcedureDef, 'verb'> {
  if (!keys.has('verb')) return {}
  if (form !== 'procedure') return { verb: translated(cx, keys, 'verb') }
  const message = 'Only an action has a `verb`.'
  throw new DiagnosticError('unknown-key', keys.need('verb').span, message, 'Remove it.')
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

/** The tags of a profile: its form, its action, and the operations it accompanies. */
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

function requirements(cx: LoweringContext, form: Form, keys: Keys): Requirement[] {
  const given = keys.get('requires')
  const conditions = given === undefined ? [] : requiresOf(given)
  const require = ({ node, written }: Condition, wrap: (when: Expr) => Expr = (when) => when) =>
    attempt<Requirement[]>(cx, [], () => {
      const when = cx.flag(node)
      const says = written && lowerSaying(cx, written)
      if (when === true) return []
      return [{ when: wrap(when), ...withoutUndefined({ says }), src: cx.clause(node.span) }]
    })
  const own = conditions.flatMap((one) => require(one))
  if (form === 'procedure' || form === 'action') return own
  const legality = attempt(cx, [], () => {
    const node = keys.get('legality')
    return node === undefined ? [] : requiresOf(new Keys(node, '`legality`', ['when']).need('when'))
  })
  const validate = attempt(cx, undefined, () => costOf(keys)?.get('validate'))
  const free = (when: Expr): Expr => ({ op: 'or', args: [{ ref: 'free' }, when] })
  return [
    ...own,
    ...legality.flatMap((one) => require(one)),
    ...(validate === undefined ? [] : requiresOf(validate).flatMap((one) => require(one, free))),
  ]
}

/**
 * Adds a requirement that the specs leave implicit: an operation that starts with a choice needs enough options.
 * Without it the operation would be a dead end. Nothing before the choice binds a name.
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

type Requirement = ProcedureDef['requires'][number]

/** A condition, and its sentence as written. */
interface Condition {
  readonly node: YamlNode
  readonly written?: YamlNode | undefined
}

/** A list of conditions, or one. Each has its own source for explanations. */
function requiresOf(node: YamlNode): readonly Condition[] {
  if (node.kind !== 'list') return [{ node }]
  return node.items.map((item) => {
    // `{when: COND, says: SENTENCE}`, as `expand` prints it. No expression has the key `when` alone or with `says`.
    const entries = item.kind === 'map' ? item.entries : []
    const [when, written] = ['when', 'says'].map((key) => entries.find((entry) => entry.key === key)?.value)
    const isWhole = when !== undefined && entries.length === (written === undefined ? 1 : 2)
    return isWhole ? { node: when, written } : { node: item }
  })
}

function costOf(keys: Keys): Keys | undefined {
  const cost = keys.get('cost')
  return cost === undefined ? undefined : new Keys(cost, '`cost`', ['validate', 'spend'])
}

function itemsOfBody(
  cx: LoweringContext,
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
      generated((inner) => {
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

const generated = (make: (cx: LoweringContext) => Effect): Item => ({ kind: 'made', make })

/** Pays the cost of an operation, unless it is free. */
function spending(node: YamlNode): Item {
  return generated((cx) => ({
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
      "`targeting` isn't supported.",
      'Choose spaces in `resolution`, and remove `targeting` or leave it empty.',
    )
}

/** The windows before, between and after the stages: the named ones, and the generated one for activities. */
function windowsOf(
  cx: LoweringContext,
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
          'Only an operation profile can list activities here.',
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

/** The profile of a signature, with its names. */
export function profileOf({ id, form, keys }: Signature): Profile {
  return { id, keys, names: [id, ...tagsOf(form, keys)] }
}
