/**
 * Mutants: small changes of the rules, such as an author's typical errors. All of them go into one GameDef (mutant
 * schemata): a game option selects the active one, so the game is linked only once.
 */
import type { Expr, Fields, GameDef } from '@ludoforge/kernel'
import { definition, isInt32, isRecord, partsOf, present, walk } from '@ludoforge/kernel'

type Path = readonly (string | number)[]

/** One change of the rules. */
export interface Mutant {
  readonly src: number // the statement, requirement or function that changes: an index into GameDef.sources
  readonly rule?: string // its rule number
  readonly from: string // in words
  readonly to: string
  readonly path: Path // to the node, in the GameDef
  /** Returns the replacement of the node, which behaves differently if the condition holds. */
  readonly change: (node: unknown, chosen: Expr) => unknown
}

/** The game option that selects the mutant. Rules can't contain this name. */
const SWITCH = ' mutant'

/** The game option that activates the mutant with this number; 0 activates none. */
export const mutantOption = (number: number): Readonly<Record<string, number>> => ({ [SWITCH]: number })

/** Returns the GameDef with all these mutants, numbered from 1. */
export function withMutants(def: GameDef, mutants: readonly Mutant[]): GameDef {
  const root: Edits = { changes: [], inside: new Map() }
  mutants.forEach(({ path, change }, i) => {
    let at = root
    for (const key of path) {
      const next = at.inside.get(key) ?? { changes: [], inside: new Map() }
      at.inside.set(key, next)
      at = next
    }
    const chosen: Expr = { op: '==', left: { ref: 'option', option: SWITCH }, right: i + 1 }
    at.changes.push((node) => change(node, chosen))
  })
  const option = { id: SWITCH, about: '', type: 'number', min: 0, max: mutants.length, default: 0 } as const
  const changed = applyEdits(def, root) as GameDef
  return { ...changed, options: [...def.options, option] }
}

interface Edits {
  readonly changes: ((node: unknown) => unknown)[]
  readonly inside: Map<string | number, Edits>
}

function applyEdits(value: unknown, { changes, inside }: Edits): unknown {
  let made = value
  if (inside.size > 0) {
    const copy = (Array.isArray(value) ? [...value] : { ...fieldsOf(value) }) as Record<
      string | number,
      unknown
    >
    for (const [key, edits] of inside) copy[key] = applyEdits(copy[key], edits)
    made = copy
  }
  // Changes of the node itself are applied before those of its surroundings.
  for (const change of changes.toReversed()) made = change(made)
  return made
}

/** The statement, requirement or function that contains a node. */
interface Around {
  readonly depth: number
  readonly src: number
  readonly rule?: string
  readonly text: string // its whole source text; empty if unknown
  readonly added: boolean // by desugaring, so not in the source
}

