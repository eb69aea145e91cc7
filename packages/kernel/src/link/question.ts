/** Generates questions: each becomes a pure function that computes the question from the state, and a `QuestionSite`. */
import type { Alternatives, ChooseN, ChooseOne, Expr, Offering, Text } from '../def/index.js'
import { itemOf } from '../def/index.js'
import { windowIndex } from './control.js'
import { expr, typed } from './expr.js'
import { CLEAN, REMEMBERED, type Taint } from '../infoflow/taint-sources.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import type { SeriesLocals, SimultaneousLocals } from './routine.js'
import { type Scope, stored } from './scope.js'
import { quote } from '../def/shape.js'
import { textCode } from './text.js'
import { present } from '../errors.js'

export type ChoiceNode = ChooseOne | ChooseN | Alternatives

/** What hides something: always hidden, or hidden while one of these zones holds a token. */
export interface HiddenBy {
  readonly always: boolean
  readonly zones: readonly number[]
}

/** What hides the set of answers. */
interface HiddenAnswers {
  readonly fromOthers: HiddenBy // from other seats, or from the asked seat
  readonly fromAsked: HiddenBy // from the asked seat, before it is asked
}

/** A statement that asks. The machine computes a `Question` from it. */
export interface QuestionSite {
  readonly id: number
  readonly kind: 'one' | 'many' | 'alternatives' | 'window'
  readonly routine: number
  readonly slot: number // the local that stores the answer; -1: none
  readonly together: SimultaneousLocals | null // of a simultaneous choice
  readonly series: SeriesLocals | null // of a question in a series
  readonly repeats: boolean // a list may name an option several times
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly orAll: boolean
  readonly secret: boolean
  readonly place: number
  readonly cause: number // the cause that the event of its answer names
  readonly secretly: boolean // it is inside a secretly chosen alternative
  readonly hiddenBy: readonly HiddenAnswers[] | null // by the asked seat; null: the set of answers is public
  readonly rule: string | undefined
  readonly branches: number[] // of alternatives: the resume point of each
  readonly ends: number[] // of alternatives: the resume points of each are below this
  readonly ids: readonly string[] // of alternatives
  readonly idle: readonly boolean[] | null // of alternatives: whether each does nothing
  readonly openLabels: readonly boolean[] // of alternatives: whether everybody may read the label
  readonly distinct: boolean
  readonly sure: boolean // no option is none
  /** The window whose actions are offered, and the resume point that repeats the question. */
  readonly offering: { readonly window: number; readonly again: number } | null
  readonly subject: string | undefined // the type of its subject
  readonly node: ChoiceNode | WindowNode
  readonly scope: Scope
}

/** A series that a question is asked in: its locals, and the code for the number of rounds left. */
export interface Series {
  readonly locals: SeriesLocals
  readonly left: string
}

/** A window as a question: one of the actions that it offers, or none. */
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
 * alternatives. `again` is the resume point after an offer was performed. The functions get the seat of a simultaneous
 * choice as `z`.
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
  series: Series | null = null,
): QuestionSite {
  const id = linker.questions.length
  linker.questions.push(null) // reserves the number while inner questions are generated
  // Question functions get the routine's `k` and `fp`, so names read the frame in the same way.
  const inner = scope.inner()
  const offers = offering(linker, inner, node.offering)
  const made =
    kind === 'alternatives'
      ? alternatives(linker, inner, id, node as Alternatives, offers.js)
      : kind === 'window'
        ? windowQuestion(id, offers.js)
        : choosing(linker, inner, id, kind, node as ChooseN, offers.js, series?.left ?? '0')
  const name = 'bind' in node ? node.bind : 'choice'
  const result: QuestionSite = {
    id,
    kind,
    routine,
    slot,
    together,
    series: series?.locals ?? null,
    repeats: 'repeats' in node && node.repeats,
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

/** Returns what hides the set of answers, by the asked seat; null if it is public. */
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

/** Returns the labels of alternatives. */
function labelsOf(node: QuestionSite['node']): readonly (Text | undefined)[] {
  return 'options' in node && Array.isArray(node.options) ? node.options.map(({ label }) => label) : []
}

/** Generates the last two arguments of an `ask` function: the offered actions, and their timing. */
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
    linker.fail(
      `A question can be about a zone, a token, a seat or an action, but not about a ${value.type}.`,
    )
  linker.define('u', id, ASKED, `const d=S.d;return ${stored(value)}`)
  return value.type
}

function windowQuestion(id: number, offers: string): Made {
  const code = `return askOne(S,${id},chooser(S.actor,0),NONE,true,${offers},0)`
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
  series: string,
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
    const code = `return askOne(S,${id},${seat},${list.js},${optional},${offers},${series})`
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
    code: `${code}return askOne(S,${id},${seat},v,false,${offers},0)`,
    type: 'choice',
    ids,
    distinct: true,
    sure: true,
    labels,
  }
}
