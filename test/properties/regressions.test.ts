/** Bugs that the property tests found, minimized. */
import { compileFiles, loadCompilation, runExamples } from '@ludoforge/compiler'
import { type Effect, type Game, type GameDef, linkGame, Rng, type State } from '@ludoforge/kernel'
import { determinize, explain, linkBlock } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'

const HEAD = 'game: {id: small}\nseats: [north, south]\n'

/** Compiles one file of yaml and rules. */
function compiled(yaml: string, rules: string) {
  const text = `\`\`\`yaml\n${HEAD}${yaml}\n\`\`\`\n\n\`\`\`rules\n${rules}\n\`\`\`\n`
  return compileFiles([{ path: 'small.md', text }])
}

function game(yaml: string, rules: string): Game {
  const { def, diagnostics } = compiled(yaml, rules)
  if (def === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return linkGame(def)
}

function codes(yaml: string, rules: string): string[] {
  return compiled(yaml, rules)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)
}

describe('linker', () => {
  it('a parameter was mistaken for the list of the first loop', () => {
    const yaml = 'variables:\n  score: 0..9'
    const rules = `play
  choose number from 0..1
  do count-up(number)
  draw

procedure count-up(number)
  each seat in seats
    add number to score`
    const small = game(yaml, rules)
    const after = small.decide(small.start(), 1)
    expect(small.view(after, null).variables).toEqual({ score: 2 })
  })
})

describe('compiler', () => {
  it('the order of blocks decided the order of zones and rules, and so the fingerprint', () => {
    const blocks = ['yaml\nspaces: {b: {}}', 'yaml\nspaces: {a: {}}', 'rules\nplay\n  draw', `yaml\n${HEAD}`]
    const fingerprint = (order: readonly string[]): string => {
      const text = order.map((block) => `\`\`\`${block}\n\`\`\`\n`).join('\n')
      const { def } = compileFiles([{ path: 'a.md', text }])
      return linkGame(def as GameDef).fingerprint
    }
    expect(fingerprint([...blocks].reverse())).toBe(fingerprint(blocks))
  })

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'])(
    'a statement called `%s` was taken for one that exists',
    (word) => {
      expect(codes('', `play\n  ${word}\n  draw`)).not.toEqual([])
    },
  )

  it.each([
    ['brackets', `${'('.repeat(2000)}1${')'.repeat(2000)}`],
    ['signs', `${'- '.repeat(2000)}1`],
    ['terms', Array.from({ length: 4000 }, () => '1').join(' + ')],
  ])('thousands of %s overflowed the stack', (_, value) => {
    expect(codes('', `play\n  draw\n\nvalue x = ${value}`)).toContain('syntax')
  })
})

describe('examples', () => {
  it.each(['  and', '  given the start\n  and', '  when and', '  then', '  and\n    set x to 1'])(
    'a step word alone was an exception: %j',
    (steps) => {
      const loaded = loadCompilation(compiled('', 'play\n  draw'))
      const text = `\`\`\`example\nA title\n${steps}\n\`\`\`\n`
      expect(runExamples(loaded, [{ path: 'examples.md', text }]).results).toHaveLength(1)
    },
  )
})

describe('options', () => {
  it('two values with one name made two indistinguishable options', () => {
    const guns = game(
      'values: {level: [low, high]}\nspaces: {hill: {}}\nzones: {box: {}}\n' +
        'properties: {front: {of: level, start: low}, back: {of: level, start: low}}\n' +
        'pieces: {gun: {count: 2, supply: box, changing: [front, back]}}',
      'setup\n  place 2 guns in hill\n\nplay\n  let one = first(hill)\n  let other = last(hill)\n' +
        '  set one.front to high\n  set other.back to high\n  choose gun from pieces in hill\n  remove gun\n  draw',
    )
    const ids = guns.decision(guns.start())?.options.map(({ id }) => id)
    expect(ids?.sort()).toEqual(['gun+back-high@hill', 'gun+front-high@hill'])
  })
})

describe('explain', () => {
  it('revealed where hidden cards are when asked by name', () => {
    const cards = game(
      'zones: {hand: {holds: cards, per: seat, visible: owner}, deck: {holds: cards, visible: none}}\n' +
        'cards: {sun: {supply: deck}, moon: {supply: deck}, star: {supply: deck}}',
      'setup\n  draw 1 card from deck to hand of north\n  draw 1 card from deck to hand of south\n' +
        'play\n  choose card from cards in hand of actor\n  move card to deck\n  draw',
    )
    const state = cards.start()
    const asked = ['sun', 'moon', 'star'].map((card) =>
      JSON.stringify(explain(cards, state, `${card}@hand:south`)).replaceAll(card, 'CARD'),
    )
    expect(new Set(asked).size).toBe(1)
  })
})

describe('events', () => {
  const veiled = game(
    'zones: {hand: {holds: cards, owner: north, visible: owner}, heap: {holds: cards, visible: none}}\n' +
      'cards: {sun: {count: 3, supply: heap}, moon: {count: 3, supply: heap}}',
    'play\n  draw',
  )
  const move = (type: string, from: string, to: string): Effect => ({
    moveTokens: {
      tokens: { query: 'tokensInZone', zone: { zone: from }, filter: type === '' ? [] : [{ type }] },
      to: { zone: to },
      ...(type === '' ? {} : { limit: 1 }),
    },
  })
  const dealt = (cards: readonly string[]): State =>
    linkBlock(
      veiled,
      cards.map((card) => move(card, 'heap', 'hand')),
    ).run(veiled.start({ empty: true }))

  it('the count of hidden moves revealed whether the cards were equal', () => {
    const told = [
      ['sun', 'sun', 'sun'],
      ['sun', 'moon', 'sun'],
    ].map((cards) => {
      const { events } = linkBlock(veiled, [move('', 'hand', 'heap')]).step(dealt(cards))
      return events.filter(({ to }) => to === undefined || to.includes('south'))
    })
    expect(told[1]).toEqual(told[0])
  })
})

describe('determinizations', () => {
  it('cards of two supplies were mixed up: a pile could lose cards that the rules count', () => {
    const piles = game(
      'zones: {deck: {holds: cards, visible: none}, spare: {holds: cards, visible: none}}\n' +
        'cards: {event: {count: 9, supply: deck}, coup: {count: 3, supply: spare}}',
      'setup\n  move 2 coups in spare to deck\n\nplay\n  choose number from 0..count(coups in deck)\n  draw',
    )
    const state = piles.start()
    for (let seed = 0; seed < 20; seed += 1) {
      const other = determinize(piles, state, 'north', new Rng(seed))
      expect(piles.decision(other)?.max).toBe(2)
    }
  })
})
