/** Explanations of actions: offered with a question, as they would be performed, and in simultaneous choices. */
import { describe, expect, it } from 'vitest'
import { asking, said, why } from './support/explaining.js'
import { explain } from '@ludoforge/play'
import { itemAt } from './support/items.js'

describe('an action offered with a question', () => {
  const rules = (question: string): string => `
procedure ask
  ${question}

window aside                                        # 5.1
  offers extra from open-extras "Something more?"
  perform extra

set open-extras = actions-tagged(extra) where in-season and suits(it) and not (sky is angry) and legal(it)

test in-season = not storm                          # 5.2
test suits(deed: action) = sky is calm or deed in actions-tagged(loud)

action rest "Rest" by red, tagged extra
  add 1 to red.gold

action sing-red "Sing" by red, tagged extra, tagged loud
  requires some(map where some(red guards in it)) and actor.gold >= 2   # 5.3
  add 1 to red.gold

action sing-blue "Sing" by blue, tagged extra
  add 1 to blue.gold

action march "March" by red
  requires actor.gold > 4
  add 1 to red.gold`
  const where = rules('choose space from map "Where?", offering aside')

  it('is reported as offered, with its timing, by id, title or the start of its id', () => {
    const { game, state } = asking(where)
    expect(explain(game, state, 'rest')).toEqual({
      offered: true,
      option: 'rest',
      timing: 'during',
      summary: 'Rest can be chosen in addition to an answer. It is performed now.',
      failed: [],
    })
    const rich = asking(where, 'set red.gold to 2\n  place 1 red guard in mill')
    for (const name of ['sing-red', 'sing', 'Sing'])
      expect(explain(rich.game, rich.state, name)).toMatchObject({ offered: true, option: 'sing-red' })
    const first = asking(rules('choose space from map "Where?", offering aside before'))
    expect(explain(first.game, first.state, 'rest').summary).toBe(
      'Rest can be chosen in addition to an answer. It is performed first.',
    )
    expect(explain(game, state, 'mill')).toEqual({
      offered: true,
      option: 'mill',
      summary: 'Old Mill can be chosen now.',
      failed: [],
    })
  })

  it('is excluded by every failed clause of the window, each with its location', () => {
    const { game, state } = asking(where, 'set storm')
    expect(explain(game, state, 'rest')).toMatchObject({
      offered: false,
      option: 'rest',
      summary: 'Rest: storm: yes.',
      failed: [{ text: 'storm: yes', rule: '5.2' }],
    })
    expect(why(where, 'rest', 'set storm\n  set sky to angry')).toEqual([
      'storm: yes',
      'sky is angry, needs calm and Rest is not Sing [sky is angry, needs calm | Rest is not Sing]',
      'sky is angry',
    ])
  })

  it('is excluded by its own requirements', () => {
    expect(why(where, 'Sing')).toEqual([
      'there is no space with a Red Guard {no Red Guard is there}',
      'Red gold 0, needs 2',
    ])
    expect(why(where, 'sing-blue')).toEqual(['Sing is for Blue only'])
  })

  it('that no window offers is explained as usual', () => {
    expect(why(where, 'march')).toEqual(['Red gold 0, needs 5'])
    expect(why(where, 'march', 'set red.gold to 5')).toEqual([
      'it would be possible, but the question is: Where?',
    ])
    expect(why(rules('choose space from map "Where?"'), 'rest')).toEqual([
      'it would be possible, but the question is: Where?',
    ])
  })

  it('is found among options and other actions', () => {
    const ways = rules(
      'choose offering aside "Go?"\n    option go "Go" if storm\n    option stay "Stay"\n    option hide "Hide"',
    )
    expect(explain(asking(ways).game, asking(ways).state, 'rest').offered).toBe(true)
    expect(why(ways, 'sing')).toHaveLength(2)
    expect(why(ways, 'go')).toEqual(['storm: no'])

    const deeds = rules('choose deed from [march] where legal(it), or none, offering aside "What?"')
    const { game, state } = asking(deeds)
    expect(explain(game, state, 'rest')).toMatchObject({ offered: true, timing: 'during' })
    expect(why(deeds, 'march')).toEqual(['Red gold 0, needs 5'])
    expect(why(deeds, 'sing')).toHaveLength(2)
  })

  it('is explained if the window is a question itself', () => {
    const alone = rules('window aside, after')
    const { game, state } = asking(alone)
    expect(explain(game, state, 'rest').summary).toBe('Rest can be chosen. It is performed at the end.')
    expect(why(alone, 'sing')).toHaveLength(2)
    expect(why(alone, 'swim')).toEqual(['there is no action called “swim”'])
    expect(why(alone, 'march', 'set red.gold to 5')).toEqual([
      'it would be possible, but the question is: Something more?',
    ])
  })

  it('is explained if the question is a number', () => {
    const number = rules('choose amount from 1..3 "How many?"')
    expect(why(number, 'march')).toEqual(['Red gold 0, needs 5'])
    expect(explain(asking(number).game, asking(number).state, '4').summary).toBe(
      'The answer is a whole number from 1 to 3.',
    )
  })

  it('reveals nothing hidden', () => {
    const hidden = where.replace('sky is angry', 'blue.purse > 3')
    for (const purse of [0, 9])
      expect(why(hidden, 'rest', `set storm\n  set blue.purse to ${purse}`)).toEqual(['storm: yes'])
    expect(why(hidden, 'rest', 'set blue.purse to 9')).toEqual(['Blue purse is at least 4'])
  })
})

