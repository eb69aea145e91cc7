/** The consequences of answers, and the words of the button that gives them. */
import type { Decision, StepEvent } from '@ludoforge/kernel'
import type { Outlook } from '@ludoforge/play'
import type { Values } from '@ludoforge/look'
import { confirmText, consequences, declineText, otherConfirmText, scoreText } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { words } from './vocabulary.js'

const moved = (what: string, from: string, into: string, count = 1): StepEvent => ({
  type: 'moved',
  what,
  from,
  into,
  count,
})
const set = (variable: string, from: number, value: number, of?: string): StepEvent => ({
  type: 'set',
  variable,
  from,
  value,
  ...(of === undefined ? {} : { of }),
})
const chose: StepEvent = { type: 'chose', seat: 'left', name: 'where', choice: 'hill' }
const foreseen = (...events: StepEvent[]): Outlook<Values> => ({
  events: [chose, ...events],
  until: 'question',
})
const shortOf = (outlook: Outlook<Values>, about?: string) =>
  consequences(outlook, { words, seat: 'left', about }).short

describe('the row of an option', () => {
  it('tells pieces that go, come and move', () => {
    expect(shortOf(foreseen(moved('disc', 'hill', 'lost', 2), moved('cube', 'box', 'hill')))).toBe(
      'removes 2 Discs, places 1 Cube',
    )
    expect(shortOf(foreseen(moved('cube', 'mill', 'hill', 3)))).toBe('moves 3 Cubes to Hill')
  })

  it('tells numbers by their change, of other seats with their names', () => {
    expect(shortOf(foreseen(set('score', 3, 9, 'left'), set('score', 4, 2, 'right')))).toBe(
      '+6 score, −2 Right score',
    )
  })

  it('tells what the rules report, without the answer that the row names', () => {
    const report: StepEvent = { type: 'said', text: 'Left scouts Hill: 1st and 3rd card' }
    expect(shortOf(foreseen(report))).toBe('1st and 3rd card')
    expect(shortOf(foreseen(set('score', 3, 2, 'left'), report))).toBe('1st and 3rd card, −1 score')
    expect(shortOf(foreseen({ type: 'said', text: 'The hill is quiet' }))).toBe('The hill is quiet')
    const long: StepEvent = { type: 'said', text: `Left scouts Hill: ${'very '.repeat(9)}long` }
    expect(shortOf(foreseen(set('score', 3, 2, 'left'), long))).toBe('−1 score')
  })

  it('tells where the chosen card goes, but not that it goes in front of the player', () => {
    const playing = (into: string): Outlook<Values> => ({
      events: [
        { type: 'chose', seat: 'left', name: 'card', choice: 'ace@hand:left' },
        moved('ace', 'hand:left', into),
      ],
      until: 'question',
    })
    expect(shortOf(playing('row'))).toBe('to Row')
    expect(shortOf(playing('played:right'))).toBe('to Played (Right)')
    expect(shortOf(playing('played:left'))).toBe('')
  })

  it('tells no cards that go back into a pile', () => {
    const change: StepEvent = { type: 'chose', seat: 'left', name: 'what', choice: 'change' }
    expect(shortOf({ events: [change, moved('ace', 'hand:left', 'deck')], until: 'question' })).toBe('')
    expect(shortOf({ events: [change, moved('ace', 'row', 'pile')], until: 'question' })).toBe(
      'Ace moved from Row to Pile',
    )
  })

  it('tells no move that the question and the option name', () => {
    const row = (prompt: string, ...events: StepEvent[]) =>
      consequences(foreseen(...events), { words, seat: 'left', about: 'hill', prompt }).short
    expect(row('Where does the Cube go?', moved('cube', 'mill', 'hill'))).toBe('')
    expect(row('Where to?', moved('cube', 'mill', 'hill'))).toBe('moves 1 Cube')
    expect(row('Where does the Cube go?', moved('disc', 'hill', 'box'), moved('cube', 'mill', 'hill'))).toBe(
      'removes 1 Disc',
    )
  })

  it('names the seat’s own pieces without the seat', () => {
    const names = { ...words, countedOwn: (_: string, count: number) => `${count} of its own` }
    const row = consequences(foreseen(moved('cube', 'box', 'hill'), moved('disc', 'mill', 'box')), {
      words: names,
      seat: 'left',
    })
    expect(row.short).toBe('removes 1 Disc, places 1 of its own')
  })

  it('tells what could follow as an example, else what is asked next', () => {
    const next = { seat: 'left', prompt: 'March from Hill: move which Cubes? (up to 3)' }
    const example = { events: [moved('cube', 'hill', 'mill')], until: 'question' as const }
    expect(shortOf({ ...foreseen(), next, example })).toBe('e.g. moves 1 Cube to Mill')
    expect(shortOf({ ...foreseen(), next })).toBe('then: move which Cubes?')
    expect(shortOf({ ...foreseen(), next: { ...next, again: true } })).toBe('nothing changes')
    expect(shortOf({ ...foreseen(), next: { seat: 'left', prompt: 'Your bet: from 4 to 9' } })).toBe(
      'then: Your bet',
    )
    const long = 'Stay for 2 of your 9 coins, or fold? Your card is 5, the pot is 7'
    expect(shortOf({ ...foreseen(), next: { seat: 'left', prompt: long } })).toBe(
      'then: Stay for 2 of your 9 coins, or fold?',
    )
    expect(shortOf({ ...foreseen(), next: { seat: 'right' } })).toBe('then Right decides')
    expect(shortOf({ ...foreseen(), until: 'chance' })).toBe('chance decides')
    expect(shortOf({ ...foreseen(), until: 'hidden' })).toBe('') // the preview says it
    expect(shortOf({ ...foreseen(), until: 'over' })).toBe('ends the game')
  })
})

