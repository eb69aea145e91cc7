import { type Expr, type GameDef, linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '@ludoforge/compiler'
import { CALLS, compile, defOf, MACROS, mistakes, procedureOf, PROFILES, TREES } from './frontier.js'

const name = (id: string): Expr => ({ ref: 'binding', name: id })

describe('macros', () => {
  const compilation = compile(MACROS + CALLS)

  it('are called, with types from how they use their parameters', () => {
    expect(mistakes(compilation)).toEqual([])
    const params = (id: string): string[] =>
      procedureOf(compilation, id).params.map((p) => `${p.name}: ${p.type}`)
    expect(params('remove-some')).toEqual(['space: zone', 'damage: number', 'attacker: seat'])
    expect(params('enlist')).toEqual(['what: enum:type', 'side: seat', 'space: zone'])
    expect(params('keep')).toEqual(['thing: seat'])
    expect(procedureOf(compilation, 'rule').body).toMatchObject([
      { call: { procedure: 'remove-some', args: [{ zone: 'ridge' }, 2, { seat: 'blue' }] } },
      { call: { procedure: 'pay<markersPlaced>', args: [{ zone: 'harbour' }, -1] } },
      { chooseOne: { bind: 'kind' } },
      { call: { procedure: 'enlist', args: [name('kind'), { ref: 'actor' }, { zone: 'road' }] } },
      { call: { procedure: 'keep', args: [{ seat: 'red' }] } },
    ])
  })

  it('with a parameter that is a name are a procedure for each name', () => {
    const added = (id: string): unknown => procedureOf(compilation, id).body
    expect(added('pay<supplies>')).toMatchObject([
      { if: { then: [{ addVar: { var: 'supplies', delta: name('amount') } }] } },
    ])
    expect(added('pay<markersPlaced>')).toMatchObject([
      { if: { then: [{ addVar: { var: 'markers-placed' } }] } },
    ])
    expect(procedureOf(compilation, 'remove-some').body).toMatchObject([
      { let: { bind: 'before' } },
      {
        forEach: {
          limit: name('damage'),
          effects: [{ moveToken: { to: { family: 'losses', player: name('attacker') } } }],
        },
      },
      { call: { procedure: 'pay<supplies>', args: [name('space'), name('before')] } },
    ])
  })

  it('can be called from the rules notation when their types are known', () => {
    const rules = 'procedure other\n  do enlist(scouts, red, ridge)'
    expect(procedureOf(compile(MACROS + CALLS, rules), 'other').body).toMatchObject([
      { call: { procedure: 'enlist' } },
    ])
  })

  it('with wrong arguments are errors at the call', () => {
    const call = (args: string): string[] =>
      mistakes(
        compile(
          `${MACROS}procedures:\n  - id: rule\n    effects:\n      - { macro: enlist, args: ${args} }\n`,
        ),
      )
    expect(call('{ what: forts, side: red }')[0]).toMatch(
      /^missing-key tree.yaml:\d+:32 .*needs the key `space`/,
    )
    expect(call('{ what: forts, side: red, space: ridge, spaec: 1 }')[0]).toMatch(
      /^unknown-key .*no key `spaec`/,
    )
    expect(call('{ what: fotrs, side: red, space: ridge }')[0]).toMatch(
      /^unknown-name .*did you mean `forts`/,
    )
    expect(call('{ what: forts, side: red, space: 3 }')[0]).toMatch(
      /^wrong-type .*Expected a space, found a number/,
    )
    expect(
      mistakes(compile('procedures:\n  - {id: rule, effects: [{macro: enlsit}]}\n' + MACROS))[0],
    ).toMatch(/did you mean `enlist`/)
  })
})

describe('profiles', () => {
  it('are actions: legality, cost and something to choose first, then the stages in one scope with windows around them', () => {
    const { body, requires, ...head } = procedureOf(compile(PROFILES), 'march-red')
    const supplies = { ref: 'gvar', var: 'supplies' }
    expect(head).toEqual({
      id: 'march-red',
      kind: 'action',
      title: 'March',
      rule: '3.1',
      by: ['red'],
      class: 'operation',
      tags: ['operation', 'march'],
      params: [],
    })
    expect(requires).toEqual([
      { when: { op: '>', left: supplies, right: 0 } },
      { when: { op: 'or', args: [{ ref: 'free' }, { op: '>=', left: supplies, right: 3 }] } },
      { when: { aggregate: { op: 'any', query: { query: 'mapSpaces' } } } },
    ])
    expect(body).toMatchObject([
      { window: { name: 'extras', timing: 'before' } },
      {
        if: { when: { op: 'not', arg: { ref: 'free' } }, then: [{ addVar: { var: 'supplies', delta: -3 } }] },
      },
      { chooseN: { bind: 'targets' } },
      { window: { name: 'extras', timing: 'during' } },
      { forEach: { over: name('targets') } },
      { window: { name: 'extras', timing: 'after' } },
    ])
  })

  it('that begin with so many spaces or all need none of them', () => {
    const all = PROFILES.replace('min: 1, max: 2', 'n: 2, orAll: true')
    expect(procedureOf(compile(all), 'march-red').requires).toHaveLength(2)
  })

  it('of special activities say what they accompany; conditions that always hold are left out', () => {
    const { tags, requires, body } = procedureOf(compile(PROFILES), 'dig')
    expect({ tags, requires, body }).toEqual({
      tags: ['activity', 'with:march', 'with:march-red'],
      requires: [],
      body: [],
    })
  })

  it('name windows that exist, and modes that do', () => {
    expect(mistakes(compile(PROFILES.replace('[extras]', '[extars]')))[0]).toMatch(
      /^unknown-name .*did you mean `extras`/,
    )
    expect(mistakes(compile(PROFILES.replace('forbid', 'forbidden')))[0]).toMatch(
      /^wrong-type .*did you mean `forbid`/,
    )
    expect(mistakes(compile(PROFILES.replace('class: operation', 'class: operaton')))[0]).toMatch(
      /class of actions/,
    )
  })
})

describe('actions, procedures, functions and set-ups', () => {
  it('are declared in lists or by id', () => {
    const def = defOf(
      compile(`
actions:
  - {id: rest, title: Rest, by: [red, blue], tags: [calm], rule: '4', requires: [{ref: free}], effects: []}
procedures:
  - {id: heal, params: [{name: space, type: space}, {name: n, type: number}], effects: []}
  - {id: rule, effects: [{call: {procedure: heal, args: [ridge, 1]}}, {call: {procedure: heal, args: {n: 2, space: road}}}, {perform: {action: rest, by: blue, free: true, class: operation, within: [ridge]}}]}
  - {setup: true, effects: [{setVar: {scope: global, var: supplies, value: 5}}]}
  - {setup: short, effects: [{setVar: {scope: global, var: supplies, value: 9}}]}
functions:
  twice: {params: [{name: n, type: number}], body: {op: '*', left: $n, right: 2}}
`),
    )
    const byId = new Map(def.procedures.map((one) => [one.id, one]))
    expect(byId.get('rest')).toEqual({
      id: 'rest',
      kind: 'action',
      title: 'Rest',
      rule: '4',
      by: ['red', 'blue'],
      tags: ['calm'],
      params: [],
      requires: [{ when: { ref: 'free' } }],
      body: [],
    })
    expect(byId.get('rule')?.body).toEqual([
      { call: { procedure: 'heal', args: [{ zone: 'ridge' }, 1] } },
      { call: { procedure: 'heal', args: [{ zone: 'road' }, 2] } },
      {
        perform: {
          action: { action: 'rest' },
          by: { seat: 'blue' },
          free: true,
          class: { value: 'operation', of: 'action-class' },
          within: { query: 'list', type: 'zone', items: [{ zone: 'ridge' }] },
        },
      },
    ])
    expect(def.functions.find(({ id }) => id === 'twice')).toMatchObject({ returns: 'number' })
    expect(def.setup).toEqual([{ setVar: { scope: 'global', var: 'supplies', value: 5 } }])
    expect(def.scenarios[0]?.setup).toEqual([{ setVar: { scope: 'global', var: 'supplies', value: 9 } }])
  })

  it('give results, and may be called with fewer arguments than they take', () => {
    const found = procedureOf(
      compile(`
actions:
  - {id: rest, params: [{name: n, type: number}], gives: number, effects: [{give: $n}]}
procedures:
  - {id: heal, gives: list zone, params: [{name: n, type: number}, {name: who, type: seat, otherwise: actor}], effects: []}
  - id: rule
    params: [{name: deed, type: action}]
    effects:
      - call: {procedure: heal, args: [1], into: $first}
      - call: {procedure: heal, args: {who: red, n: 2}, into: {bind: second, type: list space}}
      - perform: {action: $deed, args: [3], into: {bind: $third, type: number}}
      - if: {when: {op: legal, action: $deed, args: [$third], by: blue, free: true}, then: []}
`),
      'rule',
    )
    const into = (bind: string, type: string) => ({ into: { bind, type } })
    const deed = { ref: 'binding', name: 'deed' }
    const third = { ref: 'binding', name: 'third' }
    expect(found.body).toEqual([
      { call: { procedure: 'heal', args: [1, { ref: 'actor' }], ...into('first', 'list zone') } },
      { call: { procedure: 'heal', args: [2, { seat: 'red' }], ...into('second', 'list zone') } },
      { perform: { action: deed, args: [3], ...into('third', 'number') } },
      {
        if: {
          when: { op: 'legal', action: deed, args: [third], by: { seat: 'blue' }, free: true },
          then: [],
        },
      },
    ])
  })

  it("can't be recursive", () => {
    const circle = `
functions:
  - {id: one, body: {call: two, args: []}}
  - {id: two, body: {call: one, args: []}}
`
    expect(mistakes(compile(circle)).join()).toMatch(/circular/)
  })
})

const RACE = `
game: {id: race, title: Race}
seats: [left, right]
zones: {box: {per: seat}}
spaces: {field: {}}
pieces:
  left-pebble: {owner: left, count: 9, supply: box}
  right-pebble: {owner: right, count: 9, supply: box}
seat-variables: {steps: 0..20}
turn:
  rounds: 50
  phases: [walk, rest]
  until: 'some(seats where steps of it >= 5)'
  end: [{endGame: {kind: rank, score: {ref: pvar, var: steps, player: $it}}}]
phases:
  walk: {actions: [stride, creep], times: 2, rule: '2.1'}
  rest: {actions: [sleep], optional: true}
actions:
  - id: stride
    requires: ["steps of actor < 3"]
    effects: [{addVar: {scope: pvar, var: steps, delta: 2}}]
  - {id: creep, effects: [{addVar: {scope: pvar, var: steps, delta: 1}}]}
  - {id: sleep, effects: []}
`

describe('turn and phases', () => {
  const compilation = compileFiles([{ path: 'race.yaml', text: RACE }], TREES)

  it('are a game without a `play` block that can be played to its end', () => {
    expect(mistakes(compilation)).toEqual([])
    const game = linkGame(compilation.def as GameDef)
    let state = game.start({ seed: 1 })
    const asked: string[] = []
    for (let ask = game.decision(state); ask !== undefined; ask = game.decision(state)) {
      const options = ask.options.map(({ id }) => id)
      asked.push(`${ask.seat}: ${options.join(' ')}`)
      state = game.decide(state, [options[0] ?? ''])
    }
    expect(asked.slice(0, 4)).toEqual([
      'left: stride creep',
      'left: stride creep',
      'left: sleep',
      'right: stride creep',
    ])
    expect(game.outcome(state)?.ranking.map(({ seat }) => seat)).toEqual(['left', 'right'])
  })

  it('name phases, actions and procedures that exist', () => {
    const wrong = (from: string, to: string): string =>
      mistakes(compileFiles([{ path: 'race.yaml', text: RACE.replace(from, to) }], TREES)).join('\n')
    expect(wrong('[walk, rest]', '[walk, rset]')).toMatch(/`rset` is not a phase.*did you mean `rest`/)
    expect(wrong('[sleep]', '[slepe]')).toMatch(/did you mean `sleep`/)
    expect(wrong('times: 2', 'tiems: 2')).toMatch(/did you mean `times`/)
    expect(wrong('turn:', 'turn_:')).toMatch(/turn/)
    expect(wrong('rounds: 50', 'rounds: many')).toMatch(/a number/)
  })
})