/** An option that is open only if this condition holds. */
const gate = (condition: string): string =>
  `procedure ask\n  choose "Go?"\n    option go "Go" if ${condition}\n    option stay "Stay"\n    option rest "Rest"`

describe('an action is judged as it would be performed', () => {
  const actions = `
action stay "Stay"
  draw

action raid "Raid" by red, tagged bold
  requires actor.gold >= price
  requires some(map where allowed(it) and some(guards of actor in it))
  draw

action dare "Dare", tagged bold
  requires storm
  draw

action tour(space) "Tour"
  requires space is water
  requires actor.gold > 0
  draw

action trip(space) "Trip"
  draw

value price = if free then 0 else if class is limited then 1 else 3`
  const from = (list: string): string =>
    `procedure ask\n  choose action from ${list}, or none "What?"\n${actions}`
  const board = 'place 1 red guard in mill\n  place 1 blue guard in bay'

  it('free or not, in its class', () => {
    expect(why(from('actions where legal(it)'), 'raid', board)).toEqual(['Red gold 0, needs 3'])
    expect(why(from('actions where legal(it, as limited)'), 'raid', board)).toEqual(['Red gold 0, needs 1'])
    const { game, state } = asking(from('actions where legal(it, free)'), board)
    expect(explain(game, state, 'raid').offered).toBe(true)
  })

  it('within the named spaces', () => {
    expect(why(from('actions where legal(it, free, within [ford, bay])'), 'raid', board)).toEqual([
      'there is no space where this action may use it and a Red Guard is there {nothing meets all of this: this action may use it; a Red Guard is there <Ford, Bay: no Red Guard is there>}',
    ])
  })

  it('by the named seat, whoever may choose it', () => {
    const byBlue = from('actions where legal(it, by blue)')
    expect(why(byBlue, 'raid', `${board}\n  set red.gold to 9`)).toEqual(['Blue gold 0, needs 3'])
    const { game, state } = asking(byBlue, `${board}\n  set blue.gold to 9`)
    expect(explain(game, state, 'raid').offered).toBe(true)
  })

  it("with its arguments, or as far as it doesn't depend on them", () => {
    const toMill = from('[tour, stay, trip] where legal(it(mill))')
    expect(why(toMill, 'tour', 'set red.gold to 9')).toEqual(['Old Mill is hill, needs water'])
    expect(why(toMill, 'stay')).toEqual(["Stay can't be performed with these arguments"])
    expect(why(from('[tour, stay] where legal(it)'), 'tour')).toEqual(['Red gold 0, needs 1'])
    expect(why(gate('some(map where legal(tour(it)))') + actions, 'go')).toEqual([
      'there is no space where Tour is possible {Red gold 0, needs 1}',
    ])
    expect(why(gate('some([mill] where legal(tour(it)))') + actions, 'go', 'set red.gold to 9')).toEqual([
      'there are no Old Mill where Tour is possible {Old Mill is hill, needs water}',
    ])
  })

  it('each of several impossible ones', () => {
    expect(
      why(gate('some(actions-tagged(bold) where legal(it, as limited))') + actions, 'go', board),
    ).toEqual([
      "there is no action that is possible [Dare isn't possible <storm: no> | Raid isn't possible <Red gold 0, needs 1>]",
    ])
  })

  it("and what only the acting seat sees isn't shown", () => {
    const seat = (name: string): string =>
      from(`actions where legal(it, by ${name})`).replace(
        'actor.gold >= price',
        'actor.purse >= price\n  requires storm',
      )
    for (const purse of [0, 9])
      expect(why(seat('blue'), 'raid', `${board}\n  set blue.purse to ${purse}`)).toEqual(['storm: no'])
    expect(why(seat('blue'), 'raid', `${board}\n  set storm`)).toEqual(['Blue purse is at most 2'])
    expect(why(seat('red'), 'raid', `${board}\n  set red.purse to 1`)).toEqual([
      'Red purse 1, needs 3',
      'storm: no',
    ])
  })
})

