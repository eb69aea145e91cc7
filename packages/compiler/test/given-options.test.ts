/** Lists for options, as examples give them. */
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { runExamples } from '../src/examples/index.js'
import { loadCompilation } from '../src/loaded-game.js'

const run = (given: string, then: string) => {
  const text = `\`\`\`yaml
game: {id: decks}
seats: [red, blue]
spaces: {mill: {}}
zones: {deck: {holds: cards, visible: none}, box: {holds: cards}}
cards: {storm: {supply: box, count: 2}, calm: {supply: box}}
options:
  order: {about: The deck from the top, list: card}
  bids: {about: What is bid, list: number, default: [7]}
\`\`\`

\`\`\`rules
setup
  each card in order
    move card to bottom of deck

play
  choose n from bids
  red wins
\`\`\`

\`\`\`example
An example
  given ${given}
  then ${then}
\`\`\`
`
  const { results, diagnostics } = runExamples(loadCompilation(compileFiles([{ path: 'decks.md', text }])))
  return diagnostics[0]?.message ?? results[0]?.failure?.message ?? 'passed'
}

describe('a list given for an option in an example', () => {
  it('sets the game up', () => {
    const order = 'option order = [storm, calm, storm]'
    expect(run(`the start, ${order}`, 'box is empty and first(deck) is storm')).toBe('passed')
    expect(run('the start, option order = [], option bids = [3, -4]', 'red is asked n')).toBe('passed')
    expect(run('the start, option bids = [3, -4]', 'bids = [3, -4]')).toBe('passed')
  })

  it.each([
    ['option order = [strom]', /there is no piece or card 'strom'/],
    ['option order = [calm, calm]', /names 'calm' more than/],
    ['option order = storm', /'storm' isn't a list/],
    ['option bids = [storm]', /'storm' isn't a valid value of the type number/],
    ['option order = [storm calm]', /Expected `,` between the items, found `calm`/],
    ['option order = [storm', /Expected `,` between the items, found the end of the line/],
  ])('is explained when it is wrong: %s', (option, message) => {
    expect(run(`the start, ${option}`, 'box is empty')).toMatch(message)
  })
})
