/** Functions with suppositions, and functions of nothing that changes: computed once, as long as the result can't differ. */
import { linkExpr } from '@ludoforge/play'
import type { State } from '@ludoforge/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import { gameFrom } from '../../../test/support/games.js'

const TEXT = `
\`\`\`yaml
game: {id: fields, title: Fields}
seats: {red: Red, blue: Blue}
board:
  grid: {columns: 8, rows: 8}
options:
  pay: {about: Pay, range: 1..9, default: 1}
variables:
  echo: {range: 0..9, during: action}
  found: number
space-variables:
  walled: flag
\`\`\`

\`\`\`rules
play
  draw

procedure wall(space)
  set walled of space
procedure wall-freely(space)
  if free
    set walled of space
procedure wall-aloud(space)
  if echo > 0
    set walled of space

set near(space) = map as other where other.row + other.column = space.row + space.column
value dear(space) = sum(map as other, (other.row + space.column) * pay)
set lonely = map where count(neighbors of it where it is walled) = 0 after wall(it)
set freely = map where it is walled after wall-freely(it)
set aloud = map where it is walled after wall-aloud(it)

action survey "Survey"
  set found to count(freely)
action sail "Sail"
  requires no(aloud)
\`\`\`
`

describe('functions that are kept', () => {
  const game = gameFrom(TEXT)
  let state: State
  beforeEach(() => {
    state = game.start({ empty: true })
  })
  const asker = (text: string) => {
    const { expr, type } = game.expression(text)
    return linkExpr(game, expr, type)
  }

  it('what reads no cell is computed once for all positions', () => {
    const near = asker('near(b3)')
    const first = near(state)
    expect(first).toHaveLength(4)
    expect(near(game.apply(state, 'set walled of b3'))).toBe(first)
    expect(near(game.start({ empty: true, options: { pay: 3 } }))).toBe(first)
  })

  it('an option differs from game to game', () => {
    const paid = (pay: number) => game.evaluate(game.start({ empty: true, options: { pay } }), 'dear(a1)')
    expect([paid(1), paid(2), paid(1)]).toEqual([352, 704, 352])
  })

  it('a supposition is computed once, until a cell changes', () => {
    const lonely = asker('lonely')
    const first = lonely(state)
    expect(first).toHaveLength(64)
    expect(lonely(state)).toBe(first)
    const walled = game.apply(state, 'set walled of a1')
    expect(lonely(walled)).toHaveLength(62)
    expect(lonely(state)).toHaveLength(64)
  })

  it('a supposition that depends on how the action is performed is computed for each', () => {
    const found = (text: string) => game.evaluate(game.apply(state, text, { seat: 'red' }), 'found')
    expect([found('perform survey, free'), found('perform survey'), found('perform survey, free')]).toEqual([
      64, 0, 64,
    ])
  })

  it('a supposition that reads a variable of the action is computed for each', () => {
    const aloud = game.apply(state, 'set echo to 1')
    const asked = ['count(aloud)', 'legal(sail, by red)', 'count(aloud)']
    expect(asked.map((text) => game.evaluate(aloud, text))).toEqual([64, true, 64])
  })
})
