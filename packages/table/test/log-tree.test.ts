/** The log as a tree, its pages, and its digest. */
import type { StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { digest, type DigestLayout } from '../src/log/digest.js'
import { bookkeepingText, decisionsText, rollTexts } from '../src/log/summaries.js'
import { logRows, unitsOf } from '../src/log/log-rows.js'
import { isInformation, mentions, salienceOf } from '../src/log/salience.js'
import { choiceText, isLogged, outcomeText, sentence } from '../src/log/sentences.js'
import { GameLog, isGroup, type LogGroup, type LogLine } from '../src/log/game-log.js'
import { valueChangeTexts } from '../src/log/value-changes.js'
import type { TableUpdate } from '../src/protocol/index.js'
import { words } from './vocabulary.js'

type Chose = Extract<StepEvent, { readonly type: 'chose' }>

const chose = (choice: Chose['choice'], seat = 'left', more: Partial<Chose> = {}): Chose => ({
  type: 'chose',
  seat,
  name: 'what',
  choice,
  ...more,
})
const entered = (title: string): StepEvent => ({ type: 'entered', procedure: 'round', title })
const left: StepEvent = { type: 'left', procedure: 'round' }
const began = (action: string, seat = 'left'): StepEvent => ({ type: 'began', action, seat, free: false })
const ended = (action: string, seat = 'left'): StepEvent => ({ type: 'ended', action, seat, free: false })
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
const said = (text: string): StepEvent => ({ type: 'said', text })
const rolled = (value: number, name = 'die'): StepEvent => ({ type: 'rolled', name, min: 1, max: 6, value })
const shuffled: StepEvent = { type: 'shuffled', zone: 'deck' }

function logOf(...steps: readonly (readonly StepEvent[])[]): GameLog {
  const log = new GameLog(words, 'left')
  for (const events of steps) log.tell(events)
  return log
}

const rowsOf = (log: GameLog): string[] =>
  logRows(log.top.items, words).map(({ depth, text }) => `${'  '.repeat(depth)}${text}`)
const linesOf = (...events: readonly StepEvent[]): LogLine[] => {
  const walk = (group: LogGroup): LogLine[] =>
    group.items.flatMap((item) => (isGroup(item) ? walk(item) : [item]))
  return walk(logOf(events).top)
}

const screen = (maxLines: number, width = 200): DigestLayout => ({
  maxLines,
  fits: (text, depth) => text.length + 2 * depth <= width,
  lay: ({ depth, kind, text }) => [`${'  '.repeat(depth)}${kind}: ${text}`],
  more: (count) => `${count} more`,
})

describe('the log', () => {
  it('indents events in an action or under a title', () => {
    const log = logOf([entered('Round 1'), chose('march'), began('march'), moved('cube', 'hill', 'mill'), ended('march'), left, said('Done.')]) // biome-ignore format: one line
    expect(rowsOf(log)).toEqual([
      'Round 1',
      '  Left Marches: Cube moved from Hill to Mill',
      '    1 Cube moved from Hill to Mill',
      'Done.',
    ])
    const [round, done] = log.top.items
    expect(round).toMatchObject({ kind: 'title', name: 'Round 1', text: 'Round 1' })
    expect(done).toMatchObject({ kind: 'said', weight: 'result', zones: [], lasting: false })
    const march = (round as LogGroup).items[0]
    expect(march).toMatchObject({ kind: 'action', name: 'March', seat: 'left', rule: '3.1' })
  })

  it('indents the consequences of a choice or an announcement', () => {
    expect(rowsOf(logOf([chose('hill'), set('score', 0, 2, 'left')]))).toEqual(['Left chooses Hill', '  Left: score 0 → 2']) // biome-ignore format: one line
    expect(rowsOf(logOf([said('Rain.'), set('score', 0, 2, 'left')]))).toEqual([
      'Rain.',
      '  Left: score 0 → 2',
    ])
    expect(rowsOf(logOf([set('score', 0, 2, 'left'), chose('hill')]))).toEqual(['Left: score 0 → 2', 'Left chooses Hill']) // biome-ignore format: one line
  })

  it('shows the rule where it changes', () => {
    const ruled = (event: StepEvent, rule: string): StepEvent => ({ ...event, rule })
    const log = logOf([ruled(said('A.'), '1'), ruled(said('B.'), '1'), ruled(said('C.'), '2'), said('D.')])
    expect(logRows(log.top.items, words).map(({ rule }) => rule)).toEqual(['1', undefined, '2', undefined])
    expect(logRows(log.top.items, words, 0, '1').map(({ rule }) => rule)).toEqual([
      undefined,
      undefined,
      '2',
      undefined,
    ])
  })

  it('omits empty titles, and keeps empty actions', () => {
    expect(
      rowsOf(logOf([entered('Empty'), left, entered('Round'), began('raid'), ended('raid'), left])),
    ).toEqual(['Round', '  Left Raids'])
  })

  it('omits the beginning of an action that was just announced', () => {
    expect(rowsOf(logOf([said('Left does March.'), began('march'), set('round', 1, 2), ended('march'), said('End.')]))).toEqual(['Left does March.', '  round 1 → 2', 'End.']) // biome-ignore format: one line
  })

  it('shows a viewer only what it may know', () => {
    const log = new GameLog(words, 'left')
    log.tell([
      { ...said('For right.'), to: ['right'] },
      { ...said('For left.'), to: ['left'] },
      said('For all.'),
    ])
    expect(rowsOf(log)).toEqual(['For left.', 'For all.'])
  })

  it('removes undone events and keeps chat and notes', () => {
    const log = new GameLog(words, null)
    expect(log.mark()).toBe(-1)
    log.tell([said('One.')])
    const mark = log.mark()
    expect(mark).toBe(0)
    log.tell([said('Two.')])
    log.note('Hello')
    log.tell([said('Three.')])
    expect(log.mark()).toBe(3)
    log.truncate(3)
    expect(rowsOf(log)).toEqual(['One.', 'Two.', 'Hello', 'Three.'])
    log.truncate(mark)
    expect(rowsOf(log)).toEqual(['One.', 'Hello'])
  })

  it('renders the updates of a table', () => {
    const log = new GameLog(words, 'right')
    const step = (number: number, mine: string, other: string): TableUpdate =>
      ({ type: 'step', number, told: [{ eye: 'left', events: [said(other)] }, { eye: 'right', events: [said(mine)] }] }) as unknown as TableUpdate // biome-ignore format: one line
    const update = (one: object): TableUpdate => one as TableUpdate
    log.add(step(1, 'Mine 1.', 'Other.'))
    log.add(step(2, 'Mine 2.', 'Other.'))
    log.add(update({ type: 'chat', number: 3, by: 'Ann', text: 'Well' }))
    log.add(update({ type: 'note', number: 4, text: 'Bea joins.' }))
    log.add(update({ type: 'seats', number: 5 }))
    log.add(update({ type: 'proposal', number: 6, by: 'Ann' }))
    log.add(update({ type: 'consent', number: 7, by: 'Bea', yes: true }))
    log.add(update({ type: 'consent', number: 8, by: 'Cy', yes: false }))
    log.add(update({ type: 'undone', number: 9, to: 2, by: 'Ann' }))
    log.add(update({ type: 'moved', number: 10 }))
    expect(rowsOf(log)).toEqual([
      'Mine 1.',
      'Ann: Well',
      'Bea joins.',
      'Ann asks to undo decisions.',
      'Bea agrees.',
      'Cy does not agree.',
      'Ann undid the decisions from here on.',
      'The table continues under changed rules.',
    ])
    expect(log.top.items.map(({ kind }) => kind)).toEqual(['said', 'talk', 'note', 'note', 'note', 'note', 'note', 'note']) // biome-ignore format: one line
    const stranger = new GameLog(words, null)
    stranger.add(step(1, 'Mine.', 'First.'))
    expect(rowsOf(stranger)).toEqual(['First.'])
  })

  it('changes the version of all enclosing groups', () => {
    const log = logOf([entered('Round'), said('A.')])
    const [round] = log.top.items as LogGroup[]
    const [top, inner] = [log.top.version, round?.version ?? 0]
    log.tell([said('B.')])
    expect([log.top.version - top, (round?.version ?? 0) - inner]).toEqual([1, 1])
    log.tell([left, said('C.')])
    expect([log.top.version - top, (round?.version ?? 0) - inner]).toEqual([2, 1])
  })

  it.each<[StepEvent, string[]]>([
    [moved('cube', 'hill', 'mill'), ['mill', 'hill']],
    [set('score', 0, 1, 'mill'), ['mill']],
    [set('round', 0, 1), []],
    [
      { type: 'flipped', what: 'cube', became: 'cube+open', at: 'hill', prop: 'stance', value: 'open' },
      ['hill'],
    ],
    [{ type: 'revealed', what: ['ace'], at: 'deck' }, ['deck']],
    [shuffled, ['deck']],
    [chose('cube@hill'), ['hill']],
    [chose(['hill', 'mill']), ['hill', 'mill']],
    [chose(3), []],
    [rolled(1), []],
  ])('%j happens at %j', (event, zones) => {
    expect(linesOf(event)[0]?.zones).toEqual(zones)
  })
})

describe('the pages of the log', () => {
  const units = (...events: StepEvent[]) =>
    unitsOf(logOf(events).top).map((unit) => unit.map(({ text }) => text))

  it('start at titles if there are any', () => {
    expect(
      units(said('A.'), entered('1'), said('x'), left, said('B.'), entered('2'), said('y'), left),
    ).toEqual([['A.', '1', 'B.'], ['2']])
  })

  it('start at turns of seats if there are no titles', () => {
    expect(units(said('A.'), chose('hill'), chose('mill'), chose('hill', 'right'), set('round', 1, 2), chose('port'))).toEqual([['A.', 'Left chooses Hill', 'Left chooses Mill'], ['Right chooses Hill', 'round 1 → 2'], ['Left chooses Port']]) // biome-ignore format: one line
    expect(units(began('raid'), ended('raid'), began('raid', 'right'), ended('raid', 'right'))).toEqual([
      ['Left begins Raid'],
      ['Right begins Raid'],
    ])
    expect(units()).toEqual([])
  })
})

describe('the digest', () => {
  const events = [
    entered('Round 1'),
    chose('hill'),
    set('score', 0, 2, 'left'),
    chose('mill', 'right'),
    set('score', 0, 3, 'right'),
    shuffled,
    said('Right leads.'),
    left,
  ]
  const told = (maxLines: number, since = -1, eye: string | null = null, width = 200) =>
    digest(logOf(events).top, since, eye, words, screen(maxLines, width))

  it('tells the choice of a piece and of its target with the move', () => {
    const rows = (...made: StepEvent[]) => digest(logOf(made).top, -1, null, words, screen(20, 200))
    const move = [chose('cube@hill'), chose('mill'), moved('cube', 'hill', 'mill')]
    expect(rows(...move)).toEqual(['decision: Left moves Cube from Hill to Mill'])
    expect(rows(...move, set('score', 0, 2, 'left'))).toEqual([
      'decision: Left moves Cube from Hill to Mill · Left: score 0 → 2',
    ])
    expect(rows(chose('cube@hill'), chose('port'), moved('cube', 'hill', 'mill'))).toEqual([
      'decision: Left chooses Cube in Hill and Port · 1 Cube moved from Hill to Mill',
    ])
  })

  it('shows everything if there is space', () => {
    expect(told(20)).toEqual([
      'heading: Round 1',
      '  decision: Left chooses Hill · Left: score 0 → 2',
      '  decision: Right chooses Mill · Right: score 0 → 3',
      '  result: Right leads.',
      '  fold: Deck is shuffled',
    ])
  })

  it('puts consequences on their own line if they do not fit', () => {
    expect(told(20, -1, null, 24)).toEqual([
      'heading: Round 1',
      '  decision: Left chooses Hill',
      '    consequence: Left: score 0 → 2',
      '  decision: Right chooses Mill',
      '    consequence: Right: score 0 → 3',
      '  result: Right leads.',
      '  fold: Deck is shuffled',
    ])
  })

  it('keeps results before decisions, the latest decisions first, and counts the rest', () => {
    expect(told(2)).toEqual(['result: Round 1: Right leads.', 'more: 5 more'])
    expect(told(4)).toEqual([
      'heading: Round 1',
      '  decision: Left chooses Hill; Right chooses Mill · Right: score 0 → 3',
      '  result: Right leads.',
      'more: 2 more',
    ])
    expect(told(4, -1, null, 24)).toEqual([
      'heading: Round 1',
      '  decision: Left chooses Hill; Right chooses Mill',
      '  result: Right leads.',
      'more: 3 more',
    ])
    expect(told(4, -1, 'right', 24)).toEqual([
      'heading: Round 1',
      '  decision: Left chooses Hill',
      '  result: Right leads.',
      'more: 4 more',
    ])
    expect(told(1)).toHaveLength(1)
    expect(told(0)).toEqual([])
  })

  it('is empty if nothing happened', () => {
    expect(told(20, 0)).toEqual([])
    const log = logOf([entered('Round 1'), said('Old.')], [said('New.')])
    expect(digest(log.top, 0, null, words, screen(9))).toEqual(['result: Round 1: New.'])
  })
})

it('counters that change alike share a line, whatever their values were', () => {
  const counted = { ...words, countedVariable: (_: string, count: number) => `${count} coin` }
  const change = (from: number, of: string) => ({ of, from, value: from - 1 })
  const line = {
    type: 'changes',
    variable: 'score',
    changes: [change(3, 'left'), change(9, 'right')],
  } as const
  expect(sentence(line, counted, null)).toBe('Left and Right: −1 coin')
})

describe('a choice', () => {
  const text = (label: string) => sentence(chose('x', 'left', { label }), words, null)

  it.each([
    ['Fold', 'Left folds'],
    ['Call 10', 'Left calls 10'],
    ['Pass', 'Left passes'],
    ['Play the Storm', 'Left plays the Storm'],
    ['Stay for 2 of your coins', 'Left chooses Stay for 2 of your coins'], // would speak to the reader
    ['All in: 40 more', 'Left chooses All in: 40 more'],
    ['A mix of both', 'Left chooses A mix of both'],
  ])('%s: %s', (label, told) => {
    expect(text(label)).toBe(told)
  })

  it('that is secret says so', () => {
    expect(sentence(chose('(secret)', 'right'), words, 'left')).toBe('Right chooses secretly')
  })
})

describe('summaries', () => {
  it('group decisions in turn', () => {
    const texts = (...made: Chose[]) => decisionsText(linesOf(...made), words)
    expect(texts(chose('hill'), chose('hill', 'right'))).toBe('Left and Right choose Hill')
    const fold = { label: 'Fold' }
    expect(texts(chose('a', 'left', fold), chose('a', 'right', fold))).toBe('Left and Right fold')
    expect(texts(chose('a', 'left', { label: 'Raise to 40' }))).toBe('Left raises to 40')
    expect(texts(chose('(secret)'), chose('(secret)', 'right'))).toBe('Left and Right choose secretly')
    expect(texts(chose('(secret)'), chose('hill'))).toBe('Left chooses Hill')
    expect(texts(chose('hill'), chose('mill', 'right'))).toBe('Left chooses Hill; Right chooses Mill')
    expect(texts(chose('hill'), chose('mill'))).toBe('Left chooses Hill and Mill')
    expect(texts(chose('hill'), chose(3, 'left', { name: 'how many' }))).toBe('Left chooses Hill: 3')
    expect(texts(chose('hill'), chose([]))).toBe('Left chooses Hill')
    expect(texts(chose([]))).toBe('Left chooses nothing')
    expect(texts(chose({ offer: 'raid' }), chose('hill'))).toBe('Left inserts Raid; Left chooses Hill')
    expect(texts(chose('hill', 'left', { forced: true, label: 'Hill' }), chose('hill'))).toBe(
      '~Left: Hill (the only choice)~; Left chooses Hill',
    )
  })

  it('group equal dice', () => {
    expect(rollTexts(linesOf(rolled(3), rolled(5), rolled(1, 'other'), rolled(4)))).toEqual([
      'die: rolled 3, 5, 4 (1-6)',
      'other: rolled 1 (1-6)',
    ])
    expect(rollTexts(linesOf(rolled(3), said('A.')))).toEqual(['die: rolled 3 (1-6)', 'A.'])
  })

  it('add up bookkeeping', () => {
    const books = (title: string, ...events: StepEvent[]) => bookkeepingText(linesOf(...events), title, words)
    expect(books('', moved('card', 'deck', 'hand:left', 5), moved('card', 'deck', 'hand:right', 5))).toBe('10 cards are dealt') // biome-ignore format: one line
    expect(books('', moved('ace', 'row', 'pile'), shuffled, shuffled)).toBe(
      'Ace is moved to Pile; Deck is shuffled',
    )
    expect(books('', moved('ace', 'row', 'pile'), moved('king', 'row', 'pile'))).toBe(
      '2 cards are moved to Pile',
    )
    expect(books('', moved('cube', 'hill', 'box', 2))).toBe('2 pieces are moved to Box')
    expect(books('Ace of clubs', moved('ace', 'row', 'pile'))).toBe('')
    expect(books('', moved('ace', 'row', 'secret'))).toBe('')
    expect(books('Round 2', set('round', 1, 2), set('score', 0, 1, 'left'))).toBe('Left: score 0 → 1')
  })
})

describe('salience', () => {
  const weight = (...events: StepEvent[]) => linesOf(...events).at(-1)?.weight
  it.each<[string, StepEvent[], string]>([
    ['a saying', [said('A.')], 'result'],
    ['a choice', [chose('hill')], 'decision'],
    ['a choice in an action', [began('raid'), chose('hill')], 'detail'],
    ['a secret choice', [chose('(secret)')], 'bookkeeping'],
    ['no more in an action', [began('raid'), chose([])], 'bookkeeping'],
    ['nothing chosen outside of one', [chose([])], 'decision'],
    ['a forced choice', [chose('hill', 'left', { forced: true })], 'bookkeeping'],
    ['a forced choice with a label', [chose('hill', 'left', { forced: true, label: 'Hill' })], 'detail'],
    ['a move', [moved('cube', 'hill', 'mill')], 'consequence'],
    ['a card that nobody sees', [moved('card', 'deck', 'hand:right')], 'bookkeeping'],
    ['a card into the deck', [moved('ace', 'row', 'deck')], 'bookkeeping'],
    ['a card into a hidden zone', [moved('ace', 'row', 'secret')], 'bookkeeping'],
    ['a piece into a hidden zone', [moved('cube', 'hill', 'secret')], 'consequence'],
    ['an open card that the table moves', [moved('ace', 'row', 'pile')], 'bookkeeping'],
    ['an open card that a choice moves', [chose('hill'), moved('ace', 'row', 'pile')], 'consequence'],
    ['an open card in an action', [began('raid'), moved('ace', 'row', 'pile')], 'consequence'],
    ['a card from the deck', [moved('ace', 'deck', 'row')], 'consequence'],
    ['a value that begins again', [set('score', 4, 0, 'left')], 'bookkeeping'],
    ['a value that does not', [set('score', 4, 1, 'left')], 'consequence'],
    ['a value that begins again by a choice', [chose('hill'), set('score', 4, 0, 'left')], 'consequence'],
    ['a value that the title says', [entered('Round 2'), set('round', 1, 2)], 'bookkeeping'],
    ['whose turn it is', [{ type: 'set', variable: 'turn', from: 'left', value: 'right' }], 'bookkeeping'],
    ['a flag', [{ type: 'set', variable: 'ready', from: false, value: true, of: 'left' }], 'bookkeeping'],
    ['a die', [rolled(2)], 'consequence'],
    ['a shuffle', [shuffled], 'bookkeeping'],
    ['what is shown', [{ type: 'revealed', what: ['ace'], at: 'deck' }], 'result'],
  ])('%s', (_, events, found) => {
    expect(weight(...events)).toBe(found)
  })

  it('marks what cannot be unseen', () => {
    const lasting = (event: StepEvent) => linesOf(event)[0]?.lasting
    expect([rolled(1), shuffled, moved('ace', 'deck', 'row')].map(lasting)).toEqual([true, true, true])
    expect([moved('card', 'deck', 'row'), moved('ace', 'row', 'pile'), said('A.')].map(lasting)).toEqual([false, false, false]) // biome-ignore format: one line
    expect(isInformation({ type: 'revealed', what: [], at: 'deck' }, words)).toBe(true)
    const around = { acting: false, led: false, titles: [] }
    expect(salienceOf({ type: 'swap', at: [], out: [], in: [] }, around, words)).toBe('consequence')
  })

  it('a title mentions a value as a whole word', () => {
    expect([mentions('Round 2', 2), mentions('Round 12', 2), mentions('Red, turn', 'Red')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('sentences', () => {
  it('omit what the look hides and the variables of an action', () => {
    const worth = (event: StepEvent) => isLogged(event, words)
    expect([set('books', 0, 1), set('kept', 0, 1), set('round', 0, 1)].map(worth)).toEqual([
      false,
      false,
      true,
    ])
    expect([moved('ace', 'secret', 'secret'), moved('ace', 'secret', 'row'), moved('ace', 'row', 'secret')].map(worth)).toEqual([false, true, true]) // biome-ignore format: one line
    expect([{ type: 'shuffled', zone: 'secret' } as const, shuffled, said('A.')].map(worth)).toEqual([false, true, true]) // biome-ignore format: one line
  })

  it.each<[Chose['choice'], string]>([
    [3, '3'],
    [{ offer: 'raid' }, 'Raid'],
    [[], 'nothing'],
    ['hill', 'Hill'],
    ['left', 'Left'],
    ['march', 'March'],
    ['cube+hidden', 'Cube'],
    ['other', 'other'],
    [['hill', 'hill', 'mill'], '2 Hill and Mill'],
    ['cube@hill', 'Cube in Hill'],
    ['ace@hand:left', 'Ace'],
    ['ace@hand:right', 'Ace in Hand (Right)'],
    ['cube|ace|disc+open', 'Cubes and Discs'],
    ['ace|king', 'Ace and King'],
  ])('%j reads %s', (choice, text) => {
    expect(choiceText(choice, words, 'left')).toBe(text)
  })

  it('show a forced choice to its own seat', () => {
    const forced = chose('hill', 'left', { forced: true })
    expect(sentence(forced, words, 'left')).toBe('~Left: Hill (the only choice)~')
    expect(sentence(forced, words, 'right')).toBe('')
    expect(sentence({ ...forced, label: 'Up' }, words, 'right')).toBe('~Left: Up (the only choice)~')
  })

  it('name the winners and the reason', () => {
    const of = (kind: 'win' | 'draw', winners: string[]) => outcomeText({ kind, winners, ranking: ['left', 'right', 'third'].map((seat) => ({ seat })), reason: 'more gold' } as never, words) // biome-ignore format: one line
    expect(of('win', ['left'])).toEqual({ head: 'Left wins', why: 'more gold' })
    expect(of('win', ['left', 'right']).head).toBe('Left and Right win')
    expect(of('draw', ['left']).head).toBe('A draw')
    expect(of('win', []).head).toBe('A draw')
  })

  it('name a team that wins, if all its seats took part and won', () => {
    const teams = [
      { id: 'shore', name: 'the Shore', seats: ['left', 'right', 'absent'] },
      { id: 'hill', name: 'the Hill', seats: ['third'] },
    ]
    const known = { ...words, def: { ...words.def, teams } }
    const of = (winners: string[]) => outcomeText({ kind: 'win', winners, ranking: ['left', 'right', 'third'].map((seat) => ({ seat, rank: 1 })), reason: '' }, known).head // biome-ignore format: one line
    expect(of(['left', 'right'])).toBe('Left and Right win as the Shore')
    expect(of(['left', 'third'])).not.toContain(' as ')
    expect(of(['left'])).toBe('Left wins')
    expect(of(['left', 'right', 'third'])).toBe('Everybody wins')
  })

  it('render changed values', () => {
    const reckoned = { values: [{ title: 'tide', hide: [] }], seatValues: [{ title: 'margin', hide: [] }], spaceValues: [{ title: 'control', hide: [] }] } as never // biome-ignore format: one line
    const before = { values: [1], seats: { left: [2], right: [3] }, spaces: { hill: [null], mill: ['x'] } }
    const after = { values: [4], seats: { left: [5], right: [3] }, spaces: { hill: ['y'], mill: ['z'] } }
    expect(valueChangeTexts({ before, after }, { ...words, reckoned })).toEqual(['tide 1 → 4', 'Left: margin 2 → 5', 'Mill: control x → z']) // biome-ignore format: one line
    expect(valueChangeTexts({ before, after: before }, { ...words, reckoned })).toEqual([])
  })

  it('render lists as they are now, and what was hidden as new', () => {
    const reckoned = { values: [{ title: 'dice', hide: [] }, { title: 'stake', hide: ['0'] }], seatValues: [{ title: 'known', hide: ['0'] }], spaceValues: [] } as never // biome-ignore format: one line
    const texts = (dice: readonly number[], stake: number, known: readonly (number | null)[]) => ({ values: [dice, stake], seats: { left: [known] }, spaces: {} }) // biome-ignore format: one line
    const change = (before: ReturnType<typeof texts>, after: ReturnType<typeof texts>) =>
      valueChangeTexts({ before, after }, { ...words, reckoned })
    const [first, second] = [texts([], 0, [null, 0]), texts([4, 3], 2, [5, 0])]
    expect(change(first, second)).toEqual(['dice 4 and 3', 'stake 2', 'Left: known 5 and –'])
    expect(change(second, first)).toEqual(['stake 2 → 0'])
  })
})
