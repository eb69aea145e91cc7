/**
 * Values of things: `value points of hearts = 1` is a function of its own, `points-of-hearts(it)`. All with one word
 * become the function `points(it)`, which branches by the kind of thing. `points of CARD` calls it. An action of spaces
 * is such a value, too: `action visit of mill` is the action `visit-of-mill`, and `visit(it)` returns it for the mill.
 */
import { isEnum } from '@ludoforge/kernel'
import type { Declared, ExprNode, Word } from '../parser/index.js'
import { wordsNode } from '../parser/expressions.js'
import { formatLocation, type NonEmpty, type Span } from '../source/index.js'
import { DiagnosticError } from './diagnostic-error.js'
import { Scope } from './scope.js'
import { catchDiagnostics } from './statements/statements.js'
import { typesOf } from './statements/token-actions.js'
import type { FunctionNode, ProcedureNode, SymbolTable } from './symbols.js'

type Rules = Declared['rules']
type Tied = FunctionNode & {
  readonly tied: NonNullable<FunctionNode['tied']>
  readonly isAction: boolean // its value is the action of these spaces
}

/** Returns the rules with the functions that branch by the kind of thing. Reports errors of their phrases. */
export function withThingValues(world: SymbolTable, rules: Rules): Rules {
  const byWord = new Map<string, Tied[]>()
  const ofSpaces = new Set<ProcedureNode>()
  for (const rule of rules) {
    const node = tiedTo(world, rule)
    if (node === undefined) continue
    const { text } = node.tied.word
    byWord.set(text, [...(byWord.get(text) ?? []), node])
    if (rule.node !== 'procedure') continue
    ofSpaces.add(rule)
    world.use(`function:${text}`) // `actions-tagged` may be the only use
  }
  if (byWord.size === 0) return rules
  const typed = new Map<string, FunctionNode>()
  const dispatching = [...byWord.values()].flatMap((arms) => {
    const [first] = arms
    if (first === undefined) return []
    const type =
      catchDiagnostics({ world, scope: new Scope() }, () => checkThings(world, arms)) ??
      (first.tied.of.some((phrase) => spacesOf(world, phrase).length > 0) ? 'zone' : 'token')
    const { word } = first.tied
    world.thingValues.set(word.text, { type, span: word.span })
    for (const arm of arms) typed.set(arm.name.text, withThing(arm, type))
    const alike = arms.filter(({ isAction }) => isAction === first.isAction)
    const node = dispatcher(alike.map((arm) => withThing(arm, type)))
    return node === undefined ? [] : [{ node: 'named' as const, name: word, read: () => node }]
  })
  const own = rules.map((rule) => {
    if (rule.node === 'procedure') return ofSpaces.has(rule) ? { ...rule, tied: undefined } : rule
    const node = rule.node === 'named' ? typed.get(rule.name.text) : undefined
    return node === undefined || rule.node !== 'named' ? rule : { ...rule, read: () => node }
  })
  return [...own, ...dispatching]
}

/** A value of things, or an action of spaces as a value: the action. Actions of pieces and cards are their properties. */
function tiedTo(world: SymbolTable, rule: Rules[number]): Tied | undefined {
  if (rule.node === 'named') {
    const node = rule.tied === undefined ? undefined : rule.read()
    return node?.tied === undefined ? undefined : { ...node, tied: node.tied, isAction: false }
  }
  if (rule.node !== 'procedure' || rule.tied === undefined) return undefined
  const { name, tied, span, text, rule: number } = rule
  if (!tied.of.some((phrase) => spacesOf(world, phrase).length > 0)) return undefined
  const params = [{ name: { text: 'it', span: tied.word.span }, list: false, otherwise: undefined }]
  const body = wordsNode([name])
  return {
    node: 'function',
    form: 'value',
    name,
    tied,
    params,
    body,
    span,
    text,
    rule: number,
    isAction: true,
  }
}

/** Gives the thing, the first parameter, its type. */
function withThing<T extends FunctionNode>(arm: T, type: 'token' | 'zone'): T {
  const [thing, ...others] = arm.params
  if (thing === undefined) return arm
  return { ...arm, params: [{ ...thing, type: { text: type, span: arm.name.span } }, ...others] }
}

