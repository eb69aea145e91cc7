/** Texts of the rules, with values in them, and what is said of them in examples. */
import { type GameDef, type Text, walk } from '@ludoforge/kernel'

/** Could the text be these words? A value in it may be anything. */
export function textMatches(text: Text, words: string): boolean {
  const pattern = text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*',
  )
  return new RegExp(`^${pattern.join('')}$`, 'is').test(words)
}

/** Everything that the rules can tell: what `say` says, and the titles of procedures. */
export function textsOf(def: GameDef): readonly Text[] {
  const texts: Text[] = def.procedures.flatMap(({ kind, title }) =>
    kind !== 'procedure' || title === undefined ? [] : [typeof title === 'string' ? [title] : title],
  )
  walk('GameDef', def, ({ say }) => {
    if (say !== undefined) texts.push((say as { readonly text: Text }).text)
  })
  return texts
}
