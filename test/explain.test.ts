/** Explanations why something isn't offered, in the rulebook's words and without hidden information. */
import { effectTree } from '@ludoforge/effect-tree'
import { compileFiles, loadCompilation } from '@ludoforge/compiler'
import { explain } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { asking, BOARD, said, why } from './support/explaining.js'
import { itemAt } from './support/items.js'

describe('a failed condition is shown', () => {
  const gate = (condition: string): string =>
    `procedure ask\n  choose "Go?"\n    option go "Go" if ${condition}\n    option stay "Stay"\n    option rest "Rest"`

  it('with each alternative of an `or`, and what fails in each', () => {
    expect(why(gate('storm or gold of red >= 3 and blue.gold > 1'), 'go')).toEqual([
      'storm: no and Red gold 0, needs 3 and Blue gold 0, needs 2 [storm: no | Red gold 0, needs 3 and Blue gold 0, needs 2 <Red gold 0, needs 3 & Blue gold 0, needs 2>]',
    ])
    expect(why(gate('storm or gold of red >= 3 and blue.gold > 1'), 'go', 'set blue.gold to 9')).toEqual([
      'storm: no and Red gold 0, needs 3 [storm: no | Red gold 0, needs 3]',
    ])
  })

  it('with the location of every alternative', () => {
    const { game, state } = asking(
      `${gate('can-go')}\n\ntest can-go =                  # 4.2\n  storm\n  or red.gold > 3`,
    )
    const { anyOf, place, rule } = itemAt(explain(game, state, 'go').failed, 0)
    const line = Number(place?.split(':')[1])
    expect([place, rule]).toEqual([`valley.md:${line}`, '4.2'])
    expect(game.def.sources.find(({ line: at }) => at === line)?.text).toBe('storm')
    expect(anyOf?.map((one) => one.place)).toEqual([`valley.md:${line}`, `valley.md:${line + 1}`])
  })

  it('with the values of a comparison', () => {
    expect(why(gate('red.gold >= 1'), 'go')).toEqual(['Red gold 0, needs 1'])
    expect(why(gate('3 < red.gold'), 'go')).toEqual(['Red gold 0, needs 4'])
    expect(why(gate('red.gold > blue.gold'), 'go', 'set blue.gold to 4')).toEqual(['Red gold 0, needs 5'])
    expect(why(gate('red.gold != 0'), 'go')).toEqual(['Red gold is 0'])
  })

  it('with the value that `is` and `in` test', () => {
    expect(why(gate('sky is wary or angry'), 'go')).toEqual(['sky is calm, needs wary or angry'])
    expect(why(gate('sky is not calm'), 'go')).toEqual(['sky is calm'])
    expect(why(gate('red.gold in [3, 5]'), 'go')).toEqual(['Red gold is 0, needs 3 or 5'])
    expect(why(gate('mill is empty'), 'go', 'place 2 red guards in mill')).toEqual(['a piece is in Old Mill'])
  })

  it('with the opposite for `not`', () => {
    expect(why(gate('not storm'), 'go', 'set storm')).toEqual(['storm: yes'])
    const blown = 'set storm\n  set red.gold to 2'
    expect(why(gate('not (storm or red.gold > 1)'), 'go', blown)).toEqual([
      'storm: yes',
      'Red gold is at least 2',
    ])
    expect(why(gate('not (storm and red.gold > 1)'), 'go', blown)).toEqual([
      'storm: yes and Red gold is at least 2 [storm: yes | Red gold is at least 2]',
    ])
    expect(why(gate('not not storm'), 'go')).toEqual(['storm: no'])
  })

  it("with what exists but shouldn't", () => {
    const two = 'place 2 red guards in mill'
    expect(why(gate('no(guards in map)'), 'go', two)).toEqual(['a guard is on the map'])
    expect(why(gate('no(map where some(guards in it))'), 'go', two)).toEqual([
      'there is a space with a guard',
    ])
    expect(why(gate('all(map, no(guards in it))'), 'go', two)).toEqual(['a guard is in Old Mill'])
  })

  it('in the words of the called test, over all its lines', () => {
    const rules = `${gate('may-go(mill, 2)')}

test may-go(space, price: number) =
  some(guards in space)
  and actor.gold
      >= price                        # 4.3
  and space is water`
    expect(why(rules, 'go')).toEqual([
      'no guard is in Old Mill',
      'Red gold 0, needs 2',
      'Old Mill is hill, needs water',
    ])
  })
})

