/** Seats that win together, and games that everybody wins or loses. */
import { makeAgent } from '@ludoforge/agents'
import { isCooperative } from '@ludoforge/kernel'
import { tournament } from '@ludoforge/sim'
import { describe, expect, it } from 'vitest'
import { compileFiles, loadCompilation } from '@ludoforge/compiler'

const compile = (teams: string, rules: string) =>
  compileFiles([
    {
      path: 'game.md',
      text: `\`\`\`yaml\ngame: {id: pairs}\nseats: [north, east, south, west]\n${teams}\nvariables: {tricks: 0..9}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`,
    },
  ])
const TEAMS = 'teams: {ns: [north, south], ew: {name: East and West, seats: [east, west]}}'
const RULES = `play
  choose by north
    option mine
      north wins
    option mate
      south wins
    option rivals
      east wins
    option lost
      everybody loses with tricks "nobody could"
    option won
      everybody wins with 7
    option ranked
      rank seats by (if it = south then 5 else if it = north then 1 else 3)`

describe('teams', () => {
  const game = loadCompilation(compile(TEAMS, RULES))
  const start = game.start({ seed: 1 })
  const after = (choice: string) => game.step(start, choice).state.outcome

  it('win together', () => {
    expect(after('mine')?.winners).toEqual(['north', 'south'])
    expect(after('rivals')).toMatchObject({ kind: 'win', winners: ['east', 'west'] })
    expect(after('mate')?.ranking.map(({ rank }) => rank)).toEqual([1, 1, 3, 3])
  })

  it('are placed by their best seat in a ranking', () => {
    expect(after('ranked')).toMatchObject({ kind: 'rank', winners: ['north', 'south'] })
    expect(after('ranked')?.ranking).toEqual([
      { seat: 'north', rank: 1, score: 1 },
      { seat: 'south', rank: 1, score: 5 },
      { seat: 'east', rank: 3, score: 3 },
      { seat: 'west', rank: 3, score: 3 },
    ])
  })

  it('are searched for: a win of the partner is a win, and losing together is a loss', () => {
    const rules = `play
  choose by north
    option rivals
      east wins
    option lost
      everybody loses
    option mate
      south wins`
    const partners = loadCompilation(compile(TEAMS, rules))
    const state = partners.start({ seed: 1 })
    const bot = makeAgent('search:200', 1)
    expect([...bot.choose(partners, state, 0)]).toEqual([2])
  })

  it('of all seats: bots of a cooperative game look for the highest score', () => {
    const rules = `play
  choose by north
    option low
      everybody wins with 3
    option high
      everybody wins with 9
    option lost
      everybody loses with 20`
    const cooperative = loadCompilation(compile('', rules))
    expect(isCooperative(cooperative.def)).toBe(true)
    expect(isCooperative(game.def)).toBe(false)
    const bot = makeAgent('search:200', 1)
    expect([...bot.choose(cooperative, cooperative.start({ seed: 1 }), 0)]).toEqual([1])
  })

  it('lose together, with a score, and that can be saved', () => {
    const { state } = game.step(start, 'lost')
    expect(state.outcome).toMatchObject({ kind: 'lose', winners: [], reason: 'nobody could' })
    expect(state.outcome?.ranking).toEqual(
      ['north', 'east', 'south', 'west'].map((seat) => ({ seat, rank: 2, score: 0 })),
    )
    expect(game.hash(game.restore(JSON.parse(JSON.stringify(game.save(state)))))).toBe(game.hash(state))
    expect(after('won')).toMatchObject({ kind: 'win', winners: ['north', 'east', 'south', 'west'] })
    expect(after('won')?.ranking[0]).toEqual({ seat: 'north', rank: 1, score: 7 })
  })

  it('have seats that exist, each in one team', () => {
    const mistakes = (teams: string) => compile(teams, RULES).diagnostics.map(({ message }) => message)
    expect(mistakes('teams: {ns: [north, soth]}')[0]).toMatch(/soth/)
    expect(mistakes('teams: {ns: [north, south], ew: [south]}')).toEqual([
      '`south` is in the team `ns` already.',
    ])
  })
})

const TRICKS = `play
  each seat in seats
    as seat
      choose n from 0..3
      add n to tricks of seat
  END

value worth(seat) = tricks of seat`

describe('a tournament', () => {
  const load = (teams: string, end: string) =>
    loadCompilation(
      compileFiles([
        {
          path: 'game.md',
          text: `\`\`\`yaml\ngame: {id: pairs}\nseats: [north, east, south, west]\n${teams}\nseat-variables: {tricks: 0..9}\n\`\`\`\n\n\`\`\`rules\n${TRICKS.replace('END', end)}\n\`\`\`\n`,
        },
      ]),
    )
  const SUM = 'sum(seats, tricks of it)'

  it('of teams gives each team to one agent', async () => {
    const game = load(TEAMS, 'rank seats by tricks of it')
    const agents = ['greedy', 'random']
    const { seats, games, standings, ratings } = await tournament({ game, agents, games: 10, jobs: 1 })
    expect({ seats, games }).toEqual({ seats: ['ns', 'ew'], games: 20 })
    const [greedy, random] = standings
    expect(greedy?.seats['ns']).toMatchObject({ games: 10 })
    expect(greedy?.all.rate.value).toBe(1)
    expect((greedy?.all.score.value ?? 0) + (random?.all.score.value ?? 0)).toBeCloseTo(1, 9)
    // Greedy takes 3 for each of its two seats; the mean of the others is less.
    expect(greedy?.all.margin?.value).toBeGreaterThan(0)
    expect(ratings.map(({ agent }) => agent)).toEqual(['greedy', 'random'])
  })

  it('of a cooperative game gives all seats to one agent, or all but one', async () => {
    const game = load(
      '',
      `if ${SUM} >= 12
    everybody wins with ${SUM}
  everybody loses with ${SUM}`,
    )
    const alone = await tournament({ game, agents: ['greedy', 'random'], games: 10, jobs: 1 })
    expect(alone).toMatchObject({ seats: ['together'], games: 20, ratings: [] })
    expect(alone.standings.map(({ all }) => all.rate.value)).toEqual([1, 0])
    expect(alone.standings[0]?.all).toMatchObject({ shared: 0, score: { value: 1 }, margin: { value: 3 } })
    expect(alone.differences).toMatchObject([{ agent: 'greedy', less: 'random', score: { value: 1 } }])
    const mixed = await tournament({
      game,
      agents: ['greedy'],
      against: 'random',
      games: 10,
      seats: ['east'],
      jobs: 1,
    })
    expect(mixed).toMatchObject({ seats: ['north', 'east', 'south', 'west'], games: 10, ratings: [] })
    expect(Object.keys(mixed.standings[0]?.seats ?? {})).toEqual(['east'])
  })
})
