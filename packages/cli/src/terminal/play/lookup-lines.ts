/** The output of `show` and `why`: things by name, at a table and in lessons. */
import type { Explanation } from '@ludoforge/play'
import { Refusal } from '@ludoforge/table'
import { cardLines, type ShownTable, spaceLines } from '../board/index.js'
import { explanationLines } from './explanation-lines.js'
import { narrowedLines } from './menu-lines.js'
import { type NameContext, resolveName, resolveShown, resolveSimilarName } from './resolve-name.js'

/** Returns a space, a card, or with `options` those of the question. Throws `Refusal`. */
export function showLines(about: string, context: NameContext, now: ShownTable, width: number): string[] {
  const { asked, labels } = context
  const part = /^options?\b\s*(.*)$/i.exec(about)?.[1]
  if (part !== undefined && asked !== undefined) return narrowedLines(asked, part, labels, width)
  const meant = resolveShown(about, context)
  if ('problem' in meant) throw new Refusal('bad-message', meant.problem)
  if (meant.what === 'card') return cardLines(meant.id, labels, width)
  return spaceLines(now.view, labels, meant.id, now.values, width)
}

/** Explains why something isn't offered. An exact name comes first, then one of the rules, then a similar one. */
export async function whyLines(
  about: string,
  context: NameContext,
  explain: (option: string) => Promise<Explanation> | Explanation,
  width: number,
): Promise<string[]> {
  const exact = resolveName(about, context)
  const explained = exact === undefined ? await explain(about) : undefined
  const meant = explained?.unknown === true ? resolveSimilarName(about, context) : exact
  if (meant !== undefined && 'problem' in meant) throw new Refusal('bad-message', meant.problem)
  const explanation = meant === undefined ? explained : await explain(meant.id)
  return explanation === undefined ? [] : explanationLines(explanation, context.labels, width)
}