/** Generates all mutants, in the order of the GameDef. Skips nodes that aren't in the source. */
export function mutantsOf(def: GameDef): Mutant[] {
  const found: Mutant[] = []
  const seen = new Set<unknown>() // conditions already handled with their filter
  const around: Around[] = []
  const params = new Map([...def.functions, ...def.procedures].map(({ id, params: own }) => [id, own]))
  /** The default of an argument. */
  const defaultOf = ({ call, procedure }: Fields, i: number): unknown =>
    params.get(String(call ?? procedure))?.[i]?.otherwise
  walk('GameDef', def, (object, row, path) => {
    while ((around.at(-1)?.depth ?? -1) >= path.length) around.pop()
    if (WITHOUT_EFFECT.has(row.id) || WITHOUT_EFFECT.has(String(path.at(-1)))) return false
    const outer = around.at(-1)
    const effect = definition('Effect').index.get(row.id) === row
    if (row.id === 'Alternative' && outer !== undefined)
      around.push({ ...outer, depth: path.length, text: '' })
    else if (isInt32(object.src) && row.id !== 'supposing') {
      const rule = ruleOf(def, object) ?? outer?.rule
      const whole = effect || WRITTEN.has(row.id)
      const text = whole ? (def.sources[object.src]?.text ?? '') : ''
      const own = { depth: path.length, src: object.src, text, added: false }
      around.push(rule === undefined ? own : { ...own, rule })
    } else if (effect && outer !== undefined) around.push({ ...outer, depth: path.length, added: true })
    const here = around.at(-1)
    if (here === undefined || here.added) return true
    const { src, rule, text } = here
    const add: Add = (inner, from, to, change, word = '') => {
      if (text !== '' && !hasWord(text, word)) return
      const place = { src, ...(rule === undefined ? {} : { rule }) }
      found.push({ ...place, path: [...path, ...inner], from, to, change })
    }
    if (effect) dropStatement(object, row.id, text, add)
    if (row.id === 'EntryDef' && 'when' in object) add(['when'], 'the condition', 'none', orChosen)
    if (row.id === 'LineDef') changePolicyLine(object, text, add)
    if (row.id === 'RankDef') reverseRank(object, add)
    if (object.kind === 'rank' && 'score' in object) changeRanking(object, add)
    if ('when' in object && 'then' in object) negateCondition(object, add)
    if (row.id === 'Requirement' || (row.id === 'Alternative' && 'when' in object))
      add(['when'], 'the condition', 'none', orChosen)
    if (object.query === 'filter') {
      dropFilter(def, object, add)
      seen.add(object.where)
    }
    if ((object.op === 'and' || object.op === 'or') && !(object.op === 'and' && seen.has(object)))
      dropParts(def, object, object.clauses, [], add)
    changeComparison(object, add)
    if (row.id === 'supposing') dropSupposition(object, add)
    const exactly = isInt32(object.min) && object.min === object.max && 'bind' in object
    if (exactly) incrementNumber(object.min, [], add, ['min', 'max'])
    for (const { name, kind } of row.fields) {
      const value = object[name]
      // A number written once is both bounds. Examples fix the dice, so they can't detect a changed maximum.
      if ((name === 'max' && row.id === 'rollRandom') || (exactly && (name === 'min' || name === 'max')))
        continue
      if (object.op === '-' && name === 'left' && value === 0) continue // a negative sign
      if (kind.form === 'expr') incrementNumber(value, [name], add)
      if (kind.form === 'each' && Array.isArray(value))
        value.forEach((v, i) => {
          if (!(name === 'args' && v === defaultOf(object, i))) incrementNumber(v, [name, i], add)
        })
    }
    return true
  })
  return found
}

/** Nodes with their whole source text: a changed word must occur in it. */
const WRITTEN: ReadonlySet<string> = new Set(['Requirement', 'EntryDef', 'LineDef'])

/** The fields of a node. */
const fieldsOf = (node: unknown): Fields =>
  present(isRecord(node) ? node : undefined, 'a change of fields is made to a record.')

/** `word`: must occur in the source text. Otherwise the node comes from desugaring. */
type Add = (inner: Path, from: string, to: string, change: Mutant['change'], word?: string) => void

/** Whether the text contains these words as whole words. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + word.length, at + word.length + 1)
    if (!/\w/.test(word) || !/[\w-]/.test(around)) return true
  }
  return false
}

/** Nodes without effect on play: texts, subjects of questions, messages; and data. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'Shown',
  'about',
  'say',
  'reveal',
  'ParameterDef',
  'params',
])

const ruleOf = (def: GameDef, { src, rule }: Fields): string | undefined =>
  typeof rule === 'string' ? rule : typeof src === 'number' ? def.sources[src]?.rule : undefined

/** Removes a statement that binds no name. */
function dropStatement(effect: Fields, id: string, text: string, add: Add): void {
  if (id === 'block' || partsOf('Effect', effect).binds.length > 0) return
  add([], `\`${text === '' ? id : text}\``, 'nothing', (node, chosen) => ({
    if: { when: { op: 'not', arg: chosen }, then: [node] },
    src: effect.src,
  }))
}

function negateCondition({ else: other }: Fields, add: Add): void {
  add(
    [],
    other === undefined ? 'if' : 'then, else',
    other === undefined ? 'if not' : 'else, then',
    (node, chosen) => {
      const { when, ...rest } = fieldsOf(node)
      return { ...rest, when: { op: '!=', left: when, right: chosen } }
    },
  )
}

/** Mutants of a policy line: removed, without its condition, with the negated test, with the other extreme. */
function changePolicyLine(line: Fields, text: string, add: Add): void {
  add([], `\`${text === '' ? String(line.do) : text}\``, 'nothing', (node, chosen) => {
    const { when = true } = fieldsOf(node)
    return { ...fieldsOf(node), when: unlessChosen(when, chosen) }
  })
  if ('when' in line) add(['when'], 'the condition', 'none', orChosen)
  // Comparisons have their own mutants.
  if ('test' in line && !(isRecord(line.test) && (line.test.op === '==' || line.test.op === '!=')))
    add(['test'], 'the test', 'its opposite', (node, chosen) => ({ op: '!=', left: node, right: chosen }))
  const { extreme } = line
  if (extreme !== 'most' && extreme !== 'least') return
  const other = extreme === 'most' ? 'least' : 'most'
  const change = (node: unknown, chosen: Expr): unknown => {
    const { extreme: _, ...rest } = fieldsOf(node)
    return { ...rest, amount: { if: { when: chosen, then: BEYOND[other], else: BEYOND[extreme] } } }
  }
  add([], extreme, other, change, extreme)
}

