import { describe, expect, it } from 'vitest'
import type { StepEvent } from '@ludoforge/kernel'
import type { Labels } from '../src/terminal/board/index.js'
import { outcomeLines, TerminalLog } from '../src/terminal/play/log.js'
import { labelsOf, space } from './labels.js'

function logLines(events: readonly StepEvent[], labels: Labels, seat: string | null): readonly string[] {
  const story = new TerminalLog(labels, seat)
  story.tell(events)
  return story.turns('all', 120)
}

describe('the log', () => {
  const labels = labelsOf([space('hill'), space('mill')])

  it('shows a seat what it may know, and no more', () => {
    const events = [
      { type: 'chose', seat: 'right', name: 'card', choice: 'keep', to: ['right'] },
      { type: 'chose', seat: 'right', name: 'card', choice: '(secret)', to: ['left'] },
      { type: 'moved', what: 'cube', from: 'hill', into: 'mill', count: 2 },
      { type: 'rolled', name: 'die', value: 4, min: 1, max: 6 },
    ] as const
    expect(logLines(events, labels, 'left')).toEqual([
      'Right chooses secretly',
      '  2 Cubes moved from HILL to MILL',
      '  die: rolled 4 (1-6)',
    ])
    expect(logLines(events, labels, null)).toHaveLength(2)
    expect(logLines(events, labels, 'right')[0]).toBe('Right chooses keep')
  })

  it('shows the reasons of a decision with their rule, but no secret', () => {
    const why = [
      { text: 'most Size (3; next MILL, 1)', code: 'prefer most it.size', rule: '8.1' },
      { text: 'HILL is high', code: 'first high(it)', title: 'Where to march', rule: '8.2' },
    ]
    const hidden = { text: 'the hand is empty', secret: true } as const
    const events = [
      { type: 'chose', seat: 'right', name: 'place', choice: 'hill', why: [...why, hidden] },
      { type: 'chose', seat: 'right', name: 'cubes', choice: ['cube@hill'], why },
      { type: 'moved', what: 'cube', from: 'hill', into: 'mill', count: 1 },
      { type: 'chose', seat: 'right', name: 'card', choice: 'keep', why: [hidden] },
    ] as const
    const because = 'because most Size (3; next MILL, 1); HILL is high (8.1)'
    expect(logLines(events, labels, 'right')).toEqual([
      `Right chooses HILL   ${because}`,
      `Right chooses Cube in HILL   ${because}`,
      '  1 Cube moved from HILL to MILL',
      'Right chooses keep',
    ])
    const own = [
      { type: 'began', action: 'march', seat: 'right', free: false },
      ...events.slice(1, 3),
    ] as const
    expect(logLines(own, labels, 'left').at(-1)).toBe(`  1 Cube moved from HILL to MILL   ${because}`)
  })

  it('merges equal events into one line with all their places', () => {
    const flip = (at: string) =>
      ({ type: 'flipped', what: 'cube', became: 'cube+up', at, prop: 'side', value: 'up' }) as const
    const set = (of: string) => ({ type: 'set', variable: 'mood', of, from: 'calm', value: 'angry' }) as const
    const put = (into: string) => ({ type: 'moved', what: 'cube', from: 'box', into, count: 2 }) as const
    const events = [
      flip('hill'),
      flip('mill'),
      flip('mill'),
      set('hill'),
      set('mill'),
      put('hill'),
      put('mill'),
    ]
    expect(logLines(events, labels, null)).toEqual([
      '3 Cubes become up: 1 in HILL, 2 in MILL',
      'HILL, MILL: mood calm → angry',
      '2 Cubes each placed in HILL and MILL',
    ])
  })

  it('shows a replacement as one event', () => {
    const events = [
      { type: 'moved', what: 'cube', from: 'hill', into: 'box', count: 2 },
      { type: 'moved', what: 'pawn', from: 'box', into: 'hill', count: 1 },
    ] as const
    expect(logLines(events, labels, null)).toEqual(['1 Pawn replaces 2 Cubes in HILL'])
  })

  it('skips redundant choices and repeated headings', () => {
    const events = [
      { type: 'chose', seat: 'left', name: 'deed', choice: 'march', label: 'A long march' },
      { type: 'said', text: 'Left goes for: A long march' },
      { type: 'began', action: 'march', class: 'A long march', seat: 'left', free: false },
      { type: 'set', variable: 'score', of: 'left', from: 1, value: 2 },
    ] as const
    expect(logLines(events, labels, null)).toEqual(['Left goes for: A long march', '  Left: score 1 → 2'])
  })

  it('ends with changed values, which are cut after choices but before actions', () => {
    const value = (title: string) => ({ title, expression: title, hide: [], signed: false })
    const scored = labelsOf([space('hill'), space('mill')], {
      seatValues: [value('score')],
      spaceValues: [value('holder')],
    })
    const story = new TerminalLog(scored, 'left')
    const chose = (seat: string, choice: string) => ({ type: 'chose', seat, name: 'place', choice }) as const
    story.tell([
      chose('right', 'hill'),
      { type: 'said', text: 'The hill falls' },
      chose('right', 'mill'),
      { type: 'said', text: 'The mill stands' },
    ])
    const standing = {
      before: { values: [], seats: { left: [3], right: [4] }, spaces: { hill: ['left'], mill: [null] } },
      after: { values: [], seats: { left: [3], right: [6] }, spaces: { hill: ['right'], mill: ['right'] } },
    }
    const now = 'Now Right: score 4 → 6; HILL: holder Left → Right'
    expect(story.digest(-1, 80, 9, standing)).toEqual([
      'Right chooses HILL',
      'The hill falls',
      'Right chooses MILL',
      'The mill stands',
      now,
    ])
    expect(story.digest(-1, 80, 4, standing)).toEqual([
      'The hill falls',
      'The mill stands',
      now,
      '… 2 more lines (type log)',
    ])
    expect(story.digest(-1, 80, 3, standing)).toEqual([
      'The hill falls',
      'The mill stands',
      '… 2 more lines (type log)',
    ])
  })

  it('lists repeated answers, and groups equal dice', () => {
    const chose = (name: string, choice: string | readonly string[]) =>
      ({ type: 'chose', seat: 'right', name, choice }) as const
    const roll = (value: number) => ({ type: 'rolled', name: 'die', value, min: 1, max: 6 }) as const
    const story = new TerminalLog(labels, 'left')
    story.tell([
      chose('to', 'hill'),
      chose('to', 'mill'),
      chose('to', 'hill'),
      chose('to', []),
      chose('by', 'port'),
    ])
    story.tell([roll(3), roll(5), roll(3)])
    expect(story.digest(-1, 80, 9)).toEqual(['Right chooses HILL and MILL: port · die: rolled 3, 5, 3 (1-6)'])
  })

  it('counts dealt cards, and shows the number of omitted lines', () => {
    const pile = { ...space('deck', {}, false), holds: 'cards', visible: 'none' } as const
    const hand = (seat: string) =>
      ({ ...space(`hand:${seat}`, {}, false), holds: 'cards', visible: 'owner', owner: seat }) as const
    const cards = labelsOf([pile, hand('left'), hand('right')])
    const deal = (what: string, seat: string) =>
      ({ type: 'moved', what, from: 'deck', into: `hand:${seat}`, count: 1 }) as const
    const story = new TerminalLog(cards, 'left')
    story.tell([
      { type: 'entered', procedure: 'deal', title: 'The deal' },
      { type: 'shuffled', zone: 'deck' },
      deal('card', 'right'),
      deal('storm', 'left'),
      deal('card', 'right'),
      { type: 'left', procedure: 'deal' },
      { type: 'said', text: 'Right has won' },
    ])
    expect(story.digest(-1, 80, 9)).toEqual([
      'The deal',
      '  Storm dealt to Left',
      '  2 cards are dealt; DECK is shuffled',
      'Right has won',
    ])
    // By turns, without bookkeeping, and at last only the result.
    expect(story.digest(-1, 80, 3)).toEqual(['The deal · Storm dealt to Left', 'Right has won'])
    expect(story.digest(-1, 26, 2)).toEqual(['Right has won', '… 3 more lines (type log)'])
  })

  it('goes back to a mark, and shows where free undo starts', () => {
    const said = (text: string) => [{ type: 'said', text }] as const
    const story = new TerminalLog(labels, null)
    story.tell([{ type: 'entered', procedure: 'round', title: 'Round 1' }, ...said('One')])
    const mark = story.mark()
    story.tell(said('Two'))
    story.tell([{ type: 'left', procedure: 'round' }, ...said('Three')])
    story.note('Ann: well played')
    const whole = ['Round 1: Two', '  One', '  Two', 'Three', 'Ann: well played']
    expect(story.turns('all', 80)).toEqual(whole)
    expect(story.turns('all', 80, { free: mark + 2 })).toEqual([
      ...whole.slice(0, 3),
      '--- From here on, undo is free. ---',
      ...whole.slice(3),
    ])
    const rolled = new TerminalLog(labels, null)
    rolled.tell([{ type: 'rolled', name: 'die', value: 4, min: 1, max: 6 }])
    rolled.tell(said('Four'))
    expect(rolled.turns('all', 100, { free: 1 })).toEqual([
      'die: rolled 4 (1-6)',
      "--- die: rolled 4 (1-6): this can't be unseen. From here on, undo is free. ---",
      'Four',
    ])
    story.truncate(mark)
    expect(story.turns('all', 80)).toEqual(['Round 1: One', '  One', '  Ann: well played'])
    story.tell(said('Two again'))
    expect(story.digest(mark, 80, 9)).toEqual(['Round 1', '  Ann: well played', '  Two again'])
  })

  it('splits turns by the outermost titles, or by seats if there are none', () => {
    const story = new TerminalLog(labels, null)
    for (const round of [1, 2, 3])
      story.tell([
        { type: 'entered', procedure: 'round', title: `Round ${round}` },
        { type: 'said', text: `This was ${round}` },
        { type: 'left', procedure: 'round' },
        { type: 'shuffled', zone: 'hill' },
      ])
    expect(story.turns(2, 80)).toEqual([
      'Round 2: This was 2',
      '  This was 2',
      'HILL is shuffled',
      'Round 3: This was 3',
      '  This was 3',
      'HILL is shuffled',
    ])
    const plain = new TerminalLog(labels, null)
    for (const seat of ['left', 'right', 'left'])
      plain.tell([
        { type: 'chose', seat, name: 'place', choice: 'hill' },
        { type: 'moved', what: 'pawn', from: 'box', into: 'hill', count: 1 },
      ])
    expect(plain.turns(2, 80)).toEqual([
      'Right chooses HILL',
      '  1 Pawn placed in HILL',
      'Left chooses HILL',
      '  1 Pawn placed in HILL',
    ])
  })

  it('merges partial changes, and drops those that cancel out', () => {
    const set = (variable: string, from: number, value: number) =>
      ({ type: 'set', variable, of: 'left', from, value }) as const
    const events = [set('score', 1, 2), set('score', 2, 5), set('round', 1, 2), set('round', 2, 1)]
    expect(logLines(events, labels, 'left')).toEqual(['Left: score 1 → 5'])
  })

  it('groups moves to one place and flipped pieces', () => {
    const moved = (from: string, count: number) =>
      ({ type: 'moved', what: 'cube', from, into: 'mill', count }) as const
    const flipped = {
      type: 'flipped',
      what: 'cube',
      became: 'cube+up',
      at: 'mill',
      prop: 'side',
      value: 'up',
    } as const
    const events = [moved('hill', 2), moved('port', 1), flipped, flipped]
    expect(logLines(events, labels, 'left')).toEqual([
      '3 Cubes moved to MILL: 2 from HILL, 1 from port',
      '2 Cubes in MILL become up',
    ])
  })

  it('groups events by title and action, and shows a rule when it changes', () => {
    const set = (value: number, rule: string) =>
      ({ type: 'set', variable: 'score', of: 'left', from: value - 1, value, rule }) as const
    const [entered, left] = [
      (procedure: string, title: string) => ({ type: 'entered', procedure, title, rule: '1.1' }) as const,
      (procedure: string) => ({ type: 'left', procedure, rule: '1.1' }) as const,
    ]
    const deed = (type: 'began' | 'ended') =>
      ({ type, action: 'march', seat: 'left', free: true, rule: '1.1' }) as const
    const events = [
      entered('turn', 'Turn of Left'),
      { type: 'chose', seat: 'left', name: 'deed', choice: 'march', rule: '1.1' },
      deed('began'),
      set(1, '3.1'),
      set(2, '3.1'),
      { type: 'said', text: 'Onwards', rule: '3.2' },
      deed('ended'),
      { type: 'said', text: 'Done', rule: '1.1' },
      entered('quiet', 'Nothing happens here'),
      left('quiet'),
      left('turn'),
      { type: 'said', text: 'Next', rule: '1.1' },
    ] as const
    expect(logLines(events, labels, 'left')).toEqual([
      'Turn of Left (1.1)',
      '  Left marches: Onwards, score 2',
      '    Left: score 0 → 2 (3.1)',
      '    Onwards (3.2)',
      '  Done',
      'Next (1.1)',
    ])
    const story = new TerminalLog(labels, 'left')
    story.tell(events.slice(0, 4))
    const mark = story.mark()
    story.tell(events.slice(4))
    expect(story.digest(mark, 80, 10)).toEqual([
      'Turn of Left',
      '  Left begins march (free)',
      '    Left: score 1 → 2',
      '    Onwards',
      '  Done',
      'Next',
    ])
  })

  it('leaves out what the look hides', () => {
    const quiet = labelsOf([space('hill')], { hide: ['round'] })
    const events = [
      { type: 'set', variable: 'round', from: 1, value: 2 },
      { type: 'set', variable: 'mood', of: 'hill', from: 'calm', value: 'angry' },
    ] as const
    expect(logLines(events, quiet, 'left')).toEqual(['HILL: mood calm → angry'])
  })

  it("marks forced choices for their seat, and shows the option's label to all", () => {
    const event = { type: 'chose', seat: 'left', name: 'space', choice: 'hill', forced: true } as const
    expect(logLines([event], labels, 'left')).toEqual(['Left: HILL (the only choice)'])
    expect(logLines([event], labels, 'right')).toEqual([])
    const way = { ...event, choice: 'pass', label: 'Pass at once' } as const
    expect(logLines([way], labels, 'right')).toEqual(['Left: Pass at once (the only choice)'])
    const free = {
      type: 'chose',
      seat: 'left',
      name: 'choice',
      choice: 'pass',
      label: 'Pass at once',
    } as const
    expect(logLines([free], labels, 'right')).toEqual(['Left passes at once'])
  })

  it('marks an offered action as inserted, and names an action by its class', () => {
    const chose = { type: 'chose', seat: 'left', name: 'choice' } as const
    const deed = (type: 'began' | 'ended', action: string, cls: string) =>
      ({ type, action, seat: 'left', free: false, class: cls }) as const
    const events = [
      { ...chose, choice: 'short', label: 'Small deed' },
      deed('began', 'deed', 'small-deed'),
      deed('began', 'march', 'small-deed'),
      { ...chose, choice: { offer: 'tax' } },
      deed('began', 'tax', 'extra'),
      deed('ended', 'tax', 'extra'),
      { ...chose, choice: 'hill' },
    ] as const
    const named = labelsOf([space('hill')])
    expect(logLines(events, named, null)).toEqual([
      'Left marches in HILL and taxes',
      '  Left begins march',
      '    Left inserts tax (extra)',
      '    Left chooses HILL',
    ])
  })

  it('merges a choice and its move if the seat is clear', () => {
    const chose = (seat: string) =>
      ({ type: 'chose', seat, name: 'cubes', choice: ['cube@hill', 'cube@hill'] }) as const
    const moved = { type: 'moved', what: 'cube', from: 'hill', into: 'mill', count: 2 } as const
    const told = '2 Cubes moved from HILL to MILL'
    expect(logLines([chose('left'), moved], labels, null)).toEqual([told]) // the seat's own cubes
    expect(logLines([chose('right'), moved], labels, null)).toEqual([
      'Right chooses 2 Cubes in HILL',
      `  ${told}`,
    ])
    const begun = { type: 'began', action: 'raid', seat: 'right', free: false } as const
    expect(logLines([begun, chose('right'), moved], labels, null).slice(1)).toEqual([`  ${told}`])
    const less = { ...moved, count: 1 }
    expect(logLines([chose('left'), less], labels, null)[0]).toBe('Left chooses 2 Cubes in HILL')
  })

  it('ends with the ranking', () => {
    const ranking = [
      { seat: 'right', rank: 1, score: 9 },
      { seat: 'left', rank: 2, score: 4 },
    ]
    expect(outcomeLines({ kind: 'rank', reason: 'time is up', winners: ['right'], ranking }, labels)).toEqual(
      ['Right wins: time is up', '  1. Right  9', '  2. Left  4'],
    )
    expect(outcomeLines({ kind: 'draw', reason: '', winners: [], ranking: [] }, labels)).toEqual(['A draw'])
    const together = ['left', 'right'].map((seat) => ({ seat, rank: 2, score: 7 }))
    expect(
      outcomeLines({ kind: 'lose', reason: 'it froze', winners: [], ranking: together }, labels),
    ).toEqual(['Everybody loses: it froze', '  Score: 7'])
  })
})
