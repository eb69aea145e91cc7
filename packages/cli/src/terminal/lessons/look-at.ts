/** What a lesson points at, as sentences: a terminal can't highlight the board. */
import type { Decision } from '@ludoforge/kernel'
import type { Thing } from '@ludoforge/play'
import { type Labels, type ShownTable, spaceFacts } from '../board/index.js'

/** Returns `Look at Mill: Control Red · 2 Guards`, one for each thing. */
export function lookAtLines(
  things: readonly Thing[],
  now: ShownTable,
  labels: Labels,
  question: Decision | undefined,
): string[] {
  return things.map((thing) => {
    const { name, facts } = described(thing, now, labels, question)
    return `Look at ${name}${facts === '' ? '.' : `: ${facts}.`}`
  })
}

interface Described {
  readonly name: string
  readonly facts: string
}

function described(thing: Thing, now: ShownTable, labels: Labels, question: Decision | undefined): Described {
  switch (thing.type) {
    case 'question':
      return { name: 'the question', facts: '' }
    case 'option': {
      const all = [...(question?.options ?? []), ...(question?.offers ?? [])]
      return { name: `the option ${all.find(({ id }) => id === thing.id)?.label ?? ''}`.trim(), facts: '' }
    }
    case 'zone':
      return { name: labels.place(thing.id), facts: spaceFacts(now.view, labels, thing.id, now.values) }
    case 'seat':
      return { name: labels.seat(thing.id), facts: seatFacts(thing.id, now, labels) }
    case 'token': {
      const at = thing.id.lastIndexOf('@')
      const [kind, zone] = [thing.id.slice(0, at), thing.id.slice(at + 1)]
      const count = now.view.zones[zone]?.pieces?.[kind] ?? 1
      return { name: `${labels.words.counted(kind, count)} in ${labels.place(zone)}`, facts: '' }
    }
    case 'variable': {
      const { id, of } = thing
      const { view } = now
      const values = of === undefined ? view.variables : (view.seats[of] ?? view.zones[of]?.markers ?? {})
      const value = values[id]
      const owner = of === undefined ? '' : ` of ${of in view.seats ? labels.seat(of) : labels.place(of)}`
      return {
        name: `${labels.words.variable(id)}${owner}`,
        facts: value === undefined ? '' : labels.words.value(id, value),
      }
    }
  }
}

/** The computed values of a seat, such as its score. */
function seatFacts(seat: string, { values }: ShownTable, labels: Labels): string {
  const shown = labels.look.seatValues.flatMap(({ title }, i) => {
    const value = values.seats[seat]?.[i]
    return typeof value === 'number' ? [`${title} ${value < 0 ? `−${-value}` : value}`] : []
  })
  return shown.join(' · ')
}