/** Checks that each thing has the word once, and that all are tokens or all are spaces. Returns their type. */
function checkThings(world: SymbolTable, arms: readonly Tied[]): 'token' | 'zone' {
  const [first] = arms
  const known = new Map<string, Span>()
  let type: 'token' | 'zone' | undefined
  for (const arm of arms) {
    const { word, of } = arm.tied
    const what = arm.isAction ? 'an action' : 'a value'
    if (first !== undefined && first.isAction !== arm.isAction)
      throw new DiagnosticError(
        'wrong-type',
        word.span,
        `\`${word.text}\` is ${first.isAction ? 'an action' : 'a value'} at ${formatLocation(first.name.span)}.`,
        'Use another word.',
      )
    if (first !== undefined && !haveSameParameters(first, arm))
      throw new DiagnosticError(
        'wrong-count',
        word.span,
        `\`${word.text}\` has other parameters here than at ${formatLocation(first.name.span)}.`,
        'Give all values with one word the same parameters.',
      )
    for (const phrase of of) {
      const spaces = spacesOf(world, phrase)
      const here = spaces.length > 0 ? 'zone' : 'token'
      if (type !== undefined && type !== here)
        throw new DiagnosticError(
          'wrong-type',
          phrase[0].span,
          `\`${word.text}\` is ${what} of ${type === 'zone' ? 'spaces' : 'pieces or cards'} elsewhere.`,
          'Use another word.',
        )
      type = here
      for (const id of here === 'zone' ? spaces : typesOf(world, phrase).map((token) => token.id)) {
        const span = known.get(id)
        if (span !== undefined)
          throw new DiagnosticError(
            'duplicate',
            phrase[0].span,
            `\`${id}\` already has ${what} \`${word.text}\` (${formatLocation(span)}).`,
          )
        known.set(id, phrase[0].span)
      }
    }
  }
  const { word } = first?.tied ?? {}
  const isTaken =
    type === 'zone'
      ? world.attributes.has(word?.text ?? '') || world.variables.get(word?.text ?? '')?.scope === 'zone'
      : world.properties.has(word?.text ?? '')
  if (word !== undefined && isTaken)
    throw new DiagnosticError(
      'duplicate',
      word.span,
      `${type === 'zone' ? 'Spaces' : 'Pieces and cards'} already have \`${word.text}\`.`,
      `Choose another word for the ${first?.isAction === true ? 'action' : 'value'}.`,
    )
  return type ?? 'token'
}

const haveSameParameters = (a: FunctionNode, b: FunctionNode): boolean =>
  a.form === b.form &&
  a.params.length === b.params.length &&
  a.params.every(({ name }, i) => name.text === b.params[i]?.name.text)

/** The spaces that a word names: one by its id, or those with this attribute, a flag or a value of an enumeration. */
function spacesOf({ declarations }: SymbolTable, words: NonEmpty<Word>): readonly string[] {
  const [{ text }] = words
  if (words.length > 1) return []
  const spaces = declarations.zones.filter(({ space }) => space)
  if (spaces.some(({ id }) => id === text)) return [text]
  return spaces.flatMap(({ id, attributes: own }) => {
    const has = declarations.attributes.some((attribute) =>
      isEnum(attribute.type) ? own[attribute.id] === text : attribute.id === text && own[text] === true,
    )
    return has ? [id] : []
  })
}

/** `if it is A then WORD-of-A(it) else if it is B then WORD-of-B(it) else 0`. */
function dispatcher(arms: readonly Tied[]): FunctionNode | undefined {
  const [first] = arms
  if (first === undefined) return undefined
  const { span } = first.tied.word
  const named = (text: string): ExprNode => wordsNode([{ text, span }])
  const calls = arms.map(({ name, params, isAction, body }): ExprNode => {
    if (isAction) return body
    return { node: 'call', name, args: params.map((p) => named(p.name.text)), span }
  })
  const [like] = calls
  if (like === undefined) return undefined
  const body = arms.reduceRight<ExprNode>(
    (otherwise, { tied }, i) => ({
      node: 'if',
      when: { node: 'is', negated: false, left: named('it'), alternatives: tied.of.map(wordsNode), span },
      then: calls[i] ?? like,
      else: otherwise,
      span,
    }),
    { node: 'absent', like, span },
  )
  const { form, params, text, rule } = first
  return { node: 'function', form, name: first.tied.word, params, body, span, text, rule }
}
