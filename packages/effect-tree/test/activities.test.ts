/** Special activities that operation profiles name: offered with their operation, and only as the specs say. */
import { type Game, linkGame, type Perform, type State } from '@ludoforge/kernel'
import { compoundMoves, legalChoices, linkBlock, type Move, validateMove } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { expand } from '../src/index.js'
import { compile, defOf, mistakes, procedureOf } from './frontier.js'
import { itemAt } from '../../../test/support/items.js'

const HEAD = `
operationProfiles:
  - id: march-red
    actionId: march
    class: operation
    resolution:
      - stage: select
        effects:
          - chooseN: { bind: targets, options: { query: mapSpaces }, min: 1, max: 2 }
      - stage: resolve
        effects:
          - forEach:
              bind: space
              over: { query: binding, name: targets }
              effects: [{ setMarker: { space: $space, marker: damaged, state: true } }]
      - stage: count
        effects: [{ addVar: { scope: global, var: supplies, delta: 1 } }]
    partialExecution: { mode: forbid }
    linkedSpecialActivityWindows: [dig, scout, feast]
  - id: rest-red
    actionId: rest
    class: operation
    cost: { spend: [{ addVar: { scope: global, var: supplies, delta: -1 } }] }
    resolution:
      - stage: amount
        effects:
          - chooseOne: { bind: n, options: { query: intsInRange, min: 1, max: 3 } }
          - addVar: { scope: global, var: supplies, delta: $n }
    linkedSpecialActivityWindows: [dig, scout, feast]
`
const ACTIVITIES = `
specialActivities:
  - id: dig
    accompanyingOps: [march]
    legality: { when: { op: '<', left: { ref: gvar, var: markersPlaced }, right: 2 } }
    resolution:
      - stage: only
        effects:
          - chooseOne: { bind: $where, options: { query: mapSpaces } }
          - addVar: { scope: global, var: markersPlaced, delta: 1 }
  - id: scout
    accompanyingOps: any
    resolution: [{ stage: only, effects: [{ addVar: { scope: global, var: supplies, delta: 10 } }] }]
  - id: feast
    accompanyingOps: [rest-red]
    resolution: [{ stage: only, effects: [{ addVar: { scope: global, var: supplies, delta: 20 } }] }]
`
const PLAY = `
procedures:
  - id: play
    effects:
      - repeat:
          limit: 9
          effects:
            - chooseOne: { bind: $what, options: { query: actions, tag: operation } }
            - perform: { action: $what }
`
const PROFILES = HEAD + ACTIVITIES
const game = linkGame(defOf(compile(PROFILES, '', PLAY)))

/** The operation is under way as it was performed. */
function under(action: string, how: Partial<Perform> = {}, of: Game = game): State {
  const block = linkBlock(of, [{ perform: { action: { action }, by: { seat: 'red' }, ...how } }])
  return block.run(of.start({ seed: 1 }))
}

const offers = (state: State, of = game): string[] =>
  of.decision(state)?.offers.map(({ id, timing }) => `${timing}: ${id}`) ?? []

const limited = { class: { value: 'limitedOperation', of: 'action-class' } } as const

