/** Errors in the rules have messages with their location. */
import { describe, expect, it } from 'vitest'
import {
  type Block,
  DeadEnd,
  type GameDef,
  LinkError,
  linkGame,
  RuleError,
  RunawayRule,
  type VariableDef,
} from '../src/index.js'
import { linkBlock } from '@ludoforge/play'
import { entryOf } from '../../../test/support/items.js'
import { action, actor, gameOf, procedure, ref, seat, zone } from './games/board.js'
import { islands } from './games/islands.js'

const game = linkGame(islands)
const empty = game.start({ empty: true })
const run = (...effects: Block) => linkBlock(game, effects).run(empty, { actor: 'red' })
const map = { query: 'mapSpaces' } as const
const nowhere = { query: 'list', type: 'zone', items: [] } as const

const tiny = (parts: Partial<GameDef>): GameDef =>
  gameOf({
    id: 'tiny',
    seats: [seat('one')],
    zones: [zone('here')],
    sources: [{ file: 'tiny.md', line: 12, column: 3, text: 'x', rule: '4.2' }],
    ...parts,
  })

describe('a dead end', () => {
  it.each<[string, Block[number], RegExp]>([
    [
      'nothing to choose from',
      { chooseOne: { bind: 'z', type: 'zone', options: nowhere } },
      /The choice 'z' has no legal answer: there are no options/,
    ],
    [
      'too few options',
      { chooseN: { bind: 'z', type: 'zone', options: map, min: 7, max: 9 } },
      /it needs at least 7, but only 6 can be chosen/,
    ],
    [
      'too small a budget',
      { chooseN: { bind: 'z', type: 'zone', options: map, min: 2, max: 3, cost: 2, budget: 3 } },
      /it needs at least 2, but only 1 can be chosen/,
    ],
    ['no way to go on', { alternatives: { options: [{ id: 'a', when: false, effects: [] }] } }, /no options/],
    [
      'no number',
      { chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 3, max: 1 } } },
      /no number from 3 to 1/,
    ],
  ])('%s', (_, effect, message) => {
    expect(() => run(effect)).toThrow(DeadEnd)
    expect(() => run(effect)).toThrow(message)
  })

  it('names the rule and the location', () => {
    const def = tiny({
      procedures: [
        procedure('play', [
          { chooseOne: { bind: 'z', type: 'zone', options: nowhere, player: { seat: 'one' } }, src: 0 },
        ]),
      ],
    })
    expect(() => linkGame(def).start()).toThrow(
      "tiny.md:12: The choice 'z' has no legal answer: there are no options. In procedure 'play' (rule 4.2).",
    )
  })

  it('leaves the argument of decide as it was, and a state answered in place unusable', () => {
    const s = run(
      { chooseOne: { bind: 'a', type: 'zone', options: map } },
      { chooseOne: { bind: 'b', type: 'zone', options: nowhere } },
    )
    const before = game.hash(s)
    expect(() => game.decide(s, 'ash')).toThrow(DeadEnd)
    expect(game.hash(s)).toBe(before)
    expect(game.decision(s)?.name).toBe('a')
    expect(() => game.answer(s, [0])).toThrow(DeadEnd)
    expect(() => game.decision(s)).toThrow(/left this state unusable/)
  })
})

