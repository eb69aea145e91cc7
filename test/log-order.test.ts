/** The log is correct and in order. */
import type { StepEvent } from '@ludoforge/kernel'
import { expect, it } from 'vitest'
import { PLAIN_LOOK } from '../packages/look/src/reader/look.js'
import { Labels } from '../packages/cli/src/terminal/board/index.js'
import { TerminalLog } from '../packages/cli/src/terminal/play/log.js'
import { makePaint } from '../packages/cli/src/terminal/terminal.js'
import { asking } from './support/explaining.js'

const { game } = asking('procedure ask\n  choose space from map "Where?"')

function told(events: readonly StepEvent[]): string {
  const story = new TerminalLog(new Labels(game.def, PLAIN_LOOK, makePaint(false)), 'red')
  const since = story.mark()
  story.tell(events)
  return story.digest(since, 80, 60).join('\n')
}

const entered = (title: string): StepEvent => ({ type: 'entered', procedure: 'ask', title })
const left: StepEvent = { type: 'left', procedure: 'ask' }
const dealt = (into: string): StepEvent => ({ type: 'moved', what: 'card', from: 'deck', into, count: 1 })

it('pieces of several kinds in one choice are each named once', () => {
  const choice = 'red-guard|red-guard+hidden|blue-guard|blue-guard+hidden|sun'
  expect(told([{ type: 'chose', seat: 'red', name: 'enemy', choice }])).toMatch(
    /chooses Red [Gg]uards and Blue [Gg]uards$/m,
  )
})

it('a die comes before its effects, even without an acting seat', () => {
  const text = told([
    entered('The sky'),
    { type: 'rolled', name: 'die', value: 4, min: 1, max: 6 },
    { type: 'set', variable: 'sky', from: 'calm', value: 'angry' },
    { type: 'moved', what: 'red-guard', from: 'box:red', into: 'mill', count: 2 },
    { type: 'said', text: 'The sky is angry' },
    left,
  ])
  expect(text).toContain('die: rolled 4')
  expect(text.indexOf('rolled')).toBeLessThan(text.indexOf('Guard'))
  expect(text.indexOf('rolled')).toBeLessThan(text.indexOf('The sky is angry'))
})

it("automatic changes come before the part they lead to, and aren't summed up", () => {
  const text = told([
    dealt('hand:blue'),
    entered('Turn 1'),
    { type: 'said', text: 'Red rests' },
    left,
    dealt('hand:blue'),
    entered('Turn 2'),
    { type: 'said', text: 'Blue rests' },
  ])
  expect(text).not.toContain('2 cards')
  const places = [...text.matchAll(/dealt|Red rests|Blue rests/g)].map(([one]) => one)
  expect(places).toEqual(['dealt', 'Red rests', 'dealt', 'Blue rests'])
})
