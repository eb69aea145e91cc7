/** Causes of events: titles that open and close, the line behind an event, the undo horizon. */
import { compileFiles } from '@ludoforge/compiler'
import { type Game, linkGame, type StepEvent } from '@ludoforge/kernel'
import { isVisibleTo, preview } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'

const HEAD = `
game: {id: small}
seats: [north, south]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
  table: {holds: cards}
  camp: {}
  box: {}
cards:
  moon: {suit: silver, count: 3, supply: deck}
  sun: {suit: gold, count: 3, supply: deck}
values:
  side: [pale, dark]
properties:
  side: {of: side, start: pale}
pieces:
  pawn: {count: 6, supply: box, changing: [side]}
variables:
  score: 0..99
  fuse: 0..9
seat-variables:
  bid: {range: 0..9, hidden: owner}
  points: 0..99
`

function compile(rules: string) {
  return compileFiles([
    { path: 'data.yaml', text: HEAD },
    { path: 'small.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` },
  ])
}

const errors = (rules: string) => compile(rules).diagnostics.filter(({ severity }) => severity === 'error')

function gameOf(rules: string): Game {
  const { def, diagnostics } = compile(rules)
  if (def === undefined) throw new Error(JSON.stringify(diagnostics, null, 2))
  return linkGame(def)
}

/** The opening and closing events, in short. */
function outline(events: readonly StepEvent[]): string[] {
  return events.flatMap((e) => {
    if (e.type === 'entered') return [`> ${e.title}`]
    if (e.type === 'left') return [`< ${e.procedure}`]
    if (e.type === 'began' || e.type === 'ended')
      return [
        `${e.type === 'began' ? '(' : ')'} ${e.action} ${e.seat}${e.timing === undefined ? '' : ` ${e.timing}`}`,
      ]
    if (e.type === 'over' || e.type === 'said') return [e.type]
    return []
  })
}

describe('procedures with titles', () => {
  it('open and close, nested with actions, with or without questions', () => {
    const game = gameOf(`play
  repeat up to 3 times, seats in turn
    do take-turn
  draw

procedure take-turn "Turn of {actor}"
  choose action from actions
  perform action
  do upkeep(2)

procedure upkeep(number) "Upkeep {number + 1}"
  add number to score

action build "Build"
  do digging

action rest "Rest"
  add 1 to fuse

procedure digging "Digging"
  choose number from 1..3
  add number to score`)
    const begun = game.begin()
    expect(outline(begun.events)).toEqual(['> Turn of North'])
    const first = game.step(begun.state, 'build')
    expect(outline(first.events)).toEqual(['( build north', '> Digging'])
    const second = game.step(first.state, 2)
    expect(outline(second.events)).toEqual([
      '< digging',
      ') build north',
      '> Upkeep 3',
      '< upkeep',
      '< take-turn',
      '> Turn of South',
    ])
  })

  it('close when they finish early, also in a loop', () => {
    const game = gameOf(`play
  choose number from 0..1
  do asked(number)
  do plain(number)
  draw

procedure asked(number) "OpenQuestion"
  repeat up to 5 times
    choose more from 0..1
    if more = 1
      if number = 1
        stop
      finish
  say "after the loop"

procedure plain(number) "Plain"
  each seat in seats
    as seat
      if number = 1
        finish
  say "to the end"`)
    const play = (first: number): string[] => {
      const step = game.step(game.start(), first)
      return outline([...step.events, ...game.step(step.state, 1).events])
    }
    const end = ['> Plain', '< plain', 'over']
    expect(play(0)).toEqual(['> OpenQuestion', '< asked', '> Plain', 'said', '< plain', 'over'])
    expect(play(1)).toEqual(['> OpenQuestion', 'said', '< asked', ...end])
  })

  it('close when the game ends, with everything that is open, innermost first', () => {
    const game = gameOf(`play
  as south
    do round(1)
  draw

procedure round(number) "Round {number}"
  choose how from 0..2
  perform strike(how), by north
  say "never"

action strike(number) "Strike"
  if number = 2
    window aftermath
  if number = 1
    do deep
  do shallow

window aftermath
  offers more from [blow]
  perform more, by south

action blow "Blow"
  choose any number of pieces from pawns in box
  perform strike(1), by south

procedure deep "Deep"
  as south
    choose any number of pieces from pawns in box
    north wins

procedure shallow "Shallow"
  each seat in seats
    as seat
      perform last

action last "Last"
  north wins`)
    const start = game.start()
    const plain = game.step(start, 0)
    expect(outline(plain.events)).toEqual([
      '( strike north',
      '> Shallow',
      '( last north',
      'over',
      ') last north',
      '< shallow',
      ') strike north',
      '< round',
    ])
    const asked = game.step(game.decide(start, 1), [])
    expect(outline(asked.events)).toEqual(['over', '< deep', ') strike north', '< round'])
    const offered = game.step(game.decide(start, 2), { offer: 'blow' })
    expect(outline(offered.events)).toEqual(['( blow south during'])
    const inside = game.step(game.decide(offered.state, []), [])
    expect(outline(inside.events)).toEqual([
      'over',
      '< deep',
      ') strike south during',
      ') blow south during',
      ') strike north',
      '< round',
    ])
  })

  it("can't have a title that reveals hidden information", () => {
    const found = errors(`play
  do peek
  draw

procedure peek "The next card is {top(deck)}"
  add 1 to score`)
    expect(found).toMatchObject([
      {
        code: 'hidden',
        message: 'The title of `peek` is public. A spectator may not know the contents of Deck.',
      },
    ])
  })

  it("don't name a hidden token", () => {
    const game = gameOf(`setup
  draw 2 cards from deck to hand of north

play
  choose card from cards in hand of north, by north
  do play-card(card)
  move card to table
  do play-card(card)
  draw

procedure play-card(card) "{card}"
  add 1 to score`)
    const { events } = game.step(game.start(), 'moon@hand:north')
    expect(outline(events)).toEqual(['> a card', '< play-card', '> Moon', '< play-card', 'over'])
  })

  it('report an error in a title at the title', () => {
    const found = errors(`play
  do round
  draw

procedure round "Round {scroe}"
  add 1 to score`)
    expect(found).toMatchObject([{ code: 'unknown-name', span: { line: 6, column: 25 } }])
  })
})

const place = (e: StepEvent | undefined): string => `${e?.rule} ${e?.place}`

describe('the cause of an event', () => {
  it('is the statement, with its own rule number or that of its procedure', () => {
    const game = gameOf(`play                              # 1.1
  choose number from 1..3
  add number to score
  do more                                     # 1.2
  perform act                                 # 1.3
  draw

procedure more                                # 2.1
  set fuse to 3
  add 1 to score                              # 2.2

action act "Act"                              # 3.1
  add 5 to north.points
  place 2 pawns in camp`)
    const { events } = game.step(game.start(), 2)
    expect(events.map((e) => `${e.type} ${place(e)}`)).toEqual([
      'chose 1.1 small.md:3',
      'set 1.1 small.md:4',
      'set 2.1 small.md:10',
      'set 2.2 small.md:11',
      'began 1.3 small.md:6',
      'set 3.1 small.md:14',
      'moved 3.1 small.md:15',
      'ended 1.3 small.md:6',
      'over 1.1 small.md:7',
    ])
    expect(game.decision(game.start())?.rule).toBe('1.1')
  })

  it("isn't shown if the line would reveal a secret choice", () => {
    const game = gameOf(`play
  choose secretly
    option left "Left"
      add 1 to score
      do common
    option right "Right"
      add 1 to score
      do likewise
  choose number from 0..1, secretly
  if number = 0
    add 1 to score
  else
    add 1 to score
  do common
  draw

procedure common
  add 1 to fuse

procedure likewise
  add 1 to fuse`)
    const heard = (first: string, second: number): string => {
      const one = game.step(game.start(), first)
      const two = game.step(one.state, second)
      return JSON.stringify([one, two].map(({ events }) => events.filter((e) => isVisibleTo(e, 'south'))))
    }
    const all = ['left', 'right'].flatMap((way) => [0, 1].map((n) => heard(way, n)))
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toContain('small.md:3') // the choice between the two ways
    expect(all[0]).toContain('small.md:11') // the condition
  })

  it("isn't shown if the line would reveal a hidden card, or after a loop that a secret ended", () => {
    const game = gameOf(`setup
  shuffle deck
  draw 1 card from deck to hand of north

play
  choose number from 0..1
  if some(cards in hand of north where it is gold)
    add 1 to score
  else
    add 1 to score
  repeat up to 2 times
    if some(cards in hand of north where it is gold)
      add 1 to fuse
      stop
    add 1 to fuse
    stop
  draw`)
    const heard = (seed: number) =>
      game.step(game.start({ seed }), 0).events.map((e) => `${e.type} ${place(e)}`)
    const [moon, sun] = ['moon', 'sun'].map((card) =>
      [1, 2, 3, 4, 5, 6, 7, 8].find(
        (seed) => game.view(game.start({ seed }), 'north').zones['hand:north']?.cards?.[0] === card,
      ),
    )
    expect([moon, sun]).not.toContain(undefined)
    expect(heard(moon ?? 0)).toEqual(heard(sun ?? 0))
  })
})

describe('the horizon of a step', () => {
  const game = gameOf(`setup
  draw 1 card from deck to hand of north

play
  choose "what"
    option nothing "Nothing"
    option roll "Roll"
      roll die from 1..6
    option shuffle "Shuffle"
      shuffle deck
    option draw "Draw"
      draw 1 card from deck to hand of south
    option hide "Hide"
      move cards in hand of north to deck
    option reveal "Reveal"
      reveal top(deck) to south
    option whisper "Whisper"
      say "it is {top(deck)}" to south
    option tell "Tell"
      if top(deck) is gold
        add 1 to score
      else
        add 2 to score
    option copy "Copy"
      set fuse to bid of south + 1
    option look "Look"
      choose card from take(2, cards in deck), by south
    option own "Own"
      choose card from cards in hand of north, by north
    option secret "Secret"
      choose number from 0..3, secretly
      set bid of actor to number
  choose number from 0..1, by south
  draw`)
  const horizon = (choice: string) => game.step(game.start(), choice).horizon

  it('has the deciding seat, and whether anything was rolled or shuffled', () => {
    expect(horizon('nothing')).toEqual({ seat: 'north', rolled: false, revealed: false })
    expect(horizon('roll')).toEqual({ seat: 'north', rolled: true, revealed: false })
    expect(horizon('shuffle')).toEqual({ seat: 'north', rolled: true, revealed: false })
    const next = game.step(game.decide(game.start(), 'nothing'), 1)
    expect(next.horizon.seat).toBe('south')
  })

  it.each(['draw', 'reveal', 'whisper', 'tell', 'copy', 'look'])(
    'has whether something hidden was revealed: %s',
    (choice) => expect(horizon(choice)).toEqual({ seat: 'north', rolled: false, revealed: true }),
  )

  it.each(['hide', 'own', 'secret'])("isn't affected by what reveals nothing: %s", (choice) =>
    expect(horizon(choice)).toEqual({ seat: 'north', rolled: false, revealed: false }),
  )

  it('lets a seat keep its own secret to itself', () => {
    const asked = game.decide(game.start(), 'secret')
    expect(game.step(asked, 2).horizon).toEqual({ seat: 'north', rolled: false, revealed: false })
  })
})

describe('a preview', () => {
  const game = gameOf(`setup
  draw 1 card from deck to hand of north
  move first(cards in deck where it is gold) to hand of north
  draw 1 card from deck to hand of south

play
  choose card from cards in hand of north
  do discard(card)
  choose "and then"
    option roll "Roll"
      add 1 to fuse
      roll die from 1..6
    option draw "Draw"
      add 1 to fuse
      draw 1 card from deck to hand of actor
    option deal "Deal"
      draw 1 card from deck to hand of south
      add 1 to fuse
    option read "Read"
      add 1 to fuse
      if some(cards in hand of south where it is gold)
        add 1 to score
    option win "Win"
      add 1 to fuse
      actor wins
  do sealed-bid
  draw

procedure sealed-bid
  choose number from 0..1, secretly
  choose guess from 0..1, by south

procedure discard(card) "Discard"
  if card is gold
    add 1 to score
  move card to table`)
  const start = game.start({ seed: 4 })
  const kinds = (choice: string) => {
    const { events, until } = preview(game, game.decide(start, 'sun@hand:north'), choice)
    return [...events.map(({ type }) => type), until]
  }

  it('shows the effects of a card that only the seat sees', () => {
    const { events, until } = preview(game, start, 'sun@hand:north')
    expect(until).toBe('question')
    expect(events).toEqual(game.step(start, 'sun@hand:north').events.filter((e) => isVisibleTo(e, 'north')))
    expect(events.map(({ type }) => type)).toEqual(['chose', 'entered', 'set', 'moved', 'left'])
  })

  it('stops before chance and before hidden information', () => {
    expect(kinds('roll')).toEqual(['chose', 'set', 'chance'])
    expect(kinds('draw')).toEqual(['chose', 'set', 'hidden'])
    expect(kinds('deal')).toEqual(['chose', 'moved', 'set', 'question'])
    expect(kinds('read')).toEqual(['chose', 'set', 'hidden'])
    expect(kinds('win')).toEqual(['chose', 'set', 'over', 'over'])
  })

  it("is empty while a rule may hold another seat's secret", () => {
    const secret = game.decide(game.decide(start, 'sun@hand:north'), 'deal')
    expect(preview(game, game.decide(secret, 1), 1)).toMatchObject({
      events: [{ type: 'chose', seat: 'south' }],
      until: 'hidden',
    })
  })

  it('refuses an illegal answer as `decide` does', () => {
    expect(() => preview(game, start, 'moon@table')).toThrow(/not offered/)
    expect(() => preview(game, start, [])).toThrow()
  })
})
