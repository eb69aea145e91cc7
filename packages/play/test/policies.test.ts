/** The answers of policies, line by line. */
import { describe, expect, it } from 'vitest'
import {
  type Effect,
  type EntryDef,
  type Expr,
  type GameDef,
  type LineDef,
  linkGame,
  type PolicyDef,
  Rng,
} from '@ludoforge/kernel'
import { loadModule, policyOf, seatOptionOf, writeModule } from '../src/index.js'
import { evalLoader, type CodeLoader } from '@ludoforge/kernel/internal'
import { LinkedGame } from '@ludoforge/kernel/internal'
import { itemAt } from '../../../test/support/items.js'
import { action, gameOf, it as option, procedure, ref, seat, zone } from '../../kernel/test/games/board.js'
import { opened } from './opened.js'

const SPACES = ['moor', 'hill', 'bay', 'fen']
const listed: Expr = { query: 'list', type: 'zone', items: SPACES.map((id) => ({ zone: id })) }
const size: Expr = { ref: 'zoneProp', zone: option, prop: 'size' }
const is = (id: string): Expr => ({ op: '==', left: option, right: { zone: id } })
const atLeast = (n: number): Expr => ({ op: '>=', left: size, right: n })
const chosen: Expr = { aggregate: { op: 'count', query: ref('chosen') } }

const one: Effect = { chooseOne: { bind: 'place', type: 'zone', options: listed } }
const declinable: Effect = { chooseOne: { bind: 'place', type: 'zone', options: listed, optional: true } }
const several: Effect = { chooseN: { bind: 'place', type: 'zone', options: listed, min: 1, max: 3 } }
const amount: Effect = {
  chooseOne: { bind: 'place', type: 'number', options: { query: 'intsInRange', min: 2, max: 9 } },
}
const menu: Effect = {
  alternatives: {
    options: [
      { id: 'stay', effects: [] },
      { id: 'go', effects: [{ addVar: { scope: 'global', var: 'gold', delta: 3 } }] },
      { id: 'dig', effects: [{ rollRandom: { bind: 'die', min: 1, max: 6 } }, { addVar: { scope: 'global', var: 'gold', delta: ref('die') } }] }, // biome-ignore format: one line
    ],
  },
}
const gold: Expr = { ref: 'gvar', var: 'gold' }

function gameWith(asks: Effect, policies: readonly PolicyDef[]): GameDef {
  return gameOf({
    id: 'table',
    seats: [seat('ann'), seat('bob')],
    enums: [{ id: 'action-class', values: ['slow'] }],
    attributes: [{ id: 'size', type: 'number' }],
    zones: SPACES.map((id, i) => zone(id, { space: true, attributes: { size: itemAt([3, 1, 4, 3], i) } })),
    variables: [{ id: 'gold', scope: 'global', type: 'number', min: 0, max: 99, start: 0 }],
    policies,
    procedures: [
      procedure('play', [{ let: { bind: 'wanted', type: 'number', value: 4 } }, asks, { endGame: { kind: 'draw' } }]), // biome-ignore format: one line
      action('mine', [{ addVar: { scope: 'global', var: 'gold', delta: 5 } }]),
      action('rest', []),
      action('trade', [menu, { addVar: { scope: 'global', var: 'gold', delta: 1 } }]),
    ],
  })
}

const at = { procedure: 'play', name: 'place' }
const entry = (lines: readonly LineDef[], more: Partial<EntryDef> = {}): EntryDef => ({ at: [at], names: [], lines, ...more }) // biome-ignore format: one line
const policy = (entries: readonly EntryDef[], more: Partial<PolicyDef> = {}): PolicyDef => ({ id: 'calm', seats: ['ann'], entries, ...more }) // biome-ignore format: one line

/** The answers that ann's policies leave. */
function left(asks: Effect, ...policies: readonly PolicyDef[]): unknown {
  const game = linkGame(gameWith(asks, policies))
  const state = game.start()
  const found = policyOf(game, 0)
  const answers = found.left(state, new Rng(1))
  return answers && found.choices(state, answers)
}
const by = (asks: Effect, ...lines: readonly LineDef[]): unknown => left(asks, policy([entry(lines)]))