it('a negated test says what holds', () => {
  const closed = `${gate('not closed')}\n\ntest closed = storm and (red.gold > 1 or sky is angry)`
  expect(why(closed, 'go', 'set storm\n  set red.gold to 5')).toEqual([
    'storm: yes and Red gold is at least 2 [storm: yes | Red gold is at least 2]',
  ])
})

it('a short sentence replaces a long list of alternatives', () => {
  const ways = ['storm', ...[11, 12, 13, 14, 15, 16, 17].map((n) => `red.gold + blue.gold > ${n}`)]
  const { game, state } = asking(`${gate('open-now')}\n\ntest open-now = ${ways.join(' or ')}`)
  const reason = itemAt(explain(game, state, 'go').failed, 0)
  expect(reason.text).toBe('storm: no, and 7 more')
  expect(reason.anyOf?.map(({ text }) => text)).toHaveLength(ways.length)
})

it('nested alternatives keep their parts', () => {
  const rules = gate(
    '(storm or red.gold > 1) and (sky is angry or red.gold > 2) or blue.gold > (red.gold + 1)',
  )
  expect(itemAt(explain(asking(rules).game, asking(rules).state, 'go').failed, 0).anyOf?.map(said)).toEqual([
    'storm: no and Red gold 0, needs 2 and sky is calm, needs angry and Red gold 0, needs 3 <storm: no and Red gold 0, needs 2 [storm: no | Red gold 0, needs 2] & sky is calm, needs angry and Red gold 0, needs 3 [sky is calm, needs angry | Red gold 0, needs 3]>',
    'Blue gold 0, needs 2',
  ])
})

it('of candidates that lack one thing only, the few that can be named are nearest', () => {
  const all = '[mill, ford, bay, box of red, box of blue]'
  expect(why(gate(`some(${all} where it != mill and (it = mill or storm))`), 'go')).toEqual([
    'there are no Old Mill, Ford, Bay, Box (Red) or Box (Blue) where it is not Old Mill and it is Old Mill or storm: yes {nothing meets all of this: it is not Old Mill; it is Old Mill or storm: yes <Old Mill: it is Old Mill>}',
  ])
})

describe('a list made of parts', () => {
  it('names the condition of the part that would contain it', () => {
    const rules =
      'procedure ask\n  choose space: mill if storm and red.gold > 0 | ford | bay if red.gold > 1, or none "Where?"'
    expect(why(rules, 'mill', 'set red.gold to 1')).toEqual(['storm: no'])
    expect(why(rules, 'bay')).toEqual(['Red gold 0, needs 2'])
  })

  it('names each condition if several parts would', () => {
    const rules = `procedure ask
  choose space from a + b + [ford], or none "Where?"

set a = map where storm
set b = [mill, bay] where it.width > 1 and red.gold > 1`
    expect(why(rules, 'bay')).toEqual([
      'Bay is not Ford [storm: no | width of Bay 0, needs 2; Red gold 0, needs 2 <width of Bay 0, needs 2 & Red gold 0, needs 2>]',
    ])
  })
})

describe('in a simultaneous choice', () => {
  const rules = `procedure ask
  choose by each seat in [red, blue] at once "Go?"
    option go "Go" if seat.purse > 3 and seat.gold > 1
    option spy "Spy" if seat.next.purse > 3
    option stay "Stay"
    option rest "Rest"`

  it('each seat gets its own explanation, and nothing about the others', () => {
    const heard = ['go', 'stay', 'rest'].map((answer) => {
      const { game, state } = asking(rules, 'set red.purse to 2\n  set blue.purse to 9\n  set blue.gold to 5')
      const s = game.decide(state, answer === 'go' ? 'go' : answer, 'blue')
      return ['go', 'spy', 'stay'].map((option) => explain(game, s, option, 'red'))
    })
    expect(itemAt(heard, 0).map(({ failed }) => failed.map(said))).toEqual([
      ['Red purse 2, needs 4', 'Red gold 0, needs 2'],
      [],
      [],
    ])
    expect(heard[1]).toEqual(heard[0])
    expect(heard[2]).toEqual(heard[0])
  })

  it('a secret answer and its result are never shown to others afterwards', () => {
    const later = (name: string): string => `procedure ask
  choose bid from 0..3, by each seat in [blue, red] at once, secretly "Bid"
    do offer(bid, seat)

procedure offer(bid: number, seat)
  do doubled(bid), into twice
  choose by seat.next "Go?"
    option go "Go" if ${name} > 5 and storm
    option stay "Stay"
    option rest "Rest"

procedure doubled(bid: number)
  give bid * 2`
    for (const name of ['bid', 'twice']) {
      const heard = [0, 3].map((bid) => {
        const { game, state } = asking(later(name))
        const s = game.decide(game.decide(state, bid, 'blue'), 1, 'red')
        return explain(game, s, 'go').failed.map(said)
      })
      expect(heard).toEqual([['storm: no'], ['storm: no']])
    }
  })
})
