/**
 * Warns about local names that shadow a name of the game: a rule meant to read the variable would silently read the
 * local name. A name that is a type (`space`, `seat`) is a common parameter name and no surprise.
 */
import type { Word } from '../../parser/index.js'
import { TYPE_NAMES } from '../types.js'
import type { SymbolTable } from '../symbols.js'

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

/** The global meaning of a word. */
function meaningOf(world: SymbolTable, word: string): string | undefined {
  if (world.variables.get(word)?.scope === 'global') return 'the variable'
  if (world.functions.get(word)?.params.length === 0) return 'the rule'
  if (world.options.has(word)) return 'the game option'
  if (world.seats.has(word)) return 'the seat'
  if (world.zones.has(word)) return 'the zone'
  return world.families.has(word) ? 'the zones' : undefined
}
