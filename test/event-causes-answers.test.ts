/** Events, previews and horizons of offers, forced answers, simultaneous choices and changed cards. */
import { compileFiles } from '@ludoforge/compiler'
import { type Choice, type Game, linkGame, type State, type StepEvent } from '@ludoforge/kernel'
import { applyEvents, isVisibleTo, linkBlock, preview } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'

const HEAD = `
game: {id: small}
seats: [north, south]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
  table: {holds: cards}
values:
  side: [pale, dark]
properties:
  side: {of: side, start: pale}
cards:
  moon: {suit: silver, count: 3, supply: deck, changing: side}
  sun: {suit: gold, count: 3, supply: deck, changing: side}
variables:
  score: 0..99
  fuse: 0..9
  steps: {range: 0..9, during: action}
seat-variables:
  bid: {range: 0..9, hidden: owner}
`

function gameOf(rules: string, head = HEAD): Game {
  const { def, diagnostics } = compileFiles([
    { path: 'data.yaml', text: head },
    { path: 'small.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` },
  ])
  if (def === undefined)
    throw new Error(JSON.stringify(diagnostics.filter(({ severity }) => severity === 'error')))
  return linkGame(def)
}

const kinds = (events: readonly StepEvent[]): string[] => events.map(({ type }) => type)

/** A preview, in short. */
function foreseen(game: Game, state: State, choice: Choice, seat?: string): string[] {
  const { events, until } = preview(game, state, choice, seat)
  return [...kinds(events), until]
}

describe('an offer', () => {
  const game = gameOf(`play
  choose each seat from seats, up to 2, offering aside
    add 1 to score
  draw

window aside
  offers extra from [tax, peek] where legal(it)
  perform extra

action tax "Tax"
  requires fuse = 0
  add 1 to fuse

action peek "Peek"
  requires fuse = 0
  add 1 to fuse
  draw 1 card from deck to hand of actor`)

  it('that is taken is recorded as a choice, and as an action with its timing', () => {
    const { events } = game.step(game.start(), { offer: 'tax' })
    expect(events).toMatchObject([
      { type: 'chose', choice: { offer: 'tax' }, place: 'small.md:3' },
      { type: 'began', action: 'tax', timing: 'before', place: 'small.md:9' },
      { type: 'set', variable: 'fuse', place: 'small.md:13' },
      { type: 'ended', action: 'tax', timing: 'before' },
    ])
    const later = game.step(game.decide(game.start(), 'south'), { offer: 'tax' })
    expect(later.events[1]).toMatchObject({ type: 'began', timing: 'during' })
  })

  it('has a preview, up to what it would reveal', () => {
    expect(foreseen(game, game.start(), { offer: 'tax' })).toEqual([
      'chose',
      'began',
      'set',
      'ended',
      'question',
    ])
    expect(foreseen(game, game.start(), { offer: 'peek' })).toEqual(['chose', 'began', 'set', 'hidden'])
    expect(() => preview(game, game.start(), { offer: 'rob' })).toThrow(/not offered/)
  })
})

describe('a forced answer', () => {
  const game = gameOf(`setup
  draw 3 cards from deck to hand of south

play
  choose number from 2..3
  if number = 2
    choose "how"
      option little "Little" if number < 2
      option much "{number} at once" if number = 2
        add number to score
  else
    choose "why"
      option look "Because of {first(hand of south)}" if count(moons in hand of south) = 3
        add 1 to fuse
      option miss "Because of none" if count(moons in hand of south) < 3
        add 1 to fuse
  choose number from 0..1
  draw`)

  it('is recorded with its label, and previews continue after it', () => {
    const { events, until } = preview(game, game.start(), 2)
    expect(until).toBe('question')
    expect(events).toEqual(game.step(game.start(), 2).events)
    expect(events).toMatchObject([
      { type: 'chose', choice: 2 },
      { type: 'chose', choice: 'much', label: '2 at once', forced: true, place: 'small.md:8' },
      { type: 'set', value: 2 },
    ])
  })

  it("is asked for if it depends on hidden information, and its label isn't shown then", () => {
    expect(foreseen(game, game.start(), 3)).toEqual(['chose', 'hidden'])
    const { state, events, horizon } = game.step(game.start(), 3)
    expect(events).toMatchObject([{ type: 'chose', choice: 3 }])
    expect(game.decision(state)?.options.map(({ id }) => id)).toEqual(['look'])
    // The question itself reveals something, so the answer before isn't free to undo.
    expect(horizon).toEqual({ seat: 'north', rolled: false, revealed: true })
    expect(game.step(game.start(), 2).horizon.revealed).toBe(false)
    const [chose] = game.step(state, 'look').events
    expect(chose).toMatchObject({ type: 'chose', choice: 'look' })
    expect(chose).not.toHaveProperty('forced')
    expect(chose).not.toHaveProperty('label')
  })
})

describe('seats in a simultaneous choice', () => {
  const game = gameOf(`play
  choose number from 0..3, by each seat in seats at once
    add number to score
  choose number from 0..3, by each seat in [south] at once
    add number to score
  choose secretly, by each seat in seats at once
    option keep
      add 0 to score
    option burn
      add 0 to score
  choose number from 0..1
  draw`)
  const start = game.start()
  const one = game.step(start, 2, 'south')
  const two = game.step(one.state, 3, 'north')

  it("each have their own preview, which never reveals another's answer", () => {
    expect(foreseen(game, start, 2, 'south')).toEqual(['answered', 'question'])
    expect(foreseen(game, start, 2)).toEqual(['answered', 'question'])
    const { events, until } = preview(game, one.state, 3, 'north')
    expect(until).toBe('hidden')
    expect(events).toMatchObject([{ type: 'answered' }, { type: 'chose', seat: 'north', choice: 3 }])
    expect(preview(game, game.decide(start, 0, 'south'), 3)).toEqual({ events, until })
    expect(() => preview(game, one.state, 3, 'south')).toThrow(/South can't decide now/)
    expect(() => preview(game, start, 3, 'west')).toThrow(/no seat 'west'/)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("don't guess an answer from 0 to %i either", (most) => {
    const other = gameOf(`play
  choose number from 0..${most}, by each seat in seats at once
    add number to score
  choose number from 0..1
  draw`)
    const answered = other.decide(other.start(), 1, 'south')
    expect(foreseen(other, answered, 1)).toEqual(['answered', 'chose', 'hidden'])
  })

  it('preview what they alone decide', () => {
    expect(foreseen(game, two.state, 1)).toEqual(['answered', 'chose', 'set', 'question'])
  })

  it('reveal something with the last answer, unless it stays secret', () => {
    expect(one.horizon).toEqual({ seat: 'south', rolled: false, revealed: false })
    expect(two.horizon).toEqual({ seat: 'north', rolled: false, revealed: true })
    const alone = game.step(two.state, 1)
    expect(alone.horizon).toEqual({ seat: 'south', rolled: false, revealed: false })
    const kept = game.step(game.decide(alone.state, 'keep'), 'burn')
    expect(kept.horizon).toEqual({ seat: 'south', rolled: false, revealed: false })
  })

  it('are recorded as answered, with the line of the question', () => {
    expect(two.events.map(({ type, place }) => `${type} ${place}`)).toEqual([
      'answered small.md:3',
      'chose small.md:3',
      'chose small.md:3',
      'set small.md:4',
      'set small.md:4',
    ])
  })
})

describe('a card that changes', () => {
  const game = gameOf(`setup
  draw 4 cards from deck to table

play
  choose number from 1..9
  flip last(table) to dark
  flip first(cards in table where it is pale) to dark
  move last(table) to hand of north
  flip cards in hand of north to dark
  move cards in hand of north to deck
  draw`)

  it('is recorded so that a board updated by events stays right', () => {
    const start = game.start()
    const step = game.step(start, 1)
    for (const seat of ['north', 'south', null]) {
      const told = step.events.filter((event) => isVisibleTo(event, seat))
      const { zones } = applyEvents(game.view(start, seat), told)
      expect(zones).toEqual(game.view(step.state, seat).zones)
    }
    const flips = step.events.filter(({ type }) => type === 'flipped')
    expect(flips).toMatchObject([
      { what: 'moon', became: 'moon+dark', at: 'table', index: 3 },
      { became: 'sun+dark', at: 'table' },
      { what: 'card', became: 'card', at: 'hand:north', to: ['south', null] },
    ])
    expect(step.events.filter(({ type }) => type === 'moved')).toMatchObject([
      { what: 'moon+dark', into: 'hand:north', index: 3 },
      { what: 'moon+dark', from: 'hand:north', into: 'deck', to: ['north'] },
      { what: 'card', from: 'hand:north', into: 'deck', to: ['south', null] },
    ])
  })
})

describe('a variable of an action', () => {
  it('is recorded when it is reset and restored, with the line of the action', () => {
    const game = gameOf(`play
  choose number from 1..3
  set steps to number
  perform walk
  draw

action walk "Walk"
  add 2 to steps`)
    const { events } = game.step(game.start(), 3)
    const told = events.map((e) =>
      e.type === 'set' ? `${String(e.from)} -> ${String(e.value)} ${e.place}` : e.type,
    )
    expect(told).toEqual([
      'chose',
      '0 -> 3 small.md:4',
      '3 -> 0 small.md:5',
      'began',
      '0 -> 2 small.md:9',
      'ended',
      '2 -> 3 small.md:5',
      'over',
    ])
  })
})

describe('the cause of an event', () => {
  /** The events a spectator gets, for both kinds of card the hand can hold. */
  function toldOf(rules: string): Set<string> {
    const game = gameOf(`setup
  shuffle deck
  draw 1 card from deck to hand of north

${rules}`)
    const told = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const start = game.start({ seed })
      const { events } = game.step(start, 1)
      return JSON.stringify(events.filter((event) => isVisibleTo(event, null)))
    })
    return new Set(told)
  }

  it("isn't shown if a procedure returned hidden information", () => {
    const told = toldOf(`play
  choose number from 1..2
  do found into number
  if number = 1
    add 1 to score
  else
    add 1 to score
  draw

procedure found
  if first(hand of north) is gold
    give 1
  give 2`)
    expect(told.size).toBe(1)
  })

  it("isn't shown if an action returned it, or a test of one depends on it", () => {
    const told = toldOf(`play
  choose number from 1..2
  perform found, into number
  if number = 1
    add 1 to score
  else
    add 1 to score
  if legal(found2(hand of north))
    add 1 to fuse
  else
    add 1 to fuse
  draw

action found "Found"
  give count(suns in hand of north)

action found2(zone) "Found"
  requires some(suns in zone)
  add 1 to score`)
    expect(told.size).toBe(1)
  })

  const CHANGED = `play
  choose number from 1..2
  perform look
  if changed
    add 1 to score
  else
    add 1 to score
  draw

action look "Look"
  if first(hand of north) is gold`

  it("isn't shown if hidden information changed, or might have", () => {
    expect(toldOf(`${CHANGED}\n    set bid of north to 5`).size).toBe(1)
  })

  it('is shown if everybody knows the change and it reveals nothing', () => {
    const open = HEAD.slice(0, HEAD.indexOf('seat-variables'))
    const rules = CHANGED.replace('first(hand of north) is gold', 'score > 0')
    const game = gameOf(`${rules}\n    add 1 to fuse`, open)
    const { events, horizon } = game.step(game.start(), 1)
    expect(events.find(({ type }) => type === 'set')?.place).toBe('small.md:8')
    expect(horizon.revealed).toBe(false)
  })

  it("isn't shown if an action was offered with a secret question", () => {
    const game = gameOf(`play
  choose secretly, offering aside "keep"
    option keep "Keep"
    option burn "Burn"
  choose number from 0..1
  draw

window aside
  offers extra from [tax, fee] where fuse = 0
  add 1 to fuse
  if extra = tax
    add 1 to score
  else
    add 1 to score

action tax "Tax"
  add 1 to score

action fee "Fee"
  add 1 to score`)
    const heard = ['tax', 'fee'].map((offer) =>
      JSON.stringify(
        game.step(game.start(), { offer }).events.filter((event) => isVisibleTo(event, 'south')),
      ),
    )
    expect(heard[0]).toBe(heard[1])
    expect(heard[0]).toContain('small.md:3')
  })
})

describe('the effects of a secret answer', () => {
  const game = gameOf(`setup
  draw 2 cards from deck to hand of north

play
  choose secretly
    option keep
      do ask
    option swap
      move cards in hand of north to bottom of deck
      draw 2 cards from deck to hand of north
      do ask
    option drop
      move first(hand of north) to bottom of deck
      roll fate from 1..6
      shuffle deck
      do ask
  do ask
  draw

procedure ask
  choose number from 1..3`)
  const start = game.start({ seed: 2 })
  const told = (choice: string, seat: string | null): StepEvent[] =>
    game.step(start, choice).events.filter((event) => isVisibleTo(event, seat))

  it('are shown to others as far as they see them: a piece that returns never left', () => {
    expect(told('swap', 'south')).toEqual(told('keep', 'south'))
    expect(kinds(told('swap', 'south'))).toEqual(['chose'])
    expect(kinds(told('swap', 'north'))).toEqual(['chose', 'moved', 'moved', 'moved'])
  })

  it('are shown as counts, and fully hidden ones only to the acting seat', () => {
    for (const seat of ['south', null])
      expect(told('drop', seat)).toMatchObject([
        { type: 'chose', choice: '(secret)' },
        {
          type: 'moved',
          what: 'card',
          from: 'hand:north',
          into: 'deck',
          count: 1,
          to: [seat],
          place: 'small.md:6',
        },
      ])
    expect(kinds(told('drop', 'north'))).toEqual(['chose', 'moved', 'rolled'])
  })

  it('include a question without its own line, but with that of the public call', () => {
    const inside = game.step(game.decide(start, 'keep'), 2)
    expect(inside.events[0]).toMatchObject({ type: 'chose', choice: 2, place: 'small.md:6' })
    expect(game.step(inside.state, 3).events[0]).toMatchObject({ choice: 3, place: 'small.md:18' })
  })
})

describe('a game that ends in external statements', () => {
  it('closes everything that was open before them', () => {
    const game = gameOf(`play
  do round
  draw

procedure round "Round"
  perform strike, by south

action strike "Strike"
  choose number from 0..1`)
    const decree = linkBlock(game, [{ endGame: { kind: 'draw' } }])
    const { events } = decree.step(game.start())
    expect(events).toMatchObject([
      { type: 'over' },
      { type: 'ended', action: 'strike', seat: 'south' },
      { type: 'left', procedure: 'round' },
    ])
  })
})
