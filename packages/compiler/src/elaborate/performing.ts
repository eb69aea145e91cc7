/** Calling procedures, performing actions, and what they give; `legal` asks about what `perform` would do. */
import type { Effect, Performance, Result, TypeName } from '@ludoforge/kernel'
import { ACTION_CLASS, isList, listOf } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { ArgumentNodes, DoingNode, ExprNode, TypedName, StatementNode, Word } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { argumentsFor, argumentsForSome, defaultsOf, writtenIn } from './arguments.js'
import { BUILTIN_FUNCTIONS } from './calls.js'
import { type Context, elaborate } from './expressions.js'
import { Fault, needType, unknownName } from './fault.js'
import { describe, TYPE_NAMES, typeOfWord } from './types.js'
import type { ProcedureInfo, World } from './world.js'

type Do = Extract<StatementNode, { node: 'do' }>
type Perform = Extract<StatementNode, { node: 'perform' }>

export function elaborateDo(cx: Context, s: Do): Effect {
  const procedure = cx.world.procedures.get(s.name.text)
  if (procedure === undefined)
    throw unknownName(s.name.span, s.name.text, 'a procedure', cx.world.procedures.keys())
  const { id, params } = procedure
  cx.world.use(`procedure:${id}`)
  const args = argumentsFor(id, params, writtenIn(cx, s.given), s.span)
  return { call: { procedure: id, args, ...bindResult(cx, s.into, procedure) } }
}

export function elaboratePerform(cx: Context, s: Perform): Effect {
  const performance = elaborateDoing(cx, s.doing, s.span, true)
  return { perform: { ...performance, ...bindResult(cx, s.into, namedAction(cx.world, performance)) } }
}

/** The action, its arguments and its clauses. `perform` needs all arguments; `legal` may do without any. */
export function elaborateDoing(cx: Context, node: DoingNode, span: Span, needed: boolean): Performance {
  const { target, given } = actionAndArguments(cx, node)
  const action = elaborate(cx, target, 'action').expr
  const named = namedAction(cx.world, { action })
  const written = writtenIn(cx, given ?? { args: [] })
  const args =
    named === undefined
      ? argumentsForSome(cx.world, written, span)
      : needed || given !== undefined
        ? argumentsFor(named.id, named.params, written, span)
        : (defaultsOf(named.params) ?? [])
  const { by, free, class: cls, within } = node
  if (cls !== undefined) needType(cls.span, ACTION_CLASS, elaborate(cx, cls, ACTION_CLASS).type)
  return {
    action,
    ...(args.length === 0 ? {} : { args }),
    ...(by === undefined ? {} : { by: elaborate(cx, by, 'seat').expr }),
    ...(free ? { free: true } : {}),
    ...(cls === undefined ? {} : { class: elaborate(cx, cls, ACTION_CLASS).expr }),
    ...(within === undefined ? {} : { within: elaborate(cx, within, 'list zone').expr }),
  }
}

/** `raid(mill)` is an action with arguments; `first(actions)` is a value, and an action itself. */
function actionAndArguments(
  cx: Context,
  { action, given }: DoingNode,
): { target: ExprNode; given?: ArgumentNodes | undefined } {
  if (given !== undefined || action.node !== 'call') return { target: action, given }
  const { name } = action
  const isValue =
    cx.scope.get(name.text) === undefined &&
    cx.world.procedures.get(name.text)?.action !== true &&
    (cx.world.functions.has(name.text) || BUILTIN_FUNCTIONS.includes(name.text))
  if (isValue) return { target: action }
  return { target: { node: 'words', words: [name], span: name.span }, given: action }
}

function namedAction(world: World, { action }: Pick<Performance, 'action'>): ProcedureInfo | undefined {
  return typeof action === 'object' && 'action' in action && typeof action.action === 'string'
    ? world.procedures.get(action.action)
    : undefined
}

