/** Choices: each becomes a pure function that computes its question from the state, and a description. */
import type { Alternatives, ChooseN, ChooseOne, Expr, Offering, Text } from '../def/index.js'
import { itemOf } from '../def/index.js'
import { windowIndex } from './control.js'
import { expr, typed } from './expr.js'
import { CLEAN, REMEMBERED, type Taint } from '../infoflow/sources.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import type { SimultaneousLocals } from './routine.js'
import { type Scope, stored } from './scope.js'
import { quote } from '../def/shape.js'
import { textCode } from './text.js'
import { present } from '../errors.js'

export type ChoiceNode = ChooseOne | ChooseN | Alternatives

/** What hides something: something that always does, or zones as long as something lies in them. */
export interface HiddenBy {
  readonly always: boolean
  readonly zones: readonly number[]
}

/** What hides which answers there are. */
interface HiddenAnswers {
  readonly fromOthers: HiddenBy // or from the one who is asked
  readonly fromAsked: HiddenBy // before it is asked
}

/** A place of the rules that asks; the machine computes a `Question` from it. */
export interface QuestionSite {
  readonly id: number
  readonly kind: 'one' | 'many' | 'alternatives' | 'window'
  readonly routine: number
  readonly slot: number // the local that takes the answer; -1: none does
  readonly together: SimultaneousLocals | null // several seats are asked at once
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly orAll: boolean
  readonly secret: boolean
  readonly place: number
  readonly cause: number // what its answer tells about where it was asked
  readonly secretly: boolean // it stands in a way that was chosen secretly
  readonly hiddenBy: readonly HiddenAnswers[] | null // by the seat that is asked; null: all can know the answers there are
  readonly rule: string | undefined
  readonly branches: number[] // of alternatives: where each goes on
  readonly ends: number[] // of alternatives: the points of each lie before this
  readonly ids: readonly string[] // of alternatives
  readonly idle: readonly boolean[] | null // of alternatives: which of them do nothing
  readonly openLabels: readonly boolean[] // of alternatives: whether everybody may read the label
  readonly distinct: boolean
  readonly sure: boolean // no option is none
  /** The window whose actions are offered too, and the point at which the question is asked again. */
  readonly offering: { readonly window: number; readonly again: number } | null
  readonly subject: string | undefined // the type of what it is about
  readonly node: ChoiceNode | WindowNode
  readonly scope: Scope
}

/** A window that is a question of its own: an action that it offers, or none. */
interface WindowNode {
  readonly bind: string
  readonly offering: Offering
  readonly prompt?: Text
  readonly about?: undefined
  readonly secret?: undefined
}

const ASKED = ['S', 'k', 'fp', 'z'] // the parameters of a question's functions
const SUBJECTS: readonly string[] = ['zone', 'token', 'seat', 'action']

/**
 * Generates the functions of a question: `q` computes it, `t` its prompt, `u` its subject, `b` the labels of
 * alternatives. `again` is the point to come back to when an offer has been carried out. What several seats are
 * asked at once depends on the seat, which the functions get as `z`.
 */
