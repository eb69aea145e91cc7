/** What follows an answer and shows a hidden value ends its preview: a list that grows, a number on a piece, a score. */
import { preview } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { compileFiles, loadCompilation } from '../src/index.js'

/** Ann answers, and then these statements run. Nobody sees the omen. */
const previewOf = (...statements: readonly string[]) => {
  const text = `\`\`\`yaml
game: {id: omens}
seats: [ann, ben]
spaces: {mill: {}, ford: {}}
zones: {box: {}}
properties: {damage: 0..5}
pieces: {ship: {count: 2, supply: box, changing: damage}}
variables: {told: {list: 0..5, most: 9}}
space-variables: {signs: {list: 0..5, most: 9}}
seat-variables: {omen: {range: 0..5, hidden: all, start: 3}, score: 0..9}
\`\`\`

\`\`\`rules
play
  place 1 ship in mill
  choose ready from 1..2, by ann
  ${statements.join('\n  ')}
  draw
\`\`\`
`
  const game = loadCompilation(compileFiles([{ path: 'omens.md', text }]))
  return preview(game, game.start({ seed: 1 }), 1, 'ann')
}

describe('a preview', () => {
  it.each([
    ['a list of the game', 'append omen of ben to told'],
    ['a list of a space', 'append omen of ben to signs of mill'],
    ['a list without repetitions', 'add omen of ben to told'],
    ['a list that is set', 'set told to [omen of ben]'],
    ['a number on a piece', 'set damage of first(ships in mill) to omen of ben'],
    ['a shared score', 'everybody wins with omen of ben'],
    ['a ranking', 'rank seats by omen of it'],
    ['a ranking by its ties', 'rank seats by it.score, then least omen of it'],
    ['the reason of an end', 'draw "an omen of {omen of ben}"'],
    ['the seats that win', 'seats where omen of it > 2 win'],
  ])('ends before %s that shows a hidden value', (_, statement) => {
    const { events, until } = previewOf('add 1 to score of ann', statement)
    expect(until).toBe('hidden')
    expect(events.map(({ type }) => type)).toEqual(['chose', 'set'])
  })

  it.each([
    ['lists', 'append score of ben to told', 'append 2 to signs of mill'],
    ['numbers on pieces', 'set damage of first(ships in mill) to score of ann'],
    ['a shared score', 'everybody wins with score of ben'],
    ['a ranking', 'rank seats by it.score, then least it.score, "{score of ann}"'],
  ])('tells %s that everybody knows', (_, ...statements) => {
    expect(previewOf(...statements).until).toBe('over')
  })
})
