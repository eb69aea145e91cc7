/** Whatever the table of nodes has, the tree reads as it is, and it can be linked: a node made by the table comes back. */
import { definition, type DefinitionName, linkGame, type NodeShape, stripSources } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '@ludoforge/compiler'
import { FRONTIER, mistakes, TREES } from './frontier.js'
import { itemAt } from '../../../test/support/items.js'

const RULES = `
board: {grid: {columns: 2, rows: 2}}
variables: {route: {list: space, most: 3}}
seat-variables: {trips: {list: space, most: 3}}
space-variables: {exits: {list: space, most: 3}}
functions:
  - {id: near, params: [{name: space, type: space}], returns: flag, body: {op: adjacent, left: $space, right: ridge}}
procedures:
  - {id: play, effects: []}
  - {id: errand, gives: zone, effects: [{give: ridge}]}
  - {id: lookout, offers: {bind: deed, from: {query: actions}}, effects: []}
actions:
  - {id: deed, gives: zone, effects: [{give: ridge}]}
`
const PARAMS = '[{name: here, type: space}, {name: piece, type: piece}, {name: places, type: list zone}]'

type Fields = Readonly<Record<string, unknown>>

const ZONE = { zone: 'a1' } // on a board
const ZONES = { query: 'mapSpaces' }

/** A name of everything that there are names of. */
const NAMES: Fields = {
  seat: 'blue',
  zone: 'ridge',
  enum: 'season',
  value: 'dry',
  action: 'deed',
  option: 'long-game',
  binding: 'places',
  'global variable': 'supplies',
  'seat variable': 'gold',
  'zone variable': 'crowd',
  attribute: 'tags',
  property: 'stance',
  'seat property': 'team',
  family: 'box',
  table: 'prices',
  column: 'cost',
  'token type': 'red-troops',
  group: 'walkers',
  window: 'lookout',
  board: 'board',
  class: 'operation',
  tag: 'x',
  function: 'near',
  procedure: 'errand',
}

/** An expression of every type, in the words of the table. */
const VALUES: Fields = {
  number: 3,
  order: 3,
  any: 3,
  flag: { ref: 'free' },
  seat: { seat: 'blue' },
  zone: ZONE,
  token: { ref: 'binding', name: 'piece' },
  kind: { kinds: [{ type: 'red-troops' }] },
  action: { action: 'deed' },
  enum: { value: 'dry', of: 'season' },
  'enum:action-class': { value: 'operation', of: 'action-class' },
  'enum:direction': { value: 'north', of: 'direction' },
  list: ZONES,
  'list zone': ZONES,
  'list seat': { query: 'players' },
  'list token': { query: 'supply', filter: [] },
  'list number': { query: 'intsInRange', min: 1, max: 2 },
  'list action': { query: 'actions' },
  'zone or list zone': ZONE,
  'seat or list seat': { seat: 'blue' },
  'zone or token or seat or action': ZONE,
  'of type': ZONE,
  'list of type': ZONES,
  'of bind': ZONES,
  'of var': 3,
  'of marker': 3,
  'of prop': { value: 'active', of: 'stance' },
  'item prop': { value: 'wet', of: 'tags' },
  'item set': ZONE,
  'of table': { aggregate: { op: 'first', query: { query: 'rows', table: 'prices' } } },
  'of call': ZONE,
  'as then': 3,
}

/** By scope: a variable that is a list of spaces. */
const LISTS: Fields = { global: 'route', pvar: 'trips', zone: 'exits' }

function made(row: NodeShape, without: readonly string[] = []): Fields {
  const node: Record<string, unknown> = {}
  for (const field of row.fields) {
    if (without.includes(field.name)) continue
    const value = held(field.kind, node)
    if (value !== undefined) node[field.name] = value
  }
  return node
}

/** What a field can hold; places are nowhere, and actions take no arguments here. */
function held(kind: NodeShape['fields'][number]['kind'], before: Fields): unknown {
  switch (kind.form) {
    case 'expr':
      return kind.type === 'as left' ? before.left : VALUES[kind.type]
    case 'each':
      return kind.type === 'any'
        ? undefined
        : kind.type === 'of procedure' || kind.type === 'of supposing'
          ? []
          : [VALUES[kind.type]]
    case 'name':
      return NAMES[kind.of]
    case 'bind':
      return 'x'
    case 'words':
      return kind.words[0]
    case 'record':
      return made(kind.node)
    case 'list': {
      const item = held(kind.of, before)
      return item === undefined ? undefined : [item]
    }
    case 'plain':
      return { type: 'zone', true: true, name: 'x' }[kind.plain as string]
    case 'definition':
      return ofDefinition(kind.name)
    default:
      return undefined
  }
}