export function question(
  linker: Linker,
  scope: Scope,
  routine: number,
  slot: number,
  kind: QuestionSite['kind'],
  node: QuestionSite['node'],
  again: number,
  together: SimultaneousLocals | null = null,
): QuestionSite {
  const id = linker.questions.length
  linker.questions.push(null) // keeps the number while inner questions are made
  // Names in question functions read the frame just as the routine does: they get the same `k` and `fp`.
  const inner = scope.inner()
  const offers = offering(linker, inner, node.offering)
  const made =
    kind === 'alternatives'
      ? alternatives(linker, inner, id, node as Alternatives, offers.js)
      : kind === 'window'
        ? windowQuestion(id, offers.js)
        : choosing(linker, inner, id, kind, node as ChooseN, offers.js)
  const name = 'bind' in node ? node.bind : 'choice'
  const result: QuestionSite = {
    id,
    kind,
    routine,
    slot,
    together,
    name,
    type: made.type,
    optional: 'optional' in node && node.optional !== undefined,
    orAll: 'orAll' in node,
    secret: node.secret === true,
    place: linker.place(),
    cause: linker.cause(routine),
    secretly: linker.secretly > 0,
    hiddenBy: hiddenBy(linker, routine, node),
    rule: linker.by().rule,
    branches: [],
    ends: [],
    ids: made.ids,
    idle:
      'options' in node && Array.isArray(node.options)
        ? node.options.map((of) => of.effects.length === 0)
        : null,
    openLabels: labelsOf(node).map((text) => text !== undefined && !linker.flows.isTainted(text, routine)),
    distinct: made.distinct,
    sure: made.sure,
    offering: offers.window < 0 ? null : { window: offers.window, again },
    subject: subject(linker, inner, id, node.about),
    node,
    scope: scope.snapshot(),
  }
  linker.questions[id] = result
  const prompt =
    node.prompt === undefined ? JSON.stringify(`Choose ${name}`) : textCode(linker, inner, node.prompt)
  linker.define('q', id, ASKED, `const d=S.d;${made.code}`)
  linker.define('t', id, ASKED, `const d=S.d;return ${prompt}`)
  linker.define('b', id, ['S', 'k', 'fp', 'i', 'z'], `const d=S.d;${made.labels}return ''`)
  return result
}

/** What hides from somebody which answers a question has, by the seat that is asked. */
function hiddenBy(
  { flows, layout }: Linker,
  routine: number,
  node: QuestionSite['node'],
): readonly HiddenAnswers[] | null {
  const { secret, zones } = flows.sources
  if ((flows.answerTaint(node, routine) & secret) === CLEAN) return null
  const asked: Expr = ('player' in node ? node.player : undefined) ?? { ref: 'actor' }
  const by = (taint: Taint): HiddenBy => ({
    always: (taint & ~zones) !== CLEAN,
    zones: flows.sources
      .zonesIn(taint)
      .map((id) => present(layout.zoneIndex.get(id), 'a source of secrets is a zone.')),
  })
  return layout.seats.map((seat) => {
    const taint = flows.answerTaint(node, routine, { seat, asked })
    const unknown = taint & flows.sources.hiddenFrom({ seat, acting: true })
    return {
      fromOthers: by(taint & (secret | REMEMBERED)),
      fromAsked: by(unknown === CLEAN ? CLEAN : unknown | (taint & REMEMBERED)),
    }
  })
}

/** What alternatives are called. */
function labelsOf(node: QuestionSite['node']): readonly (Text | undefined)[] {
  return 'options' in node && Array.isArray(node.options) ? node.options.map(({ label }) => label) : []
}

/** The two last arguments of an asking function: the actions on offer, and their timing. */
function offering(
  linker: Linker,
  scope: Scope,
  node: Offering | undefined,
): { readonly window: number; readonly js: string } {
  if (node === undefined) return { window: -1, js: 'NONE,0' }
  const { index, timing } = windowIndex(linker, node)
  const before = node.before === undefined ? null : typed(linker, scope, node.before, 'flag').js
  return {
    window: index,
    js: `${linker.called('o', index)}(S),${before === null ? timing : `${before}?1:${timing}`}`,
  }
}

function subject(linker: Linker, scope: Scope, id: number, node: Expr | undefined): string | undefined {
  if (node === undefined) return undefined
  const value = expr(linker, scope, node)
  if (!SUBJECTS.includes(value.type))
    linker.fail(`A question is about a zone, a token, a seat or an action, not about a ${value.type}.`)
  linker.define('u', id, ASKED, `const d=S.d;return ${stored(value)}`)
  return value.type
}

function windowQuestion(id: number, offers: string): Made {
  const code = `return askOne(S,${id},chooser(S.actor,0),NONE,true,${offers})`
  return { code, type: 'action', ids: [], distinct: true, sure: true, labels: '' }
}