describe('activities that an operation profile names', () => {
  it('are offered with its first question if they accompany it', () => {
    const state = under('march-red')
    expect(game.decision(state)).toMatchObject({ name: 'targets', kind: 'many' })
    expect(offers(state)).toEqual(['before: dig', 'before: scout'])
  })

  it('are known by the id of the operation, by the action it resolves, or by a tag', () => {
    const named = (name: string): string[] => {
      const other = linkGame(defOf(compile(PROFILES.replace('[march]', `[${name}]`), '', PLAY)))
      return offers(under('march-red', {}, other), other)
    }
    expect(named('march-red')).toEqual(named('march'))
    expect(named('operation')).toEqual(named('march'))
    expect(named('rest')).toEqual(['before: scout'])
  })

  it('are a question of their own where none follows: before a payment, between stages, at the end', () => {
    const { body } = procedureOf(compile(PROFILES, '', PLAY), 'rest-red')
    const window = (timing: string) => ({ window: { name: 'rest-red-activities', timing } })
    expect(body).toMatchObject([
      window('before'),
      { if: {} },
      { chooseOne: {} },
      { addVar: {} },
      window('after'),
    ])
    const during = game.decide(under('march-red'), ['road'])
    expect(game.decision(during)).toMatchObject({ name: 'march-red-activities', optional: true, options: [] })
    expect(offers(during)).toEqual(['during: dig', 'during: scout'])
    const later = game.decide(during, [])
    expect(offers(later)).toEqual(['during: dig', 'during: scout'])
    expect(offers(game.decide(later, []))).toEqual(['after: dig', 'after: scout'])
  })

  it("don't run automatically, and only while they are legal", () => {
    const done = [['road'], [], [], []].reduce(
      (state, choice) => game.decide(state, choice),
      under('march-red'),
    )
    expect(game.view(done, null).variables).toMatchObject({ supplies: 1, 'markers-placed': 0 })
    const full = linkBlock(game, [{ setVar: { scope: 'global', var: 'markers-placed', value: 2 } }])
    const march = linkBlock(game, [{ perform: { action: { action: 'march-red' }, by: { seat: 'red' } } }])
    expect(offers(march.run(full.run(game.start())))).toEqual(['before: scout'])
  })

  it('come once in an operation, and again in the next', () => {
    const dug = game.decide(game.decide(under('march-red'), { offer: 'dig' }), 'ridge')
    expect(game.decision(dug)?.name).toBe('targets')
    expect(offers(dug)).toEqual([])
    const after = game.decide(dug, ['road'])
    expect(game.decision(after)?.name).toBe('what')
    expect(offers(game.decide(after, 'march-red'))).toEqual(['before: dig', 'before: scout'])
  })

  it('never accompany a free operation, nor one of the class limitedOperation', () => {
    expect(offers(under('march-red', { free: true }))).toEqual([])
    expect(offers(under('march-red', limited))).toEqual([])
  })

  it('have the class of their operation', () => {
    const seen = compile(
      PROFILES.replace(
        'delta: 10 }',
        "delta: { if: { when: { op: '==', left: { ref: binding, name: __actionClass }, right: operation }, then: 7, else: 1 } } }",
      ),
      '',
      PLAY,
    )
    const other = linkGame(defOf(seen))
    const state = other.decide(under('march-red', {}, other), { offer: 'scout' })
    expect(other.view(state, null).variables.supplies).toBe(7)
  })

  it('make compound moves before, during and after the operation', () => {
    const start = game.start()
    const nothing = ['', '#2', '#3'].map((n) => [`march-red-activities${n}`, []])
    const params = { targets: ['road'], ...Object.fromEntries(nothing) }
    const march: Move = { actionId: 'march-red', params }
    expect(validateMove(game, start, march)).toEqual({ valid: true })
    const variants = compoundMoves(game, start, march)
    expect(
      variants.map(({ compound }) => `${compound?.timing} ${compound?.specialActivity.actionId}`),
    ).toEqual(
      ['before', 'during', 'during', 'after'].flatMap((timing) => [`${timing} dig`, `${timing} scout`]),
    )
    const next = legalChoices(game, start, itemAt(variants, 2))
    expect(next).toMatchObject({
      complete: false,
      part: { kind: 'activity', actionId: 'dig', timing: 'during' },
    })
    expect(
      validateMove(game, start, {
        ...itemAt(variants, 0),
        compound: { timing: 'before', specialActivity: { actionId: 'feast', params: {} } },
      }),
    ).toMatchObject({ valid: false })
  })

  it('are printed as a window and read again', () => {
    const meaning = (text: string, play: string): unknown => ({
      ...defOf(compile(text, '', play)),
      sources: [],
    })
    const printed = expand({ ...defOf(compile(PROFILES, '', PLAY)), functions: [] })
    expect(printed).toContain('id: march-red-activities')
    expect(meaning(printed, '')).toEqual(meaning(PROFILES, PLAY))
  })

  it('are added to named windows', () => {
    const text = `${PROFILES.replace('[dig, scout, feast]', '[dig, extras]')}
procedures:
  - { id: extras, offers: { bind: $a, from: { query: actions, tag: extra } }, effects: [{ perform: { action: $a } }] }
`
    const { body } = procedureOf(compile(text, '', '', [PLAY]), 'march-red')
    expect(body).toMatchObject([
      { window: { name: 'extras', timing: 'before' } },
      { chooseN: { offering: { window: 'march-red-activities', timing: 'before' } } },
      { window: { name: 'extras', timing: 'during' } },
      { window: { name: 'march-red-activities', timing: 'during' } },
      { forEach: {} },
      { window: { name: 'extras', timing: 'during' } },
      { window: { name: 'march-red-activities', timing: 'during' } },
      { addVar: {} },
      { window: { name: 'extras', timing: 'after' } },
      { window: { name: 'march-red-activities', timing: 'after' } },
    ])
  })
})

describe('errors', () => {
  const wrong = (from: string | RegExp, to: string): string =>
    mistakes(compile(PROFILES.replace(from, to), '', PLAY))[0] ?? ''

  it('in the name of an activity', () => {
    expect(wrong('[dig, scout, feast]', '[dig, scuot]')).toMatch(
      /^unknown-name .*`scuot`.*a special activity or a window.*did you mean `scout`/,
    )
  })

  it('in the name of an operation that is accompanied', () => {
    expect(wrong('accompanyingOps: [march]', 'accompanyingOps: [mrach]')).toMatch(
      /^unknown-name .*`mrach`.*an operation, or a tag of one.*did you mean `march`/,
    )
  })

  it('an activity that needs arguments', () => {
    expect(wrong('  - id: scout\n', '  - id: scout\n    params: [{ name: n, type: number }]\n')).toMatch(
      /`scout` has parameters, so a window can't offer it/,
    )
  })

  it('a window for activities in an activity', () => {
    expect(
      wrong(
        '    accompanyingOps: any\n',
        '    accompanyingOps: any\n    linkedSpecialActivityWindows: [dig]\n',
      ),
    ).toMatch(/Only an operation profile can list activities here/)
  })
})
