/** Zones that every seat sees but their owner: cards worn on the brow. */
import { Rng } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { compileFiles, CompileError, loadCompilation } from '../src/index.js'

const TEXT = `# Brows

\`\`\`yaml
game: {id: brows}
seats: {red: Red, blue: Blue, green: Green}
zones:
  deck: {holds: cards, visible: none}
  brow: {holds: cards, per: seat, visible: others, name: Brow}
  table: {holds: cards}
cards:
  card: {each: {rank: 1..9}, id: 'card-{rank}', name: 'Card {rank}', supply: deck}
seat-variables:
  points: 0..9
\`\`\`

\`\`\`rules
setup
  shuffle deck
  each seat in seats
    draw 2 cards from deck to brow of seat

play
  repeat up to 3 times, seats in turn
    choose number from 1..2 "Which card?"
    move last(take(number, brow of actor)) to table
    draw 1 card from deck to brow of actor
  rank seats by it.points
\`\`\`
`

const game = loadCompilation(compileFiles([{ path: 'brows.md', text: TEXT }]))
const state = game.start({ seed: 5 })
const cardsOf = (owner: string, viewer: string | null, at = state) =>
  game.view(at, viewer).zones[`brow:${owner}`]?.cards

describe('a zone that is visible to others', () => {
  it('shows its cards to every seat but its owner, and not to spectators', () => {
    for (const owner of ['red', 'blue', 'green']) {
      for (const viewer of ['red', 'blue', 'green'])
        expect(cardsOf(owner, viewer)?.length ?? 0, `${viewer} at ${owner}`).toBe(viewer === owner ? 0 : 2)
      expect(cardsOf(owner, null) ?? []).toEqual([])
      expect(game.view(state, owner).zones[`brow:${owner}`]?.size).toBe(2)
    }
  })

  it('can be read in an expression by the others only', () => {
    const text = 'sum(brow of red, it.rank)'
    expect(game.evaluate(state, text, 'blue')).toEqual(game.evaluate(state, text, 'green'))
    expect(() => game.evaluate(state, text, 'red')).toThrow('Red may not know the contents of Brow (Red).')
    expect(() => game.evaluate(state, text, null)).toThrow(CompileError)
    expect(game.evaluate(state, 'count(brow of red)', 'red')).toBe(2)
  })

  it('can be read by its owner in a list that leaves out the owner', () => {
    const read = (list: string) =>
      game.evaluate(state, `sum(${list}, sum(brow of it as card, card.rank))`, 'red')
    const theirs = game.evaluate(state, 'sum(brow of blue, it.rank) + sum(brow of green, it.rank)', 'red')
    for (const list of [
      'seats where it != actor',
      'seats where red != it',
      'seats where it != actor and true',
    ])
      expect(read(list), list).toBe(theirs)
    for (const list of [
      'seats',
      'seats where it = actor',
      'seats where it != blue',
      'seats where it != actor.next',
    ])
      expect(() => read(list), list).toThrow('Red may not know')
  })

  it('is resampled for its owner, and stays for the others', () => {
    const sampled = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      const world = determinize(game, state, 'red', new Rng(n))
      expect(game.view(world, 'red')).toEqual(game.view(state, 'red'))
      sampled.add(JSON.stringify(cardsOf('red', 'blue', world)))
    }
    expect(sampled.size).toBeGreaterThan(3)
  })

  it('tells of a drawn card to the others, and to its owner that a card was drawn', () => {
    const { events } = game.step(state, 2)
    const drawn = events.filter(
      (e) => JSON.stringify(e).includes('brow:red') && JSON.stringify(e).includes('deck'),
    )
    const namesCard = (e: object) => /card-\d/.test(JSON.stringify(e))
    expect(drawn.some((e) => namesCard(e) && e.to?.includes('blue') && !e.to.includes('red'))).toBe(true)
    expect(drawn.filter((e) => e.to === undefined || e.to.includes('red')).some(namesCard)).toBe(false)
  })
})
