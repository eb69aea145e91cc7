/** Blocks and expressions linked against a game, for examples and tools. */
import { describe, expect, it } from 'vitest'
import { BadSave, type Block, linkGame } from '@ludoforge/kernel'
import { forceRolls, linkBlock, linkExpr, showValue } from '../src/index.js'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { entryOf } from '../../../test/support/items.js'
import { actor, ref } from '../../kernel/test/games/board.js'
import { islands } from '../../kernel/test/games/islands.js'

const game = linkGame(islands)
const map = { query: 'mapSpaces' } as const

describe('a block', () => {
  it('runs on any state, stops at its question, and leaves the rest of the state unchanged', () => {
    const before = game.start({ seed: 3 })
    const block = linkBlock(game, [
      { chooseOne: { bind: 'z', type: 'zone', options: map } },
      { setVar: { scope: 'pvar', var: 'plan', player: actor, value: ref('z') } },
    ])
    const asking = block.run(before, { actor: 'blue' })
    expect(game.decision(asking)).toMatchObject({ seat: 'blue', name: 'z' })
    const after = game.decide(asking, 'elm')
    expect(game.decision(after)).toEqual(game.decision(before))
    expect(entryOf(game.view(after, 'blue').seats, 'blue').plan).toBe('elm')
    expect(entryOf(game.view(before, 'blue').seats, 'blue').plan).toBeNull()
    expect(game.decide(after, 'rally')).toBeDefined()
  })

  it('restores the question of its start state, even after questions of its own', () => {
    const before = game.start({ seed: 3 })
    const asked = game.decision(before)
    const only = { query: 'take', over: map, count: 1 } as const
    const block = linkBlock(game, [{ chooseOne: { bind: 'z', type: 'zone', options: only } }])
    expect(game.decision(before)).toEqual(asked)
    block.run(before, { actor: 'blue' })
    expect(game.decision(before)).toEqual(asked)
  })

  it('can call the game, free, in a class, within some zones', () => {
    const rally = linkBlock(game, [{ call: { procedure: 'rally', args: [] } }])
    const s = rally.run(game.start({ empty: true }), {
      actor: 'red',
      free: true,
      actionClass: 'limited',
      within: ['elm', 'ash'],
    })
    expect(game.decision(s)).toMatchObject({ name: 'places', max: 1 })
    expect(game.decision(s)!.options.map((o) => o.id)).toEqual(['ash', 'elm'])
  })

  it('takes arguments, and can end the game', () => {
    const give: Block = [
      { setVar: { scope: 'global', var: 'round', value: ref('n') } },
      { endGame: { kind: 'win', seats: actor, reason: ['because ', { show: ref('n'), type: 'number' }] } },
    ]
    const s = linkBlock(game, give, { params: [{ name: 'n', type: 'number' }] }).run(game.start({}), {
      actor: 'red',
      args: [8],
    })
    expect(game.outcome(s)).toMatchObject({ kind: 'win', winners: ['red'], reason: 'because 8' })
    expect(game.decision(s)).toBeUndefined()
  })

  it('does not change the game: neither its fingerprint nor its play', () => {
    const fresh = linkGame(islands)
    linkBlock(fresh, [{ setVar: { scope: 'global', var: 'round', value: 9 } }])
    expect(fresh.fingerprint).toBe(game.fingerprint)
    expect(fresh.hash(fresh.decide(fresh.start({}), 'rally'))).toBe(
      game.hash(game.decide(game.start({}), 'rally')),
    )
  })

  it('that cannot be linked leaves nothing behind', () => {
    const fresh = linkGame(islands)
    expect(() =>
      linkBlock(fresh, [{ chooseOne: { bind: 'z', type: 'zone', options: map } }, { leave: 'loop' }]),
    ).toThrow(/no loop/)
    const ok = linkBlock(fresh, [{ chooseOne: { bind: 'z', type: 'zone', options: map } }])
    expect(fresh.decision(ok.run(fresh.start({ empty: true }), { actor: 'red' }))!.options).toHaveLength(6)
  })

  it('that can’t ask leaves nothing behind; one that can leaves nothing after `drop`', () => {
    const fresh = linkGame(islands) as LinkedGame
    const { machine } = fresh.linked
    const sizes = () => ({
      routines: machine.linker.routines.length,
      questions: machine.linker.questions.filter((q) => q !== null).length,
      constants: machine.linker.constants.length,
      plains: machine.program.plains.length,
      shared: machine.program.shared.size,
    })
    const before = sizes()
    for (let n = 0; n < 30; n++) {
      const list = { query: 'list', type: 'number', items: [n, n + 1, n + 2] } as const
      const sum = { aggregate: { op: 'sum', query: list } } as const
      linkBlock(fresh, [{ setVar: { scope: 'global', var: 'round', value: sum } }]).run(fresh.start({}))
    }
    expect(sizes()).toEqual(before)
    const block = linkBlock(fresh, [{ chooseOne: { bind: 'z', type: 'zone', options: map } }])
    const asking = block.run(fresh.start({}), { actor: 'red' })
    expect(fresh.decision(asking)?.name).toBe('z')
    block.drop()
    expect({ ...sizes(), routines: before.routines }).toEqual(before)
    expect(() => fresh.decision(asking)).toThrow(/has been dropped/)
    expect(() => fresh.answer(asking, [0])).toThrow(/has been dropped/)
    expect(fresh.decision(fresh.start({}))).toEqual(game.decision(game.start({})))
  })

  it('runs on a game that is over as well', () => {
    const over = linkBlock(game, [{ endGame: { kind: 'draw' } }]).run(game.start({}))
    const set = linkBlock(game, [{ setVar: { scope: 'global', var: 'round', value: 7 } }])
    expect(game.view(set.run(over), null).variables.round).toBe(7)
    expect(game.outcome(set.run(over))).toEqual(game.outcome(over))
    expect(game.restore(game.save(set.run(over)))).toBeDefined()
  })

  it('cannot be part of a save', () => {
    const block = linkBlock(game, [{ chooseOne: { bind: 'z', type: 'zone', options: map } }])
    const saved = game.save(block.run(game.start({}), { actor: 'red' }))
    expect(() => linkGame(islands).restore(saved)).toThrow(BadSave)
  })
})

