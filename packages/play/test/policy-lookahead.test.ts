/** The lookahead of policies, which leaves the position unchanged. */
import { describe, expect, it } from 'vitest'
import { type Effect, type Expr, type GameDef, linkGame, Rng, type State } from '@ludoforge/kernel'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { itemAt } from '../../../test/support/items.js'
import { PolicyLookahead, performBlocks } from '../src/policy/lookahead.js'
import type { Policy } from '../src/policy/policy.js'
import { action, gameOf, procedure, ref, seat, zone } from '../../kernel/test/games/board.js'

const earn = (delta: Expr): Effect => ({ addVar: { scope: 'global', var: 'gold', delta } })
const SPACES = ['moor', 'hill', 'bay']
const amount: Effect = {
  chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 2, max: 9 } },
}
const places: Effect = {
  chooseN: {
    bind: 'all',
    type: 'zone',
    options: { query: 'list', type: 'zone', items: SPACES.map((id) => ({ zone: id })) },
    min: 2,
    max: 2,
  },
}
const count: Expr = { aggregate: { op: 'count', query: ref('all') } }
const menu: Effect = {
  alternatives: {
    options: [
      { id: 'stay', effects: [] },
      { id: 'go', effects: [earn(3)] },
      { id: 'dig', effects: [{ rollRandom: { bind: 'die', min: 1, max: 6 } }, earn(ref('die'))] },
    ],
  },
}
const idle: Effect = { alternatives: { options: ['sit', 'wait'].map((id) => ({ id, effects: [] })) } }
const byBob: Effect = { chooseOne: { bind: 'n', type: 'number', player: { seat: 'bob' }, options: { query: 'intsInRange', min: 2, max: 9 } } } // biome-ignore format: one line
const is = (cls: string): Expr => ({
  op: '==',
  left: { ref: 'actionClass' },
  right: { value: cls, of: 'action-class' },
})

const ACTIONS: Readonly<Record<string, readonly Effect[]>> = {
  mine: [earn(5)],
  rest: [],
  ponder: [idle],
  trade: [menu, earn(1)],
  buy: [earn(1), menu, earn(10)],
  beg: [byBob, earn(1)],
  tally: [{ if: { when: is('slow'), then: [earn(7)] } }],
  hurry: [{ if: { when: is('quick'), then: [earn(2)] } }],
  ask: [menu],
  endless: [{ repeat: { limit: 500, effects: [idle, earn(1)] } }],
  finish: [{ endGame: { kind: 'draw' } }],
  broken: [earn(2), earn({ op: '/', left: 1, right: { ref: 'gvar', var: 'zero' } })],
}

function defOf(play: readonly Effect[], enums: GameDef['enums']): GameDef {
  return gameOf({
    id: 'ahead',
    seats: [seat('ann'), seat('bob')],
    enums,
    zones: SPACES.map((id) => zone(id, { space: true })),
    variables: [
      { id: 'gold', scope: 'global', type: 'number', min: 0, max: 9999, start: 0 },
      { id: 'zero', scope: 'global', type: 'number', min: 0, max: 9, start: 0 },
    ],
    procedures: [
      procedure('play', [...play, { endGame: { kind: 'draw' } }]),
      ...Object.entries(ACTIONS).map(([id, body]) => action(id, body)),
    ],
  })
}

const CLASSED: GameDef['enums'] = [{ id: 'action-class', values: ['quick', 'slow'] }]
const gameWith = (play: readonly Effect[], enums = CLASSED) => linkGame(defOf(play, enums)) as LinkedGame

