/**
 * `whenever NAME …`: each becomes a procedure, and the announced procedure calls those that follow it wherever it ends:
 * at the end of its body, and before `finish` and `give`. The kernel knows nothing of announcements.
 */
import type { Block, Effect, Expr, GameDef, ProcedureDef } from '@ludoforge/kernel'
import { effectsIn, isRecord, partsOf } from '@ludoforge/kernel'
import type { Declared, StatementNode } from '../parser/index.js'
import type { Span } from '../source/index.js'
import { DiagnosticError, unknownName } from './diagnostic-error.js'
import { Scope } from './scope.js'
import { reportDiagnostic } from './statements/statements.js'
import type { Parameter, ProcedureNode, SymbolTable } from './symbols.js'

type Rule = Declared['rules'][number]
type WheneverNode = Extract<Rule, { node: 'whenever' }>

/** The tag of the procedures that `whenever` declares. */
const TAG = 'whenever'

/** A rule without `whenever`. */
export type PlainRule = Exclude<Rule, WheneverNode>

/** Rules with a procedure for each `whenever`, and the procedures that follow each announced one. */
export interface Announced {
  readonly rules: readonly PlainRule[]
  readonly followers: ReadonlyMap<string, readonly ProcedureNode[]>
}

/** Turns each `whenever` into a procedure. Reports those that follow nothing that is announced. */
export function withFollowers(world: SymbolTable, rules: readonly Rule[]): Announced {
  const plain = rules.flatMap((rule) => (rule.node === 'whenever' ? [] : [rule]))
  const procedures = plain.flatMap((rule) => (rule.node === 'procedure' ? [rule] : []))
  const followers = new Map<string, ProcedureNode[]>()
  const inOrder = rules.flatMap((rule) => (rule.node === 'whenever' ? [rule] : [])).toSorted(byRuleAndPlace)
  for (const node of inOrder) {
    const { text: id, span } = node.announced
    const announced = procedures.find(({ name }) => name.text === id)
    if (announced?.announced !== true) {
      reportDiagnostic({ world, scope: new Scope() }, notAnnounced(procedures, id, span, announced))
      continue
    }
    const before = followers.get(id) ?? []
    followers.set(id, [...before, followerOf(node, announced, before.length + 1)])
  }
  return { rules: [...plain, ...[...followers.values()].flat()], followers }
}

function notAnnounced(
  procedures: readonly ProcedureNode[],
  id: string,
  span: Span,
  found: ProcedureNode | undefined,
): DiagnosticError {
  if (found === undefined)
    return unknownName(
      span,
      id,
      'an announced procedure or action',
      procedures.flatMap(({ announced, name }) => (announced === true ? [name.text] : [])),
    )
  return new DiagnosticError(
    'not-announced',
    span,
    `\`${id}\` is not announced: say so where it is declared.`,
    found.form === 'window' || found.keyword === 'play'
      ? 'Only procedures and actions can be announced.'
      : `Write \`${found.keyword} ${id}…, announced\`.`,
  )
}

/** By rule number, those without one last; then by file and line. */
function byRuleAndPlace(a: WheneverNode, b: WheneverNode): number {
  if (a.rule !== b.rule) {
    if (a.rule === undefined || b.rule === undefined) return a.rule === undefined ? 1 : -1
    const order = a.rule.localeCompare(b.rule, 'en', { numeric: true })
    if (order !== 0) return order
  }
  return a.span.file.localeCompare(b.span.file, 'en', { numeric: true }) || a.span.line - b.span.line
}

/** The procedure of a `whenever`, with the parameters of what it follows. `number`: among those that follow the same. */
function followerOf(node: WheneverNode, announced: ProcedureNode, number: number): ProcedureNode {
  const { span, text, rule, each, when } = node
  const written = { span, text, rule }
  const checked: readonly StatementNode[] =
    when === undefined
      ? node.body
      : [{ node: 'if', arms: [{ when, body: node.body, ...written }], otherwise: [], ...written }]
  const body: readonly StatementNode[] =
    each === undefined ? checked : [{ node: 'each', ...each, limit: undefined, body: checked, ...written }]
  const id = `whenever-${announced.name.text}${number === 1 ? '' : `-${number}`}`
  return {
    node: 'procedure',
    form: 'procedure',
    keyword: 'whenever',
    name: { text: id, span: node.announced.span },
    follows: announced,
    params: announced.params,
    by: [],
    tags: [{ text: TAG, span: node.announced.span }],
    requires: [],
    body,
    ...written,
  }
}

/** A procedure that follows, with the source of its line. */
export interface Follower {
  readonly id: string
  readonly src: number
}

