/** Lists the sentences of a game, and the tests, values and sets that players may meet and that have none. */
import { type Expr, type FunctionDef, type GameDef, type Text, walk } from '@ludoforge/kernel'

/** A sentence in both polarities, to be read aloud. */
export interface WrittenSentence {
  readonly place: string
  readonly holds: string
  readonly fails?: string
}

/** Returns the written sentences with their places. Values in them appear in braces. */
export function writtenSentences(def: GameDef): readonly WrittenSentence[] {
  const found: WrittenSentence[] = []
  walk('GameDef', def, (object) => {
    const { says, src } = object as Pick<FunctionDef, 'says' | 'src'>
    if (says === undefined) return
    found.push({
      place: placeOf(def, src),
      holds: plain(says.holds),
      ...(says.fails === undefined ? {} : { fails: plain(says.fails) }),
    })
  })
  return found
}

function plain(text: Text): string {
  return text.map((part) => (typeof part === 'string' ? part : '{…}')).join('')
}

/** A function that conditions use, has no sentence, and is too long to be told by its definition. */
export interface Unwritten {
  readonly place: string
  readonly name: string
}

/** Nodes in one plain clause: a comparison, a search or a membership with their values. */
const MAX_NODES = 14

/** Returns the functions that can reach a player without a sentence. */
export function unwritten(def: GameDef): readonly Unwritten[] {
  const functions = new Map(def.functions.map((f) => [f.id, f]))
  const reached = new Set<string>()
  const reach = (body: Expr): void => {
    walk('Expr', body, (object) => {
      const { call } = object as { readonly call?: unknown }
      if (typeof call !== 'string' || reached.has(call)) return
      reached.add(call)
      const f = functions.get(call)
      if (f !== undefined && f.says === undefined) reach(f.body)
    })
  }
  for (const condition of conditionsOf(def)) reach(condition)
  return [...reached].flatMap((id) => {
    const f = functions.get(id)
    if (f === undefined || f.says !== undefined || isPlain(toldBy(f.body))) return []
    return [{ place: placeOf(def, f.src), name: id }]
  })
}

/** The conditions that explanations evaluate: requirements, filters of questions and alternatives, lines of policies. */
function conditionsOf({ procedures, policies }: GameDef): readonly Expr[] {
  const found: Expr[] = []
  const add = (...nodes: readonly (Expr | undefined)[]): void => {
    for (const node of nodes) if (node !== undefined) found.push(node)
  }
  for (const procedure of procedures) {
    add(...procedure.requires.map(({ when }) => when), procedure.offers?.from)
    walk('ProcedureDef', procedure, (object, { id }) => {
      const { options, when } = object as { readonly options?: Expr; readonly when?: Expr }
      if (id === 'ChooseOne' || id === 'ChooseN') add(options)
      if (id === 'Alternative') add(when)
    })
  }
  for (const { entries } of policies)
    for (const { when, lines } of entries) {
      add(when)
      for (const line of lines)
        if (line.says === undefined)
          add(line.test, line.when, ...(line.ranks ?? []).map(({ value }) => value))
    }
  return found
}

/** Returns what tells a number that a condition makes (`if C then 1 else 0`): the condition. */
function toldBy(body: Expr): Expr {
  if (typeof body !== 'object' || !('if' in body)) return body
  const { when, then, else: otherwise } = body.if
  return typeof then === 'number' && typeof otherwise === 'number' ? when : body
}

function isPlain(body: Expr): boolean {
  let nodes = 0
  let joins = 0
  walk('Expr', body, (object) => {
    nodes++
    const { op } = object as { readonly op?: unknown }
    if (op === 'and' || op === 'or' || 'if' in object) joins++
  })
  return nodes <= MAX_NODES && joins === 0
}

function placeOf({ sources }: GameDef, src: number | undefined): string {
  const source = src === undefined ? undefined : sources[src]
  return source === undefined ? '' : `${source.file}:${source.line}`
}
