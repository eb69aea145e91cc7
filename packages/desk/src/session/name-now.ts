/** What a name of the rules is in a position, in the words of the table. */
import { CompileError } from '@ludoforge/compiler/editing'
import { itemOf, LudoError, type State, type TypeName } from '@ludoforge/kernel'
import { type Evaluated, linkValue } from '@ludoforge/play'
import type { Vocabulary } from '@ludoforge/table'
import type { GameVersion } from './game-version.js'

/** A name that can have a value. */
export interface ValuedName {
  readonly kind: 'variable' | 'function' | 'option'
  readonly name: string
}

/** The most items of a list that are named. */
const MAX_ITEMS = 8

/**
 * Returns what a name is for a viewer: `3`, for each seat `Red 3, Blue 2`, or the spaces for which a test is true. Returns
 * `undefined` if it has other parameters.
 */
export function nameNow(
  version: GameVersion,
  state: State,
  valued: ValuedName,
  viewer: string | null,
): string | undefined {
  const { game, words } = version
  if (isSingle(version, valued)) return valueNow(version, state, valued.name, viewer)
  const { kind, name } = valued
  if (isTestOfSpace(version, valued)) return valueNow(version, state, `spaces where ${name}(it)`, viewer)
  if (!isOfSeat(version, valued)) return undefined
  const values = game.present(state).flatMap((seat) => {
    const value = valueNow(
      version,
      state,
      kind === 'variable' ? `${name} of ${seat}` : `${name}(${seat})`,
      viewer,
    )
    return value === undefined ? [] : [`${words.plainSeat(seat)} ${value}`]
  })
  return values.length === 0 ? undefined : values.join(', ')
}

/** Whether a name is one value, the same for everybody. */
function isSingle({ game: { world } }: GameVersion, { kind, name }: ValuedName): boolean {
  if (kind === 'option') return world.options.has(name)
  if (kind === 'variable') return world.variables.get(name)?.scope === 'global'
  return world.functions.get(name)?.params.length === 0
}

/** Whether a name is a value of each seat. */
function isOfSeat({ game: { world } }: GameVersion, { kind, name }: ValuedName): boolean {
  if (kind === 'variable') return world.variables.get(name)?.scope === 'seat'
  const [first, ...others] = world.functions.get(name)?.params ?? []
  return kind === 'function' && first?.type === 'seat' && others.length === 0
}

/** Whether a name is a test of each space. */
function isTestOfSpace({ game: { world } }: GameVersion, { kind, name }: ValuedName): boolean {
  const found = kind === 'function' ? world.functions.get(name) : undefined
  return found?.params.length === 1 && found.params[0]?.type === 'zone' && found.returns() === 'flag'
}

function valueNow(
  { game, words }: GameVersion,
  state: State,
  text: string,
  viewer: string | null,
): string | undefined {
  try {
    const expression = game.expression(text)
    const value = linkValue(game, expression)
    if (value.refusal(state, viewer) !== undefined)
      return viewer === null ? 'hidden' : `hidden from ${words.plainSeat(viewer)}`
    return inWords(words, expression.type, value.of(state, viewer))
  } catch (error) {
    // It isn't in this version, or it has no value now, such as the top card of an empty pile.
    if (error instanceof CompileError || error instanceof LudoError) return undefined
    throw error
  }
}

function inWords(words: Vocabulary, type: TypeName, value: Evaluated): string {
  const isOfTokens = itemOf(type) === 'token'
  if (typeof value !== 'object') return isOfTokens ? tokensText(words, [value]) : words.typed(type, value)
  if (value.length === 0) return words.say.none
  if (isOfTokens) return tokensText(words, value)
  return listText(
    words,
    value.map((item) => words.typed(type, item)),
  )
}

/** Pieces and cards with their places: `2 Red soldiers in A3`. Their ids are `red-soldier@a3`. */
function tokensText(words: Vocabulary, ids: Extract<Evaluated, readonly unknown[]>): string {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1)
  const parts = [...counts].map(([id, count]) => {
    const [kind = '', zone] = id.split('@')
    const counted = words.counted(kind, count)
    return zone === undefined ? counted : words.say.in(counted, words.zone(zone))
  })
  return listText(words, parts)
}

function listText({ say }: Vocabulary, parts: readonly string[]): string {
  const more = parts.length - MAX_ITEMS
  return say.list(more > 0 ? [...parts.slice(0, MAX_ITEMS), `${more} more`] : parts)
}