describe('a failed "some … where …" is explained', () => {
  const act = (condition: string): string =>
    `procedure ask\n  choose action from actions where legal(it) "What?"\n\naction rest "Rest"\n  draw\n\naction stay "Stay"\n  draw\n\n` +
    `action raid "Raid"                # 3.1\n  requires ${condition.replace('\n', '\n  draw\n')}\n${condition.includes('\n') ? '' : '  draw\n'}`

  it('by the clause that fails everywhere', () => {
    expect(
      why(
        act(
          'some(map where can-raid(it))\n\ntest can-raid(space) = space is water and some(guards in space)',
        ),
        'raid',
      ),
    ).toEqual([
      'there is no space where the space is water and a guard is in the space {no guard is in the space}',
    ])
  })

  it('by the nearest candidate, if no clause fails everywhere', () => {
    const rules = act('some(map where some(red guards in it) and it is water)')
    expect(why(rules, 'raid', 'place 1 red guard in mill')).toEqual([
      'there is no space where a Red Guard is there and it is water {nothing meets all of this: a Red Guard is there; it is water <Old Mill: Old Mill is hill, needs water>}',
    ])
  })

  it('through nested lists', () => {
    expect(
      why(
        act('some(map where some(neighbors of it as near where near is hill and some(guards in near)))'),
        'raid',
      ),
    ).toEqual([
      'there is no space where there is a space next to it where the near is hill and a guard is in the near {there is no space next to it where the near is hill and a guard is in the near {no guard is in the near}}',
    ])
  })

  it('by the empty list itself', () => {
    expect(why(act('some(red guards in map where it is hidden)'), 'raid')).toEqual([
      'there is no Red Guard on the map that is a hidden guard',
    ])
  })

  it('by what each action needs, if none is possible', () => {
    const rules = `procedure ask
  choose "What?"
    option act "Act" if some(actions where legal(it))
    option stay "Stay"
    option rest "Rest"

action raid "Raid" by red
  requires actor.gold > 2
  draw

action pray "Pray" by red
  requires storm
  draw

action sing "Sing" by blue
  requires storm
  draw`
    expect(why(rules, 'act')).toEqual([
      "there is no action that is possible [Pray isn't possible <storm: no> | Raid isn't possible <Red gold 0, needs 3>]",
    ])
  })
})

