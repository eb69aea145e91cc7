/** The appearance of pieces and cards. */
import type { GameDef, TokenTypeDef } from '@ludoforge/kernel'
import { kindsOf, ownerOf } from '../kinds.js'
import type { CardRow, Look } from '../reader/look.js'
import type { CardLook, PieceLook } from '../scene.js'
import { type AllNames, cardRuleOf, fillTemplate, wordsOfId } from './names.js'

/** Default shapes, assigned to the sorts of pieces in this order. */
const SHAPES: readonly PieceLook['shape'][] = [
  'disc',
  'cube',
  'octagon',
  'pawn',
  'hex',
  'star',
  'cylinder',
  'square',
  'ring',
]

export function piecesOf(def: GameDef, look: Look): Record<string, PieceLook> {
  const kinds = kindsOf(def).filter(({ type }) => type.family === 'pieces')
  const shapes = shapesOf(def)
  return Object.fromEntries(
    kinds.map(({ id, type, values }, order): [string, PieceLook] => {
      const owner = ownerOf(def, type)
      const rule = { ...look.pieces[type.id], ...look.pieces[id] }
      const sign =
        rule.sign ??
        values
          .map((value) => wordsOfId(value).slice(0, 1).toUpperCase())
          .join('')
          .slice(0, 2)
      return [
        id,
        {
          shape: rule.shape ?? shapes.get(type.id) ?? 'disc',
          colour: rule.colour ?? owner ?? 'grey',
          order,
          ...(sign === '' ? {} : { sign }),
          ...(rule.edge === undefined ? {} : { edge: rule.edge }),
          ...(rule.size === undefined ? {} : { size: rule.size }),
          ...(owner === undefined ? {} : { owner }),
        },
      ]
    }),
  )
}

/** Assigns one shape to each sort of piece, across owners. The property `type` names the sort, if there is one. */
function shapesOf(def: GameDef): Map<string, PieceLook['shape']> {
  const pieces = def.tokens.filter(({ family }) => family === 'pieces')
  const sortOf = (type: TokenTypeDef): string => {
    const sort = type.props['type']
    if (typeof sort === 'string') return sort
    return ownerOf(def, type) === undefined ? type.id : 'owned'
  }
  const sorts = [...new Set(pieces.map(sortOf))]
  return new Map(
    pieces.map((type) => [type.id, SHAPES[sorts.indexOf(sortOf(type)) % SHAPES.length] ?? 'disc']),
  )
}

/** Returns the appearance of cards by kind. */
export function cardsOf(def: GameDef, look: Look, all: AllNames): Record<string, CardLook> {
  const kinds = kindsOf(def).filter(({ type }) => type.family === 'cards')
  return Object.fromEntries(
    kinds.map(({ id, type, values }): [string, CardLook] => {
      const card = cardLook(def, look, type, all)
      const state = values.map((value) => all.names[value] ?? wordsOfId(value)).join(', ')
      return [id, state === '' ? card : { ...card, rows: [...card.rows, { text: state, style: 'italic' }] }]
    }),
  )
}

function cardLook(def: GameDef, look: Look, type: TokenTypeDef, { names }: AllNames): CardLook {
  const rule = cardRuleOf(look, type)
  const owner = ownerOf(def, type)
  if (rule === undefined) {
    const rows = Object.entries(type.props).flatMap(([property, value]): CardLook['rows'][number][] => {
      if (
        value === null ||
        property === 'type' ||
        value === owner ||
        names[type.id]?.endsWith(` ${String(value)}`)
      )
        return []
      const texts = (Array.isArray(value) ? value : [value]).map(
        (item) => names[String(item)] ?? String(item),
      )
      return [{ text: `${names[property] ?? property}: ${texts.join(' ')}`, size: 'small' }]
    })
    const corner = /(?:^|\s)(\d{1,3}|[A-Z0-9]{1,2}.)$/.exec(names[type.id] ?? type.name)?.[1]
    return {
      title: names[type.id] ?? type.name,
      rows,
      shape: 'playing',
      ...(corner === undefined ? {} : { corner }),
      ...(owner === undefined ? {} : { ink: owner }),
    }
  }
  const filling = { type, rule, look, names }
  const text = (template: string): string | undefined =>
    template === '' ? undefined : fillTemplate(template, filling)
  // `{suit}` names the colour after the property's value, such as `hearts`.
  const colour = (template: string): string | undefined => {
    if (!template.includes('{')) return template === '' ? undefined : template
    return (
      template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => String(type.props[name] ?? '')) || undefined
    )
  }
  const corner = text(rule.corner)
  const paint = colour(rule.colour)
  const ink = colour(rule.ink)
  return {
    title: text(rule.title) ?? names[type.id] ?? type.name,
    rows: rule.rows.flatMap((row) => rowOf(row, text, type)),
    shape: rule.shape,
    ...(corner === undefined ? {} : { corner }),
    ...(paint === undefined ? {} : { colour: paint }),
    ...(ink === undefined ? {} : { ink }),
  }
}

/** Skips rows that name a property the card doesn't have. */
function rowOf(
  row: CardRow,
  text: (template: string) => string | undefined,
  type: TokenTypeDef,
): CardLook['rows'][number][] {
  if ('seats' in row) {
    const seats = type.props[row.seats]
    return Array.isArray(seats) ? [{ seats: seats.map(String) }] : []
  }
  if ('sign' in row) {
    const sign = text(row.sign)
    return sign === undefined ? [] : [{ sign }]
  }
  const filled = text(row.text)
  return filled === undefined ? [] : [{ ...row, text: filled }]
}
