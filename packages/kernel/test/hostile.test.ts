/** Hostile input leads to a typed error or a sound state. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BadSave,
  type Block,
  type Effect,
  type GameDef,
  LinkError,
  LudoError,
  linkGame,
  Rng,
  type SavedState,
  type Text,
  VersionMismatch,
} from '../src/index.js'
import { applyMove, type Compound, explain, linkBlock, type Move, preview } from '@ludoforge/play'
import { itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { hashOfSave } from './forge.js'
import { gameOf, procedure, seat, zone } from './games/board.js'
import { cards } from './games/cards.js'
import { couriers } from './games/couriers.js'
import { islands } from './games/islands.js'
import { leaders } from './games/leaders.js'
import { parlour } from './games/parlour.js'
import { tictactoe } from './games/tictactoe.js'
import { randomPicks, walk } from './walk.js'
import { isThorough } from '../../../test/support/effort.js'

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1,
    2,
    999,
    2 ** 31,
    -0,
    1.5,
    Number.NaN,
    '',
    'x',
    '__proto__',
    'constructor',
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    [[]],
    [1, [2]],
    { ref: 'actor' },
    { op: 'and' },
    { query: 'filter' },
    '"+process.exit(1)+"',
    '\u2028',
    "';throw 1//",
  ),
)

/** Every place in a JSON value, as a list of keys. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(value)
  return [path, ...keys.flatMap((k) => places((value as Record<string | number, unknown>)[k], [...path, k]))]
}

function replaced<T>(value: T, path: readonly (string | number)[], by: unknown): T {
  const copy = structuredClone(value)
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  if (path.length > 0) at[path.at(-1)!] = by
  return copy
}

/** A restored state must be playable: only errors of the rules themselves may occur. */
function playOn(game: LinkedGame, saved: unknown): void {
  const s = game.restore(saved)
  const rng = new Rng(1)
  game.view(s, null)
  for (let i = 0; i < 50; i++) {
    const ask = game.ask(s)
    if (ask === undefined) break
    for (const v of [...ask.values, ask.min, ask.max]) expect(Number.isInteger(v)).toBe(true)
    game.answer(s, randomPicks(ask, rng))
    expect(game.linked.machine.linker.layout.derive(s.d.slice())).toBe(true)
    for (const x of s.d) expect(x | 0).toBe(x)
  }
}

function onlyTyped(work: () => void): void {
  try {
    work()
  } catch (e) {
    if (!(e instanceof LudoError)) throw e
    expect(e.message.length).toBeGreaterThan(10)
  }
}

describe('a save', () => {
  const game = linkGame(islands) as LinkedGame
  const saved: SavedState[] = []
  walk(game, 11, (s, step) => {
    if (step % 7 === 0) saved.push(game.save(s))
  })
  const cardGame = linkGame(cards) as LinkedGame
  const cardSave = cardGame.save(cardGame.start({ seed: 1 }))
  const courierGame = linkGame(couriers) as LinkedGame
  const courierSaves: SavedState[] = []
  walk(courierGame, 1, (s) => courierSaves.push(courierGame.save(s)))

  it('of another game, format or version is refused with the reason', () => {
    expect(() => game.restore(cardSave)).toThrow(/another game/)
    expect(() => game.restore({ ...saved[0], format: 'x' })).toThrow(BadSave)
    expect(() => game.restore({ ...saved[0], fingerprint: '0000' })).toThrow(VersionMismatch)
    for (const x of [null, 7, 'x', [], {}, undefined]) expect(() => game.restore(x)).toThrow(BadSave)
  })

  it('that was changed anywhere fails its hash check', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: -3, max: 9 }), (n, i, value) => {
        const s = itemAt(saved, n % saved.length)
        const at = i % s.data.length
        if (s.data[at] === value) return
        expect(() => game.restore({ ...s, data: s.data.with(at, value) })).toThrow(BadSave)
      }),
    )
  })

  it('with junk in any place gives a typed error', () => {
    const paths = saved.map((s) => places(s))
    fc.assert(
      fc.property(fc.nat(), fc.nat(), junk, (n, i, by) => {
        const k = n % saved.length
        const own = itemAt(paths, k)
        const at = itemAt(own, i % own.length)
        onlyTyped(() => playOn(game, replaced(saved[k], at, by)))
      }),
      { numRuns: isThorough ? 800 : 200 },
    )
  })

  it.each([
    { g: game, saves: saved },
    { g: cardGame, saves: [cardSave] },
    { g: courierGame, saves: courierSaves },
  ])('of $g.def.id with junk and a hash that fits gives a typed error or a sound state', ({ g, saves }) => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constant([]), fc.constant([1, 99])),
        (n, i, by) => {
          const s = itemAt(saves, n % saves.length)
          const all = places({ data: s.data, stack: s.stack, registers: s.registers }).filter(
            (p) => p.length > 1,
          )
          const changed = replaced(s, itemAt(all, i % all.length), by)
          onlyTyped(() => playOn(g, { ...changed, hash: hashOfSave(g, changed) }))
        },
      ),
      { numRuns: isThorough ? 1500 : 400 },
    )
  })
})

