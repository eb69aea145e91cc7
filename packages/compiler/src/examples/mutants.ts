/**
 * Small changes of the rules, one at a time: what a mistake of an author might look like. They are all put into one
 * GameDef with a switch, an option that says which of them is made, so that it is linked only once.
 */
import type { Expr, Fields, GameDef } from '@ludoforge/kernel'
import { definition, isInt32, isRecord, partsOf, present, walk } from '@ludoforge/kernel'

type Path = readonly (string | number)[]

/** A change of one thing in the rules. */
export interface Mutant {
  readonly src: number // the statement, requirement or function that changes: an index into GameDef.sources
  readonly rule?: string // the number of the rule around it
  readonly from: string // in words
  readonly to: string
  readonly path: Path // to the node, in the GameDef
  /** The node in its place, changed where a condition holds. */
  readonly change: (node: unknown, chosen: Expr) => unknown
}

/** No name that can be written. */
const SWITCH = ' which change is made'

/** The options of a start with the change of this number; 0 is none. */
export const mutantOption = (number: number): Readonly<Record<string, number>> => ({ [SWITCH]: number })

/** The GameDef with all of these in it, numbered from 1. */
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
  const changed = edited(def, root) as GameDef
  return { ...changed, options: [...def.options, option] }
}

interface Edits {
  readonly changes: ((node: unknown) => unknown)[]
  readonly inside: Map<string | number, Edits>
}

function edited(value: unknown, { changes, inside }: Edits): unknown {
  let made = value
  if (inside.size > 0) {
    const copy = (Array.isArray(value) ? [...value] : { ...fieldsOf(value) }) as Record<
      string | number,
      unknown
    >
    for (const [key, edits] of inside) copy[key] = edited(copy[key], edits)
    made = copy
  }
  // What was found at the node itself goes before what was found around it.
  for (const change of changes.toReversed()) made = change(made)
  return made
}

/** What surrounds a node: the statement, requirement or function in which it was written. */
interface Around {
  readonly depth: number
  readonly src: number
  readonly rule?: string
  readonly text: string // all of it; empty: not known
  readonly added: boolean // by the notation, which makes several effects of one statement: nobody wrote it
}

/** All changes that are known, in the order of the GameDef. What nobody wrote is not changed. */
export function mutantsOf(def: GameDef): Mutant[] {
  const found: Mutant[] = []
  const seen = new Set<unknown>() // conditions whose parts were found from around them
  const around: Around[] = []
  const params = new Map([...def.functions, ...def.procedures].map(({ id, params: own }) => [id, own]))
  /** What this argument is in a call that does not say it. */
  const without = ({ call, procedure }: Fields, i: number): unknown =>
    params.get(String(call ?? procedure))?.[i]?.otherwise
  walk('GameDef', def, (object, row, path) => {
    while ((around.at(-1)?.depth ?? -1) >= path.length) around.pop()
    if (UNSEEN.has(row.id) || UNSEEN.has(String(path.at(-1)))) return false
    const outer = around.at(-1)
    const effect = definition('Effect').index.get(row.id) === row
    if (row.id === 'Alternative' && outer !== undefined)
      around.push({ ...outer, depth: path.length, text: '' })
    else if (isInt32(object.src)) {
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
    if (effect) dropped(object, row.id, text, add)
    if (row.id === 'EntryDef' && 'when' in object) add(['when'], 'the condition', 'none', either)
    if (row.id === 'LineDef') ponderedLine(object, text, add)
    if (row.id === 'RankDef') ranked(object, add)
    if ('when' in object && 'then' in object) swapped(object, add)
    if (row.id === 'Requirement' || (row.id === 'Alternative' && 'when' in object))
      add(['when'], 'the condition', 'none', either)
    if (object.query === 'filter') {
      filtered(def, object, add)
      seen.add(object.where)
    }
    if ((object.op === 'and' || object.op === 'or') && !(object.op === 'and' && seen.has(object)))
      parts(def, object, object.clauses, [], add)
    compared(object, add)
    const exactly = isInt32(object.min) && object.min === object.max && 'bind' in object
    if (exactly) counted(object.min, [], add, ['min', 'max'])
    for (const { name, kind } of row.fields) {
      const value = object[name]
      // A number that is written once stands for both; examples fix the dice, so they cannot see how high these go.
      if ((name === 'max' && row.id === 'rollRandom') || (exactly && (name === 'min' || name === 'max')))
        continue
      if (object.op === '-' && name === 'left' && value === 0) continue // the sign of what follows
      if (kind.form === 'expr') counted(value, [name], add)
      if (kind.form === 'each' && Array.isArray(value))
        value.forEach((v, i) => {
          if (!(name === 'args' && v === without(object, i))) counted(v, [name, i], add)
        })
    }
    return true
  })
  return found
}

/** Whose text is known as a whole: what is changed in it must stand there. */
const WRITTEN: ReadonlySet<string> = new Set(['Requirement', 'EntryDef', 'LineDef'])

/** The fields of a node that is changed field by field. */
const fieldsOf = (node: unknown): Fields =>
  present(isRecord(node) ? node : undefined, 'a change of fields is made to a record.')

/** `word`: what must stand in the statement for the change to be one of something written. */
type Add = (inner: Path, from: string, to: string, change: Mutant['change'], word?: string) => void

/** Do these words stand there, and not as a part of others? */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + word.length, at + word.length + 1)
    if (!/\w/.test(word) || !/[\w-]/.test(around)) return true
  }
  return false
}

