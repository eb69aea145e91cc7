/** Actions offered with a question, variables of an action, forced answers, and their errors. */
import type { SavedState } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compileSmall, loadSmall, mistakesOf } from './small-game.js'

const WINDOW = `
window pause
  offers deed from actions-tagged(quick) where legal(it) "Anything first?"
  perform deed

action dig "Dig" tagged quick
  requires gold < 2
  add 1 to gold
`

const RULES = `
play
  choose place from map, offering pause "Where in {actor}'s name?"
  choose "And then?", offering pause, about mill
    option here
    option there
  window pause, after
  draw
${WINDOW}`

describe('offers', () => {
  const game = loadSmall(RULES)
  const start = game.start()

  it('are listed in addition to the options, with the window and the timing', () => {
    expect(game.decision(start)).toMatchObject({
      name: 'place',
      options: [{ id: 'mill' }, { id: 'ford' }, { id: 'moor' }],
      offers: [{ id: 'dig', label: 'Dig', window: 'pause', timing: 'during' }],
    })
  })

  it('are performed when taken, then the question is asked again', () => {
    const once = game.decide(start, { offer: 'dig' })
    expect(game.decision(once)).toMatchObject({ name: 'place', offers: [{ id: 'dig' }] })
    const twice = game.decide(once, { offer: 'dig' })
    expect(game.decision(twice)).toMatchObject({ name: 'place', offers: [] })
    expect(game.evaluate(twice, 'gold')).toBe(2)
    expect(() => game.decide(twice, { offer: 'dig' })).toThrow(/'dig' is not offered/)
  })

  it('are picks below zero for programs', () => {
    const state = game.fork(start)
    expect(game.ask(state)?.offers).toHaveLength(1)
    game.answer(state, [-1])
    expect(game.hash(state)).toBe(game.hash(game.decide(start, { offer: 'dig' })))
    expect(() => game.answer(state, [-2])).toThrow(/no offer 1/)
    expect(() => game.answer(state, [-1, 0])).toThrow(/no option -1/)
  })

  it('that were declined are offered again only if something has changed', () => {
    const early = loadSmall(RULES.replace('window pause, after', 'window pause'))
    const placed = early.decide(early.start(), 'ford')
    expect(early.outcome(early.decide(placed, 'here'))?.kind).toBe('draw')
  })

  it('that were declined are offered once, at the end', () => {
    const last = game.decide(game.decide(start, 'ford'), 'here')
    expect(game.decision(last)).toMatchObject({ name: 'pause', offers: [{ id: 'dig', timing: 'after' }] })
    expect(game.outcome(game.decide(last, []))?.kind).toBe('draw')
    const saved = JSON.parse(JSON.stringify(game.save(game.decide(start, 'ford')))) as SavedState
    expect(game.decision(game.decide(game.restore(saved), 'here'))).toMatchObject({ name: 'pause' })
  })

  it('are offered once only, also with two windows at the end', () => {
    const twice = loadSmall(
      RULES.replace('window pause, after', 'window pause, after\n  window pause, after'),
    )
    const last = twice.decide(twice.decide(twice.start(), 'ford'), 'here')
    expect(twice.outcome(twice.decide(last, []))?.kind).toBe('draw')
  })

  it('make events: the choice of the offer, then the action with its timing', () => {
    const { events } = game.step(start, { offer: 'dig' })
    expect(events.map(({ type }) => type)).toEqual(['chose', 'began', 'set', 'ended'])
    expect(events[0]).toMatchObject({ choice: { offer: 'dig' } })
    expect(events[1]).toMatchObject({ action: 'dig', timing: 'during' })
  })

  it('survive a save in the middle of what was taken', () => {
    const asking = loadSmall(
      RULES.replace('  add 1 to gold', '  choose depth from 1..2\n  add depth to gold'),
    )
    const inside = asking.decide(asking.start(), { offer: 'dig' })
    expect(asking.decision(inside)).toMatchObject({ name: 'depth', action: 'dig' })
    const restored = asking.restore(JSON.parse(JSON.stringify(asking.save(inside))))
    const after = asking.decide(restored, 2)
    expect(asking.decision(after)).toMatchObject({ name: 'place', offers: [] })
    expect(asking.hash(after)).toBe(asking.hash(asking.decide(inside, 2)))
  })
})

