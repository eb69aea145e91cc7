import type { GameDef } from '@ludoforge/kernel'

/** The kinds of data sets: a row per decision, or a row per game. */
export const ROW_KINDS = ['decisions', 'games'] as const
/** Whether a row is a decision or a game. */
export type RowKind = (typeof ROW_KINDS)[number]

/** A column of a data set. Every column is nullable. */
export interface Column {
  readonly name: string
  /** `json` is a string, a number, or a list or object of them. */
  readonly type: 'whole' | 'number' | 'text' | 'json'
}

const whole = (name: string): Column => ({ name, type: 'whole' })
const number = (name: string): Column => ({ name, type: 'number' })
const text = (name: string): Column => ({ name, type: 'text' })

/** Returns the columns of a data set, in order. They depend on the game only. */
export function columnsOf(def: GameDef, kind: RowKind): Column[] {
  const { worth, features = [] } = def
  const position = [
    ...(worth === undefined ? [] : [number('worth')]),
    ...features.map(({ id }) => number(`feature.${id}`)),
  ]
  const result = [number('won'), whole('rank'), number('score')]
  if (kind === 'decisions') {
    const decision = [whole('n'), text('seat'), text('agent'), text('question'), whole('options')]
    const choice: Column = { name: 'choice', type: 'json' }
    return [whole('game'), text('seed'), ...decision, choice, ...position, text('result'), ...result]
  }
  const bySeat = def.seats.flatMap(({ id }) =>
    [text('agent'), ...result, ...position].map(
      ({ name, type }): Column => ({ name: `${id}.${name}`, type }),
    ),
  )
  return [whole('game'), text('seed'), whole('decisions'), text('result'), text('error'), ...bySeat]
}
