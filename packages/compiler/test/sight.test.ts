/** A seat that asks a question of a position learns nothing that it could not see. */
import { describe, expect, it } from 'vitest'
import { compileFiles, CompileError, loadCompilation } from '../src/index.js'

const TEXT = `# Screens

\`\`\`yaml
game: {id: screens}
seats:
  red: {name: Red, home: mill}
  blue: {name: Blue, home: bay}
spaces:
  mill: {adjacent: [bay]}
  bay: {adjacent: [mill]}
board: {grid: {columns: 2, rows: 2}}
zones:
  deck: {holds: cards, visible: none, name: Deck}
  hand: {holds: cards, per: seat, visible: owner, name: Hand}
  table: {holds: cards}
  screen: {per: seat, visible: owner, name: Screen}
  box: {}
properties:
  side: {values: [light, dark]}
cards:
  moon: {rank: 1, suit: silver, count: 4, supply: deck, changing: side}
  sun: {rank: 2, suit: gold, count: 4, supply: deck}
pieces:
  pawn: {count: 6, supply: box}
  knight: {count: 6, supply: box}
variables:
  camp: zone
  leader: {seat: true, start: red}
seat-variables:
  bid: {range: 0..9, start: 4, hidden: owner}
  omen: {range: 0..9, start: 3, hidden: all}
  gold: 5
options:
  opening: {about: The deck from the top, list: card}
  route: {about: Where it goes, list: space}
\`\`\`

\`\`\`rules
setup
  draw 2 cards from deck to hand of red
  draw 2 cards from deck to hand of blue
  draw 1 card from deck to table
  place 2 pawns in screen of blue
  place 3 pawns in mill
  set camp to mill

play
  choose action from actions where legal(it), or none
  rank seats by it.gold

value best-rank(zone) = max(cards in zone, it.rank)
value deeper(seat) = best-rank(hand of seat)
value richest = best(seats, it.bid)
set golden = cards in deck where it is gold

action peek
  requires some(gold cards in hand of blue)
  set leader to blue

action rest
  requires actor.gold > 0
  set leader to red

action guess
  requires actor.bid > 3
  set leader to red

action stay(zone)
  requires allowed(mill) and count(pawns in zone) < 9
  set leader to red
\`\`\`
`

const game = loadCompilation(compileFiles([{ path: 'screens.md', text: TEXT }]))
const state = game.start({ seed: 1 })
const ask = (text: string, seat: string | null) => game.evaluate(state, text, seat)

