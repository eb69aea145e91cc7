/** The rules of a game as GameDef functions and procedures: first every signature, then every body. */
import type { Block, FunctionDef, GroupDef, ParameterDef, ProcedureDef, TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { DeclarationNode, ParameterNode, Word } from '../notation/index.js'
import { showPlace, type Span } from '../source/index.js'
import { type Context, condition, elaborate, textOf, type Typed } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { phraseFilter, phraseWords } from './phrases.js'
import { Scope } from './scope.js'
import { elaborateBlock, reportFault } from './statements.js'
import { asTitle, elaborateText } from './text.js'
import { describe, isList, listOf, TYPE_NAMES, typeOfWord } from './types.js'
import type { FunctionNode, ProcedureNode, World } from './world.js'

/** What one notation contributes: it announces its names to the world, then lowers its bodies. */
export interface RuleSource {
  declare(world: World): void
  lower(world: World): Lowered
}

export interface Lowered {
  readonly functions: readonly FunctionDef[]
  readonly procedures: readonly ProcedureDef[]
  readonly setups: readonly { readonly scenario?: string; readonly block: Block }[]
}

/** The rules written in `rules` blocks. */
export class NotationRules implements RuleSource {
  readonly #bodies = new Map<string, Typed | 'busy' | 'broken'>()
  readonly #params = new Map<DeclarationNode, readonly ParameterDef[]>()

  constructor(private readonly nodes: readonly DeclarationNode[]) {}

  declare(world: World): void {
    for (const node of this.nodes) {
      if (node.node === 'setup') continue
      const { text: id, span } = node.name
      const params = node.params.map((p) => parameter(world, p))
      this.#params.set(node, params)
      if (node.node === 'function') {
        if (announce(world, 'function', id, span))
          world.functions.set(id, { id, params, span, returns: () => this.#returns(world, node) })
      } else if (announce(world, 'procedure', id, span)) {
        world.procedures.set(id, { id, action: node.form === 'action', params, span })
      }
    }
    const classes = world.declarations.enums.find((e) => e.id === 'action-class')?.values ?? []
    const named = this.nodes.flatMap((n) =>
      n.node === 'procedure' && n.class !== undefined ? [n.class.text] : [],
    )
    if (classes.length === 0) world.enums.set('action-class', [...new Set(named)])
  }

  lower(world: World): Lowered {
    const functions: FunctionDef[] = []
    const procedures: ProcedureDef[] = []
    const setups: { scenario?: string; block: Block }[] = []
    for (const node of this.nodes) {
      if (node.node === 'function') {
        const made = this.#function(world, node)
        if (made !== undefined) functions.push(made)
      } else if (node.node === 'procedure') procedures.push(this.#procedure(world, node))
      else {
        const block = elaborateBlock({ world, scope: new Scope() }, ruleOf(node), node.body)
        const id = node.scenario?.text
        if (id !== undefined && !world.declarations.scenarios.some((s) => s.id === id))
          world.reporter.error(
            'unknown-name',
            node.scenario?.span,
            `\`${id}\` is not a scenario.`,
            didYouMean(
              id,
              world.declarations.scenarios.map((s) => s.id),
            ),
          )
        setups.push(id === undefined ? { block } : { scenario: id, block })
      }
    }
    return { functions, procedures, setups }
  }

  #body(world: World, node: FunctionNode): Typed | 'busy' | 'broken' {
    const known = this.#bodies.get(node.name.text)
    if (known !== undefined) return known
    this.#bodies.set(node.name.text, 'busy')
    const cx = contextFor(world, this.#params.get(node) ?? [])
    let body: Typed | 'broken'
    try {
      body = elaborate(cx, node.body, node.form === 'test' ? 'flag' : undefined)
      if (node.form === 'set' && !isList(body.type))
        throw new Fault('wrong-type', node.body.span, `A set is a list, not ${describe(body.type)}.`)
      if (body.type === 'any' || body.type === 'list any')
        throw new Fault('wrong-type', node.body.span, 'It is not clear of what type this is.')
    } catch (fault) {
      reportFault(cx, fault)
      body = 'broken'
    }
    this.#bodies.set(node.name.text, body)
    return body
  }

  #returns(world: World, node: FunctionNode): TypeName | undefined {
    if (node.form === 'test') return 'flag'
    const body = this.#body(world, node)
    return body === 'busy' ? undefined : body === 'broken' ? 'any' : body.type
  }

  #function(world: World, node: FunctionNode): FunctionDef | undefined {
    const body = this.#body(world, node)
    if (body === 'busy' || body === 'broken') return undefined
    const cx = contextFor(world, [])
    const parts = node.body.node === 'and' ? node.body.parts : [node.body]
    return {
      id: node.name.text,
      params: this.#params.get(node) ?? [],
      returns: body.type,
      body: body.expr,
      ...ruleOf(node),
      src: world.source(node.span, node.text.split('=')[0].trim(), node.rule),
      ...(body.type === 'flag'
        ? { clauses: parts.map((p) => world.source(p.span, textOf(cx, p), node.rule)) }
        : {}),
    }
  }

  #procedure(world: World, node: ProcedureNode): ProcedureDef {
    const params = this.#params.get(node) ?? []
    const cx = contextFor(world, params)
    for (const seat of node.by)
      if (!world.seats.has(seat.text))
        reportFault(cx, unknownName(seat.span, seat.text, 'a seat', world.seats))
    if (node.class !== undefined) checkClass(world, cx, node.class)
    return {
      id: node.name.text,
      kind: node.form,
      ...titleOf(cx, node),
      ...ruleOf(node),
      by: node.by.map((w) => w.text),
      ...(node.class === undefined ? {} : { class: node.class.text }),
      tags: [...(node.form === 'action' ? [node.keyword] : []), ...node.tags.map((t) => t.text)],
      params,
      requires: node.requires.flatMap((when) => {
        try {
          return [{ when: condition(cx, when), src: world.source(when.span, textOf(cx, when), node.rule) }]
        } catch (fault) {
          reportFault(cx, fault)
          return []
        }
      }),
      body: elaborateBlock(cx, ruleOf(node), node.body),
      src: world.source(node.span, node.text, node.rule),
    }
  }
}

/** The title of an action is plain; that of a procedure may show values, its parameters among them. */
function titleOf(cx: Context, { title, titleSpan }: ProcedureNode): Pick<ProcedureDef, 'title'> {
  if (title === undefined || titleSpan === undefined) return title === undefined ? {} : { title }
  try {
    return { title: asTitle(elaborateText(cx, title, titleSpan)) }
  } catch (fault) {
    reportFault(cx, fault)
    return {}
  }
}

function checkClass(world: World, cx: Context, name: Word): void {
  const classes = world.enums.get('action-class') ?? []
  if (!classes.includes(name.text))
    reportFault(cx, unknownName(name.span, name.text, 'a class of actions', classes))
}

const ruleOf = (node: DeclarationNode): { rule?: string } =>
  node.rule === undefined ? {} : { rule: node.rule }

function contextFor(world: World, params: readonly ParameterDef[]): Context {
  const scope = new Scope()
  for (const p of params) scope.set(p.name, p.type)
  return { world, scope }
}

function parameter(world: World, node: ParameterNode): ParameterDef {
  const word = node.type ?? node.name
  const type = typeOfWord(word.text, new Set(world.enums.keys()), new Set(world.tables.keys()))
  if (type === undefined) {
    const what =
      node.type === undefined
        ? `\`${node.name.text}\` needs a type, as in \`${node.name.text}: space\`.`
        : `\`${word.text}\` is not a type.`
    world.reporter.error(
      'unknown-type',
      word.span,
      what,
      node.type === undefined ? undefined : didYouMean(word.text, [...TYPE_NAMES, ...world.enums.keys()]),
    )
    return { name: node.name.text, type: 'any' }
  }
  return { name: node.name.text, type: node.list ? listOf(type) : type }
}

/** False, and reported, if the name is taken. */
export function announce(world: World, what: 'function' | 'procedure', id: string, span: Span): boolean {
  const taken = world.functions.get(id)?.span ?? world.procedures.get(id)?.span
  if (taken === undefined && !world.functions.has(id) && !world.procedures.has(id)) return true
  world.reporter.error(
    'duplicate',
    span,
    `There is already a rule called \`${id}\`${taken === undefined ? '' : ` (${showPlace(taken)})`}.`,
    `Give this ${what} another name.`,
  )
  return false
}

/** Groups of pieces: each phrase is one way to belong. */
export function elaborateGroups(world: World): GroupDef[] {
  return world.declarations.groups.map((group) => {
    const any = group.phrases.flatMap(({ text, span }) => {
      const words = text
        .trim()
        .split(/\s+/)
        .map((word) => ({ text: word, span }))
      const phrase = phraseFilter(world, new Scope(), words)
      if ('filter' in phrase) return [phrase.filter]
      world.reporter.error(
        'unknown-name',
        span,
        `\`${phrase.unknown.text}\` is not a word for pieces.`,
        didYouMean(phrase.unknown.text, phraseWords(world)),
      )
      return []
    })
    return { id: group.id, filter: [{ any }] }
  })
}
