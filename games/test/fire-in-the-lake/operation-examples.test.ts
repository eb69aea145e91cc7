/** The examples of section 3 are complete: every assertion, every row of Spec 26's table, every profile. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FOLDER } from './support/game.js'

const examples = join(FOLDER, 'examples')
const files = (await readdir(examples)).filter((name) => /^3-.*\.md$/.test(name))
const text = (await Promise.all(files.map((name) => readFile(join(examples, name), 'utf8')))).join('\n')
const titles = text.split('\n').filter((line) => /^\S.*#/.test(line) && !line.startsWith('#'))

const ROWS = `
US Train places Irregulars
US Train at Base places ARVN cubes, costs 3
US Train Pacification needs US piece not Troops+Police
ARVN Train Pacification needs Troops AND Police
ARVN Train replace cubes with Base
US Patrol costs 0
ARVN Patrol costs 3 total
Patrol free Assault in 1 LoC
US Sweep costs 0
Sweep activation counts cubes + SF
Sweep Jungle halves activation
US Assault with Base: 2× damage
US Assault Highland no Base: half damage
ARVN Assault Province: Troops only
US Assault + ARVN follow-up
Base removed: +6 Aid
Rally NVA without Base: mutually exclusive choice
Rally NVA with Base: limit = Trail + Bases
Rally VC with Base: flip Underground option
Trail improvement costs 2 even if free
March LoC costs 0
March activation: LoC+Support AND pieces>3
NVA Attack guerrilla mode: die roll
NVA Attack troops mode: no die roll
Attack attrition per US piece removed
VC Attack: guerrilla mode only
NVA Terror with Troops only (no guerrilla)
NVA Terror shifts toward Neutral
VC Terror shifts toward Active Opposition
Terror/Sabotage idempotent
Terror marker supply limit`
  .trim()
  .split('\n')

const PROFILES = [
  ...['train', 'patrol', 'sweep', 'assault'].flatMap((id) => [`${id}-us`, `${id}-arvn`]),
  ...['rally', 'march', 'attack', 'terror'].flatMap((id) => [`${id}-nva`, `${id}-vc`]),
]
const CASES = ['single space', 'several spaces', 'too few resources', 'no valid space', 'free', 'limited']

describe('the examples of the operations', () => {
  it('cite every assertion on section 3', () => {
    const numbers = Array.from({ length: 103 - 46 + 1 }, (_, i) => `T${String(46 + i).padStart(3, '0')}`)
    const cited = new Set(text.match(/\bT\d{3}\b/g))
    expect(numbers.filter((id) => !cited.has(id))).toEqual([])
  })

  it.each(ROWS)('have the row "%s"', (row) => {
    expect(titles.some((title) => title.startsWith(row))).toBe(true)
  })

  it.each(PROFILES)('have all cases of %s', (profile) => {
    const missing = CASES.filter((one) => !titles.some((title) => title.startsWith(`${profile}, ${one}`)))
    expect(missing).toEqual([])
  })
})