describe('a policy that chooses one', () => {
  const most: LineDef = { do: 'prefer', ranks: [{ by: 'most', value: size }] }
  it.each<[string, readonly LineDef[], readonly string[]]>([
    ['prefers what meets a test', [{ do: 'prefer', test: atLeast(3) }], ['moor', 'bay', 'fen']],
    ['skips a preference that nothing meets', [{ do: 'prefer', test: atLeast(9) }], SPACES],
    ['prefers the most', [most], ['bay']],
    ['and the least', [{ do: 'prefer', ranks: [{ by: 'least', value: size }] }], ['hill']],
    ['narrows from line to line', [{ do: 'avoid', test: is('bay') }, most], ['moor', 'fen']],
    ['ranks within what meets a test', [{ do: 'prefer', test: { op: 'not', arg: is('bay') }, ranks: [{ by: 'most', value: size }] }], ['moor', 'fen']], // biome-ignore format: one line
    ['avoids nothing if nothing else is there', [{ do: 'avoid', test: atLeast(0) }], SPACES],
    ['takes only what meets a test', [{ do: 'only', test: is('fen') }], ['fen']],
    ['goes down a list of priorities', [{ do: 'first', test: is('hill') }, { do: 'first', test: is('bay') }], ['hill']], // biome-ignore format: one line
    ['to the first that finds something', [{ do: 'first', test: atLeast(9) }, { do: 'first', test: is('bay') }], ['bay']], // biome-ignore format: one line
    ['if it counts now', [{ do: 'first', test: is('hill'), when: false }, { do: 'first', test: is('bay') }], ['bay']], // biome-ignore format: one line
    [
      'or otherwise',
      [
        { do: 'first', test: atLeast(9) },
        { do: 'otherwise', test: is('fen') },
      ],
      ['fen'],
    ],
    [
      'and not otherwise',
      [
        { do: 'first', test: is('hill') },
        { do: 'otherwise', test: is('fen') },
      ],
      ['hill'],
    ],
    ['knows the names of the rule', [{ do: 'prefer', test: { op: '==', left: size, right: ref('wanted') } }], ['bay']], // biome-ignore format: one line
  ])('%s', (_, lines, expected) => {
    expect(by(one, ...lines)).toEqual(expected)
  })

  it('declines where that is legal', () => {
    expect(by(declinable, { do: 'stop' })).toEqual([[]])
    expect(by(declinable, { do: 'stop', when: false })).toEqual(SPACES)
    expect(by(one, { do: 'stop' })).toEqual(SPACES)
    expect(by(declinable, { do: 'only', test: atLeast(9) })).toEqual([[]])
    expect(by(one, { do: 'only', test: atLeast(9) })).toEqual(SPACES)
    expect(by(declinable, { do: 'first', test: atLeast(9) }, { do: 'otherwise' })).toEqual([[]])
  })

  it('reports the lines that fired', () => {
    const lines: LineDef[] = [{ do: 'prefer', test: atLeast(0) }, { do: 'prefer', test: atLeast(3) }, most]
    const game = linkGame(
      gameWith(one, [policy([entry(lines.map((line, i) => ({ ...line, rule: `8.${i}` })))])]),
    )
    const found = policyOf(game, 0)
    expect(found.explain(game.start(), new Rng(1))?.reasons.map(({ rule }) => rule)).toEqual(['8.1', '8.2'])
  })
})

