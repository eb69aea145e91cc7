/** Actions tied to types of tokens: `event shaded of card-68` is an action, and the property `shaded` of that card. */
import type { Expr, Filter, GameDef, Predicate, PropertyDef, TokenTypeDef } from '@ludoforge/kernel'
import type { TokenActionNode, Word } from '../../parser/index.js'
import { type NonEmpty, formatLocation, type Span } from '../../source/index.js'
import { DiagnosticError, unknownName } from '../diagnostic-error.js'
import { phraseFilter, phraseWords, wordsIn } from '../expressions/phrases.js'
import { Scope } from '../scope.js'
import type { SymbolTable } from '../symbols.js'

/** Built-in members of tokens. */
const BUILT_IN = new Set(['zone', 'space'])

function taken({ text, span }: Word): DiagnosticError {
  const message = `Pieces and cards already have \`${text}\`.`
  return new DiagnosticError('duplicate', span, message, 'Choose another word for the action.')
}

/** Makes an action a property of its tokens, before the action itself is declared. */
export function attachToTokens(world: SymbolTable, action: string, { word, of }: TokenActionNode): void {
  const known = world.tied.get(word.text)
  if (known === undefined && (world.properties.has(word.text) || BUILT_IN.has(word.text))) throw taken(word)
  const byType = known ?? new Map<string, { action: string; span: Span }>()
  world.tied.set(word.text, byType)
  world.properties.set(word.text, { id: word.text, type: 'action', changes: false })
  for (const phrase of of) {
    const [{ span }] = phrase
    for (const type of typesOf(world, phrase)) {
      const first = byType.get(type.id)
      if (first !== undefined && (first.action !== action || world.procedures.has(action))) {
        const message = `\`${type.id}\` already has an action \`${word.text}\` (${formatLocation(first.span)}).`
        throw new DiagnosticError('duplicate', span, message)
      }
      byType.set(type.id, { action, span })
    }
  }
}

/** The types of token a phrase matches by their fixed properties. */
export function typesOf(world: SymbolTable, words: NonEmpty<Word>): readonly TokenTypeDef[] {
  const phrase = phraseFilter(world, new Scope(), words)
  if ('unknown' in phrase)
    throw unknownName(phrase.unknown.span, phrase.unknown.text, 'a type of piece or card', phraseWords(world))
  const text = words.map((w) => w.text).join(' ')
  const types = world.declarations.tokens.filter((type) => matches(world, type, phrase.filter, words))
  if (types.length === 0)
    throw new DiagnosticError('unknown-name', words[0].span, `No type of piece or card is \`${text}\`.`)
  return types
}

function matches(world: SymbolTable, type: TokenTypeDef, filter: Filter, words: NonEmpty<Word>): boolean {
  return filter.every((p) => holds(world, type, p, words))
}

/** Phrases in declarations have no local names, so every predicate compares with a constant. */
function holds(world: SymbolTable, type: TokenTypeDef, p: Predicate, words: NonEmpty<Word>): boolean {
  if ('type' in p) return p.type === type.id
  if ('family' in p) return p.family === type.family
  if ('group' in p) {
    const group = world.declarations.groups.find(({ id }) => id === p.group)
    return (group?.phrases ?? []).some(({ text, span }) => {
      const inner = phraseFilter(world, new Scope(), wordsIn(text, span))
      return 'filter' in inner && matches(world, type, inner.filter, words)
    })
  }
  if (!('eq' in p)) return false
  if (world.properties.get(p.prop)?.changes === true)
    throw new DiagnosticError(
      'changing-property',
      words[0].span,
      `\`${words.map((w) => w.text).join(' ')}\` depends on the changing property \`${p.prop}\`. The tokens of an action must be fixed.`,
    )
  return Object.hasOwn(type.props, p.prop) && type.props[p.prop] === constantOf(p.eq)
}

function constantOf(expr: Expr): unknown {
  if (typeof expr !== 'object') return expr
  if ('seat' in expr) return expr.seat
  return 'value' in expr ? expr.value : undefined
}

/** The action of a type of token by its word: `none` if the type has none, `undefined` if no type has one. */
export function actionOfToken(world: SymbolTable, type: string, word: string): Expr | undefined {
  if (world.properties.get(word)?.type !== 'action') return undefined
  const declared = world.declarations.tokens.find(({ id }) => id === type)?.props[word]
  const action = world.tied.get(word)?.get(type)?.action ?? declared
  return typeof action === 'string' ? { action } : { none: 'action' }
}

/** The properties and types of tokens, with their attached actions. */
export function withTokenActions(
  world: SymbolTable,
  properties: readonly PropertyDef[],
  tokens: readonly TokenTypeDef[],
): Pick<GameDef, 'properties' | 'tokens'> {
  const words = [...world.tied.keys()].sort()
  return {
    properties: [...properties, ...words.map((id): PropertyDef => ({ id, type: 'action', changes: false }))],
    tokens: tokens.map((token) => {
      const own = words.flatMap((word) => {
        const action = world.tied.get(word)?.get(token.id)?.action
        return action === undefined ? [] : [[word, action] as const]
      })
      return own.length === 0 ? token : { ...token, props: { ...token.props, ...Object.fromEntries(own) } }
    }),
  }
}
