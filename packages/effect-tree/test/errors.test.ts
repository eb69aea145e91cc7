import { linkGame } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { effectTree } from '../src/index.js'
import { CALLS, compile, MACROS, mistakes, PARAMS, PLAY, PROFILES, ruleWith } from './frontier.js'

const wrong = (yaml: string): string[] => mistakes(compile(ruleWith(yaml, PARAMS)))

describe('an error is reported once, at its location', () => {
  it.each([
    [
      '- addVra: {var: supplies, delta: 1}',
      /^unknown-key tree.yaml:5:9 There is no effect `addVra`.*did you mean `addVar`/,
    ],
    ['- addVar: {var: supplies, detla: 1}', /^unknown-key tree.yaml:5:33 .*`detla`.*did you mean `delta`/],
    [
      '- addVar: {var: suplies, delta: 1}',
      /^unknown-name tree.yaml:5:23 `suplies` is not a variable of the game.*`supplies`/,
    ],
    [
      '- addVar: {var: gold, delta: 1}',
      /^wrong-type tree.yaml:5:23 `gold` is a variable of a seat, not of the game/,
    ],
    ['- addVar: {var: leader, delta: 1}', /^wrong-type tree.yaml:5:23 Expected a number to add to/],
    ['- addVar: {var: supplies}', /^missing-key tree.yaml:5:17 `addVar` needs the key `delta`/],
    ['- addVar: {var: supplies, delta: 1.5}', /^wrong-type tree.yaml:5:40 .*whole number/],
    ['- addVar: {var: supplies, delta: $who}', /^wrong-type tree.yaml:5:40 Expected a number, found a seat/],
    [
      '- setVar: {var: season, value: dyr}',
      /^unknown-name tree.yaml:5:38 `dyr` is not a value of season.*`dry`/,
    ],
    [
      '- setVar: {var: supplies, value: 51}',
      /^out-of-range tree.yaml:5:40 `supplies` can't be 51. Its range is 0\.\.50/,
    ],
    [
      '- setMarker: {space: $here, marker: crowd, state: 10}',
      /^out-of-range tree.yaml:5:57 `crowd` can't be 10. Its range is 0\.\.9/,
    ],
    [
      '- setMarker: {space: harbuor, marker: damaged, state: true}',
      /^unknown-name tree.yaml:5:28 `harbuor` is not a space.*`harbour`/,
    ],
    [
      '- setMarker: {space: $hree, marker: damaged, state: true}',
      /^unknown-name tree.yaml:5:28 `hree` is not bound here.*`here`/,
    ],
    [
      '- setMarker: {space: $who, marker: damaged, state: true}',
      /^wrong-type tree.yaml:5:28 Expected a space, found a seat/,
    ],
    [
      '- shiftMarker: {space: $here, marker: damaged, delta: 1}',
      /^wrong-type tree.yaml:5:45 `damaged` can't be shifted/,
    ],
    [
      '- moveToken: {token: $piece, from: $who, to: $here}',
      /^wrong-type tree.yaml:5:42 Expected a space, found a seat/,
    ],
    [
      "- moveToken: {token: $piece, to: {concat: ['bxo:', red]}}",
      /^unknown-name tree.yaml:5:50 `bxo:` is not a family of zones/,
    ],
    [
      '- setTokenProp: {token: $piece, prop: side, value: red}',
      /^fixed tree.yaml:5:45 `side` is a fixed property/,
    ],
    [
      '- chooseOne: {bind: x, options: $who}',
      /^wrong-type tree.yaml:5:39 `chooseOne` needs a list, found a seat/,
    ],
    [
      '- chooseN: {bind: x, options: $places, n: 1, max: 2}',
      /^wrong-type tree.yaml:5:18 `chooseN` has `n` and also/,
    ],
    ['- chooseN: {bind: x, options: $places}', /^missing-key tree.yaml:5:18 `chooseN` needs the key `max`/],
    [
      '- chooseN: {bind: x, options: $places, max: 2, orAll: true}',
      /^wrong-type tree.yaml:5:61 `orAll` needs `n` or `min`/,
    ],
    [
      '- chooseN: {bind: x, options: $places, max: 2, player: 3}',
      /^out-of-range tree.yaml:5:62 .*from 0 to 2/,
    ],
    [
      '- chooseOne: {bind: x, options: {query: zoens}}',
      /^unknown-name tree.yaml:5:47 There is no query `zoens`.*`zones`/,
    ],
    [
      '- forEach: {bind: x, over: $here, effects: []}',
      /^wrong-type tree.yaml:5:34 `forEach` needs a list, found a space/,
    ],
    ['- if: {when: $who, then: []}', /^wrong-type tree.yaml:5:20 Expected a condition, found a seat/],
    ['- if: {when: "supplies >", then: []}', /tree.yaml:5:/],
    [
      "- if: {when: {op: '=', left: 1, right: 1}, then: []}",
      /^unknown-name tree.yaml:5:25 There is no operator `=`/,
    ],
    [
      '- if: {when: {op: "<", left: $who, right: red}, then: []}',
      /^wrong-type tree.yaml:5:20 `<` compares numbers/,
    ],
    [
      '- if: {when: {ref: gvra, var: x}, then: []}',
      /^unknown-name tree.yaml:5:26 There is no reference `gvra`.*`gvar`/,
    ],
    [
      '- let: {bind: n, value: {opp: 1}}',
      /^unknown-key tree.yaml:5:32 No expression has the key `opp`.*`op`/,
    ],
    ['- let: {bind: n, value: }', /^wrong-type tree.yaml:5:\d+ The value is missing/],
    [
      '- let: {bind: n, type: flag, value: 3}',
      /^wrong-type tree.yaml:5:43 Expected a condition, found a number/,
    ],
    ['- let: {bind: n, value: []}', /^wrong-type tree.yaml:5:31 .*empty list/],
    ['- let: {bind: n, value: {call: master, args: []}}', /^wrong-count tree.yaml:5:38 `master` takes 1/],
    ['- leave: loop', /^no-loop tree.yaml:5:16 There is no loop around this to leave/],
    ['- leave: lop', /^unknown-name tree.yaml:5:16 .*`loop`/],
    ['- call: {procedure: rlue}', /^unknown-name tree.yaml:5:27 .*`rule`/],
    ['- perform: {action: play}', /^unknown-name tree.yaml:5:27 `play` is not an action/],
    ['- give: 3', /^no-caller tree.yaml:5:15 This procedure declares no result.*`gives: TYPE`/],
    ['- call: {procedure: play, into: $x}', /^gives-nothing tree.yaml:5:39 `play` gives nothing/],
    ['- perform: {action: none, into: $x}', /^unknown-type tree.yaml:5:39 .*`x` needs a type.*into: \{bind/],
    ['- perform: {action: none, into: {bind: $x, type: nubmer}}', /^unknown-name tree.yaml:5:56 .*`number`/],
    ['- perform: {action: none, args: [1]}', /^wrong-count tree.yaml:5:27 No action takes a number/],
    [
      '- if: {when: {op: legal, action: none, bye: red}, then: []}',
      /^unknown-key tree.yaml:5:46 .*no key `bye`.*`by`/,
    ],
    ['- 7', /^wrong-type tree.yaml:5:9 An effect must be a map/],
    ['- {}', /^wrong-type tree.yaml:5:9 An empty map isn't an effect/],
    [
      '- {shuffle: {zone: deck}, leave: loop}',
      /^unknown-key tree.yaml:5:33 `leave` can't be in the same map as `shuffle`/,
    ],
    ['- {endGame: {kind: win, seats: 3}}', /^out-of-range tree.yaml:5:38/],
    [
      '- let: {bind: n, value: {query: tokensInZone, zone: $here, filter: [{prop: sied, eq: red}]}}',
      /did you mean `side`/,
    ],
    [
      '- let: {bind: n, value: {query: tokensInZone, zone: $here, filter: [{prop: side}]}}',
      /^missing-key .*`eq`, `neq` or `in`/,
    ],
  ])('%s', (yaml, message) => {
    const found = wrong(yaml)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  it('and names of a broken effect raise no echo', () => {
    const found = wrong(`
- chooseN: {bind: $spots, options: {query: zoens}, max: 2}
- forEach: {bind: $s, over: {query: binding, name: $spots}, effects: [{setMarker: {space: $s, marker: damaged, state: true}}]}
- let: {bind: n, value: {aggregate: {op: count, query: {query: binding, name: spots}}}}
- if: {when: {op: '==', left: {ref: binding, name: $n}, right: many}, then: []}`)
    expect(found.map((one) => one.slice(0, 12))).toEqual(['unknown-name', 'unknown-name'])
  })

  it.each([
    ['functions: {f: {body: 1, retruns: number}}', /no key `retruns`.*`returns`/],
    ['functions: [{id: f, returns: nubmer, body: 1}]', /`nubmer` is not a type.*`number`/],
    ['functions: [{id: f, returns: flag, body: 1}]', /Expected a condition, found a number/],
    ['functions: 3', /must be a list/],
    ['procedures: [{id: p, params: [{name: x}], effects: []}]', /needs the key `type`/],
    ['procedures: [{id: income, effects: []}]', /already a rule `income`/],
    ['procedures: [{setup: shrot, effects: []}]', /`shrot` is not a scenario.*`short`/],
    ['actions: [{id: a, by: rde, effects: []}]', /`rde` is not a seat.*`red`/],
    ['actions: [{id: a}]', /needs the key `effects`/],
    ['procedures: [{id: p, gives: nubmer, effects: []}]', /`nubmer` is not a type.*`number`/],
    ['procedures: [{id: p, gives: number, effects: [{give: red}]}]', /`red` is not a number/],
    [
      'procedures: [{id: p, params: [{name: x, type: number, otherwise: true}], effects: []}]',
      /Expected a number, found a condition/,
    ],
    [
      'procedures: [{id: p, params: [{name: x, type: number, otherwise: 1}], effects: []}, {id: q, effects: [{call: {procedure: p, args: {y: 1}}}]}]',
      /no key `y`/,
    ],
    [
      'procedures: [{id: p, gives: number, effects: []}, {id: q, effects: [{call: {procedure: p, into: {bind: x, type: seat}}}]}]',
      /Expected a seat, found a number/,
    ],
    ['effectMacros: [{id: m, exports: [x], effects: []}]', /can't export names/],
    ['effectMacros: [{id: m, effects: []}, {id: m, effects: []}]', /two macros `m`/],
    ['operationProfiles: [{id: o, targeting: {select: 1}, resolution: []}]', /`targeting` isn't supported/],
    ['phases: {p: {actions: []}}', /no `turn`/],
  ])('%s', (yaml, message) => {
    expect(mistakes(compile(yaml)).join('\n')).toMatch(message)
  })
})

describe('whatever is written', () => {
  const words = [
    '$here',
    'here',
    'red',
    'supplies',
    'harbour',
    'zones',
    'gvar',
    '==',
    'count',
    'it',
    '__freeOperation',
    '',
    'none',
    'x*',
  ]
  const heads =
    'ref op query aggregate if call concat param seat zone value of kinds none left right args arg name var prop ' +
    'filter bind over effects in then else when let forEach chooseN chooseOne setVar addVar moveToken macro block ' +
    'options min max id params body resolution legality cost type item set token to marker space constructor __proto__ ' +
    'give gives into bind otherwise perform procedure action'
  const keysOfTrees = heads.split(' ')
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constantFrom(...words),
      fc.constantFrom(0, 3, -1, 1.5, true, null),
      fc.array(tie('node'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.constantFrom(...keysOfTrees), tie('node')), { maxLength: 5 })
        .map((pairs) => Object.fromEntries(pairs)),
    ),
  }))

  it('is read or reported, never thrown at', () => {
    fc.assert(
      fc.property(fc.constantFrom(...effectTree.keys), node, (key, tree) => {
        compile(JSON.stringify({ [key]: tree }))
      }),
      { numRuns: 150 },
    )
  })

  it('is reported with a place as an effect or an expression of a rule', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), node, (effects, body) => {
        const params = [{ name: 'here', type: 'space' }]
        const tree = {
          procedures: [{ id: 'rule', params, effects }],
          functions: [{ id: 'f', params, body }],
          effectMacros: [{ id: 'm', params: ['x'], effects }],
        }
        const compilation = compile(JSON.stringify(tree))
        for (const { span } of compilation.diagnostics) expect(span).toBeDefined()
        if (compilation.def === undefined) return
        linkGame(compilation.def) // which looks at every name and every type of its nodes
      }),
      { numRuns: 150 },
    )
  })

  it('is read or reported when one thing in a good tree is changed', () => {
    const good = [MACROS, CALLS, PROFILES].map((text) => parse(text) as object)
    const places = good.map((tree) => paths(tree))
    const change = fc.record({
      tree: fc.nat(2),
      place: fc.nat(),
      by: node,
      rename: fc.option(fc.constantFrom(...keysOfTrees)),
    })
    fc.assert(
      fc.property(change, ({ tree, place, by, rename }) => {
        const all = places[tree] ?? []
        const path = all[place % all.length] ?? []
        const whole = good.map((one, i) => (i === tree ? changed(one, path, by, rename) : one))
        const [text = '', ...others] = whole.map((one) => JSON.stringify(one))
        const compilation = compile(text, '', PLAY, others)
        for (const { span } of compilation.diagnostics) expect(span).toBeDefined()
      }),
      { numRuns: 400 },
    )
  })
})

type Path = readonly (string | number)[]

/** Every place inside a tree. */
function paths(tree: unknown, at: Path = []): Path[] {
  if (typeof tree !== 'object' || tree === null) return [at]
  const keys = Array.isArray(tree) ? [...tree.keys()] : Object.keys(tree)
  const inner = keys.flatMap((key) => paths((tree as Record<string | number, unknown>)[key], [...at, key]))
  return at.length === 0 ? inner : [at, ...inner]
}

/** The tree with something else at a place, or with another key there. */
function changed(tree: unknown, [key, ...rest]: Path, by: unknown, rename: string | null): unknown {
  if (key === undefined) return by
  if (Array.isArray(tree))
    return tree.map((item, i) => (i === key ? changed(item, rest, by, rename) : (item as unknown)))
  const entries = Object.entries(tree as object).map(
    ([name, value]: [string, unknown]): [string, unknown] => {
      if (name !== key) return [name, value]
      return rest.length === 0 && rename !== null ? [rename, value] : [name, changed(value, rest, by, rename)]
    },
  )
  return Object.fromEntries(entries)
}