describe('a policy that chooses several', () => {
  it('picks one after the other, as many as it may', () => {
    expect(by(several, { do: 'prefer', ranks: [{ by: 'least', value: size }] }, { do: 'prefer', test: is('fen') })).toEqual([['hill', 'fen', 'moor']]) // biome-ignore format: one line
  })
  it('takes its amount, within the bounds', () => {
    const best: LineDef = { do: 'prefer', ranks: [{ by: 'most', value: size }] }
    expect(by(several, { do: 'take', amount: 1 }, best)).toEqual([['bay']])
    expect(by(several, { do: 'take', amount: 0 }, best)).toEqual([['bay']])
    expect(by(several, { do: 'take', extreme: 'least' }, best)).toEqual([['bay']])
  })
  it('stops when it has enough, but never too early', () => {
    const two: Expr = { op: '>=', left: chosen, right: 2 }
    expect((by(several, { do: 'stop', when: two }) as string[][])[0]).toHaveLength(2)
    expect((by(several, { do: 'stop' }) as string[][])[0]).toHaveLength(1)
    expect(by(several, { do: 'only', test: is('hill') })).toEqual([['hill']])
  })
})

describe('a policy that chooses a number', () => {
  it('takes its amount, within the bounds', () => {
    expect(by(amount, { do: 'take', extreme: 'most' })).toEqual([9])
    expect(by(amount, { do: 'take', extreme: 'least' })).toEqual([2])
    expect(by(amount, { do: 'take', amount: 40 })).toEqual([9])
    expect(by(amount, { do: 'take', amount: ref('wanted') })).toEqual([4])
    expect(by(amount, { do: 'take', amount: 3, when: false }, { do: 'take', amount: 5 })).toEqual([5])
  })
  it('or prefers some', () => {
    const even: Expr = { op: '==', left: { op: '%', left: option, right: 2 }, right: 0 }
    expect(by(amount, { do: 'prefer', test: even })).toEqual([2, 4, 6, 8])
  })
})

describe('a memoized function of a policy', () => {
  it('is reused for the same arguments only', () => {
    const either: Expr = { op: 'or', args: [{ op: '==', left: option, right: ref('a') }, { op: 'in', item: option, set: ref('b') }] } // biome-ignore format: one line
    const sizes: Expr = { aggregate: { op: 'sum', query: { query: 'filter', over: listed, bind: 'it', where: either }, bind: 'it', value: size } } // biome-ignore format: one line
    const together = (id: string): Expr => ({ call: 'together', args: [option, { query: 'list', type: 'zone', items: [{ zone: id }] }] }) // biome-ignore format: one line
    const def = gameWith(one, [policy([entry([{ do: 'prefer', test: { op: '<', left: together('moor'), right: together('bay') } }])])]) // biome-ignore format: one line
    const params = [
      { name: 'a', type: 'zone' },
      { name: 'b', type: 'list zone' },
    ]
    const game = linkGame({ ...def, functions: [{ id: 'together', params, returns: 'number', body: sizes }] })
    const state = game.start()
    const found = policyOf(game, 0)
    expect(found.choices(state, found.left(state, new Rng(1))!)).toEqual(['moor', 'hill', 'fen'])
  })
})

