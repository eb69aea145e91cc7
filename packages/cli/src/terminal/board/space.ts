/** Describes one space, a zone off the map, or a card in full. */
import type { Constant, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import { NO_VALUES, type Values } from '@ludoforge/look'
import { cardsOf } from '@ludoforge/look/node'
import { signsOf } from './cells.js'
import type { Labels } from './labels.js'
import { cut, flow } from './text.js'
import { worthShowing } from './values.js'

/** Attributes that regular boards add. The names of the spaces show them already. */
const MADE = new Set(['column', 'row', 'q', 'r', 'lines'])

export function spaceLines(
  view: View,
  labels: Labels,
  id: string,
  values: Values = NO_VALUES,
  width = 80,
): string[] {
  const zone = labels.def.zones.find((candidate) => candidate.id === id)
  if (zone === undefined) return []
  const facts = [...attributeTexts(zone, labels), ...markTexts(zone, view.zones[id], labels, values)]
  const lines = [
    labels.paint.bold(labels.place(id)),
    ...flow(facts, ' · ', width, '  '),
    ...heldLines(zone, view.zones[id], labels, width),
    ...neighbourLines(zone, labels, width),
  ]
  return lines.map((line) => cut(line, width))
}

/** The facts of a space in one line: what is marked there, and what it holds. */
export function spaceFacts(view: View, labels: Labels, id: string, values: Values = NO_VALUES): string {
  const zone = labels.def.zones.find((candidate) => candidate.id === id)
  if (zone === undefined) return ''
  const marks = markTexts(zone, view.zones[id], labels, values)
  const held = heldLines(zone, view.zones[id], labels, Infinity).map((line) => line.trim())
  return [...marks, ...held].join(' · ')
}

/** The fixed facts: the terrain, and attributes without a mark. */
function attributeTexts(zone: ZoneDef, labels: Labels): string[] {
  const { def, look } = labels
  const marked = new Set(look.marks.map(({ of }) => ('attribute' in of ? of.attribute : '')))
  const texts = def.attributes.flatMap(({ id }) => {
    const value = zone.attributes[id]
    if (value === undefined || value === null || value === false || value === 0) return []
    if (MADE.has(id) || marked.has(id) || labels.isHidden(id)) return []
    const name = labels.words.variable(id)
    return [value === true ? name : `${name} ${constantText(value, labels)}`]
  })
  const ground = signsOf(labels).groundName(zone.id)
  const known = texts.some((text) => text.split(' ').includes(ground))
  return ground === '' || known ? texts : [...texts, ground]
}

/** An attribute's value, with the names of spaces and seats. */
function constantText(value: Constant, labels: Labels): string {
  if (Array.isArray(value)) return value.map((item: Constant) => constantText(item, labels)).join(', ')
  const id = String(value)
  return labels.def.zones.some((zone) => zone.id === id) ? labels.place(id) : labels.words.word(id)
}

/** The changing facts: the look's marks by title, and other variables of the space. */
function markTexts(zone: ZoneDef, now: ZoneView | undefined, labels: Labels, values: Values): string[] {
  const marks = labels.look.marks.flatMap(({ title, of, hide, looks }) => {
    const value =
      'variable' in of
        ? now?.markers[of.variable]
        : 'value' in of
          ? values.spaces[zone.id]?.[of.value]
          : zone.attributes[of.attribute]
    const text = worthShowing({ hide, signed: false }, value)
    if (text === undefined) return []
    const ofLook = looks[text]?.title
    if (ofLook !== undefined) return [ofLook]
    return text === 'true' ? [title] : [`${title} ${constantText(value ?? null, labels)}`]
  })
  const others = labels.otherMarks.flatMap(({ id }) => {
    const value = now?.markers[id]
    if (value === undefined || !labels.isNews(id, value)) return []
    const name = labels.words.variable(id)
    if (typeof value === 'boolean') return [value ? name : `not ${name}`]
    return [`${name} ${labels.words.value(id, value)}`]
  })
  return [...marks, ...others]
}

/** Lists with more cards than this show names only. */
const FEW_CARDS = 4

function heldLines(zone: ZoneDef, now: ZoneView | undefined, labels: Labels, width: number): string[] {
  if (now === undefined || now.size === 0) return ['  empty']
  if (now.cards !== undefined)
    return now.cards.length > FEW_CARDS
      ? paragraph(spelled(now.cards.map((card) => labels.kind(card))), width)
      : now.cards.flatMap((card) => cardLines(card, labels, width - 2).map((line) => `  ${line}`))
  if (now.pieces === undefined)
    return [
      `  ${now.size} ${zone.holds === 'cards' ? 'card' : 'piece'}${now.size === 1 ? '' : 's'} that you can't see`,
    ]
  const byOwner = new Map<string, string[]>()
  for (const [kind, count] of Object.entries(now.pieces)) {
    const owner = labels.ownerOf(kind) ?? ''
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), labels.words.counted(kind, count)])
  }
  return [...byOwner.values()].flatMap((pieces) => paragraph(spelled(pieces), width))
}