/** What nobody decides by: texts, what a question is about, messages; and data, which is no rule. */
const UNSEEN: ReadonlySet<string> = new Set(['Shown', 'about', 'say', 'reveal', 'ParameterDef', 'params'])

const ruleOf = (def: GameDef, { src, rule }: Fields): string | undefined =>
  typeof rule === 'string' ? rule : typeof src === 'number' ? def.sources[src]?.rule : undefined

/** A statement that binds nothing is left out. */
function dropped(effect: Fields, id: string, text: string, add: Add): void {
  if (id === 'block' || partsOf('Effect', effect).binds.length > 0) return
  add([], `\`${text === '' ? id : text}\``, 'nothing', (node, chosen) => ({
    if: { when: { op: 'not', arg: chosen }, then: [node] },
    src: effect.src,
  }))
}

function swapped({ else: other }: Fields, add: Add): void {
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

/** A line of a policy: left out, without its condition, with the opposite test, with the other extreme. */
function ponderedLine(line: Fields, text: string, add: Add): void {
  add([], `\`${text === '' ? String(line.do) : text}\``, 'nothing', (node, chosen) => {
    const { when = true } = fieldsOf(node)
    return { ...fieldsOf(node), when: neither(when, chosen) }
  })
  if ('when' in line) add(['when'], 'the condition', 'none', either)
  // Of an equality the opposite is found anyway.
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

/** Amounts stay within the bounds of what is taken. */
const BEYOND = { most: 0x7fffffff, least: -0x7fffffff } as const

function ranked({ by }: Fields, add: Add): void {
  const word = String(by)
  const other = word === 'most' ? 'least' : 'most'
  const change = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: { op: '-', left: 0, right: node }, else: node },
  })
  add(['value'], word, other, change, word)
}

const either = (node: unknown, chosen: Expr): unknown => ({ op: 'or', args: [chosen, node] })
const neither = (node: unknown, chosen: Expr): unknown => ({
  op: 'and',
  args: [{ op: 'not', arg: chosen }, node],
})

/** A condition of `where` is left out: all of it, or one of its parts. */
function filtered(def: GameDef, { where, clauses }: Fields, add: Add): void {
  if (isRecord(where) && where.op === 'and') parts(def, where, clauses, ['where'], add)
  else {
    const text = textOf(def, clauses, 0)
    add(['where'], text === undefined ? 'where' : `\`${text}\``, 'everything', either, text)
  }
}

function parts(def: GameDef, { op, args }: Fields, clauses: unknown, inner: Path, add: Add): void {
  if (!Array.isArray(args)) return
  args.forEach((_, i) => {
    const text = textOf(def, clauses, i)
    const from = text === undefined ? `part ${i + 1} of \`${String(op)}\`` : `\`${text}\``
    add([...inner, 'args', i], from, 'nothing', op === 'and' ? either : neither, text)
  })
}

function textOf(def: GameDef, clauses: unknown, at: number): string | undefined {
  const src: unknown = Array.isArray(clauses) ? clauses[at] : undefined
  const text = typeof src === 'number' ? def.sources[src]?.text : undefined
  return text === '' ? undefined : text
}

const OTHER: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

function compared({ op, left, right }: Fields, add: Add): void {
  const other = typeof op === 'string' ? OTHER[op] : undefined
  if (other === undefined) return
  const words = (sign: string): string => `\`${brief(left)} ${sign === '==' ? '=' : sign} ${brief(right)}\``
  const change = (node: unknown, chosen: Expr): unknown => ({
    if: { when: chosen, then: { ...fieldsOf(node), op: other }, else: node },
  })
  // `is` and other words stand for equality.
  add([], words(String(op)), words(other), change, op === '==' || op === '!=' ? '' : String(op))
}

/** A number is one more: the node itself, or these fields of it. */
function counted(value: unknown, inner: Path, add: Add, fields?: readonly string[]): void {
  if (!isInt32(value) || !isInt32(value + 1)) return
  const change = (node: unknown, chosen: Expr): unknown => {
    const more = (number: unknown): unknown => ({ if: { when: chosen, then: value + 1, else: number } })
    if (fields === undefined) return more(node)
    const whole = fieldsOf(node)
    return { ...whole, ...Object.fromEntries(fields.map((field) => [field, more(whole[field])])) }
  }
  add(inner, String(value), String(value + 1), change, String(Math.abs(value)))
}

/** A few words for an expression. */
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