describe('a policy at a menu', () => {
  const menuEntry = (...lines: readonly LineDef[]) => policy([{ at: [{ procedure: 'play', option: 'go' }], names: [], lines }]) // biome-ignore format: one line
  it('names options', () => {
    expect(left(menu, menuEntry({ do: 'first', option: 'dig', when: false }, { do: 'first', option: 'go' }))).toEqual(['go']) // biome-ignore format: one line
    expect(left(menu, menuEntry({ do: 'avoid', option: 'go' }))).toEqual(['stay', 'dig'])
  })
  it('evaluates the position after an option, unless a die decides', () => {
    expect(left(menu, menuEntry({ do: 'prefer', ranks: [{ by: 'most', value: { after: gold } }] }))).toEqual([
      'go',
    ])
    expect(left(menu, menuEntry({ do: 'prefer', ranks: [{ by: 'least', value: { after: gold } }] }))).toEqual(['stay', 'dig']) // biome-ignore format: one line
  })
  it('simulates actions, with its own decisions', () => {
    const would = (id: string): Expr => ({ would: { action: id }, then: gold })
    const richer = (id: string, n: number): Expr => ({ op: '==', left: would(id), right: n })
    const trades = {
      at: [{ procedure: 'trade' }],
      names: [],
      lines: [{ do: 'prefer', option: 'go' }],
    } as const
    const asks = policy([
      { at: [{ procedure: 'play', option: 'go' }], names: [], lines: [{ do: 'first', option: 'dig', when: richer('mine', 6) }, { do: 'first', option: 'go', when: richer('trade', 4) }] }, // biome-ignore format: one line
      trades,
    ])
    expect(left(menu, asks)).toEqual(['go'])
  })
  it('tests whether an action would change anything', () => {
    const changing = (id: string): Expr => ({ would: { action: id }, then: { ref: 'changed' } })
    const asks = (id: string) =>
      menuEntry({ do: 'first', option: 'dig', when: changing(id) }, { do: 'otherwise', option: 'stay' })
    expect(left(menu, asks('mine'))).toEqual(['dig'])
    expect(left(menu, asks('rest'))).toEqual(['stay'])
  })
  it('looks ahead from each position separately', () => {
    const poor: Expr = { op: '<', left: gold, right: 3 }
    const beg = action('beg', [{ if: { when: poor, then: [{ addVar: { scope: 'global', var: 'gold', delta: 3 } }] } }]) // biome-ignore format: one line
    const lines = menuEntry({ do: 'first', option: 'go', when: { would: { action: 'beg' }, then: { ref: 'changed' } } }, { do: 'otherwise', option: 'stay' }) // biome-ignore format: one line
    const asks: Effect = { repeat: { limit: 3, effects: [menu] } }
    const def = gameWith(asks, [lines])
    const game = linkGame({ ...def, procedures: [...def.procedures, beg] })
    const state = game.start()
    const found = [0, 1, 2].map(() => {
      const picks = policyOf(game, 0).choose(state, new Rng(1)) ?? []
      const gone = picks[0]
      game.answer(state, picks)
      return gone
    })
    expect(found).toEqual([1, 0, 0])
  })
  it('rolls its own dice', () => {
    const lucky: LineDef = { do: 'first', option: 'dig', when: { op: '==', left: { dice: 3 }, right: 2 } }
    const game = linkGame(gameWith(menu, [menuEntry(lucky, { do: 'otherwise', option: 'stay' })]))
    const rng = new Rng(7)
    const state = game.start()
    const before = game.hash(state)
    const found = Array.from({ length: 60 }, () => policyOf(game, 0).choose(state, rng)?.[0])
    expect(new Set(found)).toEqual(new Set([0, 2]))
    expect(found.filter((pick) => pick === 2).length).toBeGreaterThan(8)
    expect(game.hash(state)).toBe(before)
  })
})

describe('a policy-only function', () => {
  const param = { name: 'place', type: 'zone' }
  const rich: Expr = { op: '>', left: gold, right: 0 }
  const wealthy = { id: 'wealthy', params: [], returns: 'flag', body: rich }
  const rated = { call: 'wealthy', args: [] } as const
  const near = { id: 'near', params: [param], returns: 'flag', body: { aggregate: { op: 'any', query: { query: 'players' }, bind: 'who', value: rated } } } as const // biome-ignore format: one line
  const renamed = { id: 'renamed', params: [param], returns: 'flag', body: rated }
  const asks: Effect = { repeat: { limit: 2, effects: [one, { addVar: { scope: 'global', var: 'gold', delta: 1 } }] } } // biome-ignore format: one line

  /** What it leaves before and after gold is found. */
  function answers(between: (game: LinkedGame) => void): unknown[] {
    const lines: LineDef[] = [{ do: 'first', test: { op: 'and', args: [is('hill'), { call: 'near', args: [option] }] } }, { do: 'otherwise', test: is('fen') }] // biome-ignore format: one line
    const game = new LinkedGame({ ...gameWith(asks, [policy([entry(lines)])]), functions: [near, wealthy] })
    const state = game.start()
    const found = policyOf(game, 0)
    const answer = (): unknown => found.choices(state, found.left(state, new Rng(1)) ?? [])
    const before = answer()
    game.answer(state, [0])
    between(game)
    return [before, answer()]
  }

  it('is memoized while a position is still, and no longer', () => {
    expect(answers(() => {})).toEqual([['fen'], ['hill']])
  })

  it('is cleared when moment numbers wrap around', () => {
    expect(answers((game) => Object.assign(game.linked.machine, { moments: 0x7fffffff }))).toEqual([['fen'], ['hill']]) // biome-ignore format: one line
  })

  it('is recomputed if that is as fast', () => {
    const texts: string[] = []
    const listening: CodeLoader = (text, ...more) => {
      texts.push(text)
      return evalLoader(text, ...more)
    }
    const def = { ...gameWith(asks, [policy([])]), functions: [near, wealthy, renamed] }
    expect(new LinkedGame(def, null, listening).def).toBe(def)
    const remembers = (name: string): boolean =>
      texts.some((text) => new RegExp(`function f\\d+_${name}\\(.*S\\.st(ill|amp)`).test(text))
    expect(['near', 'wealthy', 'renamed'].map(remembers)).toEqual([true, false, false])
  })
})

