/** What people are shown of actions that belong to cards, and of names that mean nothing. */
import { describe, expect, it } from 'vitest'
import { compileFiles, loadCompilation } from '../src/index.js'
import { explain } from '@ludoforge/play'

const GAME = `
\`\`\`yaml
game: {id: omens, title: Omens}
seats: {red: Red}
zones: {deck: {holds: cards}, table: {holds: cards}}
variables: {light: {range: 0..9}}
cards:
  omens: {supply: deck, of: {comet: {name: The Comet}, moon: {name: The Moon}}}
\`\`\`
\`\`\`rules
event by-day of comet "It is seen"
  add 1 to light
event by-night of comet "It is bright"
  add 2 to light
event by-day of moon "It is pale"
  add 3 to light

play
  as red
    choose omen from cards in deck "Which omen?"
    choose effect from [by-day of omen, by-night of omen] where it != none, or none "Which effect of {omen}?"
    say "{effect}"
  draw
\`\`\`
`

const game = loadCompilation(compileFiles([{ path: 'omens.md', text: GAME }]))
const begun = game.start({ seed: 1 })

const effectsOf = (omen: string): readonly (string | undefined)[] => {
  const state = game.decide(begun, `${omen}@deck`)
  return game.decision(state)?.options.map(({ label }) => label) ?? []
}

describe('an action of a card', () => {
  it('has its word before its title where the card has several', () => {
    expect(effectsOf('comet')).toEqual(['By day: It is seen', 'By night: It is bright'])
  })

  it('has its title alone where it is the only one', () => {
    expect(effectsOf('moon')).toEqual(['It is pale'])
  })
})

describe('an explanation', () => {
  it('reports an unknown name', () => {
    expect(explain(game, begun, 'the sun', 'red')).toMatchObject({ offered: false, unknown: true })
    expect(explain(game, begun, 'The Moon', 'red').unknown).toBeUndefined()
    const gone = explain(game, game.decide(begun, 'moon@deck'), 'by-night-of-comet', 'red')
    expect(gone).toMatchObject({ offered: false })
    expect(gone.unknown).toBeUndefined()
  })
})