/** The name for what is given is known to the statements that follow. */
function bindResult(
  cx: Context,
  into: TypedName | undefined,
  from: ProcedureInfo | undefined,
): { readonly into?: Result } {
  if (into === undefined) return {}
  const { text: bind, span } = into.name
  const declared = declaredType(cx.world, into)
  const type = from === undefined ? (declared ?? typeOfName(cx.world, into)) : givenBy(from, span)
  if (declared !== undefined && into.type !== undefined) needType(into.type.span, declared, type)
  cx.scope.set(bind, type)
  return { into: { bind, type } }
}

/** What a procedure gives to a caller who wants it. */
export function givenBy({ id, gives }: ProcedureInfo, span: Span): TypeName {
  const type = gives === undefined ? null : gives()
  if (type === undefined)
    throw new Fault('circular', span, `What \`${id}\` gives depends on what it gives itself.`)
  if (type === null)
    throw new Fault('gives-nothing', span, `\`${id}\` gives nothing.`, 'Say in it what, with `give`.')
  return type
}

function typeOf(world: World, word: Word): TypeName | undefined {
  return typeOfWord(word.text, new Set(world.enums.keys()), new Set(world.tables.keys()))
}

function declaredType(world: World, { type: word, list }: TypedName): TypeName | undefined {
  if (word === undefined) return undefined
  const type = typeOf(world, word)
  if (type === undefined)
    throw new Fault(
      'unknown-type',
      word.span,
      `\`${word.text}\` is not a type.`,
      didYouMean(word.text, [...TYPE_NAMES, ...world.enums.keys()]),
    )
  return list ? listOf(type) : type
}

/** Which action is performed shows only in play, so its result is of the type that its name says. */
function typeOfName(world: World, { name }: TypedName): TypeName {
  const type = typeOf(world, name)
  if (type !== undefined) return type
  throw new Fault(
    'unknown-type',
    name.span,
    `Which action this is shows only in play: \`${name.text}\` needs a type.`,
    `Write \`into ${name.text}: spaces\`.`,
  )
}

/** What the `give` statements of one procedure have in common. */
export class Giving {
  type: TypeName | undefined
  /** `give none` and `give nothing` before it was clear of what. */
  readonly #bare: { readonly span: Span; readonly list: boolean }[] = []

  constructor(readonly of: string) {}

  elaborate(cx: Context, node: ExprNode): Effect {
    const word = node.node === 'words' && node.words.length === 1 ? node.words[0].text : undefined
    const empty = word === 'nothing' || (node.node === 'list' && node.items.length === 0)
    if (empty || word === 'none') {
      this.#bare.push({ span: node.span, list: empty })
      return { leave: 'procedure' } // which is to give just this
    }
    const value = this.#typed(cx, node)
    this.type ??= value.type
    return { give: value.expr }
  }

  #typed(cx: Context, node: ExprNode) {
    try {
      const value = elaborate(cx, node, this.type)
      // Of a name whose own statement is broken nothing is known, and that was said there.
      if ((value.type === 'any' || value.type === 'list any') && !cx.world.reporter.hasErrors)
        throw new Fault('wrong-type', node.span, 'It is not clear of what type this is.')
      return value
    } catch (fault) {
      const known = this.type
      this.type ??= 'any'
      if (!(fault instanceof Fault) || fault.code !== 'wrong-type' || known === undefined) throw fault
      const hint = `All that \`${this.of}\` gives is of one type; the first is ${describe(known)}.`
      throw new Fault(fault.code, fault.span, fault.message, fault.hint ?? hint)
    }
  }

  /** When the body has been read: none is no number, and nothing no single thing. */
  *faults(): Generator<Fault> {
    for (const { span, list } of this.#bare) {
      if (this.type === undefined)
        yield new Fault(
          'wrong-type',
          span,
          'It is not clear of what this is none.',
          'Give something else somewhere, or use `finish`.',
        )
      else if (this.type !== 'any' && (list !== isList(this.type) || (!list && !hasNone(this.type))))
        yield new Fault(
          'wrong-type',
          span,
          `\`${this.of}\` gives ${describe(this.type)}, which this is not.`,
          'Use `finish` to give nothing.',
        )
    }
  }
}

const hasNone = (type: TypeName): boolean => type !== 'number' && type !== 'flag' && type !== 'kind'
