import { closestName } from '@ludoforge/compiler'
import { expand as expandRules } from '@ludoforge/effect-tree'
import { findGame, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, unknownName, UsageError } from '../usage.js'

/** Prints one rule, or all, as effect trees. A `yaml` block with such a tree can replace the rule. */
export async function expand(name: string, rule: string | undefined, terminal: Terminal): Promise<number> {
  const { def } = await load(findGame(name))
  const text = expandRules(def, rule)
  if (text === '' && rule !== undefined) {
    const known = [...def.functions, ...def.procedures].map(({ id }) => id)
    throw new UsageError(unknownName('rule', rule, closestName(rule, known), known))
  }
  terminal.out(text.trimEnd())
  return EXIT.ok
}