describe('a GameDef', () => {
  it.each([tictactoe, cards, islands, couriers, leaders, parlour].map((def) => ({ id: def.id, def })))(
    '$id with junk in any place links or is refused with a LinkError',
    ({ def }) => {
      const paths = places(def)
      fc.assert(
        fc.property(fc.nat(), junk, (i, by) => {
          const changed = replaced(def, itemAt(paths, i % paths.length), by)
          onlyTyped(() => {
            const game = linkGame(changed)
            const s = game.start({ seed: 1 })
            const rng = new Rng(2)
            for (let n = 0; n < 20; n++) {
              const ask = game.ask(s)
              if (ask === undefined) break
              game.decision(s)
              game.answer(s, randomPicks(ask, rng))
            }
          })
        }),
        { numRuns: isThorough ? 600 : 150 },
      )
    },
  )

  it('that isn’t a GameDef at all is refused', () => {
    for (const x of [null, 1, 'x', [], {}, { format: 'ludoforge-game/1' }])
      expect(() => linkGame(x as never)).toThrow(LinkError)
  })

  it('cannot smuggle code in by names', () => {
    const evil = "x');globalThis.hacked=true;//"
    const def = JSON.parse(
      JSON.stringify(islands).replaceAll('round', evil).replaceAll('ash', evil),
    ) as GameDef
    const game = linkGame(def)
    walk(game, 1, (s) => game.decision(s))
    expect('hacked' in globalThis).toBe(false)
  })

  it('nested without end is refused', () => {
    let node: unknown = 1
    for (let i = 0; i < 5000; i++) node = { op: '+', left: node, right: 1 }
    const functions = [{ id: 'deep', params: [], returns: 'number', body: node as never }]
    expect(() => linkGame({ ...tictactoe, functions: [...tictactoe.functions, ...functions] })).toThrow(
      /nested too deeply/,
    )
  })

  it('nested in other ways is refused at once, with a readable path', () => {
    let list: unknown = 1
    for (let i = 0; i < 100_000; i++) list = [list]
    const options = [{ id: 'deep', about: '', type: 'number', default: list as never }]
    expect(() => linkGame({ ...tictactoe, options })).toThrow(
      /At options\[0\]\.default(?:\[0\])+…(?:\[0\])+: Nodes are nested too deeply\.$/,
    )
  })

  it('with exponentially growing groups is refused', () => {
    const doubled = (i: number) => [[{ group: `g${i - 1}` }], [{ group: `g${i - 1}` }]]
    const groups = Array.from({ length: 40 }, (_, i) => ({
      id: `g${i}`,
      filter: i === 0 ? [] : [{ any: doubled(i) }],
    }))
    expect(() => linkGame({ ...islands, groups: [...islands.groups, ...groups] })).toThrow(
      /The group 'g\d+' contains too many groups/,
    )
    const chain = Array.from({ length: 5000 }, (_, i) => ({
      id: `g${i}`,
      filter: i === 0 ? [] : [{ group: `g${i - 1}` }],
    }))
    expect(() => linkGame({ ...islands, groups: [...islands.groups, ...chain.reverse()] })).toThrow(
      /contains too many groups/,
    )
  })

  it('with a filter that needs a table of too many values and kinds is refused', () => {
    const values = Array.from({ length: 3000 }, (_, i) => `v${i}`)
    const stone = {
      id: 'stone',
      name: 'Stone',
      family: 'pieces',
      count: 3,
      supply: 'box',
      props: {},
    } as const
    const filter = [{ prop: 'shade', eq: { ref: 'binding', name: 'shade' } as const }]
    const def = gameOf({
      id: 'painted',
      seats: [seat('one')],
      zones: [zone('box')],
      enums: [
        { id: 'action-class', values: [] },
        { id: 'shade', values },
      ],
      properties: [{ id: 'shade', type: 'enum:shade', changes: true, start: 'v0' }],
      tokens: [{ ...stone, changing: ['shade'] }],
      functions: [
        {
          id: 'painted',
          params: [{ name: 'shade', type: 'enum:shade' }],
          returns: 'number',
          body: { aggregate: { op: 'count', query: { query: 'supply', filter } } },
        },
      ],
      procedures: [procedure('play', [{ endGame: { kind: 'draw' } }])],
    })
    expect(() => linkGame(def)).toThrow(/A filter depends on too many values\. Split it/)
  })

  it('that would exhaust the memory is refused', () => {
    const many = { ...itemAt(islands.tokens, 0), id: 'many', count: 2_000_000_000 }
    expect(() => linkGame({ ...islands, tokens: [...islands.tokens, many] })).toThrow(LinkError)
  })
})

