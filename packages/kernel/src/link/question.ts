/** Choices: each becomes a pure function that computes its question from the state, and a description. */
import type { Alternatives, ChooseN, ChooseOne, Expr } from '../def/index.js'
import { itemType } from './components.js'
import { typed } from './expr.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import type { Scope } from './scope.js'
import { quote } from './shape.js'
import { textCode } from './text.js'

export interface Question {
  readonly id: number
  readonly kind: 'one' | 'many' | 'alternatives'
  readonly routine: number
  readonly slot: number // the local that takes the answer; -1 for alternatives
  readonly name: string
  readonly type: string
  readonly optional: boolean
  readonly secret: boolean
  readonly place: number
  readonly cause: number // what its answer tells about where it was asked
  readonly secretly: boolean // it stands in a way that was chosen secretly
  readonly rule: string | undefined
  readonly branches: number[] // of alternatives: where each goes on
  readonly ids: readonly string[] // of alternatives
  readonly distinct: boolean
  readonly sure: boolean // no option is none
  readonly node: ChooseOne | ChooseN | Alternatives
  readonly scope: Scope
}

/** Generates the functions of a question: `q` computes it, `t` its prompt, `b` the labels of alternatives. */
export function question(
  linker: Linker,
  scope: Scope,
  routine: number,
  slot: number,
  kind: Question['kind'],
  node: ChooseOne | ChooseN | Alternatives,
): Question {
  const id = linker.questions.length
  linker.questions.push(null) // keeps the number while inner questions are made
  // Names in question functions read the frame just as the routine does: they get the same `k` and `fp`.
  const inner = scope.inner()
  const made =
    kind === 'alternatives'
      ? alternatives(linker, inner, id, node as Alternatives)
      : choosing(linker, inner, id, kind, node as ChooseN)
  const name = 'bind' in node ? node.bind : 'choice'
  const result: Question = {
    id,
    kind,
    routine,
    slot,
    name,
    type: made.type,
    optional: 'optional' in node && node.optional !== undefined,
    secret: node.secret === true,
    place: linker.place(),
    cause: linker.cause(routine),
    secretly: linker.secretly > 0,
    rule: linker.by().rule,
    branches: [],
    ids: made.ids,
    distinct: made.distinct,
    sure: made.sure,
    node,
    scope: scope.snapshot(),
  }
  linker.questions[id] = result
  const prompt =
    node.prompt === undefined ? JSON.stringify(`Choose ${name}`) : textCode(linker, inner, node.prompt)
  linker.code.push(`function q${id}(S,k,fp){const d=S.d;${made.code}}`)
  linker.code.push(`function t${id}(S,k,fp){const d=S.d;return ${prompt}}`)
  linker.code.push(`function b${id}(S,k,fp,i){const d=S.d;${made.labels}return ''}`)
  return result
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
    const code = `return askRange(S,${id},${seat},${min},${max},${optional})`
    return { code, type: 'number', ids: [], distinct: true, sure: true, labels: '' }
  }
  const list = anyList(linker, scope, options)
  const type = itemType(list.type)
  expectType(linker, node.type, type, options)
  const distinct = list.distinct === true
  const { sure } = list
  if (kind === 'one') {
    const code = `return askOne(S,${id},${seat},${list.js},${optional})`
    return { code, type, ids: [], distinct, sure, labels: '' }
  }
  const min = typed(linker, scope, node.min, 'number').js
  const max = typed(linker, scope, node.max, 'number').js
  let code = `const v=gather(S,${id},${list.js});`
  if (node.cost === undefined) {
    return {
      code: `${code}return askMany(S,${id},${seat},v,${min},${max},null,0)`,
      type,
      ids: [],
      distinct,
      sure,
      labels: '',
    }
  }
  const within = scope.inner()
  within.bind(node.costBind ?? node.bind, 'x', type, list.sure)
  const cost = typed(linker, within, node.cost, 'number').js
  if (node.budget === undefined) linker.fail('A choice with costs needs a budget.')
  const budget = typed(linker, scope, node.budget, 'number').js
  code += `const w=[];for(let i=0;i<v.length;i++){const x=v[i];w.push(${cost})}`
  code += `return askMany(S,${id},${seat},v,${min},${max},w,${budget})`
  return { code, type, ids: [], distinct, sure, labels: '' }
}

function expectType(linker: Linker, declared: string, found: string, node: unknown): void {
  if (declared !== found)
    linker.fail(`The options ${quote(node)} are of the type ${found}, not ${quote(declared)}.`)
}

function alternatives(linker: Linker, scope: Scope, id: number, node: Alternatives): Made {
  const seat = chooser(linker, scope, node.player)
  const ids: string[] = []
  let code = 'const v=[];'
  let labels = ''
  linker.array(node.options, 'a list of alternatives').forEach((o, i) => {
    linker.node(o, 'an alternative')
    if (typeof o.id !== 'string') linker.fail('An alternative has no id.')
    if (ids.includes(o.id)) linker.fail(`Two alternatives have the id '${o.id}'.`)
    ids.push(o.id)
    const when = o.when === undefined ? '' : `if(${typed(linker, scope, o.when, 'flag').js})`
    code += `${when}v.push(${i});`
    if (o.label !== undefined) labels += `if(i===${i})return ${textCode(linker, scope, o.label)};`
  })
  return {
    code: `${code}return askOne(S,${id},${seat},v,false)`,
    type: 'choice',
    ids,
    distinct: true,
    sure: true,
    labels,
  }
}