/** Ann looks ahead from the first question. `chooses`: how she decides in determinizations. */
function looking(
  play: readonly Effect[],
  chooses: (ahead: PolicyLookahead, s: State) => readonly number[] = () => [0],
) {
  const game = gameWith(play)
  const { machine } = game.linked
  const state = game.start({ seed: 1 })
  const { cell } = machine.linker.layout.variables.get('gold')!
  const gold = (s: State): number => itemAt(s.d, cell)
  let calls = 0
  const policy: Pick<Policy, 'seat' | 'choose'> = {
    seat: 0,
    choose: (s) => {
      calls += 1
      return chooses(ahead, s)
    },
  }
  const ahead: PolicyLookahead = new PolicyLookahead(game, policy as Policy)
  const look = ahead.begin(state, new Rng(1), machine.asking(state, 0))
  const of = (name: string): number => game.def.procedures.findIndex(({ id }) => id === name)
  return {
    game,
    machine,
    state,
    ahead,
    look,
    gold,
    calls: () => calls,
    after: (pick: number) => {
      ahead.lookAt(pick)
      return ahead.after(state, gold)
    },
    would: (id: string) => ahead.would(state, of(id), gold),
    changes: (id: string) => ahead.changes(of(id)),
    of,
  }
}

describe('after an option', () => {
  it('is the next position, or the current one if there is no option or a die decides', () => {
    const { ahead, after, state, gold } = looking([menu])
    expect(ahead.after(state, gold)).toBe(0)
    expect([0, 1, 2].map(after)).toEqual([0, 3, 0])
  })

  it('uses the number of the option', () => {
    const { after } = looking([amount, earn(ref('n'))])
    expect([0, 3, 7].map(after)).toEqual([2, 5, 9])
  })

  it('is the current position while more must be picked', () => {
    const { ahead, after, look, state } = looking([places, earn(count)])
    const isNow = () => ahead.after(state, (s) => (s === state ? 1 : 0))
    expect(isNow()).toBe(1)
    expect(after(1)).toBe(0)
    expect(isNow()).toBe(1)
    look.picks = [0]
    expect(after(1)).toBe(2)
  })

  it('leaves the position unchanged, and reuses its copies', () => {
    const { ahead, after, state, game } = looking([menu])
    const [hash, still] = [game.hash(state), state.still]
    const seen = new Set<State>()
    for (const pick of [1, 2, 1, 2, 0, 1]) {
      ahead.lookAt(pick)
      ahead.after(state, (s) => {
        if (s !== state) {
          seen.add(s)
          expect(s.still).toBeGreaterThan(still)
        }
        return 0
      })
      expect(state.still).toBe(still)
    }
    expect(after(1)).toBe(3)
    expect(game.hash(state)).toBe(hash)
    expect(seen.size).toBeLessThan(3)
  })
})

