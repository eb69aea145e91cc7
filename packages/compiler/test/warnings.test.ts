/** Warnings: allowed, but most likely an error. */
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { compileSmall } from './small-game.js'

const warnings = (rules: string) => {
  const { diagnostics } = compileSmall(rules)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.filter(({ code }) => code !== 'unused')
}
const inPlay = (lines: string) => warnings(`play\n  ${lines.replaceAll('\n', '\n  ')}`)

describe('a name that hides another', () => {
  it.each([
    ['let gold = 3', 'gold', 'the variable'],
    ['each camp in map\n  add 1 to gold', 'camp', 'the variable'],
    ['choose ford from map', 'ford', 'the zone'],
    ['choose up to 2 quarry from map', 'quarry', 'the zone'],
    ['choose each x from map, into red\n  add 1 to gold', 'red', 'the seat'],
    ['choose each pay from map\n  add 1 to gold', 'pay', 'the game option'],
    ['roll gold from 1..6', 'gold', 'the variable'],
    ['let hand = 3', 'hand', 'the zones'],
    ['let x = map as gold where gold = mill', 'gold', 'the variable'],
  ])('is reported: %s', (line, name, what) => {
    const [found, ...more] = inPlay(line)
    expect(more).toEqual([])
    expect(found).toMatchObject({ severity: 'warning', code: 'hides' })
    expect(found?.message).toBe(`\`${name}\` hides ${what} of the same name.`)
  })

  it('is reported for parameters, at their span', () => {
    const found = warnings(
      'play\n  do pay-out(2)\n\nprocedure pay-out(gold: number)\n  add gold to red.points\n\nvalue twice(sky: number) = 2 * sky',
    )
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'hides `gold` hides the variable of the same name.',
      'hides `sky` hides the variable of the same name.',
    ])
    expect(found[0]?.span).toMatchObject({ column: 19, length: 4 })
  })

  it('is reported for rules without parameters, which a word alone names, and not for those that are called', () => {
    const rules = 'value rich = 3\nvalue poor(space) = count(space)'
    expect(
      warnings(`play\n  let rich = 1\n  let poor = poor(mill)\n\n${rules}`).map((d) => d.message),
    ).toEqual(['`rich` hides the rule of the same name.'])
  })

  it.each([
    ['let space = mill'],
    ['each piece in pieces in mill\n  remove piece'],
    ['let points = 3\nadd points to points of red'],
    ['let temper = 3'],
    ['let attack = 3'],
    ['let x = 1\nif gold > 1\n  let x = 2\n  add x to gold'],
  ])("isn't reported if nothing is shadowed: %s", (line) => {
    expect(inPlay(line)).toEqual([])
  })

  it("isn't reported for a parameter named after a type", () => {
    const text = `\`\`\`yaml
game: {id: tiny}
seats: [red, blue]
values: {sky: [clear, dark]}
zones: {space: {}}
variables: {seat: seat, sky: {of: sky, start: clear}}
\`\`\`
\`\`\`rules
play
  do look(clear, red)
procedure look(sky, seat)
  set sky to clear
  set seat to red
\`\`\``
    const { diagnostics } = compileFiles([{ path: 'game.md', text }])
    expect(diagnostics.filter(({ code }) => code === 'hides')).toEqual([])
  })
})

