/** Variables that hold lists, the position as a value, and numbers on pieces. */
import { RuleError, Rng } from '@ludoforge/kernel'
import { applyEvents, type Board, determinize } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { loadCompilation, type LoadedGame } from '../src/loaded-game.js'

const game = (yaml: string, rules: string): string =>
  `\`\`\`yaml
game: {id: lists}
seats: [ann, ben]
spaces: {mill: {}, ford: {}}
zones: {box: {}, deck: {holds: cards}}
cards: {sun: {count: 2, supply: deck}, moon: {count: 2, supply: deck}}
${yaml}
\`\`\`

\`\`\`rules
${rules}
\`\`\`
`
const compile = (yaml: string, rules: string) => compileFiles([{ path: 'game.md', text: game(yaml, rules) }])
const load = (yaml: string, rules: string): LoadedGame => loadCompilation(compile(yaml, rules))
const mistakes = (yaml: string, rules: string): string[] => {
  const compilation = compile(yaml, rules)
  const found = compilation.diagnostics.filter(({ severity }) => severity === 'error')
  if (found.length > 0) return found.map(({ message, hint }) => `${message} ${hint ?? ''}`)
  try {
    loadCompilation(compilation)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const YAML = `pieces: {knight: {count: 2, supply: box}}
variables:
  past: {list: position, most: 4, forgetting: first}
  quiet: {range: 0..50, beside: true}
  trail: {list: space, most: 3}
  numbers: {list: 0..9, most: 5, forgetting: first}
  held: {list: card, most: 4}
  during-it: {list: space, most: 2, during: action}
seat-variables: {notes: {list: 1..6, most: 3, forgetting: first}}
space-variables: {guests: {list: seat, most: 2, forgetting: first}}`
const RULES = `play
  repeat up to 12 times, seats in turn
    choose n from 0..9
    append n to numbers
    append 1 + n % 6 to notes of turn
    append turn to guests of mill
    append position to past
    add 1 to quiet
    let before = position
    perform walk
    choose where-to from map
    if before = position
      append top(deck) to held
      clear held
  draw

action walk
  append mill to during-it
  set trail to during-it + [ford]
`

describe('a list variable', () => {
  const lists = load(YAML, RULES)

  it('keeps its items through saves, events and copies', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      let state = lists.start({ seed })
      let board: Board = lists.view(state, 'ann')
      for (let n = 0; n < 20; n++) {
        const decision = lists.decision(state)
        if (decision === undefined) break
        const choice =
          decision.kind === 'number' ? rng.below(10) : (decision.options[rng.below(2)]?.id ?? 'mill')
        const step = lists.step(state, choice)
        state = step.state
        board = applyEvents(board, step.events)
        const { variables, seats, zones } = lists.view(state, 'ann')
        expect(board.variables).toEqual(variables)
        expect(board.seats).toEqual(seats)
        expect(board.zones['mill']?.markers).toEqual(zones['mill']?.markers)
        const restored = lists.restore(JSON.parse(JSON.stringify(lists.save(state))))
        expect(lists.hash(restored)).toBe(lists.hash(state))
      }
      expect(lists.evaluate(state, 'count(numbers) <= 5 and trail = [mill, ford]', null)).toBe(true)
      expect(lists.evaluate(state, 'count(during-it)', null)).toBe(0)
    })
    fc.assert(property, { numRuns: 20, seed: 7 })
  })

  it('hashes alike if it is equal, however it came about', () => {
    const start = lists.start({ seed: 1 })
    const long = lists.apply(start, 'set trail to [mill, ford, mill]')
    const short = lists.apply(long, 'set trail to [ford]')
    expect(lists.hash(short)).toBe(lists.hash(lists.apply(start, 'append ford to trail')))
  })

  it('is checked when a save is restored', () => {
    const start = lists.start({ seed: 1 })
    const saved = lists.save(lists.apply(start, 'append ford to trail'))
    const length = saved.data.findIndex((cell, i) => cell !== lists.save(start).data[i])
    const forged = (offset: number, value: number) => ({
      ...saved,
      data: saved.data.map((cell, i) => (i === length + offset ? value : cell)),
    })
    expect(() => lists.restore(forged(0, 4))).toThrow(/its list 'trail' is too long/)
    expect(() => lists.restore(forged(0, -1))).toThrow(/its list 'trail' is too long/)
    expect(() => lists.restore(forged(1, 99))).toThrow(/its variable 'trail' is out of bounds/)
    expect(() => lists.restore(forged(3, 1))).toThrow(/its list 'trail' has items beyond its end/)
  })

  it('refuses an item too many, an item out of range, and none', () => {
    const start = lists.start({ seed: 1 })
    const full = lists.apply(start, 'set trail to [mill, ford, mill]')
    expect(() => lists.apply(full, 'append ford to trail')).toThrow(
      /'trail' holds 3 already: its `most`\. `forgetting: first` would drop the oldest/,
    )
    expect(() => lists.apply(start, 'append 12 to numbers')).toThrow(
      /'numbers' can't hold 12: its numbers are 0 to 9/,
    )
    expect(() => lists.apply(start, 'append first(map where false) to trail')).toThrow(RuleError)
  })
})

