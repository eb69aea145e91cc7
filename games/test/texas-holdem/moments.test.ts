/** A step that deals, shows and sweeps up cards is watched moment by moment. */
import type { State } from '@ludoforge/kernel'
import { lookIn, sceneOf } from '@ludoforge/look/node'
import { memoizedValues, valueExpressions } from '@ludoforge/look'
import { expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import type { TableFrame } from '../../../packages/web/src/table/store/history-cache.js'
import { isQuestionHeld, momentsOf } from '../../../packages/web/src/table/store/moments.js'

const folder = 'games/texas-holdem'
const game = await gameOf('texas-holdem')
const scene = sceneOf(game.def, lookIn(folder, game).look)
const reckon = memoizedValues(valueExpressions(game.def, scene), {
  value: (state, text, eye) => game.evaluate(state, text, eye),
  present: (state) => game.present(state),
})

function frame(state: State, number: number, events: TableFrame['events'] = []): TableFrame {
  return { number, view: game.view(state, 'ada'), values: reckon(state, 'ada'), events }
}

/** Plays by these answers, or the first option; gives the moments of the last step. */
function momentsAfter(state: State, answers: readonly string[]): readonly TableFrame[] {
  let found: readonly TableFrame[] = []
  answers.forEach((choice, i) => {
    const step = game.step(state, choice)
    found = momentsOf(frame(state, i), frame(step.state, i + 1, step.events), scene)
    state = step.state
  })
  return found
}

it('after an all-in the flop, the turn, the river and the winner are seen before the next hand', () => {
  let state = game.start({ seed: 5, scenario: 'heads-up' })
  state = game.apply(state, 'set stack of ada to 5000') // so that another hand follows, whoever wins this one
  state = game.apply(state, 'set stack of boris to 600')
  const first = game.decision(state)?.seat
  const moments = momentsAfter(state, [
    first === 'ada' ? 'all-in' : 'call',
    first === 'ada' ? 'call' : 'all-in',
  ])
  const seen = moments.length > 0 ? moments : momentsAfter(state, ['call', 'all-in', 'call'])
  const board = (one: TableFrame): number => one.view.zones['board']?.cards?.length ?? 0
  expect(seen.map((one) => [one.passing?.titles.at(-1), board(one)])).toEqual(
    expect.arrayContaining([
      ['The flop', 3],
      ['The turn', 4],
      ['The river', 5],
    ]),
  )
  const result = seen.find(({ passing }) => passing?.says.some((text) => / wins | share/.test(text)))
  expect(result === undefined ? 0 : board(result)).toBe(5)
  expect(result?.view.zones['shown:ada']?.cards).toHaveLength(2)
  const last = seen.at(-1)
  expect(last?.passing).toBeUndefined()
  expect(isQuestionHeld({ shown: seen[0] ?? last!, waiting: seen.slice(1), stepping: undefined })).toBe(true)
  expect(isQuestionHeld({ shown: last!, waiting: [], stepping: undefined })).toBe(false)
})

it('a step that leaves everything on the table is one moment', () => {
  const state = game.start({ seed: 5, scenario: 'heads-up' })
  expect(momentsAfter(state, ['call', 'check'])).toEqual([]) // the flop stays
})

it('values that are variables follow each moment; a folded hand shows who won it', () => {
  const state = game.start({ seed: 5, scenario: 'heads-up' })
  const first = momentsAfter(state, ['fold']).find(({ passing }) => (passing?.says.length ?? 0) > 0)
  expect(first?.passing?.says).toEqual([expect.stringMatching(/ wins \d+/)])
  const pot = scene.values.findIndex(({ title }) => title === 'pot')
  expect(first?.values.values[pot]).toBe(first?.view.variables['pot'])
})

it('of a table for ten only the seats in play are shown, and what is to call is what the question says', () => {
  const state = game.start({ seed: 5 })
  const { seats, zones } = game.view(state, 'ada')
  expect(Object.keys(seats)).toEqual(['ada', 'boris', 'clara', 'dmitri', 'emma', 'felix'])
  expect(Object.keys(zones).filter((zone) => /greta|hugo|ines|jonas/.test(zone))).toEqual([])
  const { seat = '', prompt = '' } = game.decision(state) ?? {}
  const toCall = scene.values.findIndex(({ title }) => title === 'to call')
  expect(prompt).toContain(`To call: ${String(reckon(state, seat).values[toCall])} of`)
})

it('a card has one name: on the board, in the log, in lists', () => {
  expect(scene.names['Td']).toBe('10♦')
  expect(scene.cards['Td']).toMatchObject({ title: '10♦', corner: '10♦' })
})
