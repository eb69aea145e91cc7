/** How many questions a turn takes: no more than there are things to decide (2.3.4, 4.1). */
import { describe, expect, it } from 'vitest'
import { said, turnOf } from './support/activities.js'
import { asked, begin, gameWith } from './support/boards.js'

const game = gameWith({
  'us-turn': turnOf(
    'US',
    `
    place 2 US troops in hue
    place 2 US troops in saigon
    place 2 police in da-nang
    place 2 VC guerrillas in da-nang
    place 2 ARVN troops in kontum
    place 1 VC guerrillas in kontum
    set resources of ARVN to 20`,
  ),
  'vc-turn': turnOf(
    'VC',
    `
    place 2 VC guerrillas in tay-ninh
    place 2 VC guerrillas in kien-phong
    set resources of VC to 4`,
  ),
})

const TURNS = [
  {
    what: 'a Train of the US in two spaces, with Advise in one',
    board: 'us-turn',
    text: 'operation-and-activity | train-us | hue | irregulars | saigon | irregulars | +advise | da-nang | sweep | nothing | aid | no-more',
  },
  {
    what: 'a Rally of the VC in four spaces, with Tax in two',
    board: 'vc-turn',
    text: 'operation-and-activity | rally-vc | hue | guerrilla | da-nang | guerrilla | +tax | tay-ninh | kien-phong | nothing | kontum | guerrilla | an-loc | guerrilla | nothing',
  },
]

describe.each(TURNS)('$what', ({ board, text }) => {
  it('asks what is to be decided, and nothing else', () => {
    let state = begin(game, board)
    for (const choice of said(text)) {
      const { name, options, optional, offers, kind } = asked(game, state)
      expect(options.length + offers.length + Number(optional) > 1 || kind === 'number', name).toBe(true)
      expect(name).not.toBe('special-activity')
      state = game.decide(state, choice)
    }
    expect(game.decision(state)).toBeUndefined()
    expect(game.evaluate(state, 'first-did')).toBe('operation-with-activity')
  })

  it('says what each question is about, where it is about one space', () => {
    let state = begin(game, board)
    for (const choice of said(text)) {
      const { prompt, subject } = asked(game, state)
      if (/ in |: place how many/.test(prompt.split('(')[0] ?? '') && !prompt.includes('one of the spaces'))
        expect(subject, prompt).toMatchObject({ type: 'zone' })
      state = game.decide(state, choice)
    }
  })
})