interface Made {
  readonly code: string
  readonly type: string
  readonly ids: readonly string[]
  readonly distinct: boolean
  readonly sure: boolean
  readonly labels: string
}

function chooser(linker: Linker, scope: Scope, player: Expr | undefined): string {
  const seat = typed(linker, scope, player ?? { ref: 'actor' }, 'seat')
  return seat.sure ? seat.js : `chooser(${seat.js},${linker.place()})`
}

function choosing(
  linker: Linker,
  scope: Scope,
  id: number,
  kind: 'one' | 'many',
  node: ChooseN & Pick<ChooseOne, 'optional'>,
  offers: string,
): Made {
  const seat = chooser(linker, scope, node.player)
  const optional = node.optional === undefined ? 'false' : typed(linker, scope, node.optional, 'flag').js
  const { options } = node
  if (
    kind === 'one' &&
    typeof options === 'object' &&
    'query' in options &&
    options.query === 'intsInRange'
  ) {
    const min = typed(linker, scope, options.min, 'number').js
    const max = typed(linker, scope, options.max, 'number').js
    expectType(linker, node.type, 'number', options)
    if (node.offering !== undefined) linker.fail('A question for a number cannot offer actions.')
    const code = `return askRange(S,${id},${seat},${min},${max},${optional})`
    return { code, type: 'number', ids: [], distinct: true, sure: true, labels: '' }
  }
  const list = anyList(linker, scope, options)
  const type = itemOf(list.type)
  expectType(linker, node.type, type, options)
  const distinct = list.distinct === true
  const { sure } = list
  if (kind === 'one') {
    const code = `return askOne(S,${id},${seat},${list.js},${optional},${offers})`
    return { code, type, ids: [], distinct, sure, labels: '' }
  }
  const min = typed(linker, scope, node.min, 'number').js
  const max = node.max === undefined ? '2147483647' : typed(linker, scope, node.max, 'number').js
  let code = `const v=gather(S,${id},${list.js});`
  if (node.cost === undefined) {
    return {
      code: `${code}return askMany(S,${id},${seat},v,${min},${max},null,0,${offers})`,
      type,
      ids: [],
      distinct,
      sure,
      labels: '',
    }
  }
  const within = scope.inner()
  within.bind(node.costBind ?? 'it', 'x', type, list.sure)
  const cost = typed(linker, within, node.cost, 'number').js
  if (node.budget === undefined) linker.fail('A choice with costs needs a budget.')
  const budget = typed(linker, scope, node.budget, 'number').js
  code += `const w=[];for(let i=0;i<v.length;i++){const x=v[i];w.push(${cost})}`
  code += `return askMany(S,${id},${seat},v,${min},${max},w,${budget},${offers})`
  return { code, type, ids: [], distinct, sure, labels: '' }
}

function expectType(linker: Linker, declared: string, found: string, node: unknown): void {
  if (declared !== found)
    linker.fail(`The options ${quote(node)} are of the type ${found}, not ${quote(declared)}.`)
}

function alternatives(linker: Linker, scope: Scope, id: number, node: Alternatives, offers: string): Made {
  const seat = chooser(linker, scope, node.player)
  const ids: string[] = []
  let code = 'const v=[];'
  let labels = ''
  node.options.forEach((o, i) => {
    if (typeof o.id !== 'string') linker.fail('An alternative has no id.')
    if (ids.includes(o.id)) linker.fail(`Two alternatives have the id '${o.id}'.`)
    ids.push(o.id)
    const when = o.when === undefined ? '' : `if(${typed(linker, scope, o.when, 'flag').js})`
    code += `${when}v.push(${i});`
    if (o.label !== undefined) labels += `if(i===${i})return ${textCode(linker, scope, o.label)};`
  })
  return {
    code: `${code}return askOne(S,${id},${seat},v,false,${offers})`,
    type: 'choice',
    ids,
    distinct: true,
    sure: true,
    labels,
  }
}
