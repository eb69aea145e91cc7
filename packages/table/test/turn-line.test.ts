/** A turn or a phase in one line, with its net result. */
import type { StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { GameLog, isGroup, isOneLine, type LogGroup, turnLine } from '@ludoforge/table'
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
const chose = (choice: string, label?: string): StepEvent => ({
  type: 'chose',
  seat: 'left',
  name: 'what',
  choice,
  ...(label === undefined ? {} : { label }),
})
const began = (action: string): StepEvent => ({ type: 'began', action, seat: 'left', free: false })
const ended = (action: string): StepEvent => ({ type: 'ended', action, seat: 'left', free: false })
const turn = (...events: StepEvent[]): StepEvent[] => [
  { type: 'entered', procedure: 'turn', title: 'Left' },
  ...events,
  { type: 'left', procedure: 'turn' },
]

function groupOf(events: readonly StepEvent[]): LogGroup {
  const log = new GameLog(words, null)
  log.tell(events)
  const group = log.top.items.find(isGroup)
  if (group === undefined) throw new Error('There is no group.')
  return group
}
const line = (...events: StepEvent[]): string => turnLine(groupOf(turn(...events)), words)

describe('the line of a turn', () => {
  it('names the actions in the third person, the spaces, and the net result', () => {
    const march = [
      began('march'),
      chose('hill'),
      moved('cube', 'box', 'hill', 2),
      chose('mill'),
      moved('cube', 'box', 'mill', 1),
      set('score', 1, 2, 'left'),
      set('score', 2, 4, 'left'),
      ended('march'),
    ]
    expect(line(...march)).toBe('Left Marches in 2 spaces: 2 Cubes in Hill, Cube in Mill, score 4')
    const raid = [began('raid'), chose('port'), moved('disc', 'port', 'box', 2), ended('raid')]
    expect(line(...march.slice(0, 3), ended('march'), ...raid)).toBe(
      'Left Marches in Hill and Raids in Port: 2 Cubes in Hill, 2 Discs removed from Port',
    )
  })

  it('leaves out what cancels out, and tells a move as one', () => {
    const there = [
      began('march'),
      moved('cube', 'hill', 'mill'),
      moved('cube', 'mill', 'port'),
      ended('march'),
    ]
    expect(line(...there)).toBe('Left Marches: Cube moved from Hill to Port')
    expect(line(began('march'), set('round', 1, 2), set('round', 2, 1), ended('march'))).toBe('Left Marches')
  })

  it('names an action by the verb that the rules give', () => {
    const named = {
      ...words,
      def: {
        ...words.def,
        procedures: words.def.procedures.map((one) =>
          one.id === 'raid' ? { ...one, verb: 'goes raiding' } : one,
        ),
      },
    }
    expect(turnLine(groupOf(turn(began('raid'), ended('raid'))), named)).toBe('Left goes raiding')
  })

  it('of a turn without an action is the report of the rules, or the choice', () => {
    const report: StepEvent = { type: 'said', text: 'Left plays the Storm. It rains.' }
    expect(line(report, set('score', 0, 2, 'right'))).toBe('Left plays the Storm: Right score 2')
    expect(line(chose('pass', 'Pass'), set('score', 0, 1, 'left'))).toBe('Left passes: score 1')
    expect(line(chose('hill'))).toBe('Left chooses Hill')
    expect(line(chose('(secret)'), chose('pass', 'Pass'))).toBe('Left passes') // the first is secret
    expect(line(chose('(secret)'))).toBe('Left')
  })

  it('names the chosen piece and its way once', () => {
    expect(line(chose('cube@hill'), chose('mill'), moved('cube', 'hill', 'mill'))).toBe(
      'Left moves Cube from Hill to Mill',
    )
    expect(line(chose('cube@hill'), moved('disc', 'mill', 'lost'), moved('cube', 'hill', 'mill'))).toBe(
      'Left moves Cube from Hill to Mill: Disc removed from Mill',
    )
  })

  it('tells the coins of each seat, its own first', () => {
    const counted = {
      ...words,
      countedVariable: (id: string, count: number) =>
        id === 'score' ? `${count} ${count === 1 ? 'coin' : 'coins'}` : undefined,
    }
    const told = (...events: StepEvent[]) =>
      turnLine(groupOf(turn(chose('pass', 'Pass'), ...events)), counted)
    expect(told(set('score', 3, 4, 'right'), set('score', 5, 4, 'left'))).toBe(
      'Left passes: −1 coin, Right +1 coin',
    )
    expect(told(set('score', 3, 1, 'right'), set('score', 5, 3, 'left'))).toBe('Left passes: −2 coins each')
  })

  it('has four results at most, pieces before tracks', () => {
    const many = ['hill', 'mill'].flatMap((zone) => [moved('cube', 'box', zone), moved('disc', 'box', zone)])
    expect(line(began('march'), ...many, set('score', 0, 1, 'left'), ended('march'))).toBe(
      'Left Marches: Cube in Hill, Cube in Mill, Right Disc in Hill, Right Disc in Mill'.replaceAll(
        'Right ',
        '',
      ),
    )
  })
})

describe('the line of a phase', () => {
  const phase = (title: string, ...events: StepEvent[]): StepEvent[] => [
    { type: 'entered', procedure: title, title },
    ...events,
    { type: 'left', procedure: title },
  ]
  it('is its title with its net result; a title of several phases is a heading', () => {
    const round = phase('Round', ...phase('Income', set('score', 1, 3, 'left'), set('score', 0, 2, 'right')))
    const group = groupOf(round)
    const [income] = group.items.filter(isGroup)
    expect([turnLine(group, words), isOneLine(group, words)]).toEqual(['Round', false])
    expect(income === undefined ? '' : turnLine(income, words)).toBe('Income: Left score 3, Right score 2')
  })
})
