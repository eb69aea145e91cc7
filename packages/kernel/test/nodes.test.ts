/** The node tables are consistent. */
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { type Kind, type NodeShape, NODE_TABLE } from '../src/def/table.js'
import { usesOf } from '../src/def/uses.js'
import { partsOf } from '../src/def/walk.js'
import { type Effect, type GameDef, linkGame, type Text } from '../src/index.js'
import { islands } from './games/islands.js'

const TYPES =
  /^(list )?(number|flag|seat|zone|token|kind|action|position|any|enum|order|enum:direction|enum:action-class)$|^list$/

/** Every record of the tables, also nested ones. */
const rows: { where: string; row: NodeShape }[] = []
for (const [name, { nodes }] of NODE_TABLE)
  for (const row of nodes) {
    rows.push({ where: `${name} ${row.id}`, row })
    for (const { kind } of row.fields)
      if (kind.form === 'record') rows.push({ where: `${name} ${row.id}`, row: kind.node })
  }

function unknownWords(text: string, fields: readonly string[]): string[] {
  return text.split(' or ').filter((type) => {
    if (TYPES.test(type)) return false
    const field = /^(?:list )?(?:of|as|item) (\w+)$/.exec(type)?.[1]
    return field === undefined || !fields.includes(field)
  })
}

function typesIn(kind: Kind): string[] {
  if (kind.form === 'expr' || kind.form === 'each' || kind.form === 'bind') return [kind.type]
  return kind.form === 'list' || kind.form === 'map' ? typesIn(kind.of) : []
}

function scopesIn(kind: Kind): readonly string[] | null {
  if (kind.form === 'bind' || kind.form === 'definition') return kind.for
  return kind.form === 'list' ? scopesIn(kind.of) : null
}

describe.each(rows)('$where', ({ row }) => {
  const names = row.fields.map(({ name }) => name)

  it('names existing types and fields', () => {
    const types = [
      ...row.fields.flatMap(({ kind }) => typesIn(kind)),
      ...(row.gives === undefined ? [] : [row.gives]),
    ]
    expect(types.flatMap((type) => unknownWords(type, names))).toEqual([])
  })

  it('binds names for its own fields', () => {
    const scopes = row.fields.flatMap(({ kind }) => scopesIn(kind) ?? names)
    expect(row.fields.length === 0 || scopes.some((field) => names.includes(field))).toBe(true)
  })
})

describe('the parts of a node have the bound names in scope', () => {
  const item = { ref: 'binding', name: 'x' }

  it('of a filter: the condition, not the list', () => {
    const { exprs } = partsOf('Expr', { query: 'filter', over: item, bind: 'x', where: item })
    expect(exprs.map(({ field, names }) => [field, names.map(({ name }) => name)])).toEqual([
      ['over', []],
      ['where', ['x']],
    ])
  })

  it('of a loop: its effects; the number of rounds, in what follows', () => {
    const loop = { bind: 'x', type: 'zone', over: item, effects: [], countBind: 'n' }
    const { blocks, binds } = partsOf('Effect', { forEach: loop })
    expect(itemAt(blocks, 0).names.map(({ name }) => name)).toEqual(['x'])
    expect(binds.map(({ name, type }) => [name, type])).toEqual([['n', 'number']])
  })

  it('of a choice at once: the seat and its answer, and nothing after it', () => {
    const ask = { chooseOne: { bind: 'y', type: 'zone', options: item } }
    const { blocks, binds, exprs } = partsOf('Effect', {
      chooseAtOnce: { seat: 's', seats: item, ask, effects: [] },
    })
    expect(itemAt(blocks, 0).names.map(({ name }) => name)).toEqual(['s', 'y'])
    expect(exprs.map(({ field, names }) => [field, names.length])).toEqual([
      ['seats', 0],
      ['options', 1],
    ])
    expect(binds).toEqual([])
  })

  it('of nested filters, texts and alternatives: all of them', () => {
    const filter = [{ any: [[{ prop: 'p', in: [1, 2] }], [{ not: [{ kind: item }] }]] }]
    expect(partsOf('Expr', { query: 'supply', filter }).exprs.map(({ value }) => value)).toEqual([1, 2, item])
    const ways = [{ id: 'a', label: ['x', { show: 3, type: 'number' }], when: true, effects: [] }]
    const { exprs, blocks } = partsOf('Effect', { alternatives: { options: ways } })
    expect(exprs.map(({ value }) => value)).toEqual([3, true])
    expect(blocks).toHaveLength(1)
  })

  it('of a sentence: none, because no rule depends on it', () => {
    const says = { holds: [{ show: { call: 'f', args: [] }, type: 'number' }] }
    const ways = [{ id: 'a', when: true, says, effects: [] }]
    expect(partsOf('Effect', { alternatives: { options: ways } }).exprs.map(({ value }) => value)).toEqual([
      true,
    ])
    expect(partsOf('Saying', says).exprs).toHaveLength(1)
    expect([
      ...usesOf('FunctionDef', { id: 'g', params: [], returns: 'flag', body: true, says }).functions,
    ]).toEqual([])
  })
})

it('a number in a text may have a noun', () => {
  const text = (show: number): Text => [{ show, type: 'number', one: 'more space', many: 'more spaces' }, '!']
  const asking = [1, 2, 0].map((n): GameDef => {
    const ask = {
      options: [
        { id: 'a', label: text(n), effects: [] },
        { id: 'b', effects: [] },
      ],
    }
    const body: Effect[] = [{ alternatives: ask }]
    const play = { id: 'play', kind: 'procedure', by: [], tags: [], params: [], requires: [], body } as const
    return { ...islands, procedures: [...islands.procedures.filter(({ id }) => id !== 'play'), play] }
  })
  const labels = asking.map((def) => {
    const game = linkGame(def)
    const decision = game.decision(game.start({ seed: 1 }))
    return decision !== undefined && 'options' in decision ? decision.options[0]?.label : undefined
  })
  expect(labels).toEqual(['1 more space!', '2 more spaces!', '0 more spaces!'])
})
