/** Matches the texts of rules, which contain values, with the words of examples. */
import { type GameDef, type Text, walk } from '@ludoforge/kernel'

/** Whether the text can have these words. A value in it matches anything. */
export function textMatches(text: Text, words: string): boolean {
  const pattern = text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*',
  )
  return new RegExp(`^${pattern.join('')}$`, 'is').test(words)
}

/** All texts the rules can produce: the messages of `say` and the titles of procedures. */
export function textsOf(def: GameDef): readonly Text[] {
  const texts: Text[] = def.procedures.flatMap(({ kind, title }) =>
    kind !== 'procedure' || title === undefined ? [] : [typeof title === 'string' ? [title] : title],
  )
  walk('GameDef', def, ({ say }) => {
    if (say !== undefined) texts.push((say as { readonly text: Text }).text)
  })
  return texts
}