/** An indented paragraph with a hanging indent. */
function paragraph(words: readonly string[], width: number): string[] {
  return flow(words, ' ', width - 4).map((line, i) => (i === 0 ? '  ' : '    ') + line)
}

const spelled = (items: readonly string[]): string[] =>
  items.map((text, i) => (i < items.length - 1 ? `${text},` : text))

/** A card as in the look: its title and its text. */
export function cardLines(kind: string, labels: Labels, width = 80): string[] {
  const { def, look, all } = labels
  const card = cardsOf(def, look, all)[kind]
  if (card === undefined) return [labels.words.kind(kind)]
  const words = actionWords(kind, labels)
  const rows = card.rows.flatMap((row): string[] => {
    if ('seats' in row) return [row.seats.map((seat) => labels.seat(seat)).join(' ')]
    if ('sign' in row) return []
    const word = words.get(row.text)
    const text = word === undefined ? row.text : `${word}: ${row.text}`
    return flow(text.split(' '), ' ', width - 2)
  })
  const corner = card.corner === undefined || card.title.includes(card.corner) ? '' : ` (${card.corner})`
  const shown = rows.filter((row) => row.trim() !== '' && row !== card.corner)
  return [labels.inColourOf(kind, card.title) + corner, ...shown.map((row) => `  ${row}`)].map((line) =>
    cut(line, width),
  )
}

/** The words for a card's actions by title, if it has several. */
function actionWords(kind: string, { def, words }: Labels): ReadonlyMap<string, string> {
  const { props = {} } = def.tokens.find(({ id }) => id === kind.split('+')[0]) ?? {}
  const found = def.properties.flatMap(({ id, type }) => {
    const action = type === 'action' ? props[id] : undefined
    return typeof action === 'string' ? [[words.action(action), capital(id)] as const] : []
  })
  return new Map(found.length > 1 ? found : [])
}

const capital = (id: string): string => (id.charAt(0).toUpperCase() + id.slice(1)).replaceAll('-', ' ')

/** The neighbours, by direction if there are directions, otherwise by the sort of space. */
function neighbourLines(zone: ZoneDef, labels: Labels, width: number): string[] {
  if (zone.adjacent.length === 0) return []
  const { toward = {} } = zone.board ?? {}
  const placed = new Set(Object.values(toward))
  const directions = Object.entries(toward).map(([direction, id]) => `${direction} ${labels.place(id)}`)
  const others = zone.adjacent.filter((id) => !placed.has(id))
  const sorts = sortedBy(others, labels)
  const lines = sorts.flatMap(([sort, ids]) => {
    const lead = sort === '' || sorts.length === 1 ? 'neighbours:' : `neighbours, ${sort}:`
    return paragraph([lead, ...spelled(ids.map((id) => labels.place(id)))], width)
  })
  return directions.length === 0
    ? lines
    : [...paragraph(['neighbours:', ...spelled(directions)], width), ...lines]
}

function sortedBy(ids: readonly string[], labels: Labels): [string, string[]][] {
  const attribute = labels.def.attributes.find(({ id, type }) => type.startsWith('enum:') && !MADE.has(id))
  const sorts = new Map<string, string[]>()
  for (const id of ids) {
    const value = attribute === undefined ? undefined : labels.attribute(id, attribute.id)
    const sort = typeof value === 'string' ? labels.words.word(value) : ''
    sorts.set(sort, [...(sorts.get(sort) ?? []), id])
  }
  return [...sorts]
}