describe('a position', () => {
  const lists = load(YAML, RULES)
  const put = (places: readonly string[]) =>
    places.reduce(
      (state, place) => lists.apply(state, `place 1 knight in ${place}`),
      lists.start({ seed: 3 }),
    )
  const remembered = (state: ReturnType<typeof put>) =>
    JSON.stringify(lists.view(lists.apply(state, 'append position to past'), null).variables['past'])

  it('is the same if pieces of one kind have changed places, or what is beside differs', () => {
    const here = put(['mill', 'ford'])
    expect(remembered(here)).toBe(remembered(put(['ford', 'mill'])))
    expect(remembered(lists.apply(here, 'add 3 to quiet'))).toBe(remembered(here))
  })

  it('differs if pieces, cards in their order, variables or the actor differ', () => {
    const here = put(['mill', 'ford'])
    const others = [
      put(['mill', 'mill']),
      lists.apply(here, 'append 3 to numbers'),
      lists.apply(here, 'move top(deck) to bottom of deck'),
      lists.apply(here, 'move suns in deck to bottom of deck'),
    ].map(remembered)
    expect(new Set([remembered(here), ...others]).size).toBeGreaterThanOrEqual(4)
    expect(lists.evaluate(here, 'position = position and position in [position]', null)).toBe(true)
  })

  it('has no order, and only a list can remember it', () => {
    expect(mistakes('', 'play\n  if position < position\n    draw\n  draw')).toEqual([
      expect.stringContaining('A position has no order.'),
    ])
    expect(mistakes('variables: {last: position}', 'play\n  draw')[0]).toMatch(/position/)
  })

  it('may be asked by no seat where anything is hidden', () => {
    const hidden = load(
      `variables: {past: {list: position, most: 3}}\nseat-variables: {secret: {range: 0..3, hidden: owner}}`,
      'play\n  append position to past\n  choose end from map\n  draw',
    )
    const state = hidden.start({ seed: 1 })
    expect(() => hidden.evaluate(state, 'count(past)', 'ann')).toThrow(/may not know/)
    expect(() => hidden.evaluate(state, 'position in past', 'ann')).toThrow(/may not know/)
    expect(hidden.view(state, 'ann').variables).toEqual({})
  })
})

