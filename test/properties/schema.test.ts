/** The published JSON Schema of GameDef: it admits what the compiler makes, and says what the types say. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { folders, games, leftOut } from '../support/folders.js'
import { shapeOf, type SchemaNode } from '../support/schema-shape.js'
import { changeAt, type Json, type Path, placesIn } from '../support/trees.js'
import { namesIn, print, readTypes } from '../support/type-text.js'

const kernel = new URL('../../packages/kernel/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, kernel), 'utf8')

const schema = JSON.parse(read('schema/gamedef.schema.json')) as SchemaNode
const validate = new Ajv2020({ strict: true }).compile(schema)
const types = readTypes(['expr', 'effect', 'game'].map((file) => read(`src/def/${file}.ts`)))

function problems(value: unknown): string {
  return validate(value) ? '' : JSON.stringify(validate.errors?.slice(0, 5), null, 2)
}

describe(`the schema admits every compiled game${leftOut()}`, () => {
  it.each(games)('$name', ({ def }) => {
    expect(problems(JSON.parse(JSON.stringify(def)))).toBe('')
  })
})

describe('the schema rejects', () => {
  // Keys that some type lets out: to drop one of these may be legal.
  const optional = new Set<string>()
  for (const file of ['expr', 'effect', 'game'])
    for (const [, name] of read(`src/def/${file}.ts`).matchAll(/readonly (\w+)\?:/g)) optional.add(name ?? '')
  /** Records hold any names: seats' and tokens' props, zones' attributes, scenarios' options, rows of tables. */
  const isRecord = (path: Path): boolean => {
    const [last, before] = [path.at(-1), path.at(-2)]
    return last === 'props' || last === 'attributes' || last === 'options' || before === 'rows'
  }
  const stranger = { stranger: 0 }
  const defs = games.map(({ name, def }) => {
    const tree = JSON.parse(JSON.stringify(def)) as Json
    return { name, tree, places: placesIn(tree).filter((path) => path.length > 0) }
  })
  function check(change: (path: Path, tree: Json) => Json | undefined): void {
    for (const { name, tree, places } of defs) {
      // A large game takes long to validate: it is damaged less often.
      const numRuns = Math.max(6, Math.min(200, Math.floor(200_000 / places.length)))
      const property = fc.property(fc.nat(places.length - 1), (place) => {
        const path = places[place]
        const changed = change(path, tree)
        fc.pre(changed !== undefined)
        expect(validate(changed), `${name}: ${path.join('.')}`).toBe(false)
      })
      fc.assert(property, effort(11, numRuns))
    }
  }

  it('a node replaced by a stranger', () => {
    check((path, tree) =>
      isRecord(path) && path.length > 1 ? undefined : changeAt(tree, path, () => stranger),
    )
  })

  it('a node with a field that it does not have', () => {
    check((path, tree) => {
      if (isRecord(path)) return undefined
      let done = false
      const changed = changeAt(tree, path, (node) => {
        if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
        done = true
        return { ...(node as Readonly<Record<string, Json>>), ...stranger }
      })
      return done ? changed : undefined
    })
  })

  it('a node without a field that it must have', () => {
    check((path, tree) => {
      const key = path.at(-1)
      if (typeof key !== 'string' || optional.has(key) || isRecord(path.slice(0, -1))) return undefined
      if (path.at(-2) === 'toward') return undefined // at the edge of a board a direction is missing
      return changeAt(tree, path, () => undefined)
    })
  })

  it.each([
    ['a number that is not whole', { play: 'play', setup: [{ shuffle: { zone: 1.5 } }] }],
    ['an unknown query', { setup: [{ shuffle: { zone: { query: 'everything' } } }] }],
    ['two effects in one', { setup: [{ leave: 'loop', block: [] }] }],
    ['another format', { format: 'ludoforge-game/0' }],
    ['a type that is none', { seatProps: [{ id: 'x', type: 'nubmer' }] }],
  ])('%s', (_, change) => {
    const [first] = games
    expect(validate({ ...first.def, ...change })).toBe(false)
  })
})

describe('the schema says what the types say', () => {
  const defs = schema.$defs ?? {}
  const named = (name: string): boolean => types.has(name)

  it.each([...types.keys()].filter((name) => name === 'GameDef' || Object.hasOwn(defs, name)))(
    '%s',
    (name) => {
      const node = name === 'GameDef' ? schema : defs[name]
      expect(print(shapeOf(node, defs, named))).toBe(print(types.get(name)!))
    },
  )

  it('leaves out no type that a GameDef can hold', () => {
    const reached = new Set(['GameDef'])
    for (const name of reached) for (const inner of namesIn(types.get(name)!)) reached.add(inner)
    expect([...reached].filter((name) => name !== 'GameDef' && !Object.hasOwn(defs, name))).toEqual([])
  })

  it('has no definition that no type has', () => {
    const helpers = ['Name', 'Integer', 'Index']
    expect(Object.keys(defs).filter((name) => !helpers.includes(name) && !types.has(name))).toEqual([])
  })

  it('describes every definition in a short sentence', () => {
    for (const [name, { description }] of Object.entries(defs))
      expect(description, name).toMatch(/^[A-Z].{5,160}\.$/)
  })
})

it('every game folder was looked at', () => {
  expect(folders.length).toBeGreaterThanOrEqual(3)
  expect(games.length).toBeGreaterThanOrEqual(3)
})
