/** How a game starts: its seed, its scenario, its options and its set-up. */
import { describe, expect, it } from 'vitest'
import { type Block, type GameDef, IllegalChoice, linkGame, type StartOptions } from '../src/index.js'
import { actor, gameOf, procedure, seat } from './games/board.js'

const set = (id: string, value: number): Block[number] => ({ setVar: { scope: 'global', var: id, value } })
const variable = (id: string) => ({ id, scope: 'global', type: 'number', min: 0, max: 9, start: 0 }) as const
const scenario = (id: string, setup: Block, options = {}) => ({ id, title: id, options, setup })
const DRAW: Block[number] = { endGame: { kind: 'draw', reason: ['over'] } }

const def: GameDef = gameOf({
  id: 'starting',
  seats: [seat('ann'), seat('ben')],
  options: [
    { id: 'speed', about: '', type: 'number', min: 1, max: 3, default: 2 },
    { id: 'night', about: '', type: 'flag', default: false },
  ],
  variables: [
    variable('board'),
    variable('scenario'),
    variable('played'),
    { id: 'gold', scope: 'seat', type: 'number', min: 0, max: 9, start: 0 },
  ],
  setup: [set('board', 1), { setVar: { scope: 'pvar', var: 'gold', player: actor, value: 5 } }],
  scenarios: [
    scenario('plain', [set('scenario', 1)]),
    scenario('fast', [set('scenario', 2)], { speed: 3 }),
    scenario('done', [DRAW]),
    scenario('wrong', [], { speed: 7 }),
  ],
  procedures: [
    procedure('play', [
      set('played', 3),
      {
        chooseOne: {
          bind: 'n',
          type: 'number',
          player: { seat: 'ben' },
          options: { query: 'intsInRange', min: 1, max: 3 },
        },
      },
      DRAW,
    ]),
  ],
})
const game = linkGame(def)

const valuesOf = (options: StartOptions, of = game) => of.view(of.start(options), null).variables
const refused = (options: StartOptions) => {
  try {
    game.start(options)
  } catch (error) {
    expect(error).toBeInstanceOf(IllegalChoice)
    return (error as Error).message
  }
  throw new Error('It was not refused.')
}

describe('a start', () => {
  it('sets up the board, then the scenario, then plays to the first decision', () => {
    expect(valuesOf({})).toMatchObject({ board: 1, scenario: 1, played: 3 })
    expect(valuesOf({ scenario: 'fast' })).toMatchObject({ board: 1, scenario: 2, played: 3 })
    expect(game.decision(game.start())?.seat).toBe('ben')
  })

  it('is by the first seat, until a rule names another', () => {
    expect(game.view(game.start(), null).seats).toMatchObject({ ann: { gold: 5 }, ben: { gold: 0 } })
  })

  it('may be an empty board', () => {
    const state = game.start({ empty: true })
    expect(game.view(state, null).variables).toMatchObject({ board: 0, played: 0 })
    expect(game.decision(state)).toBeUndefined()
  })

  it('has the seed 0, unless a number or a text is given', () => {
    const hash = (options?: StartOptions) => game.hash(game.start(options))
    expect(hash()).toBe(hash({ seed: 0 }))
    expect(hash({ seed: 'x' })).toBe(hash({ seed: 'x' }))
    for (const seed of [null, true, {}] as unknown as string[])
      expect(refused({ seed })).toMatch(/^The seed must be a number or a text, /)
  })

  it('may be the end', () => {
    const { state, events } = game.begin({ scenario: 'done' })
    expect(game.outcome(state)).toMatchObject({ kind: 'draw' })
    expect(game.decision(state)).toBeUndefined()
    expect(game.view(state, null).variables).toMatchObject({ board: 1, played: 0 })
    expect(events.map(({ type }) => type)).not.toContain('set')
    const over = linkGame({ ...def, setup: [DRAW], scenarios: [scenario('later', [set('scenario', 2)])] })
    expect(valuesOf({}, over)).toMatchObject({ scenario: 0, played: 0 }) // nothing is set up after the end
  })

  it('tells what happened after the set-up, and is the same with and without being told', () => {
    const { state, events } = game.begin({ scenario: 'fast', seed: 4 })
    expect(events).toMatchObject([{ type: 'set', variable: 'played', value: 3 }])
    expect(game.hash(state)).toBe(game.hash(game.start({ scenario: 'fast', seed: 4 })))
    expect(state.recorder).toBeNull()
    expect(game.begin().events).toEqual(events)
  })
})

describe('a scenario', () => {
  it('is the first one, unless another is named', () => {
    expect(game.hash(game.start())).toBe(game.hash(game.start({ scenario: 'plain' })))
    expect(refused({ scenario: 'slow' })).toBe(
      "There is no scenario 'slow'. The scenarios are: plain, fast, done, wrong.",
    )
  })

  it('is not needed', () => {
    const none = linkGame({ ...def, scenarios: [] })
    expect(valuesOf({}, none)).toMatchObject({ board: 1, scenario: 0, played: 3 })
    expect(() => none.start({ scenario: 'plain' })).toThrow("There is no scenario 'plain'")
  })

  it('has options, which others given replace', () => {
    const speed = (options: StartOptions) => game.save(game.start({ empty: true, ...options }))
    expect(speed({ scenario: 'fast' })).toEqual(speed({ scenario: 'fast', options: { speed: 3 } }))
    expect(speed({ scenario: 'fast' })).not.toEqual(speed({ scenario: 'fast', options: { speed: 2 } }))
    expect(speed({})).toEqual(speed({ options: { speed: 2, night: false } }))
    expect(speed({})).not.toEqual(speed({ scenario: 'done' })) // the state knows its scenario
  })
})

describe('an option', () => {
  it.each([
    [{ speed: 0 }, "The option 'speed' cannot be 0 (in the options given)."],
    [{ speed: 4 }, "The option 'speed' cannot be 4 (in the options given)."],
    [{ speed: 'fast' }, "The option 'speed' cannot be 'fast' (in the options given)."],
    [{ size: 1 }, "There is no option 'size' (in the options given)."],
  ])('is refused: %j', (options, message) => {
    expect(refused({ options })).toBe(message)
  })

  it('of a scenario is refused by the name of the scenario', () => {
    expect(refused({ scenario: 'wrong' })).toBe("The option 'speed' cannot be 7 (in scenario 'wrong').")
    const wrong = linkGame({ ...def, scenarios: [scenario('wrong', [], { speed: 7 })] })
    expect(() => wrong.start()).toThrow("The option 'speed' cannot be 7 (in scenario '').")
  })

  it('may be at either end of its range', () => {
    for (const speed of [1, 3]) expect(() => game.start({ options: { speed } })).not.toThrow()
  })
})