describe('a hidden list', () => {
  const hidden = load(
    'seat-variables: {signals: {list: 0..9, most: 8, hidden: owner}}',
    'play\n  choose n from 0..9, by ann, secretly\n  append n to signals of ann\n  append 9 - n to signals of ben\n  choose end from map, by ann\n  draw',
  )

  it('is shown to its owner only, and drawn anew in a determinization', () => {
    const { state } = hidden.step(hidden.start({ seed: 1 }), 7)
    expect(hidden.view(state, 'ann').seats['ann']).toEqual({ signals: [7] })
    expect(hidden.view(state, 'ann').seats['ben']).toEqual({})
    expect(() => hidden.evaluate(state, 'signals of ben', 'ann')).toThrow(/may not know/)
    const drawn = new Set<string>()
    for (let seed = 0; seed < 30; seed++) {
      const other = determinize(hidden, state, 'ann', new Rng(seed))
      drawn.add(JSON.stringify(hidden.view(other, 'ben').seats['ben']))
      expect(hidden.view(other, 'ann').seats['ann']).toEqual({ signals: [7] })
    }
    expect(drawn.size).toBeGreaterThan(4)
  })
})

describe('mistakes', () => {
  it.each([
    ['variables: {past: {list: position}}', /`most`/],
    [
      'variables: {past: {list: postion, most: 3}}',
      /`postion` isn't a type for the items of a list.*`position`/,
    ],
    ['variables: {past: {list: 0..9, most: 3, start: [12]}}', /12/],
    ['variables: {past: {list: seat, most: 1, start: [ann, ben]}}', /starts with more than 1 items/],
    [
      'properties: {damage: number}\npieces: {ship: {count: 1, supply: box, changing: damage}}',
      /a number in a range/,
    ],
    [
      'properties: {damage: 0..99}\npieces: {ship: {count: 1, supply: box, changing: damage}}',
      /'damage' \(100 values\) makes too many kinds of 'ship'/,
    ],
  ])('%s', (yaml, message) => {
    expect(mistakes(yaml, 'play\n  draw')[0]).toMatch(message)
  })

  const LISTS = 'variables: {trail: {list: space, most: 3}, gold: 0..9}'

  it.each([
    [
      'append mill, ford to trail',
      /`append` puts one item at the end of a list\. Write a line for each item/,
    ],
    ['append [mill, ford] to trail', /`append` puts one item at the end, not a list\. .*join\(LIST, OTHER\)/],
    ['append 3 to trail', /Expected a space, found a number/],
    ['append mill trail', /Expected `to` and the list to append to/],
    ['append position to trail', /Expected a space, found a position/],
    ['clear gold', /This is a number\. Only flags and lists can be cleared\. Write `set … to 0`/],
  ])('%s', (line, message) => {
    const found = mistakes(LISTS, `play\n  ${line}\n  draw`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  it('a list that would be hidden, but belongs to no seat', () => {
    const found = mistakes('variables: {rumours: {list: 0..5, most: 3, hidden: all}}', 'play\n  draw')
    expect(found).toEqual([
      expect.stringMatching(/`rumours` can't be hidden: everybody sees .* declare it in `seat-variables`/),
    ])
  })

  it('append to something that is no list', () => {
    expect(mistakes('variables: {gold: 0..9}', 'play\n  append 3 to gold\n  draw')[0]).toMatch(
      /Expected a list to append to, found a number/,
    )
  })
})

describe('a number on a piece', () => {
  const ships = load(
    'properties: {damage: {range: 0..4, start: 1}, sunk: flag}\npieces: {ship: {count: 3, supply: box, changing: [damage, sunk]}}',
    'play\n  choose end from map\n  draw',
  )

  it('changes within its range, and pieces with the same number are alike', () => {
    const start = ships.apply(ships.start({ seed: 1 }), 'place 3 ships in mill')
    const hit = ships.apply(start, 'add 3 to damage of first(ships in mill)')
    expect(ships.view(hit, null).zones['mill']?.pieces).toEqual({ ship: 2, 'ship+damage-4': 1 })
    expect(ships.evaluate(hit, 'max(ships in mill, it.damage)', null)).toBe(4)
    expect(() => ships.apply(hit, 'add 1 to damage of best(ships in mill, it.damage)')).toThrow(
      /'damage' can't change from 4 to 5: its bounds are 0 to 4/,
    )
    expect(ships.hash(ships.restore(ships.save(hit)))).toBe(ships.hash(hit))
  })
})
