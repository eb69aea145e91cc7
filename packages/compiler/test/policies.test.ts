import { describe, expect, it } from 'vitest'
import type { LineDef, PolicyDef } from '@ludoforge/kernel'
import { stripSources } from '@ludoforge/kernel'
import { itemAt } from '../../../test/support/items.js'
import { compileSmall, mistakesOf } from './small-game.js'

/** Every form of question. */
const RULES = `
value crowd(space) = count(guards in space)
test busy(space) = crowd(space) >= 2
play
  repeat up to 3 times
    as red
      do turn
procedure turn
  choose "What now?"
    option march
      perform march
    option rest if gold > 0
      add 1 to gold
action march "March" by red or blue
  let wanted = 2
  choose space from map, or none, offering extras
  choose up to wanted spaces from map where busy(it)
  choose amount from 1..3
  choose guard from guards in map, or none
  choose each stop from map, up to 2, into stops
    add 1 to gold
  choose deed from [march, feast], or none
  choose rival from seats, or none
window extras
  offers extra from [feast, dance] where legal(it)
  perform extra
activity feast "Feast"
  add 1 to gold
activity dance "Dance" by blue
  add 2 to gold
activity sing "Sing"
  add 3 to gold
`
const MORE = '```yaml\noptions: {bots: {about: Who is no person, list: seat}}\n```\n'

const policies = (text: string): readonly PolicyDef[] => {
  const { def, diagnostics } = compileSmall(`${RULES}\n${text}`, MORE)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return stripSources(def!.policies)
}

/** The first entry of the first policy. */
const firstEntry = (text: string) => itemAt(itemAt(policies(text), 0).entries, 0)

/** The lines of the only entry of a policy for red. */
const lines = (at: string, ...text: readonly string[]): readonly LineDef[] =>
  firstEntry(`policy calm for red\n  at ${at}\n${text.map((line) => `    ${line}\n`).join('')}`).lines

const wrong = (at: string, ...text: readonly string[]): string[] =>
  mistakes(`${RULES}\npolicy calm for red\n  at ${at}\n${text.map((line) => `    ${line}\n`).join('')}`, MORE)

const mistakes = (rules: string, more: string): string[] => mistakesOf(rules, more).map((one) => one.trim())

const option = { ref: 'binding', name: 'it' }
const busy = { call: 'busy', args: [option] }