describe('an action that the seat would perform', () => {
  it('is performed on a copy, once for all lines', () => {
    const { would, calls, state, gold, changes } = looking([menu], () => [1])
    expect([would('mine'), would('rest'), would('trade'), would('mine')]).toEqual([5, 0, 4, 5])
    expect(calls()).toBe(1)
    expect(would('trade')).toBe(4)
    expect([changes('trade'), changes('rest'), changes('mine')]).toEqual([true, false, true])
    expect(calls()).toBe(1)
    expect(gold(state)).toBe(0)
  })

  it('is performed up to its first change', () => {
    const { changes, calls } = looking([menu])
    expect([changes('mine'), changes('rest')]).toEqual([true, false])
    expect(changes('buy')).toBe(true)
    expect(calls()).toBe(0)
    expect(changes('ponder')).toBe(false)
    expect(calls()).toBe(1)
    expect(changes('trade')).toBe(true)
    expect(calls()).toBe(2)
  })

  it('is performed to its end if its value is needed', () => {
    const { would, calls } = looking([menu], () => [1])
    expect(would('buy')).toBe(14)
    expect(calls()).toBe(1)
  })

  it('uses the policy for its own seat only', () => {
    const { would, calls } = looking([menu])
    expect(would('beg')).toBe(1)
    expect(calls()).toBe(0)
  })

  it('has the class of the action in progress', () => {
    const inside = (cls: string): Effect => ({ perform: { action: { action: 'ask' }, by: { seat: 'ann' }, class: { value: cls, of: 'action-class' } } }) // biome-ignore format: one line
    expect(looking([inside('slow')]).would('tally')).toBe(7)
    expect(looking([inside('quick')]).would('tally')).toBe(0)
    expect(looking([inside('quick')]).would('hurry')).toBe(2)
    expect(looking([menu]).would('tally')).toBe(0)
  })

  it('is abandoned after 400 answers', () => {
    const { would, calls } = looking([menu])
    expect(would('endless')).toBe(400)
    expect(calls()).toBe(400)
  })

  it('may end the game', () => {
    const { ahead, state, of } = looking([menu])
    expect(ahead.would(state, of('finish'), (s) => (s.over === 0 ? 0 : 1))).toBe(1)
    expect(state.over).toBe(0)
  })

  it('changes nothing if the rules fail in it', () => {
    const { would, changes, ahead, gold, state } = looking([menu])
    expect(would('broken')).toBe(0)
    expect(changes('broken')).toBe(false)
    expect(ahead.isAhead).toBe(false)
    expect(gold(state)).toBe(0)
  })

  it('throws what isn’t an error of the rules', () => {
    const { would, ahead } = looking([menu], () => {
      throw new TypeError('odd')
    })
    expect(() => would('trade')).toThrow(TypeError)
    expect(ahead.isAhead).toBe(false)
  })

  it('isn’t nested in another', () => {
    const found: unknown[] = []
    const { would, of } = looking([menu], (ahead, s) => {
      found.push(
        ahead.isAhead,
        ahead.changes(of('mine')),
        ahead.would(s, of('mine'), (copy) => copy.last),
      )
      return [0]
    })
    would('trade')
    expect(found).toEqual([true, false, 0])
  })
})

describe('a lookahead', () => {
  it('restores everything at its end, also when nested', () => {
    const { machine, state, ahead, would, game } = looking([menu])
    const still = state.still
    const inner = ahead.begin(state, new Rng(2), machine.asking(state, 0))
    expect(machine.thinker).toBe(ahead)
    expect(state.still).toBeGreaterThan(still)
    ahead.end()
    expect(state.still).toBe(still)
    expect(machine.thinker).toBe(ahead)
    expect(would('mine')).toBe(5)
    expect(ahead.begin(state, new Rng(2), machine.asking(state, 0))).toBe(inner)
    ahead.end()
    ahead.end()
    expect(machine.thinker).toBeNull()
    expect(state.still).toBe(game.start({ seed: 1 }).still)
  })

  it('begins without results of the last one', () => {
    const { machine, state, ahead, would, gold, game } = looking([menu, menu])
    expect(would('mine')).toBe(5)
    ahead.end()
    game.answer(state, [1])
    ahead.begin(state, new Rng(1), machine.asking(state, 0))
    expect(would('mine')).toBe(8)
    expect(ahead.after(state, gold)).toBe(3)
  })
})

describe('the blocks that perform an action', () => {
  const other = { id: 'mood', values: ['calm'] }
  it('are linked once for a game, with a class only where there are classes', () => {
    const game = gameWith([menu])
    expect(performBlocks(game)).toBe(performBlocks(game))
    expect(performBlocks(game).classed).not.toBeNull()
    expect(performBlocks(gameWith([menu], [other, ...CLASSED])).classed).not.toBeNull()
    const bare = (enums: GameDef['enums']) =>
      linkGame(gameOf({ id: 'bare', seats: [seat('ann')], enums, procedures: [procedure('play', [{ endGame: { kind: 'draw' } }])] })) as LinkedGame // biome-ignore format: one line
    const none = { id: 'action-class', values: [] }
    expect(performBlocks(bare([none])).classed).toBeNull()
    expect(performBlocks(bare([other, none])).classed).toBeNull()
  })
})