describe('a runaway rule', () => {
  const forever = {
    repeat: { limit: 2147483647, effects: [{ setVar: { scope: 'global', var: 'round', value: 1 } }] },
  } as const
  it('is stopped', () => {
    expect(() => run(forever)).toThrow(RunawayRule)
    expect(() => run({ repeat: { limit: 2147483647, effects: [forever] } })).toThrow(/or never ends/)
    expect(() =>
      run({
        forEach: {
          bind: 'n',
          type: 'number',
          over: { query: 'intsInRange', min: 1, max: 2147483647 },
          effects: [],
        },
      }),
    ).toThrow(RunawayRule)
  })

  it('is stopped when it calls itself, whether or not it asks', () => {
    const def = (body: Block) =>
      tiny({
        procedures: [
          procedure('play', [{ call: { procedure: 'again', args: [] }, src: 0 }]),
          procedure('again', [...body, { call: { procedure: 'again', args: [] }, src: 0 }], { rule: '9' }),
        ],
      })
    expect(() => linkGame(def([])).start()).toThrow(
      /tiny.md:12: This rule calls itself endlessly. In procedure 'again' \(rule 9\)/,
    )
    const asking = {
      if: {
        when: { op: '==', left: 1, right: 2 },
        then: [{ chooseOne: { bind: 'z', type: 'zone', options: map } }],
      },
    } as const
    expect(() => linkGame(def([asking])).start()).toThrow(/call each other endlessly/)
  })

  it('is stopped when a function calls itself', () => {
    const def = tiny({
      functions: [
        {
          id: 'f',
          params: [],
          returns: 'number',
          body: { op: '+', left: 1, right: { call: 'f', args: [] } },
        },
      ],
      procedures: [
        procedure('play', [{ let: { bind: 'x', type: 'number', value: { call: 'f', args: [] } } }]),
      ],
    })
    expect(() => linkGame(def).start()).toThrow(/calls itself endlessly. In function 'f'/)
  })

  it('is stopped when many functions call the next one twice', () => {
    const functions = Array.from({ length: 60 }, (_, i) => ({
      id: `f${i}`,
      params: [],
      returns: 'number',
      body:
        i === 59
          ? 1
          : ({
              op: '+',
              left: { call: `f${i + 1}`, args: [] },
              right: { call: `f${i + 1}`, args: [] },
            } as const),
    }))
    const play = procedure('play', [{ let: { bind: 'x', type: 'number', value: { call: 'f0', args: [] } } }])
    expect(() => linkGame(tiny({ functions, procedures: [play] })).start()).toThrow(RunawayRule)
  })

  it('may still count down by recursion', () => {
    const def = tiny({
      functions: [
        {
          id: 'sum',
          params: [{ name: 'n', type: 'number' }],
          returns: 'number',
          body: {
            if: {
              when: { op: '<=', left: ref('n'), right: 0 },
              then: 0,
              else: {
                op: '+',
                left: ref('n'),
                right: { call: 'sum', args: [{ op: '-', left: ref('n'), right: 1 }] },
              },
            },
          },
        },
      ],
      variables: [{ id: 'x', scope: 'global', type: 'number', start: 0 }],
      procedures: [
        procedure('play', [
          { setVar: { scope: 'global', var: 'x', value: { call: 'sum', args: [100] } } },
          { endGame: { kind: 'draw' } },
        ]),
      ],
    })
    const g = linkGame(def)
    expect(g.view(g.start(), null).variables.x).toBe(5050)
  })
})

describe('an error of the rules', () => {
  const noToken = {
    aggregate: { op: 'first', query: { query: 'tokensInZone', zone: { zone: 'ash' }, filter: [] } },
  } as const
  const army = {
    aggregate: { op: 'first', query: { query: 'supply', filter: [{ type: 'red-army' }] } },
  } as const
  const fort = {
    aggregate: { op: 'first', query: { query: 'supply', filter: [{ type: 'red-fort' }] } },
  } as const
  it.each<[string, Block[number], RegExp]>([
    [
      'a token that is none is moved',
      { moveToken: { token: noToken, to: { zone: 'elm' } } },
      /no token to move/,
    ],
    [
      'a payment leaves the bounds',
      { addVar: { scope: 'pvar', var: 'gold', player: actor, delta: -6, exact: true } },
      /'gold' of red can't change from 5 to -1: its bounds are 0 to 12\. In/,
    ],
    [
      'a number that is no track is added to beyond its bounds',
      { addVar: { scope: 'global', var: 'round', delta: 100 } },
      /'round' can't change from 0 to 100: its bounds are 0 to 99\. Declare it as a track/,
    ],
    [
      'a number that is no track is set to what is beyond its bounds',
      { setVar: { scope: 'global', var: 'round', value: { op: '-', left: 3, right: 4 } } },
      /'round' can't change from 0 to -1: its bounds are 0 to 99/,
    ],
    [
      'a piece lacks the property',
      { setTokenProp: { token: fort, prop: 'worn', value: true } },
      /'red-fort' has no changing property 'worn'/,
    ],
    [
      'no seat is meant',
      { addVar: { scope: 'pvar', var: 'gold', player: { ref: 'gvar', var: 'leader' }, delta: 1 } },
      /is none/,
    ],
    ['a range is empty', { rollRandom: { bind: 'd', min: 6, max: 1 } }, /A roll from 6 to 1 is impossible/],
    [
      'nobody wins',
      { endGame: { kind: 'win', seats: { query: 'list', type: 'seat', items: [] } } },
      /the list of winners is empty/,
    ],
    ['pieces are shuffled', { shuffle: { zone: { zone: 'ash' } } }, /which have no order/],
    [
      'a token moves to no zone',
      { moveToken: { token: army, to: { ref: 'pvar', var: 'plan', player: actor } } },
      /is none/,
    ],
  ])('is raised when %s', (_, effect, message) => {
    expect(() => run(effect)).toThrow(RuleError)
    expect(() => run(effect)).toThrow(message)
  })

  it('is raised when a rule asks without an actor', () => {
    const ask = linkBlock(game, [{ chooseOne: { bind: 'z', type: 'zone', options: map } }])
    expect(() => ask.run(empty)).toThrow(/no seat is acting/)
  })

  it('is raised when a set-up asks, or the rules end without a result', () => {
    const ask = {
      chooseOne: {
        bind: 'z',
        type: 'zone',
        options: { query: 'list', type: 'zone', items: [{ zone: 'here' }] },
        player: { seat: 'one' },
      },
    } as const
    expect(() => linkGame(tiny({ setup: [ask], procedures: [procedure('play', [])] })).start()).toThrow(
      /A set-up cannot ask/,
    )
    expect(() => linkGame(tiny({ procedures: [procedure('play', [])] })).start()).toThrow(/without a result/)
    const g = linkGame(tiny({ procedures: [procedure('play', [ask])] }))
    expect(() => g.decide(g.start(), 'here')).toThrow(/without a result/)
  })
})

