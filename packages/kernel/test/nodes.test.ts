/** The node tables are consistent. */
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { type Kind, type NodeShape, NODE_TABLE } from '../src/def/table.js'
import { partsOf } from '../src/def/walk.js'

const TYPES =
  /^(list )?(number|flag|seat|zone|token|kind|action|any|enum|order|enum:direction|enum:action-class)$|^list$/

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
})
