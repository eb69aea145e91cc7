/** The appearance of pieces and cards. */
import type { GameDef, TokenTypeDef } from '@ludoforge/kernel'
import { kindsOf, ownerOf, wordsOfId } from '../kinds.js'
import type { CardRow, Look } from '../reader/look.js'
import type { CardLook, PieceLook } from '../scene.js'
import { type AllNames, cardRuleOf, fillTemplate } from './names.js'
import { listText } from '../list-text.js'

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
  const orders = cardOrder(def, look)
  return Object.fromEntries(
    kinds.map(({ id, type, adjectives }): [string, CardLook] => {
      const card = { ...cardLook(def, look, type, all), order: orders.get(type.id) ?? 0 }
      const state = adjectives.join(', ')
      return [id, state === '' ? card : { ...card, rows: [...card.rows, { text: state, style: 'italic' }] }]
    }),
  )
}

/** Returns the places of cards in a sorted hand: by the properties of `sort`, otherwise as the rules list them. */
export function cardOrder(def: GameDef, look: Look): Map<string, number> {
  const cards = def.tokens.filter(({ family }) => family === 'cards')
  const rank = (type: TokenTypeDef, property: string): number => {
    const value = type.props[property]
    if (typeof value === 'number') return value
    const of = def.properties.find(({ id }) => id === property)?.type
    const values =
      of === 'seat' ? def.seats.map(({ id }) => id) : def.enums.find(({ id }) => `enum:${id}` === of)?.values
    return values?.indexOf(String(value)) ?? -1
  }
  const sorted = cards.toSorted((a, b) => {
    for (const property of look.sort) {
      const difference = rank(a, property) - rank(b, property)
      if (difference !== 0) return difference
    }
    return cards.indexOf(a) - cards.indexOf(b)
  })
  return new Map(sorted.map(({ id }, i) => [id, i]))
}

function cardLook(
  def: GameDef,
  look: Look,
  type: TokenTypeDef,
  { names }: AllNames,
): Omit<CardLook, 'order'> {
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
      return [{ text: `${names[property] ?? property}: ${listText(texts)}`, size: 'small' }]
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
    rows: rule.rows.flatMap((row) => rowOf(row, text, type, def)),
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
  { procedures }: GameDef,
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
  // A row that is nothing but a property which names an action is about that action.
  const property = /^\{([^{}]*)\}$/.exec(row.text)?.[1] ?? ''
  const value = type.props[property]
  const action = procedures.find(({ id, kind }) => kind === 'action' && id === value)?.id
  return filled === undefined ? [] : [{ ...row, text: filled, ...(action === undefined ? {} : { action }) }]
}