describe('the game option of a policy', () => {
  const def = gameWith(one, [policy([], { option: 'bots' }), policy([], { id: 'bold', otherwise: 'calm' })])
  it('is that of the set, not of its fallback', () => {
    expect(seatOptionOf(def, 'ann')).toBe('bots')
    expect(seatOptionOf(def, 'ann', 'bold')).toBeUndefined()
  })
})

describe('a policy in a module', () => {
  it('answers the same', () => {
    const better: Expr = { op: '>', left: { would: { action: 'mine' }, then: gold }, right: gold }
    const def = gameWith(several, [
      policy([entry([{ do: 'stop', when: { op: '>=', left: chosen, right: 2 } }, { do: 'prefer', ranks: [{ by: 'most', value: size }], when: better }])]), // biome-ignore format: one line
    ])
    const game = loadModule(opened(writeModule(def)).module)
    const picks = policyOf(game, 0).choose(game.start(), new Rng(3))
    const plain = linkGame(def)
    expect(picks).toEqual(policyOf(plain, 0).choose(plain.start(), new Rng(3)))
    expect(picks).toHaveLength(2)
  })
})

describe('a policy at a question with offers', () => {
  const offering = { window: 'market', timing: 'during' } as const
  const market = procedure('market', [{ perform: { action: ref('deed') } }], {
    kind: 'window',
    offers: { bind: 'deed', from: { query: 'actions' } },
  })
  const only: Effect = { alternatives: { offering, options: [{ id: 'go', when: false, effects: [] }] } }
  const decided = (asks: Effect, window: readonly LineDef[], menuLines: readonly LineDef[] = []) => {
    const def = gameWith(asks, [
      policy([
        { at: [{ procedure: 'play', option: 'go' }], names: [], lines: menuLines },
        { at: [{ procedure: 'market' }], names: [], lines: window },
      ]),
    ])
    const game = linkGame({ ...def, procedures: [...def.procedures, market] })
    const state = game.start()
    const found = policyOf(game, 0)
    const choices = found.choices(state, found.left(state, new Rng(1)) ?? [])
    return { choices, rules: found.explain(state, new Rng(1))?.reasons.map(({ rule }) => rule) }
  }
  const leftOf = (asks: Effect, ...lines: readonly LineDef[]): unknown => decided(asks, lines).choices

  it('takes the first that its window entry names', () => {
    expect(leftOf({ alternatives: { offering, options: [{ id: 'go', effects: [] }] } }, { do: 'take', action: 'trade' })).toEqual([{ offer: 'trade' }]) // biome-ignore format: one line
    expect(leftOf({ alternatives: { offering, options: [{ id: 'go', effects: [] }] } })).toEqual(['go'])
  })
  it('takes a `finally` offer when it would do nothing else, or at the last window', () => {
    const asking = (effects: Effect[]): Effect => ({ alternatives: { offering, options: [{ id: 'go', effects }, { id: 'stay', when: false, effects }] } }) // biome-ignore format: one line
    const last = { do: 'finally', action: 'trade' } as const
    const deed: Effect[] = [{ addVar: { scope: 'global', var: 'gold', delta: 1 } }]
    expect(leftOf(asking([]), last)).toEqual([{ offer: 'trade' }])
    expect(leftOf(asking(deed), last)).toEqual(['go'])
    expect(leftOf(asking([]), { ...last, when: false })).toEqual(['go'])
    expect(leftOf(asking([]), last, { do: 'take', action: 'mine' })).toEqual([{ offer: 'mine' }])
    expect(leftOf(asking([]), { do: 'stop' }, last)).toEqual(['go'])
    expect(leftOf({ window: { name: 'market', timing: 'after' } }, last)).toEqual([{ offer: 'trade' }])
    expect(leftOf({ window: { name: 'market', timing: 'during' } }, last)).toEqual([[]])
  })
  it('reports reasons for its answer, not for declining offers', () => {
    const two: Effect = { alternatives: { offering, options: ['go', 'stay'].map((id) => ({ id, effects: [] })) } } // biome-ignore format: one line
    const when: Expr = { op: '==', left: gold, right: 0 }
    const stay: LineDef[] = [{ do: 'first', option: 'stay', when, rule: '8.1' }]
    const stop: LineDef = { do: 'stop', when, rule: '8.2' }
    expect(decided(two, [stop], stay)).toEqual({ choices: ['stay'], rules: ['8.1'] })
    expect(decided(two, [{ do: 'finally', action: 'trade', when, rule: '8.3' }], stay).rules).toEqual(['8.3'])
    expect(decided({ window: { name: 'market', timing: 'during' } }, [stop]).rules).toEqual(['8.2'])
  })
  it('takes a random offer if there is nothing else', () => {
    expect(leftOf(only)).toEqual([{ offer: 'mine' }, { offer: 'rest' }, { offer: 'trade' }])
    expect(leftOf(only, { do: 'take', action: 'mine' })).toEqual([{ offer: 'mine' }])
  })
})

