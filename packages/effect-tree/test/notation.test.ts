import { gameFolder, gameNames } from '@ludoforge/games'
import { type GameDef, type SourceDef, stripSources } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '@ludoforge/compiler'
import { readFolder } from '@ludoforge/compiler'
import type { SourceFile } from '@ludoforge/compiler'
import { expand } from '../src/index.js'
import { compile, defOf, FRONTIER, PARAMS, procedureOf, ruleWith, TREES } from './frontier.js'

/** The same rule in both notations. */
const TWINS: readonly (readonly [what: string, rules: string, tree: string])[] = [
  [
    'a choice of spaces and a loop over them',
    `choose 1 to 2 targets from map where it is town and some(red troops in it)
  each space in targets
    spend 3 supplies
    set space.loyalty to for`,
    `
- chooseN:
    bind: targets
    options:
      query: zones
      filter:
        op: and
        args:
          - { op: '==', left: { ref: zoneProp, zone: $zone, prop: ground }, right: town }
          - { aggregate: { op: any, query: { query: tokensInZone, zone: $zone, filter: [{ prop: side, eq: red }, { prop: type, eq: troops }] } } }
    min: 1
    max: 2
- forEach:
    bind: $space
    over: { query: binding, name: targets }
    effects:
      - addVar: { scope: global, var: supplies, delta: -3, exact: true }
      - setMarker: { space: $space, marker: loyalty, state: for }`,
  ],
  [
    'conditions, dice and another seat that chooses',
    `let open = map where it.worth > 0 and not it.damaged
  if count(open) <= supplies or free
    roll die from 1..6
    add die to gold of actor
  else
    choose exactly supplies picked from open, by blue
    finish`,
    `
- let:
    bind: $open
    value:
      query: mapSpaces
      filter:
        op: and
        args:
          - { op: '>', left: { ref: zoneProp, zone: $zone, prop: worth }, right: 0 }
          - { op: not, arg: { ref: markerState, space: $zone, marker: damaged } }
- if:
    when:
      op: or
      args:
        - op: '<='
          left: { aggregate: { op: count, query: { query: binding, name: $open } } }
          right: { ref: gvar, var: supplies }
        - { ref: binding, name: __freeOperation }
    then:
      - rollRandom:
          bind: $die
          min: 1
          max: 6
          in:
            - addVar: { scope: pvar, player: actor, var: gold, delta: { ref: binding, name: $die } }
    else:
      - chooseN: { player: 1, bind: $picked, options: { query: binding, name: $open }, n: { ref: gvar, var: supplies } }
      - leave: procedure`,
  ],
  [
    'pieces that move, turn over and are removed',
    `each t in red scouts in here, up to 2
    flip t to active
  move piece to here
  shift here.loyalty up 1`,
    `
- forEach:
    bind: $t
    over: { query: tokensInZone, zone: $here, filter: [{ prop: side, eq: red }, { prop: type, eq: scouts }] }
    limit: 2
    effects:
      - setTokenProp: { token: $t, prop: stance, value: active }
- moveToken: { token: $piece, from: { ref: tokenZone, token: $piece }, to: $here }
- shiftMarker: { space: $here, marker: loyalty, delta: 1 }`,
  ],
]

describe('both notations', () => {
  it.each(TWINS)('say the same: %s', (_, rules, tree) => {
    const written = compile(
      '',
      `procedure rule(here: space, who: seat, piece: piece, places: list of zone)\n  ${rules}`,
    )
    expect(procedureOf(compile(ruleWith(tree, PARAMS)), 'rule').body).toEqual(
      procedureOf(written, 'rule').body,
    )
  })
})

/** What two compilations have in common: order of procedures between kinds, places and policies aside, which have no tree. */
function meaning(def: GameDef): unknown {
  const byId = (left: { readonly id: string }, right: { readonly id: string }): number =>
    left.id < right.id ? -1 : 1
  const sources: readonly SourceDef[] = []
  const sorted = {
    ...def,
    policies: [],
    sources,
    enums: def.enums.toSorted(byId),
    procedures: def.procedures.toSorted(byId),
    functions: def.functions.toSorted(byId),
  }
  return stripSources(sorted)
}

const RULES = /^```(rules|example)\n[^]*?^```/gm

/** Prints the rules of a game and puts them in the place of what was written. */
function again(files: readonly SourceFile[], def: GameDef): GameDef {
  const data = files.map(({ path, text }) => ({ path, text: text.replace(RULES, '') }))
  return defOf(compileFiles([...data, { path: 'expanded.yaml', text: expand(def) }], TREES))
}

describe('every game of the library', () => {
  it.each(gameNames())('%s: its expansion is the same game', async (name) => {
    const files = await readFolder(gameFolder(name))
    if (files.some(({ text }) => /^(effectMacros|macros|actions|procedures|functions|turn):/m.test(text)))
      return
    const { def } = compileFiles(files, TREES)
    if (def === undefined) return // a folder with mistakes is another test's business
    expect(meaning(again(files, def))).toEqual(meaning(def))
  })
})

describe('expand', () => {
  const compilation = compile(
    '',
    TWINS.map(
      ([, rules], i) =>
        `procedure rule-${i}(here: space, who: seat, piece: piece, places: list of zone)\n  ${rules}`,
    ).join('\n'),
  )

  it('prints one rule, or those of one number of the rulebook, or nothing', () => {
    const def = compilation.def as GameDef
    expect(expand(def, 'master')).toBe(`functions:
  - id: master
    params: [{ name: space, type: zone }]
    returns: seat
    body:
      if:
        when: { op: '>', left: { ref: zoneCount, zone: $space }, right: 2 }
        then: { seat: red }
        else: { none: seat }
`)
    expect(expand(def, 'no-such-rule')).toBe('')
    const numbered = compile(
      "actions: [{id: a, rule: '3.1', effects: []}, {id: b, rule: '3.2', effects: []}]",
    )
    expect(expand(numbered.def as GameDef, '3.2')).toBe(
      "actions:\n  - id: b\n    rule: '3.2'\n    effects: []\n",
    )
  })

  it('prints what compiles to the same, with words that YAML would take for something else', () => {
    const tree = `
procedures:
  - id: odd
    title: 'It''s: #1, "quoted"'
    effects:
      - chooseOne: {bind: $true, options: {query: enums, values: ['yes', 'no', 'true', 'null']}, prompt: "two\\nlines: {null}"}
      - say: {text: ['- ', {show: $true, type: 'enum:yes|no|true|null'}, ' {x} ', '~']}
      - if: {when: {ref: free}, then: [{let: {bind: n, value: -5}}]}
  - {id: play, effects: [{call: {procedure: odd, args: []}}]}
  - {setup: true, effects: [{setVar: {scope: global, var: leader, value: none}}]}
  - {setup: short, effects: [{shuffle: {zone: deck}}]}
`
    const game = FRONTIER.slice(0, FRONTIER.indexOf('functions:'))
    const original = tree.replace('{null}', '')
    const files = [{ path: 'game.yaml', text: game }]
    const def = defOf(compileFiles([...files, { path: 'tree.yaml', text: original }], TREES))
    expect(def.enums.map(({ id }) => id)).toContain('yes|no|true|null')
    expect(meaning(again(files, def))).toEqual(meaning(def))
  })
})