describe('an expression', () => {
  it('is evaluated in a state, as a seat, with arguments', () => {
    const s = game.start({})
    const power = linkExpr(game, { call: 'power', args: [ref('where'), actor] }, 'number', [
      { name: 'where', type: 'zone' },
    ])
    const ash = linkExpr(game, { zone: 'ash' }, 'zone')(s) as number
    expect(power(s, 'red', ash)).toBe(5)
    expect(power(s, 'blue', ash)).toBe(0)
    expect(showValue(game, s, 'zone', ash)).toBe('ash')
  })

  it('does not disturb the open question', () => {
    const s = game.start({})
    const before = game.decision(s)
    linkExpr(game, map, 'list zone')(s, 'blue')
    expect(game.decision(s)).toEqual(before)
    expect(game.hash(s)).toBe(game.hash(game.start({})))
  })
})

describe('forced rolls', () => {
  const roll = linkBlock(game, [
    { rollRandom: { bind: 'a', min: 1, max: 6 } },
    { rollRandom: { bind: 'b', min: 1, max: 6 } },
    {
      setVar: {
        scope: 'global',
        var: 'round',
        value: { op: '+', left: { op: '*', left: 10, right: ref('a') }, right: ref('b') },
      },
    },
  ])
  it('come in order, then random ones', () => {
    const s = game.start({ empty: true })
    expect(game.view(roll.run(forceRolls(s, [6, 1])), null).variables.round).toBe(61)
    const one = roll.step(forceRolls(s, [5]))
    expect(one.events.filter((e) => e.type === 'rolled')[0]).toEqual({
      type: 'rolled',
      name: 'a',
      value: 5,
      min: 1,
      max: 6,
    })
    expect(() => roll.run(forceRolls(s, [7]))).toThrow(/forced roll 7 is not between 1 and 6/)
  })

  it('are part of the state: saved, restored and hashed', () => {
    const s = forceRolls(game.start({}), [2, 3])
    expect(game.hash(s)).not.toBe(game.hash(game.start({})))
    const back = game.restore(JSON.parse(JSON.stringify(game.save(s))))
    expect(game.view(roll.run(back), null).variables.round).toBe(23)
  })
})
