/**
 * Names of a rule that hide a name of the game: what is meant to read the variable reads the local name instead,
 * and nothing looks wrong. A name that is a type (`space`, `seat`) says what it holds and is no surprise.
 */
import type { Word } from '../parser/index.js'
import { TYPE_NAMES } from './types.js'
import type { SymbolTable } from './symbols.js'

export function warnIfShadowing(world: SymbolTable, name: Word): void {
  const hidden = TYPE_NAMES.includes(name.text) ? undefined : meaningOf(world, name.text)
  if (hidden !== undefined)
    world.reporter.warn(
      'hides',
      name.span,
      `\`${name.text}\` hides ${hidden} of the same name.`,
      'Give one of them another name.',
    )
}

/** What the word means where no rule has given it another meaning. */
function meaningOf(world: SymbolTable, word: string): string | undefined {
  if (world.variables.get(word)?.scope === 'global') return 'the variable'
  if (world.functions.get(word)?.params.length === 0) return 'the rule'
  if (world.options.has(word)) return 'the option'
  if (world.seats.has(word)) return 'the seat'
  if (world.zones.has(word)) return 'the zone'
  return world.families.has(word) ? 'the zones' : undefined
}