describe('bounds', () => {
  const gold = (...effects: Block) => entryOf(game.view(run(...effects), null).seats, 'red').gold
  it('clamp additions to a track, unless they are exact', () => {
    expect(gold({ addVar: { scope: 'pvar', var: 'gold', player: actor, delta: 99 } })).toBe(12)
    expect(gold({ addVar: { scope: 'pvar', var: 'gold', player: actor, delta: -99 } })).toBe(0)
    expect(gold({ setVar: { scope: 'pvar', var: 'gold', player: actor, value: 13 } })).toBe(12)
    expect(gold({ addVar: { scope: 'pvar', var: 'gold', player: actor, delta: -5, exact: true } })).toBe(0)
  })

  it('of a number that is not a track, and of 32 bits, are never exceeded silently', () => {
    const count = tiny({
      variables: [{ id: 'n', scope: 'global', type: 'number', start: 2147483000 }],
      procedures: [
        procedure('play', [{ addVar: { scope: 'global', var: 'n', delta: 1000 } }], { rule: '4.2' }),
      ],
    })
    expect(() => linkGame(count).start()).toThrow(/'n' can't change from 2147483000 to 2147484000.*rule 4\.2/)
    expect(() => run({ setVar: { scope: 'global', var: 'round', value: 100 } })).toThrow(LinkError)
    expect(() => run({ setVar: { scope: 'global', var: 'round', value: 100 } })).toThrow(
      /'round' can't be 100: its bounds are 0 to 99/,
    )
  })

  it('make a track', () => {
    const track = (more: Partial<VariableDef>) => () =>
      linkGame(
        tiny({
          variables: [{ id: 'n', scope: 'global', type: 'number', start: 0, track: true, ...more }],
          procedures: [procedure('play', [])],
        }),
      )
    expect(track({ min: 0, max: 4 })).not.toThrow()
    expect(track({ min: 0 })).toThrow(/A track is a number with a minimum and a maximum/)
    expect(track({ type: 'flag', start: false })).toThrow(/A track is a number with a minimum and a maximum/)
  })

  it('stop markers at their last level, and skip zones without one', () => {
    const unrest = (id: string) =>
      entryOf(
        game.view(run({ shiftMarker: { marker: 'unrest', space: { zone: id }, delta: 9 } }), null).zones,
        id,
      ).markers.unrest
    expect(unrest('elm')).toBe('revolt')
    expect(unrest('ash')).toBeUndefined()
  })
})

describe('performing an action', () => {
  const counts = tiny({
    enums: [{ id: 'action-class', values: ['big', 'small'] }],
    seats: [seat('one'), seat('two')],
    variables: [{ id: 'n', scope: 'seat', type: 'number', start: 0 }],
    procedures: [
      procedure('play', [{ endGame: { kind: 'draw' } }]),
      action('never', [{ addVar: { scope: 'pvar', var: 'n', player: actor, delta: 100 } }], {
        requires: [{ when: false }],
      }),
      action(
        'add',
        [
          {
            addVar: {
              scope: 'pvar',
              var: 'n',
              player: actor,
              delta: { if: { when: { ref: 'free' }, then: ref('by'), else: 1 } },
            },
          },
        ],
        { params: [{ name: 'by', type: 'number' }], class: 'big' },
      ),
    ],
  })
  const g = linkGame(counts)
  const n = (effects: Block) =>
    g.view(linkBlock(g, effects).run(g.start({ empty: true }), { actor: 'one' }), null).seats
  it('that is impossible is skipped', () => {
    expect(n([{ perform: { action: { action: 'never' } } }])).toEqual({ one: { n: 0 }, two: { n: 0 } })
  })
  it('runs for another seat, free, and restores the context', () => {
    expect(
      n([
        { perform: { action: { action: 'add' }, args: [7], by: { seat: 'two' }, free: true } },
        { addVar: { scope: 'pvar', var: 'n', player: actor, delta: 2 } },
      ]),
    ).toEqual({ one: { n: 2 }, two: { n: 7 } })
  })
  it('that is known only in play takes the arguments it declares', () => {
    const any = { aggregate: { op: 'last', query: { query: 'actions' } } } as const
    expect(n([{ perform: { action: any, args: [7] } }])).toEqual({ one: { n: 1 }, two: { n: 0 } })
    expect(() => n([{ perform: { action: any } }])).toThrow(/arguments don't fit the action/)
  })
})

describe('linking', () => {
  it('refuses a list of constants that contains null', () => {
    const rows = tiny({
      attributes: [{ id: 'near', type: 'list seat' }],
      zones: [zone('here', { attributes: { near: ['one', null] } })],
      procedures: [procedure('play', [])],
    })
    expect(() => linkGame(rows)).toThrow(LinkError)
    expect(() => linkGame(rows)).toThrow(/contains null\. A list cannot/)
  })

  it('reports the path of a malformed node in a GameDef', () => {
    const roll = { rollRandom: { bind: 'n', min: 1 } } as never
    const broken = tiny({ procedures: [procedure('play', [{ if: { when: true, then: [roll] } }])] })
    expect(() => linkGame(broken)).toThrow(LinkError)
    expect(() => linkGame(broken)).toThrow(/At procedures\[0\].body\[0\].if.then\[0\].*has no `max`/)
  })

  it.each<[string, Block[number], RegExp]>([
    ['an unknown effect', { dance: 1 } as never, /isn't a valid effect/],
    ['an unknown procedure', { call: { procedure: 'x', args: [] } }, /no procedure 'x'/],
    ['a wrong number of arguments', { call: { procedure: 'clash', args: [] } }, /takes 1 argument/],
    ['an unknown window', { window: { name: 'x', timing: 'before' } }, /no window 'x'/],
    ['leaving no loop', { leave: 'loop' }, /no loop around this statement/],
    [
      'options of another type',
      { chooseOne: { bind: 'z', type: 'seat', options: map } },
      /of the type zone, not 'seat'/,
    ],
    [
      'a variable of another scope',
      { addVar: { scope: 'global', var: 'gold', delta: 1 } },
      /has the scope seat, not global/,
    ],
    [
      'a property that never changes',
      { setTokenProp: { token: { none: 'token' }, prop: 'owner', value: { seat: 'red' } } },
      /isn't a changing property/,
    ],
  ])('refuses %s', (_, effect, message) => {
    expect(() => linkBlock(game, [effect])).toThrow(LinkError)
    expect(() => linkBlock(game, [effect])).toThrow(message)
  })

  it('reports the location in the rulebook', () => {
    const def = tiny({
      procedures: [
        procedure('play', [{ moveToken: { token: { none: 'token' }, to: { zone: 'there' } }, src: 0 }]),
      ],
    })
    expect(() => linkGame(def)).toThrow(
      "tiny.md:12: There is no zone 'there'. In procedure 'play' (rule 4.2).",
    )
  })
})