describe('the preview', () => {
  const reckoned = {
    values: [],
    spaceValues: [],
    seatValues: [
      { title: 'score', expression: '', hide: [], signed: false },
      { title: 'margin', expression: '', hide: [], signed: true, marginOf: 'score' },
    ],
  }
  const values = (left: number[], right: number[]) => ({ values: [], seats: { left, right }, spaces: {} })
  const before = values([38, -12], [5, 1])

  it('has scores with their margins before and after', () => {
    const outlook = { ...foreseen(moved('cube', 'box', 'hill')), values: values([40, -10], [4, 0]) }
    const { lines, scores } = consequences(outlook, { words: { ...words, reckoned }, seat: 'left', before })
    expect(lines).toEqual(['1 Cube placed in Hill.'])
    expect(scores.map((score) => scoreText(score, words))).toEqual([
      'Left 38 → 40, margin −12 → −10',
      'Right 5 → 4, margin 1 → 0',
    ])
  })

  it('has the scores of its example, and the question after it', () => {
    const example = {
      events: [moved('cube', 'hill', 'mill')],
      until: 'question' as const,
      values: values([39, -11], [5, 1]),
      next: { seat: 'left', prompt: 'where to?' },
    }
    const outlook = { ...foreseen(), next: { seat: 'left', prompt: 'how many?' }, example }
    const { lines, scores, isOpen } = consequences(outlook, {
      words: { ...words, reckoned },
      seat: 'left',
      before,
    })
    expect(lines).toEqual(['For example: 1 Cube moved from Hill to Mill.', 'Next: Where to?'])
    expect(scores).toEqual([{ seat: 'left', title: 'margin', score: [38, 39], margin: [-12, -11] }])
    expect(isOpen).toBe(true)
  })

  it('never says only that more is asked', () => {
    const { lines } = consequences(
      { ...foreseen(), next: { seat: 'left', prompt: 'how many Cubes?' } },
      { words, seat: 'left' },
    )
    expect(lines).toEqual(['Next: How many Cubes?'])
    expect(consequences({ ...foreseen(), next: { seat: 'right' } }, { words, seat: 'left' }).lines).toEqual([
      'Then Right decides.',
    ])
  })
})