describe('so many pieces that can differ', () => {
  const open = (lines: string) => {
    const found = inPlay(lines)
    for (const { code, severity } of found)
      expect({ code, severity }).toEqual({ code: 'which-pieces', severity: 'warning' })
    return found.map(({ message }) => /`([\w-]+)`/.exec(message)?.[1])
  }

  it.each([
    ['remove 2 guards in mill', 'stance'],
    ['move 1 red guards in mill to ford', 'stance'],
    ['flip 1 guards in mill to hidden', 'stance'],
    ['remove (gold) pieces of red in mill', 'stance'],
    ['let n = 2\nremove n everyone in mill', 'stance'],
    ['remove 2 hidden scouts in mill', 'tired'],
    ['remove 2 pieces in map', 'stance'],
    ['remove 1 guards in lost', 'stance'],
    ['remove 2 guards in mill where it.owner = red', 'stance'],
    ['let kept = guards in mill\nremove 1 guards in mill where it not in kept', 'stance'],
    ['let what = guards\nremove 1 what in mill', 'stance'],
    ['choose what: stones | red guards if gold > 0\nremove 1 what in mill', 'stance'],
    ['move 2 guards in camp to lost', 'stance'],
  ])('are reported: %s', (lines, prop) => {
    expect(open(lines)).toEqual([prop])
  })

  it.each([
    ['remove guards in mill'],
    ['remove 2 hidden guards in mill'],
    ['remove 2 stones in mill'],
    ['remove 2 unseen in mill'],
    ['flip 1 hidden red guards in mill to open'],
    ['place 2 guards in mill'],
    ['place 2 guards in mill from lost'],
    ['place 2 hidden guards in mill from lost'],
    ['move 2 red guards in reserve of red to mill'],
    ['move 2 red guards in reserve to mill'],
    ['move 2 scouts in quarry to mill'],
    ['draw 2 from deck to hand of red'],
    ['move 1 cards in deck to hand of red'],
    ['remove 2 guards in mill where it is hidden'],
    ['remove 2 guards in mill where it.stance = open'],
    ['remove 2 guards in mill where not it is hidden'],
    ['remove 1 scouts in mill where it is hidden and not it.tired'],
    ['each guard in guards in mill\n  remove 1 guards in ford where it.stance = guard.stance'],
    ['choose 2 or all lost-ones from guards in mill\nmove 1 lost-ones to ford'],
    ['choose what: stones | hidden guards\nremove 1 what in mill'],
    ['let what = if free then none else stones\nremove 1 what in mill'],
  ])("aren't reported if the rule names them: %s", (lines) => {
    expect(open(lines)).toEqual([])
  })

  it('are reported for a parameter by the arguments of its callers', () => {
    const rule = 'procedure lose(n: number, kind)\n  remove n kind in mill'
    expect(warnings(`play\n  do lose(1, hidden guards)\n\n${rule}`)).toEqual([])
    expect(warnings(`play\n  do lose(1, hidden guards)\n  do lose(1, guards)\n\n${rule}`)).toMatchObject([
      { code: 'which-pieces', hint: 'Name the ones you mean, as in `hidden …`, or let a seat choose.' },
    ])
    const passed = 'procedure raid(kind)\n  do lose(1, red kind)'
    expect(warnings(`play\n  do raid(guards)\n\n${passed}\n\n${rule}`)).toHaveLength(1)
    expect(warnings(`play\n  do raid(stones)\n\n${passed}\n\n${rule}`)).toEqual([])
  })

  it('are reported for a test of pieces', () => {
    const tests = 'test seen(piece) = piece.stance = open\ntest near(piece) = piece.space = mill'
    expect(warnings(`play\n  remove 1 guards in mill where seen(it)\n\n${tests}`)).toEqual([])
    expect(warnings(`play\n  remove 1 guards in mill where near(it)\n\n${tests}`)).toHaveLength(1)
  })

  it('are looked for in a group that contains itself without going round in circles', () => {
    const groups = '```yaml\ngroups: {ring: [ring, stones]}\n```\n'
    const { diagnostics } = compileSmall('play\n  remove 1 ring in mill', groups)
    expect(diagnostics.filter(({ code }) => code === 'which-pieces')).toEqual([])
  })

  it('are reported for effect trees as well', () => {
    const text = `\`\`\`yaml
procedures:
  - id: lose
    effects:
      - moveTokens: {tokens: {query: tokensInZone, zone: mill, filter: [{prop: type, eq: guard}]}, limit: 2}
\`\`\`
`
    const found = compileSmall('play\n  do lose', text).diagnostics
    expect(found.filter(({ code }) => code !== 'unused')).toMatchObject([{ code: 'which-pieces' }])
  })
})