describe('the name in a question', () => {
  const rules = `
procedure ask
  choose action from actions where legal(it) "What?"

operation rest "Rest"
  draw

operation stay "Stay"
  draw

operation march-blue "March" by blue
  requires storm
  draw

operation march-red "March" by red
  requires actor.gold > 2
  draw

operation sing-blue "Sing" by blue
  draw`

  it('is an action of the asking seat, by its id, its title, or the start of its id', () => {
    const { game, state } = asking(rules)
    for (const name of ['march-red', 'March', 'march', 'MARCH'])
      expect(explain(game, state, name)).toMatchObject({
        offered: false,
        option: 'march-red',
        summary: 'March: Red gold 0, needs 3.',
      })
    expect(explain(game, state, 'march-blue').failed.map(said)).toEqual(['March is for Blue only'])
    expect(explain(game, state, 'sing').failed.map(said)).toEqual(['Sing is for Blue only'])
    expect(explain(game, state, 'swim').failed.map(said)).toEqual(['there is no action called “swim”'])
  })

  it("that isn't about the question is explained, with the current question", () => {
    const { game, state } = asking(rules)
    const asked = (name: string): string[] => explain(game, state, name).failed.map(said)
    const { prompt = '' } = game.decision(state) ?? {}
    expect(asked('ford')).toEqual([`Ford is a space, and the question is: ${prompt}`])
    expect(asked('Old Mill')).toEqual([`Old Mill is a space, and the question is: ${prompt}`])
    expect(asked('box:red')).toEqual([expect.stringContaining('is a place beside the map')])
    expect(asked('sun')).toEqual(['there is no action called “sun”']) // where cards lie that nobody sees isn't told
    const number = asking('procedure ask\n  choose n from 1..3 "How many?"')
    expect(explain(number.game, number.state, 'ford').failed.map(said)).toEqual([
      'Ford is a space, and the question is: How many?',
    ])
  })

  it('of a piece means its space if spaces are asked for, and vice versa', () => {
    const spaces = 'procedure ask\n  choose space from map where it.width != 1, or none "Where?"'
    expect(why(spaces, 'red-guard@ford', 'place 1 red guard in ford')).toEqual(['width of Ford is 1'])
    const guards = 'procedure ask\n  choose guard from blue guards in map, or none "Who?"'
    expect(why(guards, 'ford', 'place 1 red guard in ford\n  place 1 blue guard in mill')).toEqual([
      'Red Guard in Ford is not a Blue Guard',
    ])
  })

  it('of an option means that option, offered or not', () => {
    const menu =
      'procedure ask\n  let place = ford\n  choose "What?"\n    option go "Go to {place}" if storm\n    option stay "Stay"\n    option rest "Rest"'
    expect(why(menu, 'ford')).toEqual(['storm: no'])
    expect(why(menu, 'bay')).toEqual(['Bay is a space, and the question is: What?'])
    const { game, state } = asking(menu, 'set storm')
    expect(explain(game, state, 'ford')).toMatchObject({ offered: true, option: 'go' })
  })

  it('can be an action, even if the question is about something else', () => {
    const other = rules.replace(/choose action .*/, 'choose space from map "Where to?"')
    const { game, state } = asking(other)
    expect(explain(game, state, 'march').failed.map(said)).toEqual(['Red gold 0, needs 3'])
    const rich = asking(other, 'set red.gold to 3')
    expect(explain(rich.game, rich.state, 'march').failed.map(said)).toEqual([
      'it would be possible, but the question is: Where to?',
    ])
  })

  it('may be the label that people see', () => {
    const { game, state } = asking('procedure ask\n  choose space from map where it is water "Where to?"')
    expect(explain(game, state, 'old mill')).toMatchObject({ option: 'mill', offered: false })
    expect(explain(game, state, 'FORD')).toMatchObject({ option: 'ford', offered: true })
  })
})

describe('the reason why something is missing in a list', () => {
  const GUARDS = 'each space in map\n    place 1 red guard in space'
  const from = (list: string): string =>
    `procedure ask\n  let near = [mill, ford]\n  choose space from ${list} "Where?"`

  it('is every filter around it, and the set it was never in', () => {
    expect(why(from('(map where it is not empty) where it.width > 0'), 'bay', GUARDS)).toEqual([
      'width of Bay 0, needs 1',
    ])
    expect(why(from('(map where it is water) where it.width < 2'), 'mill')).toEqual([
      'Old Mill is hill, needs water',
      'width of Old Mill 2, 1 at most',
    ])
    expect(why(from('near where it.width > 0'), 'bay')).toEqual(['Bay is not Old Mill or Ford'])
    expect(why(from('map - take(1, near)'), 'mill')).toEqual(['it is Old Mill'])
  })

  it('is the condition of the part that could contain it', () => {
    expect(why(from('[bay] + (map where it.width > 1)'), 'ford')).toEqual(['width of Ford 1, needs 2'])
  })

  it('is the kind and the space of pieces', () => {
    const rules = 'procedure ask\n  choose piece from red guards in [ford, bay] "Which?"'
    const setup = `place 1 blue guard in mill\n  ${GUARDS}\n  place 1 blue guard in bay`
    expect(why(rules, 'red-guard@mill', setup)).toEqual(["Red Guard in Old Mill isn't in Ford or Bay"])
    expect(why(rules, 'blue-guard@mill', setup)).toEqual([
      'Blue Guard in Old Mill is not a Red Guard',
      "Blue Guard in Old Mill isn't in Ford or Bay",
    ])
    expect(why(rules, 'blue-guard@ford', setup)).toEqual([
      'you can see no piece or card called “blue-guard@ford”',
    ])
  })
})