/** The body of an announced procedure, with a call of each follower wherever the procedure ends. */
export function withCallsAtEnds(
  id: string,
  body: Block,
  params: readonly Parameter[],
  result: string | undefined,
  followers: readonly Follower[],
): Block {
  const bound = namesIn(body)
  const fresh = (name: string): string =>
    bound.has(name) || params.some((p) => p.name === name) ? fresh(`${name}-kept`) : name
  // A name that the body uses again, or changes, no longer is the parameter at the end.
  const kept = params.flatMap(({ name, type }) =>
    bound.has(name) ? [{ name, type, as: fresh(`${id}-${name}`) }] : [],
  )
  const actor = fresh(`${id}-actor`)
  const given = fresh(`${id}-result`)
  const args = params.map(
    ({ name }): Expr => ({ ref: 'binding', name: kept.find((k) => k.name === name)?.as ?? name }),
  )
  const calls = followers.map(
    ({ id: procedure, src }): Effect => ({ call: { procedure, args: [...args] }, src }),
  )
  let isActorKept = false
  /** The calls, by the actor of the procedure. `as`: inside a block with another actor. */
  const callsFrom = (as: boolean): readonly Effect[] => {
    if (!as) return calls
    isActorKept = true
    return [{ as: { player: { ref: 'binding', name: actor }, effects: calls } }]
  }
  const before = (block: Block, as: boolean): Block =>
    block.flatMap((effect): readonly Effect[] => {
      if ('leave' in effect && effect.leave === 'procedure') return [...callsFrom(as), effect]
      if (!('give' in effect)) return [mapBlocks(effect, as, before)]
      if (result === undefined || !isRecord(effect.give)) return [...callsFrom(as), effect]
      const { src } = effect
      const place = src === undefined ? {} : { src }
      return [
        { let: { bind: given, type: result, value: effect.give }, ...place },
        ...callsFrom(as),
        { give: { ref: 'binding', name: given }, ...place },
      ]
    })
  const ended = [...before(body, false), ...(completes(body) ? calls : [])]
  return [
    ...kept.map(
      ({ name, type, as }): Effect => ({ let: { bind: as, type, value: { ref: 'binding', name } } }),
    ),
    ...(isActorKept ? [{ let: { bind: actor, type: 'seat', value: { ref: 'actor' } } } as const] : []),
    ...ended,
  ]
}

/** All names that a block binds or assigns, at any depth. */
function namesIn(block: Block): ReadonlySet<string> {
  return new Set(
    effectsIn(block).flatMap((effect) => {
      const { binds, blocks } = partsOf('Effect', effect)
      const names = [...binds, ...blocks.flatMap((part) => part.names)].map(({ name }) => name)
      return 'assign' in effect ? [...names, effect.assign.bind] : names
    }),
  )
}

/** An effect with its blocks replaced. `as`: whether another seat than the procedure's actor acts there. */
function mapBlocks(effect: Effect, as: boolean, map: (block: Block, as: boolean) => Block): Effect {
  if ('if' in effect) {
    const { then, else: otherwise } = effect.if
    const other = otherwise === undefined ? {} : { else: map(otherwise, as) }
    return { ...effect, if: { ...effect.if, then: map(then, as), ...other } }
  }
  if ('block' in effect) return { ...effect, block: map(effect.block, as) }
  if ('forEach' in effect)
    return { ...effect, forEach: { ...effect.forEach, effects: map(effect.forEach.effects, as) } }
  if ('repeat' in effect)
    return { ...effect, repeat: { ...effect.repeat, effects: map(effect.repeat.effects, as) } }
  if ('as' in effect) return { ...effect, as: { ...effect.as, effects: map(effect.as.effects, true) } }
  if ('alternatives' in effect) return { ...effect, ...mapOptions(effect, as, map) }
  if ('chooseAtOnce' in effect) {
    const { ask, effects } = effect.chooseAtOnce
    const asked = 'alternatives' in ask ? { ...ask, ...mapOptions(ask, as, map) } : ask
    return { ...effect, chooseAtOnce: { ...effect.chooseAtOnce, ask: asked, effects: map(effects, as) } }
  }
  return effect
}

type WithOptions = Pick<Extract<Effect, { alternatives: unknown }>, 'alternatives'>

function mapOptions(
  { alternatives }: WithOptions,
  as: boolean,
  map: (block: Block, as: boolean) => Block,
): WithOptions {
  const options = alternatives.options.map((option) => ({ ...option, effects: map(option.effects, as) }))
  return { alternatives: { ...alternatives, options } }
}

/** Whether the end of a block can be reached. */
function completes(block: Block): boolean {
  const last = block.at(-1)
  if (last === undefined) return true
  if ('leave' in last || 'give' in last || 'endGame' in last) return false
  if ('if' in last) return completes(last.if.then) || completes(last.if.else ?? [])
  if ('block' in last) return completes(last.block)
  if ('as' in last) return completes(last.as.effects)
  return !('alternatives' in last) || last.alternatives.options.some(({ effects }) => completes(effects))
}

/** Returns whether a `whenever` made this procedure. Its id is no name of the author's. */
export const isFollower = ({ kind, tags }: Pick<ProcedureDef, 'kind' | 'tags'>): boolean =>
  kind === 'procedure' && tags.includes(TAG)

/** Returns the procedures that follow an announced one, in the order in which they run. */
export function followersOf(def: GameDef, { body }: Pick<ProcedureDef, 'body'>): readonly ProcedureDef[] {
  const called = new Set(effectsIn(body).flatMap((e) => ('call' in e ? [e.call.procedure] : [])))
  return [...called].flatMap((id) => def.procedures.find((p) => p.id === id && isFollower(p)) ?? [])
}
