/** Games for a number of players: with N of them, the first N seats are present. */
import { presentSeats } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { loadCompilation } from '../src/loaded-game.js'

const text = (players: string, rules: string) => `\`\`\`yaml
game: {id: party}
seats: [ann, ben, cid, dot]
${players}
zones: {deck: {holds: cards, visible: none}, hand: {holds: cards, per: seat, visible: owner}}
cards: {coin: {count: 8, supply: deck}}
seat-variables: {points: 0..9, out: flag}
scenarios: {usual: {title: Usual}, duel: {title: Duel, options: {players: 2}}}
\`\`\`

\`\`\`rules
${rules}
\`\`\`
`
const RULES = `setup
  each seat in seats
    draw 1 card from deck to hand of seat

play
  repeat up to 8 times, seats in turn among seats where not it.out
    choose n from 1..2
    add n to points of turn
    if n = 2
      set turn.out
  rank seats by it.points`
const compile = (players: string, rules = RULES) =>
  compileFiles([{ path: 'game.md', text: text(players, rules) }])
const mistakes = (players: string, rules?: string) =>
  compile(players, rules).diagnostics.map(({ code, message }) => `${code}: ${message}`)
const PLAYERS = 'players: {range: 2..4, default: 3}'
const game = loadCompilation(compile(PLAYERS))

describe('a game with a number of players', () => {
  it('has the default, the number of the scenario, or that of the option', () => {
    expect(game.present(game.start({ seed: 1 }))).toEqual(['ann', 'ben', 'cid'])
    expect(game.present(game.start({ seed: 1, scenario: 'duel' }))).toEqual(['ann', 'ben'])
    const four = { options: { players: 4 } }
    expect(game.present(game.start({ seed: 1, ...four }))).toHaveLength(4)
    expect(presentSeats(game.def, four)).toHaveLength(4)
    expect(presentSeats(game.def, { scenario: 'duel' })).toHaveLength(2)
    expect(() => game.start({ options: { players: 5 } })).toThrow(/'players' cannot be 5/)
  })

  it('knows only the seats that are present, in order', () => {
    for (const [players, ids] of [
      [2, ['ann', 'ben']],
      [3, ['ann', 'ben', 'cid']],
      [4, ['ann', 'ben', 'cid', 'dot']],
    ] as const) {
      const state = game.start({ seed: 1, options: { players } })
      const value = (of: string) => game.evaluate(state, of, null)
      expect(value(`seats = [${ids.join(', ')}]`)).toBe(true)
      expect(value('count(all-seats)')).toBe(4)
      expect(value(`${ids.at(-1)}.next = ann`)).toBe(true)
      expect(value(`seats-from(ben) = [${[...ids.slice(1), 'ann'].join(', ')}]`)).toBe(true)
      expect(value('count(hand)')).toBe(players)
      expect(value('count(cards in deck)')).toBe(8 - players)
      expect(value('dot is present')).toBe(players === 4)
      const { seats, zones } = game.view(state, 'ann')
      expect(Object.keys(seats)).toEqual(ids)
      expect(Object.keys(zones).filter((zone) => zone.startsWith('hand'))).toEqual(
        ids.map((id) => `hand:${id}`),
      )
      expect(game.hash(game.restore(game.save(state)))).toBe(game.hash(state))
    }
  })

  it('gives turns to them only, skips those who are out, and ranks them only', () => {
    let state = game.start({ seed: 1 })
    const asked: string[] = []
    for (const choice of [1, 2, 1, 1, 2, 2]) {
      asked.push(game.decision(state)?.seat ?? '')
      state = game.step(state, choice).state
    }
    expect(asked).toEqual(['ann', 'ben', 'cid', 'ann', 'cid', 'ann'])
    expect(state.outcome?.ranking.map(({ seat }) => seat)).toEqual(['ann', 'cid', 'ben'])
  })

  it('refuses an answer of a seat that is absent', () => {
    expect(() => game.step(game.start({ seed: 1 }), 1, 'dot')).toThrow(
      /Dot is not at this table \(3 players\)/,
    )
  })
})

describe('warnings', () => {
  const play = (...lines: readonly string[]) => ['play', ...lines, 'rank seats by it.points'].join('\n  ')

  it.each([
    ['add 1 to dot.points', ['absent-seat: `dot` may be absent: say `is present` first.']],
    ['add 1 to points of cid', ['absent-seat: `cid` may be absent: say `is present` first.']],
    ['draw 1 card from deck to hand of ben', []],
    ['if dot is present\n    add 1 to dot.points', []],
    ['choose n from 1..2\n  if actor = dot\n    add n to actor.points', []],
  ])('of seats that may be absent: %s', (line, expected) => {
    expect(mistakes(PLAYERS, play(line)).filter((found) => !found.startsWith('unused'))).toEqual(expected)
  })

  it('are none in a game in which all seats are always present', () => {
    const codes = mistakes('', play('add 1 to dot.points')).map((found) => found.split(':')[0])
    expect(codes).not.toContain('absent-seat')
  })

  it('are none about the number of players itself', () => {
    expect(mistakes(PLAYERS)).toEqual([])
  })
})

describe('mistakes', () => {
  it.each([
    ['players: {range: 2..5}', /`players` must be from 1 to at most 4, the number of seats/],
    ['players: {range: 0..2}', /`players` must be from 1/],
    ['players: {range: 2..3, default: 4}', /The default of `players` is 4, outside 2\.\.3/],
    ['players: {default: 4}', /range/],
  ])('%s', (players, message) => {
    expect(mistakes(players)[0]).toMatch(message)
  })
})
