/** A game designed to leak: equal cards in hidden hands, hidden pieces, secret choices with offers, simultaneous bids. */
import { gameFrom } from './games.js'

const TEXT = `# Veils

\`\`\`yaml
game: {id: veils}
seats: [north, east, south]
values:
  facing: [plain, bright]
properties:
  facing: {of: facing, start: plain}
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
  discard: {holds: cards, visible: none}
  table: {holds: cards}
  screen: {per: seat, visible: owner}
  bag: {visible: none}
cards:
  moon: {suit: silver, count: 5, supply: deck, changing: facing}
  sun: {suit: gold, count: 5, supply: deck, changing: facing}
  star: {suit: gold, count: 4, supply: deck, changing: facing}
pieces:
  pawn: {count: 40, supply: bag, changing: [facing]}
  knight: {count: 40, supply: bag, changing: [facing]}
variables:
  winks: 0..9
seat-variables:
  bid: {range: 0..9, hidden: owner}
  omen: {track: 0..9, hidden: all}
  score: 0..99
\`\`\`

\`\`\`rules
setup
  shuffle deck
  each seat in seats
    draw 4 cards from deck to hand of seat
    set bid of seat to 3

play
  repeat up to 9 times, seats in turn
    do turn-of-one
  rank seats by it.score

procedure turn-of-one
  set winks to 0
  choose secretly, offering charm "a sign"
    option sun "Sun"
      set winks to 0
    option moon "Moon {count(moons in hand of actor)}"
      set winks to 0
  choose up to 2 gifts from cards in hand of actor "gifts from {count(hand of actor)} cards"
  move gifts to hand of actor.next
  choose card from cards in hand of actor where it is gold, or none
  if card != none
    move card to discard
  choose secretly "a bid"
    option low "Bid low"
      set bid of actor to 1
    option high "Bid high"
      set bid of actor to 9
      add 1 to actor.omen
  choose secretly "a trick"
    option idle
      set bid of actor to 2
    option swap if some(hand of actor)
      move first(hand of actor) to bottom of deck
      draw 1 card from deck to hand of actor
    option stir
      shuffle deck
      roll luck from 1..6
      set bid of actor to luck
    option turn
      flip cards in hand of actor to bright
      flip cards in hand of actor to plain
    option hide if some(hand of actor)
      move last(hand of actor) to discard
    option pass-on if some(hand of actor)
      move last(hand of actor) to hand of actor.next
      move last(hand of actor.next) to discard
  choose number from 0..5, secretly "more"
  if number > 2
    set bid of actor to number
  do tell-fortune into fortune
  if fortune > 1
    add 1 to actor.score
  else
    add 1 to actor.score
  choose up to 2 gifts-of from cards in hand of seat, by each seat in seats at once, secretly
    move gifts-of to hand of seat.next
  choose boast from 0..2 + size of (hand of seat), by each seat in seats-from(actor.next) at once
    set bid of seat to boast
  choose by each seat in seats where size of (hand of it) > 1 at once, secretly "{size of (hand of seat)} cards"
    option proud if count(moons in hand of seat) > 0
      add 1 to seat.omen
    option humble "Humble {bid of seat}"
      set bid of seat to 0
  place 2 pawns in screen of actor
  place 1 knight in screen of actor
  choose any number of turned from plain pieces in screen of actor
  flip turned to bright
  choose any number of twisted from cards in hand of actor
  flip twisted to bright
  flip cards in hand of actor.next to plain
  choose up to 2 lost from pieces in screen of actor
  move lost to screen of actor.next
  move cards in hand of actor.next to discard
  draw 3 cards from deck to hand of actor.next
  reveal first(hand of actor) to actor.next
  say "you hold {first(hand of actor)}" to actor
  if count(discard) > 5
    move cards in discard to deck
    shuffle deck
  draw 1 card from deck to table
  add 1 to actor.score

procedure tell-fortune
  if first(hand of actor) is gold
    give 2
  give count(moons in hand of actor.next)

window charm
  offers trick from [wink, nod] where winks = 0
  add 1 to winks
  if trick = wink
    add 1 to actor.score
  else
    add 1 to actor.score

action wink "Wink"
  add 1 to winks

action nod "Nod"
  add 1 to winks
\`\`\`
`

export const veils = gameFrom(TEXT, 'veils.md')