describe('nothing hidden is revealed', () => {
  const ask = (condition: string): string =>
    `procedure ask\n  choose "Go?"\n    option go "Go" if ${condition}\n    option stay "Stay"\n    option rest "Rest"`
  const dealt = (card: string, to: string) => `move 1 ${card} cards in deck to hand of ${to}`

  /** Red's explanation of `go` while blue's hand and purse are these. */
  const told = (rules: string, card: string, purse: number): string[] =>
    why(rules, 'go', `${dealt(card, 'blue')}\n  set blue.purse to ${purse}`)

  it('whatever the other holds: hidden clauses are skipped if another clause fails', () => {
    const rules = ask('storm and some(sun cards in hand of blue) and blue.purse > 3')
    expect(told(rules, 'sun', 9)).toEqual(['storm: no'])
    expect(told(rules, 'moon', 0)).toEqual(['storm: no'])
  })

  it('is named if nothing else fails, and several hidden things together', () => {
    const one = ask('not storm and blue.purse > 3')
    expect(told(one, 'sun', 2)).toEqual(['Blue purse is at most 3'])
    const two = ask('some(gold cards in hand of blue) and blue.purse > 3')
    const both = ['not all of this is so: a Sun is in Hand (Blue); Blue purse is at least 4']
    expect(told(two, 'moon', 9)).toEqual(both)
    expect(told(two, 'sun', 0)).toEqual(both)
    expect(told(two, 'moon', 0)).toEqual(both)
  })

  it('by a value: a hidden comparison shows only what the seat knows', () => {
    expect(told(ask('blue.purse > red.gold'), 'sun', 0)).toEqual(['Blue purse is at most 0'])
    expect(why(ask('red.purse > 3'), 'go', 'set red.purse to 2')).toEqual(['Red purse 2, needs 4'])
    expect(why(ask('red.purse > 3 or some(sun cards in hand of actor)'), 'go', dealt('moon', 'red'))).toEqual(
      ['Red purse 0, needs 4 and no Sun is in Hand (Red) [Red purse 0, needs 4 | no Sun is in Hand (Red)]'],
    )
  })

  it('by the name of a variable', () => {
    const rules = (value: string): string =>
      `procedure ask\n  let strength = ${value}\n  do offer(strength)\n\nprocedure offer(strength: number)\n  choose "Go?"\n    option go "Go" if strength > 3 and storm\n    option stay "Stay"\n    option rest "Rest"\n    option run "Run" if strength > 4`
    expect(why(rules('blue.purse'), 'go', 'set blue.purse to 1')).toEqual(['storm: no'])
    expect(why(rules('blue.purse'), 'go', 'set blue.purse to 9')).toEqual(['storm: no'])
    expect(why(rules('blue.purse'), 'run', 'set blue.purse to 1')).toEqual(['the strength is at most 4'])
    expect(why(rules('red.gold'), 'go')).toEqual(['the strength 0, needs 4', 'storm: no'])
  })

  it("by another seat's secret answer", () => {
    const rules = `procedure ask
  choose bid from 0..3, by blue, secretly "Bid"
  choose "Go?"
    option go "Go" if bid > 2 and storm
    option stay "Stay"
    option rest "Rest"`
    const { game, state } = asking(rules)
    const heard = [0, 3].map((bid) => explain(game, game.decide(state, bid), 'go').failed.map(said))
    expect(heard).toEqual([['storm: no'], ['storm: no']])
  })

  it('by the length of a loop that a secret stopped', () => {
    const rules = `procedure ask
  let n = 0
  repeat up to 9 times
    if blue.purse <= n
      stop
    set n to n + 1
  choose x from 1..9 where it > 6 and it > n "Which?"`
    for (const purse of [1, 5])
      expect(why(rules, '1', `set blue.purse to ${purse}`)).toEqual(['it is 1, needs 7'])
  })

  it('by the result of a procedure that a secret ended', () => {
    const rules = (end: string): string => `procedure measure
  each n in 1..5
    if blue.purse <= n
      ${end}
  give 9

procedure ask
  do measure into n
  choose x from 1..12 where it > 6 and it > n "Which?"`
    for (const purse of [1, 5, 9])
      for (const end of ['give n', 'finish'])
        expect(why(rules(end), '1', `set blue.purse to ${purse}`)).toEqual(['it is 1, needs 7'])
  })

  it('by another action', () => {
    const rules = `procedure ask
  choose space from map "Where?"

action raid "Raid"
  requires blue.purse > 3
  draw`
    for (const purse of [0, 9])
      expect(why(rules, 'raid', `set blue.purse to ${purse}`)).toEqual(['the question is: Where?'])
  })

  it('by the acting seat, if another is asked', () => {
    const rules = `procedure ask
  choose by blue "Go?"
    option go "Go" if storm and some(sun cards in hand of actor)
    option wait "Wait" if actor.purse > 8
    option stay "Stay"
    option rest "Rest"`
    for (const card of ['sun', 'moon']) {
      expect(why(rules, 'go', dealt(card, 'red'))).toEqual(['storm: no'])
      expect(why(rules, 'wait', dealt(card, 'red'))).toEqual(['Red purse is at most 8'])
    }
  })
})