describe('the entries of a policy', () => {
  const lines = (id: string): readonly LineDef[] => [{ do: 'only', test: is(id) }]
  it('are tried in order, those for fewer seats first', () => {
    const general = policy([entry(lines('moor'))], { seats: ['ann', 'bob'] })
    const own = policy([entry(lines('hill'), { when: false }), entry(lines('bay'))])
    expect(left(one, general, own)).toEqual(['bay'])
    expect(left(one, general)).toEqual(['moor'])
  })
  it('answer nothing if their conditions fail', () => {
    expect(left(one, policy([entry(lines('moor'), { when: false })]))).toBeUndefined()
  })
  it('are followed by those of the fallback set', () => {
    const bold = policy([entry(lines('moor'), { when: false })], { id: 'bold', otherwise: 'calm' })
    expect(left(one, bold, policy([entry(lines('fen'))]))).toEqual(['fen'])
  })
  it('are linked once for all seats', () => {
    const made = (seats: readonly string[]): number => {
      const def = gameWith(one, [policy([entry(lines('moor')), entry(lines('fen'))], { seats })])
      let count = 0
      const counting: CodeLoader = (...args) => {
        count++
        return evalLoader(...args)
      }
      const game = new LinkedGame(def, null, counting)
      seats.forEach((_, i) => expect(policyOf(game, i).name).toBe('calm'))
      return count
    }
    expect(made(['ann', 'bob'])).toBe(made(['ann']))
  })
  it('are of one set', () => {
    expect(left(one, policy([]), policy([entry(lines('fen'))], { id: 'bold' }))).toBeUndefined()
    const game = linkGame(gameWith(one, [policy([entry(lines('fen'))], { id: 'bold', otherwise: 'random' })]))
    expect(policyOf(game, 0, 'bold').otherwise).toBe('random')
    expect(() => policyOf(game, 0, 'timid')).toThrow(
      "There is no policy 'timid' for ann. The policies of ann are: bold.",
    )
    expect(() => policyOf(game, 1)).toThrow('The game has no policy for bob.')
  })
})