describe('an expression that a seat asks for', () => {
  it.each([
    ['count(hand of blue)', 2],
    ['size of deck', 3],
    ['count(cards in hand)', 4],
    ['some(deck)', true],
    ['count(pieces in screen of blue)', 2],
    ['count(moon cards in hand of red)', 2],
    ['count(moon cards in hand of actor)', 2],
    ['count(light cards in hand of red)', 2],
    ['count(route)', 0],
    ['deeper(red)', 1],
    ['deeper(actor)', 1],
    ['best-rank(table)', 2],
    ['red.bid', 4],
    ['actor.bid', 4],
    ['blue.gold', 5],
    ['count(pawns in map)', 3],
    ['count(map where some(pawns in it))', 1],
    ['count(neighbors of mill where some(knights in it))', 0],
    ['count(cards in table where zone of it = table)', 1],
    ['legal(rest)', true],
    ['count(cards in [hand of red, table])', 3],
    ['sum(cards in [hand of red, table], it.rank)', 4],
    ['first(no cards) is none', true],
    ['allowed(mill)', true],
    ['count(pawns in neighbor of a1 toward east)', 0],
    ['count(pawns in ray of a1 toward opposite of north)', 0],
    ['count(pawns in line of a1 toward east)', 0],
    ['count(pawns in cell(1, red.bid - 3))', 0],
    ['count(pawns in row(2)) + count(pawns in column(red.bid))', 0],
    ['count(pawns in leading(map, some(pawns in it)))', 3],
    ['legal(guess)', true],
    ['legal(guess, free)', true],
    ['legal(guess, by red)', true],
    ['legal(rest, by blue)', true],
    ['legal(stay(mill), by blue)', true],
  ])('%s is answered', (text, value) => {
    expect(ask(text, 'red')).toEqual(value)
  })

  it.each([
    ['cards in hand of blue', 'Red may not know the contents of Hand (Blue).'],
    ['count(moon cards in hand of blue)', 'Hand (Blue)'],
    ['count(hand of blue where it.rank = 1)', 'Hand (Blue)'],
    ['count(dark cards in hand of blue)', 'Hand (Blue)'],
    ['side of first(hand of blue) = dark', 'Hand (Blue)'],
    ['opening', 'Red may not know the value of the option `opening`.'],
    ['some(opening where it is gold)', '`opening`'],
    ['top(deck)', 'Deck'],
    ['last(deck).rank', 'Deck'],
    ['sum(cards in hand, it.rank)', 'Hand (Blue)'],
    ['max(seats, deeper(it))', 'Hand (Blue)'],
    ['deeper(blue)', 'Hand (Blue)'],
    ['deeper(leader)', 'Hand (Blue)'],
    ['deeper(actor.next)', 'Hand (Blue)'],
    ['best-rank(deck)', 'Deck'],
    ['count(golden)', 'Deck'],
    ['count(pawns in screen of blue)', 'Screen (Blue)'],
    ['count(pawns in camp)', 'Screen (Blue)'],
    ['some([mill, screen of blue] where some(pawns in it))', 'Screen (Blue)'],
    ['blue.bid', '`bid` of others'],
    ['richest', '`bid` of others'],
    ['bid of leader', '`bid` of others'],
    ['red.omen', '`omen`'],
    ['legal(peek)', 'Hand (Blue)'],
    ['cell(1, blue.bid)', '`bid` of others'],
    ['cell(blue.bid, 1)', '`bid` of others'],
    ['count(row(blue.bid))', '`bid` of others'],
    ['count(column(blue.bid))', '`bid` of others'],
    ['neighbor of a1 toward (if blue.bid > 3 then east else south)', '`bid` of others'],
    ['ray of a1 toward (if blue.bid > 3 then east else south)', '`bid` of others'],
    ['neighbor of cell(1, blue.bid) toward east', '`bid` of others'],
    ['ray of cell(1, blue.bid) toward east', '`bid` of others'],
    ['opposite of (if blue.bid > 3 then east else south)', '`bid` of others'],
    ['count(leading(1..9, it < blue.bid))', '`bid` of others'],
    ['count(leading(1..9, it < 4, it = blue.bid))', '`bid` of others'],
    ['first(leading(deck, it.rank = 1)) is none', 'Deck'],
    ['count(actions where legal(it))', 'Hand (Blue)'],
    ['legal(guess, by blue)', '`bid` of others'],
    ['legal(guess) and legal(guess, by blue)', '`bid` of others'],
    ['some(seats where legal(guess, by it))', '`bid` of others'],
    ['legal(peek, free)', 'Hand (Blue)'],
    ['legal(stay(screen of blue))', 'Screen (Blue)'],
    ['legal(rest, within map where some(pawns in screen of blue))', 'Screen (Blue)'],
    ['if red.gold > 9 then 1 else first(hand of blue).rank', 'Hand (Blue)'],
    ['(cards in hand of red) = (cards in hand of blue)', 'Hand (Blue)'],
  ])('%s is refused', (text, reason) => {
    expect(() => ask(text, 'red')).toThrow(CompileError)
    expect(() => ask(text, 'red')).toThrow(reason)
  })

  it('is refused to an onlooker if it is hidden from anybody', () => {
    expect(() => ask('cards in hand of red', null)).toThrow(
      'A spectator may not know the contents of Hand (Red).',
    )
    expect(() => ask('red.bid', null)).toThrow('`bid` of others')
    expect(ask('count(hand of red)', null)).toBe(2)
  })

  it('reveals the spaces of the current action only to the actor', () => {
    expect(() => ask('allowed(mill)', 'blue')).toThrow(
      'Blue may not know where the action in progress is allowed.',
    )
    expect(() => ask('legal(stay(mill))', 'blue')).toThrow('where the action in progress is allowed')
    expect(ask('legal(stay(mill), free)', 'blue')).toBe(true)
  })

  it('is answered from the whole position if nobody is named', () => {
    expect(game.evaluate(state, 'count(gold cards in deck)')).toBe(3)
    expect(game.evaluate(state, 'sum(seats, it.omen)')).toBe(6)
  })
})
