import type { OptionDef } from '@ludoforge/kernel'
import type { Context } from './context.js'
import type { Sections } from './sections.js'
import { readRange } from './types.js'

/** Reads `players: {range: 2..4, default: 3}`, or `players: 2..4`: how many seats are present, as a game option. */
export function readPlayers(sections: Sections, context: Context): OptionDef | undefined {
  const [first, second] = sections.nodes('players')
  if (first === undefined) return undefined
  if (second !== undefined)
    context.error('duplicate-key', second.keySpan, '`players` is declared twice. A game has only one.')
  const { keySpan, value } = first
  if (!context.declare('option', 'players', keySpan)) return undefined
  const fields = value.kind === 'map' ? context.fields(value, '`players`') : undefined
  const node = fields === undefined ? value : fields.required('range')
  const range = node && readRange(context, node, 'the range of `players`')
  const given = fields?.int('default')
  fields?.end()
  if (range === undefined) return undefined
  const { min, max } = range
  const seats = context.seats.size
  if (min < 1 || max > seats)
    context.error(
      'out-of-range',
      keySpan,
      `\`players\` must be from 1 to at most ${seats}, the number of seats.`,
    )
  if (given !== undefined && (given < min || given > max))
    context.error('out-of-range', keySpan, `The default of \`players\` is ${given}, outside ${min}..${max}.`)
  return { id: 'players', about: 'How many players', type: 'number', min, max, default: given ?? max }
}