describe('an effect tree is explained in words', () => {
  const TREE = `
procedures:
  - id: ask
    effects:
      - alternatives:
          prompt: 'Go?'
          options:
            - id: go
              when:
                op: or
                args:
                  - {aggregate: {op: any, query: {query: tokensInZone, zone: mill, filter: [{prop: type, eq: guard}]}}}
                  - {op: '>=', left: {aggregate: {op: count, query: {query: mapSpaces, filter: {op: '==', left: {ref: zoneProp, zone: $zone, prop: terrain}, right: hill}}}}, right: 2}
              effects: []
            - {id: stay, effects: []}
            - {id: rest, effects: []}
`
  it('without a dump of its nodes', () => {
    const files = [
      { path: 'valley.md', text: `${BOARD}\n\`\`\`rules\nplay\n  as red\n    do ask\n  draw\n\`\`\`\n` },
      { path: 'tree.yaml', text: TREE },
    ]
    const game = loadCompilation(compileFiles(files, { dialects: [effectTree] }))
    const reason = itemAt(explain(game, game.start(), 'go').failed, 0)
    expect(said(reason)).toBe(
      'no guard is in Old Mill and there is 1 space that is hill, needs 2 [no guard is in Old Mill | there is 1 space that is hill, needs 2]',
    )
    expect(reason.anyOf?.map(({ place }) => place)).toEqual(['tree.yaml:12', 'tree.yaml:13'])
  })
})

it('an explanation always ends, however deep the rule is', () => {
  const deep = Array.from({ length: 9 }, (_, i) => `some(map as s${i} where `).join('')
  const rules = `procedure ask\n  choose "Go?"\n    option go "Go" if ${deep}s0.width + s8.width > 9${')'.repeat(9)}\n    option stay "Stay"\n    option rest "Rest"`
  const { game, state } = asking(rules)
  expect(explain(game, state, 'go').failed).toHaveLength(1)
})