describe('the head of a policy', () => {
  it('has its seats, name, game option and fallback', () => {
    expect(
      policies('policy calm for red, blue "Calm ones", as bots, else random # 8.1\n  at turn\n    first rest'),
    ).toEqual([
      {
        id: 'calm',
        title: 'Calm ones',
        seats: ['red', 'blue'],
        option: 'bots',
        otherwise: 'random',
        rule: '8.1',
        entries: [
          { at: [{ procedure: 'turn' }], names: [], title: 'Calm ones', rule: '8.1', lines: [{ do: 'first', option: 'rest', rule: '8.1' }] },
        ],
      },
    ]) // biome-ignore format: one line
  })

  it('gives lines the number of their own comment, else of the entry, else its own', () => {
    const { entries } = itemAt(
      policies(
        `policy calm for red # 8.1
  at turn # 8.2
    first rest # 8.3
    first march
  at march.space
    prefer busy(it)`,
      ),
      0,
    )
    expect(entries.map(({ rule, lines: own }) => [rule, own.map((line) => line.rule)])).toEqual([
      ['8.2', ['8.3', '8.2']],
      ['8.1', ['8.1']],
    ])
  })

  it('gives entries with a rule number the title of their section, others that of the policy', () => {
    const block = (name: string, more = '') =>
      `\`\`\`rules\npolicy ${name} for red${more}\n  at turn\n    first rest\n\`\`\`\n`
    const text = `# 8 Bots\n\n${block('a', ' "Slow" # 8.1')}\n${block('b')}\n## 8.2 Air raids\n\ntext\n\n${block('c', ' "Quick" # 8.2')}\n${block('d', ' "Eager"')}`
    const { def } = compileSmall(RULES, text)
    expect(def?.policies.map(({ id, entries }) => [id, entries[0]?.title])).toEqual([
      ['a', 'Slow'],
      ['b', 'Bots'],
      ['c', 'Air raids'],
      ['d', 'Eager'],
    ])
  })

  it('may stand in several blocks, in the order of the files', () => {
    const block = (name: string) => `\`\`\`rules\npolicy ${name} for red\n  at turn\n    first rest\n\`\`\`\n`
    const { def } = compileSmall(RULES, `${block('zest')}\ntext\n\n${block('ardour')}`)
    expect(def?.policies.map(({ id }) => id)).toEqual(['zest', 'ardour'])
  })

  it.each([
    ['policy calm for reed\n  at turn\n    first rest', '`reed` is not a seat. did you mean `red`?'],
    ['policy greedy for red\n  at turn\n    first rest', '`greedy` is the name of a built-in agent. Choose another name.'],
    ['policy calm for red, as bot\n  at turn\n    first rest', '`bot` is not a game option. did you mean `bots`?'],
    ['policy calm for red, as pay\n  at turn\n    first rest', '`pay` is a number, but `as` needs a game option that is a list of seats.'],
    ['policy calm for red, else greedi\n  at turn\n    first rest', '`greedi` is not a policy or an agent. did you mean `greedy`?'],
    ['policy calm for red, else calm\n  at turn\n    first rest', 'The fallbacks for red form a cycle: `calm`, else `calm`.'],
    ['policy calm for red, else wild\n  at turn\n    first rest\npolicy wild for blue\n  at turn\n    first rest', 'The policy `wild` isn\'t for red.'],
    ['policy calm for red, else random\n  at turn\n    first rest\npolicy calm for red, else greedy\n  at turn\n    first rest', 'The policy `calm` already has `else random` for red.'],
    ['policy calm for red\n  first rest', 'Did not expect `first` here. A policy has entries: `at PROCEDURE.QUESTION`, and lines below it.'],
    ['policy calm for red\n  at turn', 'This entry has no lines. Indent its lines below it.'],
    ['policy calm for red, in haste\n  at turn\n    first rest', 'Did not expect `haste` here. Allowed here: a title in quotes, as OPTION, else POLICY.'],
  ])('is checked: %s', (text, message) => {
    expect(mistakes(`${RULES}\n${text}`, MORE)).toContain(message)
  }) // biome-ignore format: one line each
})

describe('an entry names questions', () => {
  const at = (text: string) => firstEntry(`policy calm for red\n  at ${text}\n    prefer it = it`).at

  it('by the answer, by an option, by the procedure of a menu or of a window', () => {
    expect(at('march.space')).toEqual([{ procedure: 'march', name: 'space' }])
    const of = (text: string, line: string) => firstEntry(`policy calm for red\n  at ${text}\n    ${line}`).at
    expect(of('turn.rest', 'first rest')).toEqual([{ procedure: 'turn', option: 'rest' }])
    expect(of('turn', 'first rest')).toEqual([{ procedure: 'turn' }])
    expect(of('extras', 'take feast')).toEqual([{ procedure: 'extras' }])
    expect(of('march.space, march.stop', 'prefer busy(it)')).toHaveLength(2)
  }) // biome-ignore format: short

  it('with a condition, in which names of the rules are known', () => {
    const { names, when } = firstEntry('policy calm for red\n  at march.spaces if wanted > 1 and actor = me\n    take most')
    expect(names).toEqual([{ name: 'wanted', type: 'number' }, { name: 'me', type: 'seat' }])
    expect(when).toMatchObject({ op: 'and' })
  }) // biome-ignore format: short

  it.each([
    ['marsh.space', '`marsh` is not a procedure, action or window. did you mean `march`?'],
    ['march.spice', '`spice` is not a question of `march`. did you mean `space`?'],
    ['turn.xyz', '`xyz` is not a question of `turn`. It asks: `turn.march`.'],
    ['march', '`march` has no menu. It asks: `march.space`, `march.spaces`, `march.amount`, `march.guard`, `march.stop`, `march.deed`, `march.rival`.'],
    ['feast', '`feast` has no menu. It asks no questions.'],
  ])('that there are: %s', (name, message) => {
    expect(wrong(name, 'stop')).toContain(message)
  }) // biome-ignore format: one line each
})