/** Amounts beyond any bound. The policy clamps them. */
const BEYOND = { most: 0x7fffffff, least: -0x7fffffff } as const

function reverseRank({ by }: Fields, add: Add): void {
  const word = String(by)
  const other = word === 'most' ? 'least' : 'most'
  const change = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: { op: '-', left: 0, right: node }, else: node },
  })
  add(['value'], word, other, change, word)
}

/** Mutants of the end by score: the highest first instead of the lowest, and a tie-breaker less. */
function changeRanking({ least, ties }: Fields, add: Add): void {
  const reverse = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: { op: '-', left: 0, right: node }, else: node },
  })
  if (least === true) add(['score'], 'least', 'most', reverse, 'least')
  const drop = (node: unknown, chosen: Expr): unknown => ({ if: { when: chosen, then: 0, else: node } })
  if (Array.isArray(ties))
    ties.forEach((_, i) => add(['ties', i], `\`then\` ${i + 1}`, 'nothing', drop, 'then'))
}

const orChosen = (node: unknown, chosen: Expr): unknown => ({ op: 'or', args: [chosen, node] })
const unlessChosen = (node: unknown, chosen: Expr): unknown => ({
  op: 'and',
  args: [{ op: 'not', arg: chosen }, node],
})

/** Removes the condition of `where`, or one of its parts. */
function dropFilter(def: GameDef, { where, clauses }: Fields, add: Add): void {
  if (isRecord(where) && where.op === 'and') dropParts(def, where, clauses, ['where'], add)
  else {
    const text = textOf(def, clauses, 0)
    add(['where'], text === undefined ? 'where' : `\`${text}\``, 'everything', orChosen, text)
  }
}

function dropParts(def: GameDef, { op, args }: Fields, clauses: unknown, inner: Path, add: Add): void {
  if (!Array.isArray(args)) return
  args.forEach((_, i) => {
    const text = textOf(def, clauses, i)
    const from = text === undefined ? `part ${i + 1} of \`${String(op)}\`` : `\`${text}\``
    add([...inner, 'args', i], from, 'nothing', op === 'and' ? orChosen : unlessChosen, text)
  })
}

function textOf(def: GameDef, clauses: unknown, at: number): string | undefined {
  const src: unknown = Array.isArray(clauses) ? clauses[at] : undefined
  const text = typeof src === 'number' ? def.sources[src]?.text : undefined
  return text === '' ? undefined : text
}

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

function changeComparison({ op, left, right }: Fields, add: Add): void {
  const other = typeof op === 'string' ? OTHER_OPERATOR[op] : undefined
  if (other === undefined) return
  const words = (sign: string): string => `\`${brief(left)} ${sign === '==' ? '=' : sign} ${brief(right)}\``
  const change = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: { ...fieldsOf(node), op: other }, else: node },
  })
  // Equality can also be written as `is` and other words.
  add([], words(String(op)), words(other), change, op === '==' || op === '!=' ? '' : String(op))
}

/** The value as it is now, without the procedure. */
function dropSupposition({ supposing }: Fields, add: Add): void {
  const change = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: fieldsOf(node).then, else: node },
  })
  add([], `\`after ${String(supposing)}\``, 'nothing', change, 'after')
}

/** Increments a number: the node itself, or these fields of it. */
function incrementNumber(value: unknown, inner: Path, add: Add, fields?: readonly string[]): void {
  if (!isInt32(value) || !isInt32(value + 1)) return
  const change = (node: unknown, chosen: Expr): unknown => {
    const more = (number: unknown): unknown => ({ if: { when: chosen, then: value + 1, else: number } })
    if (fields === undefined) return more(node)
    const whole = fieldsOf(node)
    return { ...whole, ...Object.fromEntries(fields.map((field) => [field, more(whole[field])])) }
  }
  add(inner, String(value), String(value + 1), change, String(Math.abs(value)))
}

/** A short text for an expression. */
function brief(node: unknown): string {
  if (!isRecord(node)) return String(node)
  const name = [
    node.var,
    node.marker,
    node.name,
    node.call,
    node.value,
    node.seat,
    node.zone,
    node.prop,
  ].find((word) => typeof word === 'string')
  if (typeof name === 'string') return name
  if ('none' in node) return 'none'
  if (isRecord(node.aggregate)) return `${String(node.aggregate.op)}(…)`
  return '…'
}