function ofDefinition(name: DefinitionName): unknown {
  if (name === 'Block') return [{ shuffle: { zone: { zone: 'deck' } } }]
  if (name === 'Filter') return [{ type: 'red-troops' }]
  if (name === 'Text') return ['so']
  const { kinds, nodes } = definition(name)
  return kinds[0] === undefined ? made(itemAt(nodes, 0)) : held(kinds[0], {})
}

/** All nodes of a definition, one for each word. */
const all = (name: DefinitionName): { word: string; node: Fields }[] => {
  const { tag, nodes } = definition(name)
  return nodes.flatMap((row) =>
    tag === undefined
      ? [{ word: row.id, node: made(row) }]
      : row.id.split(' ').map((word) => ({ word: `${tag} ${word}`, node: { ...made(row), [tag]: word } })),
  )
}

function compiled(section: string, rule: Fields) {
  const text = `${section}:\n  - ${JSON.stringify({ id: 'rule', ...rule }).replace('"PARAMS"', PARAMS)}\n`
  const files = [FRONTIER, RULES, text].map((yaml, i) => ({ path: `${i}.yaml`, text: yaml }))
  const compilation = compileFiles(files, TREES)
  expect(mistakes(compilation)).toEqual([])
  linkGame(compilation.def!)
  return stripSources(compilation.def!)
}

function valueOf(expr: unknown): unknown {
  const def = compiled('functions', { params: 'PARAMS', body: expr })
  return def.functions.find(({ id }) => id === 'rule')?.body
}

describe('the tree reads an expression as it is:', () => {
  const nodes = (['Literal', 'Reference', 'Operator', 'Called', 'Query'] as const).flatMap(all)
  const computed = [
    { word: 'if', node: { if: { when: VALUES.flag, then: 3, else: 4 } } },
    ...all('Aggregate').map(({ word, node }) => ({
      word: `aggregate ${word}`,
      node: { aggregate: { ...node, query: VALUES['list number'] } },
    })),
  ]
  it.each([...nodes, ...computed])('$word', ({ node }) => {
    expect(valueOf(node)).toEqual(node)
  })

  it.each(all('Predicate'))('a filter by $word', ({ node }) => {
    const supply = { query: 'supply', filter: [node] }
    expect(valueOf(supply)).toEqual(supply)
  })
})

describe('the tree reads an effect as it is:', () => {
  const several: Readonly<Record<string, DefinitionName>> = {
    setVar: 'SetVar',
    addVar: 'AddVar',
    endGame: 'EndGame',
  }
  const effects = definition('Effect').nodes.flatMap((row): { word: string; effect: Fields }[] => {
    const { id } = row
    const found = several[id]
    if (id === 'appendVar')
      return all('AppendVar').map(({ word, node }) => ({
        word: `${id}, ${word}`,
        effect: { [id]: { ...node, var: LISTS[String(node.scope)], item: ZONE } },
      }))
    if (found !== undefined)
      return all(found).map(({ word, node }) => ({ word: `${id}, ${word}`, effect: { [id]: node } }))
    if (id !== 'chooseAtOnce') return [{ word: id, effect: made(row) }]
    const at = itemAt(definition('ChooseAtOnce').nodes, 0)
    return (['ChooseOne', 'ChooseN', 'Alternatives'] as const).map((name) => {
      const key = name.replace(/^./, (first) => first.toLowerCase())
      const question = made(itemAt(definition(name).nodes, 0), ['player', 'offering'])
      return { word: `${id}, ${key}`, effect: { [id]: { ...made(at), ask: { [key]: question } } } }
    })
  })

  it.each(effects)('$word', ({ effect }) => {
    const inner = 'give' in effect ? { give: ZONE } : effect
    const body = [{ forEach: { bind: 'round', type: 'zone', over: ZONES, effects: [inner] } }]
    const def = compiled('procedures', { params: 'PARAMS', gives: 'zone', effects: body })
    expect(def.procedures.find(({ id }) => id === 'rule')?.body).toEqual(body)
  })
})
