import type { GameDef } from '@ludoforge/kernel'

/** What a data set has a row for. */
export const ROW_KINDS = ['decisions', 'games'] as const
/** Whether a row is a decision or a game. */
export type RowKind = (typeof ROW_KINDS)[number]

/** A column of a data set. Any value of it may be missing (null). */
export interface Column {
  readonly name: string
  /** `json`: a text, a number, or a list or record of them. */
  readonly type: 'whole' | 'number' | 'text' | 'json'
}

const whole = (name: string): Column => ({ name, type: 'whole' })
const number = (name: string): Column => ({ name, type: 'number' })
const text = (name: string): Column => ({ name, type: 'text' })

/** The columns of a data set, in their order. They follow from the game alone. */
export function columnsOf(def: GameDef, kind: RowKind): Column[] {
  const { worth, features = [] } = def
  const position = [
    ...(worth === undefined ? [] : [number('worth')]),
    ...features.map(({ id }) => number(`feature.${id}`)),
  ]
  const fate = [number('won'), whole('rank'), number('score')]
  if (kind === 'decisions') {
    const asked = [whole('n'), text('seat'), text('agent'), text('question'), whole('options')]
    const choice: Column = { name: 'choice', type: 'json' }
    return [whole('game'), text('seed'), ...asked, choice, ...position, text('result'), ...fate]
  }
  const bySeat = def.seats.flatMap(({ id }) =>
    [text('agent'), ...fate, ...position].map(({ name, type }): Column => ({ name: `${id}.${name}`, type })),
  )
  return [whole('game'), text('seed'), whole('decisions'), text('result'), text('error'), ...bySeat]
}
