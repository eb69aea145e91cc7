/** The policies of the games' rulebooks, in whole games. */
import { makeAgent, optionsOfAgents } from '@ludoforge/agents'
import { compileFiles, loadCompilation, loadGame } from '@ludoforge/compiler'
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { determinize, policyNames, policyOf } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'

const GAMES: readonly [string, readonly string[], number][] = [
  ['tic-tac-toe', ['careful'], 20],
  ['backgammon', ['solid'], 1],
  ['connect-four', ['careful'], 10],
  ['chess', ['careful'], 2],
  ['reversi', ['corners'], 5],
  ['outposts', ['steady'], 10],
  ['goofspiel', ['fair'], 10],
  ['hearts', ['careful'], 2],
  ['kuhn-poker', ['honest'], 20],
  ['leduc-poker', ['plain'], 20],
  ['liars-dice', ['cautious'], 20],
  ['landfall', ['steady'], 3],
  ['three-crowns', ['sober'], 20],
  ['before-the-ice', ['canny', 'merchant', 'patron', 'pious', 'builder'], 2],
  ['texas-holdem', ['tight', 'loose', 'aggressive'], 3],
  ['fire-in-the-lake', ['book', 'strong'], 2],
]

/** Plays a game by policies, and shows every decision to `see` before it is made. */
function playBy(
  game: Game,
  policy: string,
  seed: number,
  see: (state: State, seat: number) => void,
): readonly string[] {
  const specs = game.def.seats.map(() => `policy:${policy}`)
  const agents = specs.map((spec, i) => makeAgent(spec, `${seed} ${i}`))
  const state = game.start({ seed, options: optionsOfAgents(game, specs) })
  const hashes: string[] = []
  for (let asked = game.ask(state); asked !== undefined; asked = game.ask(state)) {
    const { seat } = asked
    see(state, seat)
    game.answer(state, agents[seat]?.choose(game, state, seat) ?? [], seat)
    hashes.push(game.hash(state))
  }
  return hashes
}

describe.each(GAMES)('the policies of %s', (name, policies, games) => {
  const game = loadGame(`games/${name}`)

  it('are all listed here', async () => {
    expect([...policyNames((await game).def)].sort()).toEqual([...policies].sort())
  })

  it.each(policies)('%s plays to the end, and the same each time', async (policy) => {
    const played = await game
    for (let seed = 1; seed <= games; seed += 1) {
      const first = playBy(played, policy, seed, () => {})
      expect(first.length).toBeGreaterThan(0)
      if (seed === 1) expect(playBy(played, policy, seed, () => {})).toEqual(first)
    }
  })

  it.each(policies)('%s knows no more than its seat', async (policy) => {
    const played = await game
    const rng = new Rng(name)
    let differ = 0
    playBy(played, policy, 7, (state, seat) => {
      const found = policyOf(played, seat, policy)
      const imagined = determinize(played, state, played.def.seats[seat]?.id ?? '', rng)
      if (played.hash(imagined) !== played.hash(state)) differ += 1
      expect(found.choose(imagined, new Rng(3))).toEqual(found.choose(state, new Rng(3)))
    })
    const hides = played.def.zones.some(({ visible }) => visible !== 'all')
    if (hides) expect(differ).toBeGreaterThan(0)
  })
})

describe('the reasons of a policy', () => {
  it('are secret if they depend on hidden information', async () => {
    const game = await loadGame('games/three-crowns')
    const codes = new Set<string>()
    playBy(game, 'sober', 1, (state, seat) => {
      const { lines = [], reasons = [] } = policyOf(game, seat).explain(state, new Rng(1)) ?? {}
      for (const { code } of lines) codes.add(code)
      // Each question has a line with the rank of the own card, and those after it depend on what that one left.
      for (const { secret } of [...lines, ...reasons]) expect(secret).toBe(true)
    })
    expect([...codes].sort()).toEqual([
      'first change if own-rank(me) <= 4',
      'first stay if own-rank(me) >= 5 + count(rivals(me))',
      'otherwise fold',
      'otherwise keep',
    ])
  })

  it.each([
    ['plan of red', true],
    ['gold of red', undefined],
  ])('are secret if a variable holds it: %s', (value, secret) => {
    const yaml =
      'game: {id: hush}\nseats: [red, blue]\nseat-variables: {plan: {range: 0..9, hidden: owner}, gold: 0..9}'
    const rules = `play
  as red
    do ask
  draw

procedure ask
  let wish = ${value}
  choose number from 1..3

policy calm for red
  at ask.number
    take wish + 1`
    const text = `# Hush\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`
    const game = loadCompilation(compileFiles([{ path: 'hush.md', text }]))
    const policy = policyOf(game, 0)
    expect(policy.explain(game.start(), new Rng(1))?.lines.map((line) => line.secret)).toEqual([secret])
  })

  it('cite the rules of the faction that decides', async () => {
    const game = await loadGame('games/fire-in-the-lake')
    const sections = ['8.8', '8.7', '8.6', '8.5'] // of US, ARVN, NVA, VC
    const foreign = new Set<string>()
    const passes = new Set<string>()
    for (const seed of [1, 2, 3, 4])
      playBy(game, 'book', seed, (state, seat) => {
        const policy = policyOf(game, seat)
        const { picks = [], lines = [] } = policy.explain(state, new Rng(1)) ?? {}
        const own = sections[seat] ?? ''
        const cited = lines.flatMap(({ rule }) => rule ?? [])
        for (const rule of cited)
          if (sections.includes(rule.slice(0, 3)) && !rule.startsWith(own)) foreign.add(`${own}: ${rule}`)
        const [choice] = policy.choices(state, [picks])
        if (choice === 'pass') for (const rule of cited) passes.add(`${own}: ${rule}`)
      })
    expect([...foreign]).toEqual([])
    expect(passes).toContain('8.7: 8.7.1')
  })

  it('are public if nothing is hidden', async () => {
    const game = await loadGame('games/outposts')
    let told = 0
    playBy(game, 'steady', 1, (state, seat) => {
      const policy = policyOf(game, seat)
      const { reasons = [] } = policy.explain(state, new Rng(1)) ?? {}
      for (const { secret } of reasons) expect(secret).toBeUndefined()
      told += reasons.length
    })
    expect(told).toBeGreaterThan(20)
  })
})
