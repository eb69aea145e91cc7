import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { unusedWarnings } from '../src/declare/index.js'
import { Reporter } from '../src/diagnostics/index.js'
import { read, readYaml, TINY } from './tiny.js'

const tiny = read(TINY)
const { declarations } = tiny

const byId = <T extends { readonly id: string }>(list: readonly T[], id: string): T => {
  const found = list.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no ${id} among ${list.map((one) => one.id).join(', ')}`)
  return found
}

describe('a whole folder', () => {
  it('is read without a word', () => {
    expect(tiny.rendered).toBe('0 errors, 0 warnings')
  })

  it('has its heading, its worth, and the rules it leaves to others', () => {
    const { id, title, summary, worth, ruleNodes } = declarations
    expect({ id, title, summary, worth }).toEqual({
      id: 'tiny',
      title: 'A tiny game',
      summary: 'Two seats and a mill.',
      worth: 'standing',
    })
    expect(ruleNodes.map(({ key, block }) => [key, block.file])).toEqual([['functions', 'tracks.yaml']])
  })

  it('does not depend on the order of its files', () => {
    const reversed = read(Object.fromEntries(Object.entries(TINY).toReversed()))
    expect(reversed.found).toEqual([])
    expect(new Set(reversed.declarations.zones)).toEqual(new Set(declarations.zones))
    expect(reversed.declarations.tokens).toEqual(declarations.tokens)
    expect(reversed.declarations.scenarios).toEqual(declarations.scenarios)
  })

  it('knows where every name was declared', () => {
    const { spans } = declarations
    expect(spans.get('seat:south')).toEqual({ file: '1-components.md', line: 7, column: 3, length: 5 })
    expect(spans.get('zone:mill')).toEqual({ file: 'map.yaml', line: 4, column: 3, length: 4 })
    for (const key of ['enum:terrain', 'family:hand', 'zone:hand:north', 'token:1-sun', 'table:lines']) {
      expect(spans.has(key), key).toBe(true)
    }
    for (const key of [
      'variable:unrest',
      'option:players',
      'scenario:short',
      'group:guards',
      'property:cost',
    ]) {
      expect(spans.has(key), key).toBe(true)
    }
  })
})

describe('seats', () => {
  it('have a name and properties of inferred types', () => {
    expect(declarations.seats).toEqual([
      { id: 'north', name: 'The North', props: { side: 'defender', home: 'mill' } },
      { id: 'south', name: 'South', props: { side: 'attacker', home: 'ford' } },
    ])
    expect(declarations.seatProps).toEqual([
      { id: 'side', type: 'enum:side' },
      { id: 'home', type: 'zone' },
    ])
  })

  it('may be a list of names', () => {
    expect(readYaml('').declarations.seats.map(({ name }) => name)).toEqual(['North', 'South'])
  })
})

describe('spaces', () => {
  it('have attributes, neighbours and a name', () => {
    expect(byId(declarations.zones, 'mill')).toEqual({
      id: 'mill',
      name: 'Old Mill',
      space: true,
      holds: 'pieces',
      visible: 'all',
      attributes: { terrain: 'hills', population: 2, ends: ['ford'] },
      adjacent: ['ford'],
    })
    expect(byId(declarations.zones, 'gate-house').name).toBe('Gate House')
  })

  it('come from a grid by column letter and row number', () => {
    const { zones } = readYaml('board: {grid: {columns: 3, rows: 3}}').declarations
    expect(zones.map(({ id }) => id)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
    expect(byId(zones, 'b2').adjacent).toEqual(['b1', 'a2', 'c2', 'b3'])
    expect(byId(zones, 'c1').attributes).toEqual({ column: 3, row: 1 })
  })

  it('may be adjacent across corners', () => {
    const grid = (adjacency: string) =>
      byId(readYaml(`board: {grid: {columns: 3, rows: 3, adjacency: ${adjacency}}}`).declarations.zones, 'b2')
        .adjacent
    expect(grid('diagonal')).toEqual(['a1', 'c1', 'a3', 'c3'])
    expect(grid('all')).toHaveLength(8)
  })

  it('come from hexes: the centre of radius 2 is c3 and has six neighbours', () => {
    const { zones } = readYaml('board: {hex: {radius: 2}}').declarations
    expect(zones).toHaveLength(19)
    const centre = byId(zones, 'c3')
    expect(centre.attributes).toEqual({ column: 3, row: 3, q: 0, r: 0 })
    expect(centre.adjacent).toEqual(['c2', 'd2', 'b3', 'd3', 'b4', 'c4'])
  })

  it('come from a rectangle of hexes, in which all neighbours are mutual', () => {
    const { declarations: { zones }, found } = readYaml('board: [{hex: {columns: 5, rows: 4}}]') // biome-ignore format: one line
    expect(found).toEqual([])
    expect(zones).toHaveLength(20)
    expect(byId(zones, 'c2').adjacent.toSorted()).toEqual(['b1', 'b2', 'c1', 'c3', 'd1', 'd2'])
    expect(byId(zones, 'b2').adjacent.toSorted()).toEqual(['a2', 'a3', 'b1', 'b3', 'c2', 'c3'])
  })

  it('that a board makes can be given attributes and neighbours', () => {
    const { attributes, adjacent } = byId(declarations.zones, 'ga1')
    expect(attributes).toEqual({ column: 1, row: 1, terrain: 'forest', population: 1 })
    expect(adjacent).toContain('ford')
    expect(byId(declarations.zones, 'gb2').attributes).toMatchObject({ terrain: 'plain' })
  })
})

describe('zones', () => {
  it('per seat are a family with an owner each', () => {
    const hands = declarations.zones.filter(({ family }) => family === 'hand')
    expect(hands.map(({ id, owner, visible, holds }) => [id, owner, visible, holds])).toEqual([
      ['hand:north', 'north', 'owner', 'cards'],
      ['hand:south', 'south', 'owner', 'cards'],
    ])
  })

  it('hold pieces and are seen by all unless they say otherwise', () => {
    expect(byId(declarations.zones, 'quarry')).toMatchObject({
      holds: 'pieces',
      visible: 'all',
      space: false,
    })
  })
})

describe('tokens', () => {
  it('have fixed properties whose types follow from all of them', () => {
    expect(declarations.properties).toEqual([
      { id: 'readiness', type: 'enum:readiness', changes: true, start: 'ready' },
      { id: 'dug-in', type: 'flag', changes: true, start: false },
      { id: 'faction', type: 'seat', changes: false },
      { id: 'type', type: 'enum:type', changes: false },
      { id: 'strong', type: 'flag', changes: false },
      { id: 'cost', type: 'number', changes: false },
      { id: 'order', type: 'list seat', changes: false },
      { id: 'rank', type: 'number', changes: false },
      { id: 'suit', type: 'enum:suit', changes: false },
    ])
    expect(byId(declarations.enums, 'type').values).toEqual(['guard', 'tower'])
  })

  it('go to the supply of their own seat where that is a family', () => {
    expect(byId(declarations.tokens, 'south-guards')).toEqual({
      id: 'south-guards',
      name: 'South Guards',
      many: 'South Guards',
      family: 'pieces',
      count: 10,
      supply: 'box:south',
      props: { faction: 'south', type: 'guard' },
      changing: ['readiness', 'dug-in'],
    })
  })

  it('may be cards, one by one or all combinations', () => {
    const cards = declarations.tokens.filter(({ family }) => family === 'cards')
    expect(cards.map(({ id, name, count }) => `${count} ${id}: ${name}`)).toEqual([
      '2 storm: Storm',
      '1 1-sun: 1 of sun',
      '1 1-moon: 1 of moon',
      '1 2-sun: 2 of sun',
      '1 2-moon: 2 of moon',
      '1 3-sun: 3 of sun',
      '1 3-moon: 3 of moon',
    ])
    expect(byId(cards, 'storm').props).toEqual({ cost: 3, order: ['south', 'north'] })
    expect(byId(cards, '2-moon').props).toEqual({ rank: 2, suit: 'moon' })
  })

  it('have text where words are no names, and spaces where all are spaces', () => {
    const { properties } = readYaml(
      'spaces: {mill: {}}\nzones: {box: {}}\n' +
        'pieces: {a: {count: 1, supply: box, motto: Never again!, home: mill, place: box}}',
    ).declarations
    expect(properties.map(({ id, type }) => `${id} ${type}`)).toEqual([
      'motto text',
      'home zone',
      'place enum:place',
    ])
  })
})

describe('variables', () => {
  it('have a type, bounds and a start', () => {
    const start = (id: string) => byId(declarations.variables, id)
    expect(start('round')).toEqual({
      id: 'round',
      scope: 'global',
      type: 'number',
      min: 1,
      max: 12,
      start: 1,
    })
    expect(start('aid')).toMatchObject({ min: -5, max: 75, track: true, start: 15 })
    expect(start('night')).toEqual({ id: 'night', scope: 'global', type: 'flag', start: false })
    expect(start('season')).toMatchObject({ type: 'enum:season', start: 'autumn' })
    expect(start('chief')).toMatchObject({ type: 'seat', start: null })
    expect(start('target')).toMatchObject({ type: 'zone', start: 'ford' })
    expect(start('weather')).toMatchObject({ type: 'enum:terrain', start: 'plain' })
    expect(start('score')).toEqual({ id: 'score', scope: 'global', type: 'number', start: 5 })
  })

  it('that start differently from seat to seat are set up', () => {
    expect(byId(declarations.variables, 'gold')).toMatchObject({ scope: 'seat', hidden: 'owner', start: 0 })
    expect(declarations.setup).toEqual([
      { setVar: { scope: 'pvar', var: 'gold', player: { seat: 'north' }, value: 5 } },
      { setVar: { scope: 'pvar', var: 'gold', player: { seat: 'south' }, value: 10 } },
    ])
  })

  it('of spaces may be only in some of them', () => {
    expect(byId(declarations.variables, 'unrest').only).toEqual(['mill', 'ga1'])
    expect(byId(declarations.variables, 'mood').only).toEqual(['mill', 'gb1', 'ga2', 'gb2'])
    expect(byId(declarations.variables, 'flagged').only).toEqual(['mill'])
  })
})

describe('tables and options', () => {
  it('read rows as maps, lists, or the value of the only column', () => {
    expect(byId(declarations.tables, 'lines')).toEqual({
      id: 'lines',
      columns: [{ id: 'cells', type: 'list zone' }],
      rows: [{ cells: ['ga1', 'gb1'] }, { cells: ['ga2', 'gb2'] }],
    })
    expect(byId(declarations.tables, 'prices').rows).toEqual([
      { what: 'guard', cost: 3 },
      { what: 'tower', cost: 5 },
    ])
    expect(byId(declarations.tables, 'trips').columns).toEqual([
      { id: 'from', type: 'zone' },
      { id: 'to', type: 'zone' },
    ])
  })

  it('have defaults', () => {
    expect(declarations.options).toEqual([
      { id: 'long-game', about: 'Play all rounds', type: 'flag', default: false },
      { id: 'players', about: 'How many', type: 'number', min: 2, max: 10, default: 6 },
      { id: 'level', about: 'How hard', type: 'enum:level', default: 'easy' },
    ])
  })

  it('may be lists', () => {
    const lists = `spaces: {mill: {}}
zones: {deck: {holds: cards}}
values: {mood: [calm, angry]}
cards: {storm: {supply: deck, count: 2}}
options:
  order: {about: The deck, list: card}
  route: {about: The way, list: space, default: [mill, mill]}
  turns: {about: Who, list: seat, default: [south]}
  bids: {about: How much, list: 0..9, default: [0, 9]}
  moods: {about: How, list: mood, default: [angry]}
scenarios: {s: {options: {order: [storm, storm], bids: []}}}
`
    const { declarations: made, found } = readYaml(lists)
    expect(found).toEqual([])
    expect(made.options).toEqual([
      { id: 'order', about: 'The deck', type: 'list token', default: [] },
      { id: 'route', about: 'The way', type: 'list zone', default: ['mill', 'mill'] },
      { id: 'turns', about: 'Who', type: 'list seat', default: ['south'] },
      { id: 'bids', about: 'How much', type: 'list number', min: 0, max: 9, default: [0, 9] },
      { id: 'moods', about: 'How', type: 'list enum:mood', default: ['angry'] },
    ])
    expect(itemAt(made.scenarios, 0).options).toEqual({ order: ['storm', 'storm'], bids: [] })
  })
})

describe('a scenario', () => {
  it('lowers to effects: tracks, then markers and pieces', () => {
    const piece = { ref: 'binding', name: 'piece' }
    expect(declarations.scenarios).toEqual([
      {
        id: 'short',
        title: 'A short game',
        about: 'Six rounds.',
        options: { 'long-game': true, level: 'hard' },
        setup: [
          { setVar: { scope: 'global', var: 'round', value: 6 } },
          { setVar: { scope: 'global', var: 'chief', value: { seat: 'north' } } },
          { setVar: { scope: 'global', var: 'weather', value: { value: 'forest', of: 'terrain' } } },
          { setVar: { scope: 'pvar', var: 'gold', player: { seat: 'north' }, value: 3 } },
          { setVar: { scope: 'pvar', var: 'honour', player: { seat: 'north' }, value: 1 } },
          { setVar: { scope: 'pvar', var: 'honour', player: { seat: 'south' }, value: 1 } },
          { setMarker: { marker: 'unrest', space: { zone: 'mill' }, state: 2 } },
          { setMarker: { marker: 'mood', space: { zone: 'mill' }, state: { value: 'angry', of: 'mood' } } },
          place('north-guards', 3, 'mill'),
          {
            forEach: {
              bind: 'piece',
              type: 'token',
              over: { query: 'supply', filter: [{ type: 'south-guards' }] },
              limit: 1,
              effects: [
                { moveToken: { token: piece, to: { zone: 'mill' } } },
                {
                  setTokenProp: {
                    token: piece,
                    prop: 'readiness',
                    value: { value: 'spent', of: 'readiness' },
                  },
                },
                { setTokenProp: { token: piece, prop: 'dug-in', value: true } },
              ],
            },
          },
          place('north-guards', 2, 'quarry'),
          place('storm', 1, 'hand:north'),
        ],
      },
    ])
  })

  it('is there even if none is declared', () => {
    expect(readYaml('').declarations.scenarios).toEqual([
      { id: 'default', title: 'Default', options: {}, setup: [] },
    ])
  })
})

function place(type: string, limit: number, zone: string) {
  return { moveTokens: { tokens: { query: 'supply', filter: [{ type }] }, to: { zone }, limit, fresh: true } }
}

describe('what the rules need to know', () => {
  it('includes groups as phrases with their places', () => {
    expect(declarations.groups.map(({ id, phrases }) => [id, phrases.map(({ text }) => text)])).toEqual([
      ['guards', ['north-guards', 'south-guards']],
      ['strongholds', ['tower']],
    ])
  })

  it('includes the classes of actions, even if there are none', () => {
    expect(byId(declarations.enums, 'action-class').values).toEqual([])
    const own = readYaml('values: {action-class: [op, limited]}').declarations
    expect(own.enums).toEqual([{ id: 'action-class', values: ['op', 'limited'] }])
  })

  it('includes what is never used', () => {
    const yaml =
      'values: {idle: [a, b], busy: [c]}\nvariables: {x: {of: busy}, y: flag}\ntables: {t: {rows: []}}'
    const { declarations: found } = readYaml(yaml)
    const reporter = new Reporter()
    unusedWarnings(found, new Set(['variable:x']), reporter)
    expect(reporter.diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: No rule uses the enumeration `idle`.',
      'warning: No rule uses the variable `y`.',
      'warning: No rule uses the table `t`.',
    ])
  })
})
