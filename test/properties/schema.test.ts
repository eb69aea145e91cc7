/** The published JSON Schema of a GameDef, the check before linking and the traversal agree with the tables. */
import { readFileSync } from 'node:fs'
import { gameDefSchema, shapeError, walk } from '@ludoforge/kernel'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyChange, changed } from '../support/damage.js'
import { longEffort } from '../support/effort.js'
import { folders, games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { changeAt, type Json, type Path } from '../support/trees.js'

const file = new URL('../../packages/kernel/schema/gamedef.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(file, 'utf8')) as { $defs: Record<string, { description?: string }> }
const validate = new Ajv2020({ strict: true }).compile(schema)

const defs = games.map(({ name, def }) => ({ name, tree: JSON.parse(JSON.stringify(def)) as Json }))
/** A large game takes long to validate: it is damaged less often. */
const runs = (tree: Json): number =>
  Math.max(6, Math.min(150, Math.floor(2_000_000 / JSON.stringify(tree).length)))

/** Both results, which must be equal. */
function admitted(value: Json): boolean {
  const [published, checked] = [validate(value), shapeError('GameDef', value)]
  expect(checked === undefined, `${checked ?? 'sound'}; ${JSON.stringify(validate.errors)}`).toBe(published)
  return published
}

describe('the published schema', () => {
  it('matches the tables: `npm run schema` writes it', () => {
    expect(JSON.stringify(schema)).toBe(JSON.stringify(gameDefSchema()))
  })

  it('describes every definition in a short sentence', () => {
    for (const [name, { description }] of Object.entries(schema.$defs))
      expect(description, name).toMatch(/^[A-Z].{5,160}\.$/)
  })

  it('and the check accept the same damaged definitions', () => {
    for (const { tree } of defs) {
      const property = fc.property(anyChange, (change) => {
        fc.pre(!('by' in change && Object.is(change.by, -0))) // JSON has no -0
        admitted(changed(tree, change))
      })
      fc.assert(property, longEffort(12, runs(tree)))
    }
  })
})

describe.each(defs)(`$name${leftOut()}`, ({ name, tree }) => {
  const objects: { at: Path; required: string[]; fields: string[] }[] = []
  walk('GameDef', tree, (object, { fields }, path) => {
    const required = fields.filter(({ optional }) => !optional).map((field) => field.name)
    objects.push({ at: [...path], required, fields: Object.keys(object) })
  })
  const check = (change: (at: Path, n: number) => Json): void => {
    const property = fc.property(fc.nat(objects.length - 1), fc.nat(), (i, n) => {
      const { at } = itemAt(objects, i)
      expect(admitted(change(at, n)), `${name}: ${at.join('.')}`).toBe(false)
    })
    fc.assert(property, longEffort(11, runs(tree)))
  }

  it('is valid', () => {
    expect(admitted(tree)).toBe(true)
  })

  it('is invalid with a foreign node', () => {
    check((at) => changeAt(tree, at, () => ({ stranger: 0 })))
  })

  it('is invalid with an unknown field', () => {
    check((at) => changeAt(tree, at, (node) => ({ ...(node as Record<string, Json>), stranger: 0 })))
  })

  it('is invalid without a required field', () => {
    const needy = objects.filter(({ required }) => required.length > 0)
    const property = fc.property(fc.nat(needy.length - 1), fc.nat(), (i, n) => {
      const { at, required } = itemAt(needy, i)
      const key = itemAt(required, n % required.length)
      expect(admitted(changeAt(tree, [...at, key], () => undefined)), `${at.join('.')}.${key}`).toBe(false)
    })
    fc.assert(property, longEffort(13, runs(tree)))
  })

  it('has no object that the traversal skips, except maps by name', () => {
    const seen = new Set(objects.map(({ at }) => at.join('.')))
    const maps =
      /^(seats|tokens)\.\d+\.props$|^enums\.\d+\.names$|\.(attributes|toward)$|^tables\.\d+\.rows\.\d+$|^scenarios\.\d+\.options$|^features\.\d+\.weights$|^classNames$/
    const look = (node: Json, at: string): string[] => {
      if (typeof node !== 'object' || node === null) return []
      const inner = Object.entries(node).flatMap(([key, child]) =>
        look(child, at === '' ? key : `${at}.${key}`),
      )
      return Array.isArray(node) || seen.has(at) || maps.test(at) ? inner : [at, ...inner]
    }
    expect(look(tree, '')).toEqual([])
  })
})

describe('the schema and the check refuse', () => {
  it.each([
    ['a number that is not whole', { setup: [{ shuffle: { zone: 1.5 } }] }],
    ['an unknown query', { setup: [{ shuffle: { zone: { query: 'everything' } } }] }],
    ['two effects in one', { setup: [{ leave: 'loop', block: [] }] }],
    ['another format', { format: 'ludoforge-game/0' }],
    ['a type that is none', { seatProps: [{ id: 'x', type: 'nubmer' }] }],
  ])('%s', (_, change) => {
    const { tree } = itemAt(defs, 0)
    expect(admitted({ ...(tree as Record<string, Json>), ...change })).toBe(false)
  })
})

it('every game folder was tested', () => {
  expect(folders.length).toBeGreaterThanOrEqual(3)
  expect(games.length).toBeGreaterThanOrEqual(3)
})
