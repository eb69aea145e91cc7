/** The rules of a game as GameDef functions and procedures: first every signature, then every body. */
import type { Block, FunctionDef, GroupDef, ProcedureDef, TypeName } from '@ludoforge/kernel'
import { isList } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { DeclarationNode, Word } from '../notation/index.js'
import { showPlace, type Span } from '../source/index.js'
import { type Context, condition, elaborate, sourceOf, type Typed } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { warnIfHiding } from './hiding.js'
import { parameterDefs, readParameters, typeNamed } from './parameters.js'
import { Giving } from './performing.js'
import { phraseFilter, phraseWords } from './phrases.js'
import { Scope } from './scope.js'
import { elaborateBlock, reportFault } from './statements.js'
import { asTitle, elaborateText } from './text.js'
import { tieAction, type Tie } from './tied.js'
import { describe } from './types.js'
import type { FunctionNode, Parameter, ProcedureNode, World } from './world.js'

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
  readonly #params = new Map<DeclarationNode, readonly Parameter[]>()
  readonly #procedures = new Map<ProcedureNode, ProcedureDef | 'busy'>()

  constructor(private readonly nodes: readonly DeclarationNode[]) {}

  declare(world: World): void {
    for (const node of this.nodes) {
      if (node.node === 'setup') continue
      const { text: id, span } = node.name
      const params = readParameters(world, node.params)
      this.#params.set(node, params)
      if (node.node === 'function') {
        if (announce(world, 'function', id, span))
          world.functions.set(id, { id, params, span, returns: () => this.#returns(world, node) })
      } else if (tie(world, id, node.tied) && announce(world, 'procedure', id, span)) {
        const gives = givesSomething(node) ? () => this.#gives(world, node) : () => null
        const [action, window] = [node.form === 'action', node.form === 'window']
        world.procedures.set(id, { id, action, window, params, gives, span })
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
      if (node.node !== 'setup')
        for (const { name, type } of node.params)
          if (type !== undefined || typeNamed(world, name.text) === undefined) warnIfHiding(world, name)
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
      reportFault(cx, fault instanceof RangeError ? tooDeep(node) : fault)
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
      params: parameterDefs(this.#params.get(node) ?? []),
      returns: body.type,
      body: body.expr,
      ...ruleOf(node),
      src: world.source(node.span, headOf(node.text), node.rule),
      ...(body.type === 'flag' ? { clauses: parts.map((p) => sourceOf(cx, p)) } : {}),
    }
  }

  /** What it gives is known when its body has been read; undefined while that is under way. */
  #gives(world: World, node: ProcedureNode): TypeName | undefined {
    return this.#procedures.get(node) === 'busy' ? undefined : (this.#procedure(world, node).gives ?? 'any')
  }

  #procedure(world: World, node: ProcedureNode): ProcedureDef {
    const known = this.#procedures.get(node)
    if (known !== undefined && known !== 'busy') return known
    this.#procedures.set(node, 'busy')
    const made = this.#lowerProcedure(world, node)
    this.#procedures.set(node, made)
    return made
  }

  #lowerProcedure(world: World, node: ProcedureNode): ProcedureDef {
    const params = this.#params.get(node) ?? []
    const cx = contextFor(world, params)
    // A window and the play itself are begun by the machine or by their name alone: nobody takes what they give.
    const giving =
      node.keyword === 'play' || node.keyword === 'window' ? undefined : new Giving(node.name.text)
    const setting = { ...ruleOf(node), ...(giving === undefined ? {} : { giving }) }
    const body = elaborateBlock(withAction(cx, node), setting, node.body)
    for (const fault of giving?.faults() ?? []) reportFault(cx, fault)
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
      params: parameterDefs(params),
      requires: node.requires.flatMap((when) => {
        try {
          return [{ when: condition(cx, when), src: sourceOf(cx, when) }]
        } catch (fault) {
          reportFault(cx, fault)
          return []
        }
      }),
      ...this.#offers(cx, node),
      ...(giving?.type === undefined ? {} : { gives: giving.type }),
      body,
      src: world.source(node.span, node.text, node.rule),
    }
  }

  #offers(cx: Context, { offers }: ProcedureNode): Pick<ProcedureDef, 'offers'> {
    if (offers === undefined) return {}
    try {
      const prompt = offers.prompt === undefined ? {} : { prompt: elaborateText(cx, offers.prompt) }
      const { expr: from } = elaborate(cx, offers.from, 'list action')
      return { offers: { bind: offers.name.text, from, ...prompt } }
    } catch (fault) {
      reportFault(cx, fault)
      return {}
    }
  }
}

/** Inside a window the action that was taken has a name. */
function withAction(cx: Context, { offers }: ProcedureNode): Context {
  return offers === undefined ? cx : { world: cx.world, scope: cx.scope.with(offers.name.text, 'action') }
}

/** The title of an action is plain; that of a procedure may show values, its parameters among them. */
function titleOf(cx: Context, { title }: ProcedureNode): Pick<ProcedureDef, 'title'> {
  if (typeof title !== 'object') return title === undefined ? {} : { title }
  try {
    return { title: asTitle(elaborateText(cx, title)) }
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

/** The head of a definition: what stands before its `=`, which is not one inside brackets. */
function headOf(text: string): string {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if (text[i] === '=' && depth === 0) return text.slice(0, i).trim()
  }
  return text.trim()
}

/** Is there a `give` anywhere in it? If not, its body need not be read to know that. */
function givesSomething(node: ProcedureNode): boolean {
  const gives = (part: unknown): boolean =>
    typeof part === 'object' &&
    part !== null &&
    (('node' in part && part.node === 'give') || Object.values(part).some(gives))
  return gives(node.body)
}

/** Values that are defined by values that are defined by values: the stack has an end. */
function tooDeep({ name }: FunctionNode): Fault {
  const message = `Too many definitions follow from each other to work out \`${name.text}\`.`
  return new Fault('too-large', name.span, message)
}

function contextFor(world: World, params: readonly Parameter[]): Context {
  const scope = new Scope()
  for (const p of params) scope.set(p.name, p.type)
  return { world, scope }
}

/** Makes an action a property of tokens. A mistake is reported; false if the action is there already. */
export function tie(world: World, action: string, tied: Tie | undefined): boolean {
  try {
    if (tied !== undefined) tieAction(world, action, tied)
    return true
  } catch (fault) {
    reportFault({ world, scope: new Scope() }, fault)
    return !world.procedures.has(action)
  }
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

function reported<T>(world: World, work: () => T): T | undefined {
  try {
    return work()
  } catch (fault) {
    reportFault(contextFor(world, []), fault)
    return undefined
  }
}

/** Groups of pieces: each phrase is one way to belong. */
export function elaborateGroups(world: World): GroupDef[] {
  return world.declarations.groups.map((group) => {
    const any = group.phrases.flatMap(({ text, span }) => {
      const words = text
        .trim()
        .split(/\s+/)
        .map((word) => ({ text: word, span }))
      const phrase = reported(world, () => phraseFilter(world, new Scope(), words))
      if (phrase === undefined) return []
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
