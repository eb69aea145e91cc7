/** The questions of a GameDef: where its rules ask, the name of the answer, and the names in scope. */
import type {
  Alternatives,
  AtOnceQuestion,
  Block,
  ChooseN,
  ChooseOne,
  Effect,
  Expr,
  GameDef,
  ProcedureDef,
  QuestionName,
} from './index.js'
import { type Bound, partsOf } from './walk.js'

/** A statement that asks. */
export interface RuleQuestion {
  readonly procedure: string
  readonly inWindow: boolean // the procedure is a window
  readonly kind: 'one' | 'many' | 'menu' | 'window'
  readonly node: ChooseOne | ChooseN | Alternatives | null // null: of a window
  readonly name: string | null // the name of the answer in the rules
  readonly ids: readonly string[] // of the options of a menu
  readonly type: string | null // of one option; null: of a menu or a window
  /** The seat that decides; undefined: the actor. */
  readonly player: Expr | undefined
  /** The names in scope, with their types. */
  readonly names: ReadonlyMap<string, string>
  readonly src: number | undefined
  /** The actor set by an enclosing `as`; undefined: the actor of the procedure. */
  readonly as: Expr | undefined
}

/** Returns all questions in the order of the rules. A window is a question too: which of its actions to take. */
export function questionsOf({ procedures }: GameDef): readonly RuleQuestion[] {
  return procedures.flatMap(questionsIn)
}

/** Returns the questions with these names, without duplicates. */
export function questionsNamed(def: GameDef, names: readonly QuestionName[]): readonly RuleQuestion[] {
  const found = new Set<RuleQuestion>()
  for (const name of names)
    for (const p of proceduresOf(def).get(name.procedure) ?? [])
      for (const q of questionsIn(p)) if (isNamed(q, name)) found.add(q)
  return [...found]
}

const byName = new WeakMap<readonly ProcedureDef[], ReadonlyMap<string, readonly ProcedureDef[]>>()

/** Returns the procedures of a GameDef by their names. In a broken one, several can have the same. */
function proceduresOf({ procedures }: GameDef): ReadonlyMap<string, readonly ProcedureDef[]> {
  const known = byName.get(procedures)
  if (known !== undefined) return known
  const made = new Map<string, ProcedureDef[]>()
  for (const one of procedures) made.set(one.id, [...(made.get(one.id) ?? []), one])
  byName.set(procedures, made)
  return made
}

const cache = new WeakMap<ProcedureDef, readonly RuleQuestion[]>() // procedures never change

function questionsIn(procedure: ProcedureDef): readonly RuleQuestion[] {
  let found = cache.get(procedure)
  if (found === undefined) cache.set(procedure, (found = search(procedure)))
  return found
}

function search({ id, kind, params, offers, body, src }: ProcedureDef): readonly RuleQuestion[] {
  const found: RuleQuestion[] = []
  const names = new Map(params.map(({ name, type }) => [name, type]))
  const inWindow = kind === 'window'
  if (inWindow)
    found.push({
      procedure: id,
      inWindow,
      kind: 'window',
      node: null,
      name: null,
      ids: [],
      type: null,
      player: undefined,
      names: new Map(),
      src,
      as: undefined,
    })
  if (offers !== undefined) names.set(offers.bind, 'action')
  inBlock({ procedure: id, inWindow }, body, names, undefined, found)
  return found
}

/** Returns whether a question has this name. */
export function isNamed(
  question: Pick<RuleQuestion, 'procedure' | 'inWindow' | 'kind' | 'name' | 'ids'>,
  { procedure, name, option }: QuestionName,
): boolean {
  if (question.procedure !== procedure) return false
  if (name !== undefined) return question.name === name
  if (option !== undefined) return question.ids.includes(option)
  return question.kind === (question.inWindow ? 'window' : 'menu')
}

function inBlock(
  place: Pick<RuleQuestion, 'procedure' | 'inWindow'>,
  block: Block,
  outer: ReadonlyMap<string, string>,
  as: Expr | undefined,
  found: RuleQuestion[],
): void {
  const names = new Map(outer)
  for (const effect of block) {
    const { blocks, binds } = partsOf('Effect', effect)
    const node = 'chooseAtOnce' in effect ? effect.chooseAtOnce.ask : effect
    const seat = 'chooseAtOnce' in effect ? effect.chooseAtOnce.seat : undefined
    const question = questionIn(node)
    if (question !== undefined)
      found.push({
        ...place,
        ...question,
        player: seat === undefined ? question.node.player : { ref: 'binding', name: seat },
        names: new Map(seat === undefined ? names : [...names, [seat, 'seat']]),
        src: effect.src,
        as,
      })
    const inner = 'as' in effect ? effect.as.player : as
    for (const { value, names: known } of blocks) {
      const inside = new Map(names)
      for (const bound of known) inside.set(bound.name, typeOf(bound))
      inBlock(place, value, inside, inner, found)
    }
    for (const bound of binds) names.set(bound.name, typeOf(bound))
  }
}

function questionIn(effect: Effect | AtOnceQuestion) {
  if ('chooseOne' in effect) {
    const node = effect.chooseOne
    return { kind: 'one', node, name: node.bind, ids: [], type: node.type } as const
  }
  if ('chooseN' in effect) {
    const node = effect.chooseN
    return { kind: 'many', node, name: node.bind, ids: [], type: node.type } as const
  }
  if (!('alternatives' in effect)) return undefined
  const node = effect.alternatives
  return { kind: 'menu', node, name: null, ids: node.options.map(({ id }) => id), type: null } as const
}

/** Returns the type of a name that an effect binds: its own, or a fixed one. */
function typeOf({ type, of }: Bound): string {
  const own = typeof of.type === 'string' ? of.type : 'any'
  return type === 'of type' ? own : type === 'list of type' ? `list ${own}` : type
}
