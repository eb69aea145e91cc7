/** The messages of a game: those the rules can produce, and those of an event. */
import { type GameDef, type StepEvent, type Text, walk } from '@ludoforge/kernel'

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

/** The messages of an event: `say`, or the title of a procedure. */
export function messagesOf(event: StepEvent): readonly string[] {
  switch (event.type) {
    case 'said':
      return [event.text]
    case 'entered':
      return [event.title]
    case 'chose':
    case 'answered':
    case 'began':
    case 'ended':
    case 'left':
    case 'moved':
    case 'flipped':
    case 'set':
    case 'rolled':
    case 'shuffled':
    case 'revealed':
    case 'over':
      return []
  }
}