describe('what a question is about', () => {
  it('is its `about`, or the first thing its prompt shows', () => {
    const game = loadSmall(RULES)
    expect(game.decision(game.start())?.subject).toEqual({ type: 'seat', id: 'red', label: 'Red' })
    const placed = game.decide(game.start(), 'ford')
    expect(game.decision(placed)?.subject).toMatchObject({ type: 'zone', id: 'mill' })
  })
})

describe('windows and subjects that make no sense are explained', () => {
  it.each([
    ['play\n  choose x from map, offering puase\n  draw\n' + WINDOW, /`puase` is not a window.*`pause`/],
    ['play\n  window dig\n  draw\n' + WINDOW, /`dig` is not a window/],
    ['play\n  do pause\n  draw\n' + WINDOW, /window/],
    [
      'play\n  choose x from map, about 3\n  draw',
      /Expected a space, a piece, a seat or an action, found a number/,
    ],
    [
      'play\n  draw\nwindow pause\n  perform dig\naction dig\n  add 1 to gold',
      /A window needs `offers` as its first line/,
    ],
    ['play\n  draw\nwindow pause\n  offers x from map\n  perform x', /list of actions/],
    ['play\n  choose n from 1..3, offering pause\n  draw\n' + WINDOW, /number cannot offer actions/],
  ])('%s', (rules, message) => {
    expect(mistakesOf(rules).join('\n')).toMatch(message)
  })
})

describe('variables of an action', () => {
  const YAML = '```yaml\nvariables:\n  tries: {range: 0..5, during: quick}\n```\n'
  const OWN = `
play
  set tries to 3
  perform try
  choose x from map
  draw

action try tagged quick
  requires tries = 0
  add 1 to tries
  add tries to gold
`

  it('are fresh inside and back afterwards, for perform and for legal alike', () => {
    const game = loadSmall(OWN, YAML)
    const state = game.start()
    expect(game.evaluate(state, 'gold')).toBe(1)
    expect(game.evaluate(state, 'tries')).toBe(3)
    expect(game.evaluate(state, 'legal(try)')).toBe(false)
    expect(game.evaluate(state, 'legal(try, free)')).toBe(true)
    expect(game.evaluate(state, 'tries')).toBe(3)
    expect(game.hash(game.restore(game.save(state)))).toBe(game.hash(state))
  })

  it('live with a tag that some action has', () => {
    const { diagnostics } = compileSmall(OWN, YAML.replace('during: quick', 'during: quikc'))
    expect(diagnostics.map((d) => `${d.message} ${d.hint ?? ''}`).join('\n')).toMatch(
      /no action has this tag.*`quick`/,
    )
  })
})

describe('forced answers', () => {
  it('are given by the machine and marked, where everybody could have given them', () => {
    const game = loadSmall(
      'play\n  choose go from [mill, ford]\n  choose x from map where it is moor\n  choose n from 4..4\n' +
        '  choose s from map where it is ford, secretly\n  set gold to n\n  choose y from map\n  draw',
    )
    const { state, events } = game.step(game.start(), 'mill')
    expect(events.filter((e) => e.type === 'chose').map((e) => [e.name, e.choice, e.forced])).toEqual([
      ['go', 'mill', undefined],
      ['x', 'moor', true],
      ['n', 4, true],
    ])
    expect(game.decision(state)).toMatchObject({ name: 's', secret: true, options: [{ id: 'ford' }] })
    expect(game.decision(game.decide(state, 'ford'))?.name).toBe('y')
  })
})
