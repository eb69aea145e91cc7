/** What a lesson points at: its name for people, and its elements on the page. */
import type { Thing } from '@ludoforge/play'
import type { Vocabulary } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'

/** The name of a thing. */
export function thingName(thing: Thing, words: Vocabulary, decision: Decision | undefined): string {
  switch (thing.type) {
    case 'question':
      return 'the question'
    case 'zone':
      return words.zone(thing.id)
    case 'seat':
      return words.plainSeat(thing.id)
    case 'option':
      return (
        [...(decision?.options ?? []), ...(decision?.offers ?? [])].find(({ id }) => id === thing.id)
          ?.label ?? words.word(thing.id)
      )
    case 'token': {
      const at = thing.id.lastIndexOf('@')
      return at < 0
        ? words.kind(thing.id)
        : `${words.kinds(thing.id.slice(0, at))} in ${words.zone(thing.id.slice(at + 1))}`
    }
    case 'variable': {
      const of = thing.of
      if (of === undefined) return words.variable(thing.id)
      const owner = words.def.seats.some(({ id }) => id === of) ? words.plainSeat(of) : words.zone(of)
      return `${words.variable(thing.id)} of ${owner}`
    }
  }
}

const quoted = (id: string): string => `"${CSS.escape(id)}"`

/** A selector of the elements of a thing, best first. Empty if the page doesn't show it. */
function selectorsOf(thing: Thing, decision: Decision | undefined): readonly string[] {
  switch (thing.type) {
    case 'question':
      return ['.in-lesson .question']
    case 'zone':
      return [
        `.stage [data-kind="space"][data-id=${quoted(thing.id)}]`,
        `.rail [data-zone=${quoted(thing.id)}]`,
      ]
    case 'seat':
      return [`[data-cell=${quoted(thing.id)}]`]
    case 'option': {
      const index = decision?.options.findIndex(({ id }) => id === thing.id) ?? -1
      return [`[data-option=${quoted(index < 0 ? `offer ${thing.id}` : String(index))}]`]
    }
    case 'token': {
      const at = thing.id.lastIndexOf('@')
      const [kind, zone] = [thing.id.slice(0, at), thing.id.slice(at + 1)]
      return [
        `.stage [data-kind="piece"][data-id=${quoted(thing.id)}]`,
        `.stage [data-kind="card"][data-id=${quoted(kind)}]`,
        `.rail [data-card=${quoted(kind)}]`,
        `.stage [data-kind="space"][data-id=${quoted(zone)}]`,
      ]
    }
    case 'variable': {
      const of = thing.of
      if (of === undefined) return [`.rail [data-variable=${quoted(thing.id)}]`]
      return [`[data-cell=${quoted(of)}]`, `.stage [data-kind="space"][data-id=${quoted(of)}]`]
    }
  }
}

/** The element of a thing, if the page shows it. */
export function elementOf(thing: Thing, decision: Decision | undefined): Element | undefined {
  for (const selector of selectorsOf(thing, decision)) {
    const element = document.querySelector(selector)
    if (element !== null) return element
  }
  return undefined
}