describe('lines', () => {
  it('test options by an expression, a value, a word for them or a test of the game', () => {
    expect(lines('march.space', 'prefer busy(it)', 'avoid mill', 'only wet', 'prefer it is mill or ford if gold > 2', 'first busy')).toEqual([
      { do: 'prefer', test: busy },
      { do: 'avoid', test: { op: '==', left: option, right: { zone: 'mill' } } },
      { do: 'only', test: { op: '==', left: { ref: 'zoneProp', zone: option, prop: 'terrain' }, right: { value: 'wet', of: 'terrain' } } },
      { do: 'prefer', test: { op: 'or', args: [{ op: '==', left: option, right: { zone: 'mill' } }, { op: '==', left: option, right: { zone: 'ford' } }] },
        when: { op: '>', left: { ref: 'gvar', var: 'gold' }, right: 2 } },
      { do: 'first', test: busy },
    ])
    expect(lines('march.deed', 'first feast')).toEqual([{ do: 'first', test: { op: '==', left: option, right: { action: 'feast' } } }])
    expect(itemAt(lines('march.guard', 'prefer red guards'), 0).test).toMatchObject({ op: 'kindIs', token: option })
    expect(itemAt(lines('march.amount', 'prefer 2'), 0).test).toEqual({ op: '==', left: option, right: 2 })
    expect(itemAt(lines('march.rival', 'avoid me', 'avoid it = actor'), 0).test).toEqual({ op: '==', left: option, right: { ref: 'binding', name: 'me' } })
  }) // biome-ignore format: one line each

  it('rank options, decline, and say how many', () => {
    expect(lines('march.space', 'first busy(it), most it.width, least crowd(it)', 'otherwise stop', 'prefer least it.width', 'stop if gold = 0')).toEqual([
      { do: 'first', test: busy, ranks: [
        { by: 'most', value: { ref: 'zoneProp', zone: option, prop: 'width' } },
        { by: 'least', value: { call: 'crowd', args: [option] } },
      ] },
      { do: 'otherwise' },
      { do: 'prefer', ranks: [{ by: 'least', value: { ref: 'zoneProp', zone: option, prop: 'width' } }] },
      { do: 'stop', when: { op: '==', left: { ref: 'gvar', var: 'gold' }, right: 0 } },
    ])
    expect(lines('march.spaces', 'take wanted - 1', 'take least if no(chosen)', 'first busy(it)', 'otherwise mill')).toMatchObject([
      { do: 'take', amount: { op: '-', left: { ref: 'binding', name: 'wanted' }, right: 1 } },
      { do: 'take', extreme: 'least', when: { op: 'not' } },
      { do: 'first' },
      { do: 'otherwise', test: { op: '==', left: option, right: { zone: 'mill' } } },
    ])
    expect(lines('march.amount', 'take most')).toEqual([{ do: 'take', extreme: 'most' }])
  }) // biome-ignore format: one line each

  it('take what a window offers, by its timing', () => {
    expect(lines('extras', 'take feast if timing is after', 'take feast if timing is not before or during', 'stop')).toEqual([
      { do: 'take', action: 'feast', when: { timing: 'after' } },
      { do: 'take', action: 'feast', when: { op: 'not', arg: { op: 'or', args: [{ timing: 'before' }, { timing: 'during' }] } } },
      { do: 'stop' },
    ])
    expect(lines('extras', 'finally feast if gold > 1')).toMatchObject([{ do: 'finally', action: 'feast', when: { op: '>' } }])
  }) // biome-ignore format: one line each

  it('look ahead, try an action, and roll', () => {
    expect(lines('march.space', 'prefer most after(gold)', 'only would(feast, gold) > 1 and busy(it)', 'prefer roll(6) > 3')).toMatchObject([
      { ranks: [{ value: { after: { ref: 'gvar', var: 'gold' } } }] },
      { test: { args: [{ left: { would: { action: 'feast' }, then: { ref: 'gvar', var: 'gold' } } }, busy] } },
      { test: { left: { dice: 6 } } },
    ])
    expect(itemAt(lines('march.deed', 'prefer most would(it, gold)'), 0).ranks).toMatchObject([{ value: { would: option } }])
    expect(itemAt(lines('turn', 'prefer most after(gold)'), 0).ranks).toMatchObject([{ value: { after: {} } }])
  }) // biome-ignore format: one line each

  it.each([
    ['march.space', 'favour busy(it)', 'No line of a policy begins with `favour`. They begin with: prefer, avoid, only, first, otherwise, stop, take, finally.'],
    ['march.space', 'prefer bussy(it)', '`bussy` is not a value, test or set. did you mean `busy`?'],
    ['march.space', 'prefer mil', '`mil` is not something a space can be. did you mean `mill`?'],
    ['march.space', 'prefer red', '`red` is not something a space can be.'],
    ['march.space', 'prefer gold > 3', 'This is the same for all options. Write a test of `it`, or put a condition after `if`.'],
    ['march.space', 'prefer most gold', 'This is the same for all options. Write a test of `it`, or put a condition after `if`.'],
    ['march.space', 'prefer most busy(it)', 'Expected a number to rank options by, found a condition. Write `prefer TEST`.'],
    ['march.space', 'prefer most temper of it', 'Expected a number to rank options by, found a value of mood. Use `level(…)` for a value of an enumeration.'],
    ['march.space', 'prefer busy(it), busy(it)', 'Expected `most` or `least`, found `busy`. To allow alternatives, write one test: `it is A or B`.'],
    ['march.space', 'prefer busy(it) if busy(it)', 'There is no `it` here. This is evaluated once, not for each option.'],
    ['march.space', 'stop if no(chosen)', '`chosen` is the set chosen so far, but this question chooses one thing.'],
    ['march.space', 'stop if after(gold) > 1', '`after` needs an option, and this is evaluated before any option.'],
    ['march.space', 'prefer most after(would(feast, gold))', '`would` can\'t be inside `after`.'],
    ['march.space', 'take 2', '`take` is for numbers, sets and windows, but this question chooses a space. Use `prefer`, `first` or `only`.'],
    ['march.space', 'otherwise stop', '`otherwise` needs a line with `first` before it.'],
    ['march.amount', 'stop', '`amount` can\'t be declined. Name a choice instead.'],
    ['march.amount', 'take mill', 'Expected a number, found a space.'],
    ['turn', 'first march if busy(it)', 'There is no `it` here. This is evaluated once, not for each option.'],
    ['turn', 'prefer busy(it)', 'There is no `it` here. Use the names of the options of this menu.'],
    ['turn', 'first resst', '`resst` is not an option of this menu. did you mean `rest`?'],
    ['turn', 'stop', 'A menu can\'t be declined.'],
    ['extras', 'prefer feast', 'An entry for a window can only have `take ACTION`, `finally ACTION` and `stop`. The first of these actions that is offered is taken.'],
    ['extras', 'take most', 'At a window, `take` needs an action. Write `take` and the name of an action.'],
    ['march.space', 'finally mill', '`finally` is for windows only. Put the line last instead.'],
    ['extras', 'finally sing', '`sing` is not an action that `extras` offers.'],
    ['extras', 'take sing', '`sing` is not an action that `extras` offers.'],
    ['extras', 'take dance', '`dance` is an action of blue.'],
    ['extras', 'take feast if timing = timing', '`timing` can only be compared with `before`, `during` or `after`.'],
    ['march.space, turn', 'prefer mill', 'These questions are of different kinds. Write two entries.'],
    ['march.space, march.rival', 'prefer most count(guards in it)', 'Expected a place or a list, found a seat.'],
  ])('are checked: at %s, %s', (at, line, message) => {
    expect(wrong(at, line).join('\n')).toContain(message)
  }) // biome-ignore format: one line each

  it('mean the same at all questions of one name, or are refused', () => {
    const twice = `${RULES}
procedure twice
  let group = map
  choose space from map, or none
  let other = seats
  if gold > 1
    let group = seats
    choose space from map, or none`
    const told = (line: string) =>
      mistakes(`${twice}\npolicy calm for red\n  at twice.space\n    ${line}`, MORE)
    expect(told('prefer busy(it)')).toEqual([])
    expect(told('stop if some(other)')).toEqual(['`other` is not a name known here.'])
    expect(told('stop if some(group)')).toEqual([
      'This has different meanings for the questions of this entry: twice.space. Rename one of the questions in the rules, or write an entry for each.',
    ])
  })

  it('answer questions of actions that cards have', () => {
    const tied = `${RULES}\nevent deed of ace\n  choose place from map, or none`
    const text = `${tied}\npolicy calm for red\n  at deed of ace.place if gold > 1\n    prefer busy(it)`
    const { def } = compileSmall(text, MORE)
    expect(def?.policies[0]?.entries[0]?.at).toEqual([{ procedure: 'deed-of-ace', name: 'place' }])
  })

  it('use values and tests', () => {
    const text = `${RULES}\nvalue mine(seat) = points of seat\npolicy calm for red\n  at march.space\n    stop if mine(me) > 3`
    expect(mistakes(text, MORE)).toEqual([])
  })

  it('are the only place for `after`, `would` and `roll`', () => {
    const message = '`after` can be used only in policies.'
    expect(mistakes(`${RULES}\nvalue later = after(gold)\nplay\n  add later to gold`, MORE)).toContain(
      message,
    )
  })
})