describe('the button that answers', () => {
  const ask = (prompt: string, change: Partial<Decision> = {}): Decision =>
    ({
      seat: 'left',
      kind: 'one',
      type: 'zone',
      prompt,
      action: 'march',
      options: ['hill', 'mill', 'port'].map((id) => ({ id, label: id, count: 1 })),
      offers: [{ id: 'raid', label: 'Raid' }],
      ...change,
    }) as Decision
  const pieces = {
    type: 'token',
    kind: 'many',
    options: [
      { id: 'cube@hill', label: 'Cube in Hill', count: 3 },
      { id: 'cube@mill', label: 'Cube in Mill', count: 3 },
      { id: 'cube@port', label: 'Cube in Port', count: 3 },
    ],
  } as const

  it.each([
    ['March: choose a space', 'hill', 'March Hill'],
    ['March: choose spaces', ['hill', 'mill'], 'March Hill and Mill'],
    ['March: choose spaces', ['hill', 'mill', 'port'], 'March Hill, Mill and Port'],
    ['March: from where?', 'hill', 'March from Hill'],
    ['March from Hill to which space?', 'mill', 'March to Mill'],
    ['March: Calm where?', 'hill', 'Calm Hill'],
    ['Left Calms where?', 'hill', 'March Hill'],
    ['Storm: where to place?', 'hill', 'Place in Hill'],
  ])('%s %j: %s', (prompt, choice, text) => {
    expect(confirmText(ask(prompt), choice, words)).toBe(text)
  })

  it('counts pieces and numbers', () => {
    const asked = ask('March into Port: move which Cubes?', pieces)
    expect(confirmText(asked, ['cube@hill', 'cube@hill'], words)).toBe('Move 2 Cubes in Hill')
    const all = pieces.options.flatMap(({ id }) => [id, id])
    expect(confirmText(asked, all, words)).toBe('Move 6 Cubes')
    expect(confirmText(ask('Which pieces go?', pieces), ['cube@hill'], words)).toBe('Choose Cube in Hill')
    const amount = ask('Hill: place how many Cubes? (3 at most)', {
      kind: 'number',
      type: 'number',
      options: [],
    })
    expect(confirmText(amount, 3, words)).toBe('Place 3 Cubes')
    expect(confirmText(amount, 1, words)).toBe('Place 1 Cube')
  })

  it.each([
    ['Your bet in all: from 20 to 1460, which is all in', 'Bet 20'],
    ['Your bid for the first choice? You have 4 coins', 'Bid 20'],
    ['Pay 3 to 20, which is all you have', 'March 20'],
  ])('%s: %s', (prompt, text) => {
    const asked = ask(prompt, { kind: 'number', type: 'number', options: [] })
    expect(confirmText(asked, 20, words)).toBe(text)
  })

  it('says what a list does, and what the other button does', () => {
    const asked = ask('March to where?', { series: 4, repeats: true })
    const long = ['hill', 'the far northern plains', 'the marshes beyond the river', 'hill']
    expect(confirmText(asked, ['hill', 'mill', 'hill'], words)).toBe('March to Hill twice and Mill')
    expect(confirmText(asked, long, words)).toBe('March to 3 spaces')
    expect(confirmText(asked, 'hill', words)).toBe('March to Hill')
    expect(confirmText(asked, ['hill'], words)).toBe('March to Hill and no more')
    expect(otherConfirmText(asked, ['hill'], words)).toBe('… and no more')
    expect(otherConfirmText(asked, 'hill', words)).toBe('Just Hill for now')
    const options = [{ id: 'x', label: 'place cubes', count: 1 }]
    const inside = ask('What?', {
      type: 'choice',
      options,
      throughout: true,
      subject: { type: 'zone', id: 'hill', label: 'Hill' },
    })
    expect(confirmText(inside, { throughout: 'x' }, words)).toBe('Place cubes in all of them')
    expect(otherConfirmText(inside, { throughout: 'x' }, words)).toBe('… in all of them')
    const { subject: _, ...about } = inside
    expect(confirmText(about, { throughout: 'x' }, words)).toBe('Place cubes each time')
  })

  it('names offers, other options and nothing', () => {
    expect(confirmText(ask('What?'), { offer: 'raid' }, words)).toBe('Raid')
    const choice = ask('What?', { type: 'choice', options: [{ id: 'x', label: 'call 20', count: 1 }] })
    expect(confirmText(choice, 'x', words)).toBe('Call 20')
    expect(confirmText(ask('What?', { optional: true }), [], words)).toBe('Done')
    expect(declineText(ask('What?', { kind: 'many' }), words)).toBe('None')
    expect(declineText(ask('What?', { options: [] }), words)).toBe('Continue')
  })
})
