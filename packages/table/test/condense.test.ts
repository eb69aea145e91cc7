/** `condense` drops redundant lines. */
import type { StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { condense, type Line } from '../src/log/condense.js'
import { condenseOptions } from '../src/log/sentences.js'
import { words } from './vocabulary.js'

type Chose = Extract<StepEvent, { readonly type: 'chose' }>

const chose = (choice: Chose['choice'], more: Partial<Chose> = {}): StepEvent => ({
  type: 'chose',
  seat: 'left',
  name: 'what',
  choice,
  ...more,
})
const began = (action: string, seat = 'left', cls?: string): StepEvent => ({
  type: 'began',
  action,
  seat,
  free: false,
  ...(cls === undefined ? {} : { class: cls }),
})
const ended = (action: string): StepEvent => ({ type: 'ended', action, seat: 'left', free: false })
const moved = (what: string, from: string, into: string, count = 1): StepEvent => ({
  type: 'moved',
  what,
  from,
  into,
  count,
})
const set: StepEvent = { type: 'set', variable: 'round', from: 1, value: 2 }
const said = (text: string): StepEvent => ({ type: 'said', text })
const rolled: StepEvent = { type: 'rolled', name: 'die', min: 1, max: 6, value: 3 }

const tell = (...events: StepEvent[]): Line[] => condense(events, condenseOptions(words))
const types = (...events: StepEvent[]): string[] => tell(...events).map(({ type }) => type)

describe('a choice', () => {
  it('of an action that begins at once is omitted', () => {
    expect(types(chose('march'), began('march'))).toEqual(['began'])
    expect(types(chose('march'), set, began('march'))).toEqual(['changes', 'began'])
    expect(types(chose('x', { label: 'March' }), began('march'))).toEqual(['began'])
    expect(types(chose('raid'), began('march'))).toEqual(['chose', 'began'])
    expect(types(chose('march'), rolled, began('march'))).toEqual(['chose', 'rolled', 'began'])
    expect(types(chose('march'))).toEqual(['chose'])
  })

  it('stays if another seat begins the action', () => {
    expect(types(chose('march'), began('march', 'right'))).toEqual(['chose', 'began'])
    expect(types(chose('x', { label: 'March' }), began('march', 'right'))).toEqual(['chose', 'began'])
  })

  it('of an offer inserts the action, whoever begins it', () => {
    expect(tell(chose({ offer: 'raid' }), began('raid', 'right'))).toEqual([
      { ...began('raid', 'right'), inserted: true },
    ])
    expect(tell(chose({ offer: 'raid' }), began('march'))).toEqual([chose({ offer: 'raid' }), began('march')])
    expect(tell(chose({ offer: 'raid' }), began('raid'), began('raid'))).toEqual([
      { ...began('raid'), inserted: true },
      began('raid'),
    ])
  })

  it('that the rules announce at once is omitted', () => {
    expect(types(chose('hill'), said('The Hill burns.'))).toEqual(['said'])
    expect(types(chose('hill'), set, said('The Hill burns.'))).toEqual(['changes', 'said'])
    expect(types(chose('hill'), said('The Mill burns.'))).toEqual(['chose', 'said'])
    expect(types(chose('hill'), rolled, said('The Hill burns.'))).toEqual(['chose', 'rolled', 'said'])
    expect(types(chose('x', { label: '' }), said('The Hill burns.'))).toEqual(['chose', 'said'])
  })

  it('of own pieces that move at once is omitted', () => {
    expect(types(chose('cube@hill'), moved('cube', 'hill', 'mill'))).toEqual(['moves'])
    expect(types(chose('cube@hill'), set, moved('cube', 'hill', 'mill'))).toEqual(['changes', 'moves'])
    expect(types(chose(['cube@hill', 'cube@hill']), moved('cube', 'hill', 'mill', 2))).toEqual(['moves'])
    expect(types(chose(['cube@hill', 'cube@port']), moved('cube', 'hill', 'mill'), moved('cube', 'port', 'mill'))).toEqual(['moves']) // biome-ignore format: one line
  })

  it.each<[string, StepEvent[]]>([
    ['fewer move', [chose(['cube@hill', 'cube@hill']), moved('cube', 'hill', 'mill')]],
    ['more move', [chose('cube@hill'), moved('cube', 'hill', 'mill', 2)]],
    ['they move from elsewhere', [chose('cube@hill'), moved('cube', 'port', 'mill')]],
    ['others move', [chose('cube@hill'), moved('disc', 'hill', 'mill')]],
    ['something comes between', [chose('cube@hill'), rolled, moved('cube', 'hill', 'mill')]],
    ['they are another’s', [chose('disc@hill'), moved('disc', 'hill', 'mill')]],
    ['one of them is another’s', [chose(['cube@hill', 'disc@hill']), moved('cube', 'hill', 'mill'), moved('disc', 'hill', 'mill')]], // biome-ignore format: one line
    ['none is chosen', [chose([]), moved('cube', 'hill', 'mill')]],
    ['it is a space', [chose('hill'), moved('cube', 'hill', 'mill')]],
    ['it is nothing', [chose('@hill'), moved('', 'hill', 'mill')]],
    ['it is a number', [chose(2), moved('cube', 'hill', 'mill')]],
  ])('of pieces is told if %s', (_, events) => {
    expect(types(...events)[0]).toBe('chose')
  })

  it('of another’s pieces in an own action is omitted', () => {
    const own = [began('march'), chose('disc@hill'), moved('disc', 'hill', 'mill')]
    expect(types(...own)).toEqual(['began', 'moves'])
    const other = [began('march', 'right'), chose('disc@hill'), moved('disc', 'hill', 'mill')]
    expect(types(...other)).toEqual(['began', 'chose', 'moves'])
    const over = [began('march'), ended('march'), chose('disc@hill'), moved('disc', 'hill', 'mill')]
    expect(types(...over)).toEqual(['began', 'ended', 'chose', 'moves'])
  })

  it('passes its reasons on when it is omitted', () => {
    const why = [{ text: 'most', title: 'Where' }]
    expect(tell(chose('march', { why }), set, began('march'), rolled)).toEqual([
      { type: 'changes', variable: 'round', changes: [{ from: 1, value: 2 }] },
      { ...began('march'), why },
      rolled,
    ])
    expect(tell(chose('cube@hill', { why }), moved('cube', 'hill', 'mill'))).toEqual([
      { type: 'moves', moves: [{ what: 'cube', from: 'hill', into: 'mill', count: 1 }], why },
    ])
  })
})

describe('simultaneous choices', () => {
  const atOnce = (choice: Chose['choice'], seat = 'left') => chose(choice, { seat, atOnce: true })

  it('imply the moves of cards from the hand', () => {
    const both = [atOnce('ace@hand:left'), atOnce('king@hand:right', 'right')]
    expect(types(...both, moved('ace', 'hand:left', 'row'), moved('king', 'hand:right', 'row'))).toEqual([
      'chose',
      'chose',
    ])
    expect(types(...both, set, moved('ace', 'hand:left', 'row'), rolled)).toEqual([
      'chose',
      'chose',
      'changes',
      'rolled',
    ])
  })

  it('imply no moves of cards to a space, of other cards, or later ones', () => {
    const both = [atOnce('disc@hand:left'), atOnce('king@hand:right', 'right')]
    expect(types(...both, moved('disc', 'hand:left', 'hill'))).toEqual(['chose', 'chose', 'moves'])
    expect(types(...both, moved('queen', 'hand:left', 'row'))).toEqual(['chose', 'chose', 'moves'])
    expect(types(...both, rolled, moved('king', 'hand:right', 'row'))).toEqual([
      'chose',
      'chose',
      'rolled',
      'moves',
    ])
  })

  it('in turn keep their moves', () => {
    const both = [chose('ace@hand:left'), chose('king@hand:right', { seat: 'right' })]
    expect(types(...both, moved('ace', 'hand:left', 'row'))).toEqual(['chose', 'chose', 'moves'])
  })
})

describe('an action', () => {
  it('that was just announced is marked as told', () => {
    expect(tell(said('Left does March now.'), began('march'))).toEqual([
      said('Left does March now.'),
      { ...began('march'), told: true },
    ])
    expect(tell(said('Left does Raid now.'), began('march'))[1]).toEqual(began('march'))
    expect(tell(said('March!'), rolled, began('march'))[2]).toEqual(began('march'))
  })
})

describe('changes and moves', () => {
  it('are joined until something else happens', () => {
    const again: StepEvent = { type: 'set', variable: 'round', from: 2, value: 3 }
    expect(types(set, again)).toEqual(['changes'])
    expect(types(set, rolled, again)).toEqual(['changes', 'rolled', 'changes'])
    expect(types(set, { type: 'left', procedure: 'march' }, again)).toEqual(['changes', 'left', 'changes'])
    expect(types(set, ended('march'), again)).toEqual(['changes', 'ended', 'changes'])
    expect(types(set, chose('hill'), again)).toEqual(['changes', 'chose', 'changes'])
  })
})