describe('a text of a rulebook', () => {
  /** What looks like names and functions of generated code. */
  const texts = [
    'C01',
    'C0 C1 C99999',
    'p0(S) f0 NONE stuck T P',
    '\u2028function f0(',
    '\nfunction g1(S){',
    "'`\\u2028",
  ]

  it.each(texts)('that looks like code is shown verbatim: %j', (text) => {
    const ask: Effect = {
      alternatives: {
        prompt: [text],
        options: [
          { id: 'one', label: [text], effects: [{ say: { text: [text] } }] },
          { id: 'two', effects: [] },
        ],
      },
    }
    const end: Effect = { endGame: { kind: 'draw', reason: [text] } }
    const played = linkGame({
      ...tictactoe,
      procedures: [
        procedure('play', [{ call: { procedure: 'round', args: [] } }, end]),
        { ...procedure('round', [ask]), title: text },
      ],
    })
    const asked = played.start({})
    const decision = played.decision(asked)
    expect([decision?.prompt, decision?.options[0]?.label]).toEqual([text, text])
    const { state, events } = played.step(asked, 'one')
    expect(events).toContainEqual(expect.objectContaining({ text }))
    expect(played.outcome(state)?.reason).toBe(text)
    const later = linkBlock(played, [ask]).run(asked)
    expect(played.decision(later)?.prompt).toBe(text)
    expect(explain(played, asked, text)).toMatchObject({ offered: true, option: 'one' })
  })
})

/** Asks for a number. */
const asking = (prompt: Text): GameDef => {
  const options = { query: 'intsInRange', min: 0, max: 3 } as const
  const body: Block = [
    { chooseOne: { bind: 'n', type: 'number', options, prompt } },
    { endGame: { kind: 'draw' } },
  ]
  return gameOf({ id: 'asking', seats: [seat('one')], procedures: [procedure('play', body)] })
}
const NUMBERS = asking(['n'])
const MANY = {
  query: 'filter',
  over: { query: 'intsInRange', min: 1, max: 20_000 },
  bind: 'it',
  where: true,
} as const
const TALKATIVE = asking([{ show: { aggregate: { op: 'count', query: MANY } }, type: 'number' }])

describe('a player', () => {
  const game = linkGame(islands) as LinkedGame
  const start = game.start({ seed: 1 })
  /** Lists in lists, too deep for a program that follows them step by step. */
  const deep = (): never => {
    let value: unknown = 1
    for (let i = 0; i < 20_000; i++) value = [value]
    return value as never
  }

  it('cannot answer with -0', () => {
    const numbers = linkGame(NUMBERS)
    const state = numbers.start()
    expect(() => numbers.decide(state, -0)).toThrow('The answer must be one whole number.')
    expect(() => numbers.answer(state, [-0])).toThrow('The answer must be one whole number.')
    expect(() => game.answer(game.fork(start), [-0])).toThrow('There is no option 0.')
  })

  it.each<[string, () => unknown]>([
    ['an answer', () => game.decide(start, deep())],
    ['an option of the game', () => game.start({ options: { round: deep() } })],
    ['a seed', () => game.start({ seed: deep() })],
    ['a scenario', () => game.start({ scenario: deep() })],
    ['a seat', () => game.decision(start, deep())],
    ['a save', () => game.restore(deep())],
    ['the fingerprint of a save', () => game.restore({ ...game.save(start), fingerprint: deep() })],
    ['what is to be explained', () => explain(game, start, deep())],
    ['a preview', () => preview(game, start, deep())],
    ['a move', () => applyMove(game, start, { actionId: 'x', params: { x: deep() } })],
    ['the menus of a move', () => applyMove(game, start, { actionId: 'x', params: {}, via: deep() })],
  ])('gets a message for %s that is nested 20,000 levels deep', (_, work) => {
    expect(work).toThrow(LudoError)
  })

  it('gets a message for a move with 20,000 nested or chained actions', () => {
    let move: Move = { actionId: 'x', params: {} }
    let chain: Compound | undefined
    for (let i = 0; i < 20_000; i++) {
      move = { actionId: 'x', params: {}, compound: { specialActivity: move, timing: 'during' } }
      const one = { specialActivity: { actionId: 'x', params: {} }, timing: 'after' } as const
      chain = chain === undefined ? one : { ...one, next: chain }
    }
    expect(() => applyMove(game, start, move)).toThrow('A move can have at most 100 inserted actions.')
    expect(() => applyMove(game, start, { actionId: 'x', params: {}, compound: chain! })).toThrow(
      'A move can have at most 100 inserted actions.',
    )
  })

  it('may read the same question any number of times', () => {
    const talkative = linkGame(TALKATIVE)
    const state = talkative.start()
    for (let i = 0; i < 300; i++) expect(talkative.decision(state)?.prompt).toBe('20000')
  })
})