describe('what a policy may know', () => {
  const HIDDEN =
    '```yaml\nzones: {purse: {holds: cards, per: seat, visible: owner}}\nseat-variables: {plan: {range: 0..9, hidden: owner}}\n```\n'
  const told = (line: string) =>
    mistakes(`${RULES}\npolicy calm for red\n  at march.space\n    ${line}`, HIDDEN).filter((m) => !m.includes('No rule')) // biome-ignore format: short

  it('is what its seat may know', () => {
    expect(told('stop if plan of me > 3 and count(aces in purse of me) > 1')).toEqual([])
    expect(told('stop if plan of actor > 3')).toEqual([])
    expect(told('stop if plan of blue > 3')).toEqual(['Red may not know `plan` of others. A policy can read only what its seat can see.'])
    expect(told('stop if count(aces in purse of blue) > 1')).toEqual(['Red may not know the contents of Purse (Blue). A policy can read only what its seat can see.'])
    expect(told('stop if changed')).toEqual(['Red may not know what the last action changed. A policy can read only what its seat can see.'])
    expect(told('stop if not would(march, changed)')).toEqual([])
  }) // biome-ignore format: one line each

  it('is not what the rules know by a name, unless the seat may know that', () => {
    const asked = (whose: string) => `${RULES}
procedure peek
  let seen = count(aces in purse of ${whose})
  choose space from map, or none, by red
policy calm for red
  at peek.space
    stop if seen > 1`
    expect(mistakes(asked('red'), HIDDEN)).toEqual([])
    expect(mistakes(asked('blue'), HIDDEN)).toEqual([
      'Red may not know `seen`. A policy can read only what its seat can see.',
    ])
  })

  it('is not a card that another seat chose where it cannot look', () => {
    const asked = (whose: string) => `${RULES}
procedure peek
  choose card from cards in purse of ${whose}, by ${whose}
  choose space from map, or none, by red
policy calm for red
  at peek.space
    stop if card is ace`
    expect(mistakes(asked('red'), HIDDEN)).toEqual([])
    expect(mistakes(asked('blue'), HIDDEN)).toEqual([
      'Red may not know `card`. A policy can read only what its seat can see.',
    ])
  })

  it('is not how long a loop ran that a secret stopped', () => {
    const asked = (whose: string) => `${RULES}
procedure peek
  let n = 0
  repeat up to 9 times
    if plan of ${whose} <= n
      stop
    set n to n + 1
  choose space from map, or none, by red
policy calm for red
  at peek.space
    stop if n > 1`
    expect(mistakes(asked('red'), HIDDEN)).toEqual([])
    expect(mistakes(asked('blue'), HIDDEN)).toEqual([
      'Red may not know `n`. A policy can read only what its seat can see.',
    ])
  })
})
