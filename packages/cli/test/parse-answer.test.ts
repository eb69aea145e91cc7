import type { Decision, Option } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnswer } from '../src/terminal/play/parse-answer.js'
import { numberQuestion, Menu } from '../src/terminal/play/menu.js'

const DECISION: Decision = {
  seat: 'left',
  kind: 'one',
  prompt: 'choose',
  name: 'space',
  type: 'zone',
  min: 1,
  max: 1,
  optional: false,
  secret: false,
  offers: [],
  options: [
    { id: 'mill', label: 'Old Mill', count: 1 },
    { id: 'harbour', label: 'Harbour', count: 4 },
    { id: 'hill', label: 'Hill', count: 2 },
  ],
}
const MANY: Decision = { ...DECISION, kind: 'many', min: 0, max: 7 }
const NUMBER: Decision = { ...DECISION, kind: 'number', min: -2, max: 5, options: [] }

function offering(...labels: readonly string[]): Decision {
  return { ...DECISION, options: labels.map((label, i) => ({ id: `option-${i + 1}`, label, count: 1 })) }
}

const several = (decision: Decision, max = 7): Decision => ({ ...decision, kind: 'many', min: 0, max })
const read = (typed: string, decision: Decision) => parseAnswer(typed, numberQuestion(decision))
const problem = (typed: string, decision: Decision): string => {
  const entry = read(typed, decision)
  return 'problem' in entry ? entry.problem : `no problem: ${JSON.stringify(entry.choice)}`
}

describe('one option', () => {
  it.each([
    ['2', 'harbour'],
    ['2.', 'harbour'],
    ['#2', 'harbour'],
    ['hill', 'hill'],
    ['HILL', 'hill'],
    ['Old Mill', 'mill'],
    ['old', 'mill'],
    ['mil', 'mill'],
    [' 3 ', 'hill'],
  ])('%s means %s', (typed, id) => {
    expect(read(typed, DECISION)).toEqual({ choice: id })
  })

  it('can be declined only if the rules allow it', () => {
    expect(problem('', DECISION)).toBe('Type the number of an option, 1-3, or a name.')
    expect(problem('none', DECISION)).toBe('You must choose one.')
    for (const typed of ['', '-', 'none', 'pass', 'Done', 'no'])
      expect(read(typed, { ...DECISION, optional: true })).toEqual({ choice: [] })
  })

  it('can be named "none", "pass" or "no"', () => {
    const decision = { ...offering('Attack', 'Pass', 'No'), optional: true }
    expect(read('pass', decision)).toEqual({ choice: 'option-2' })
    expect(read('no', decision)).toEqual({ choice: 'option-3' })
    expect(read('none', decision)).toEqual({ choice: [] })
  })

  it('is never guessed: an ambiguous text lists the matches with their numbers', () => {
    expect(problem('h', DECISION)).toBe(
      '"h" could be 2. Harbour or 3. Hill. Type the number, or more of the name.',
    )
    expect(problem('9', DECISION)).toBe('There is no option 9, only 1-3.')
  })

  it("that doesn't exist suggests similar names, and how to ask why", () => {
    expect(problem('town', DECISION)).toBe('"town" is not an option. Type "why town" for the reason.')
    expect(problem('harbuor', DECISION)).toBe(
      '"harbuor" is not an option. Did you mean 2. Harbour? Type "why harbuor" for the reason.',
    )
    expect(problem('mlil', DECISION)).toContain('Did you mean 1. Old Mill')
  })

  it('has an exact name that wins over a longer one with the same start', () => {
    const decision = offering('Hue - Da Nang', 'Hue', 'Da Nang')
    expect(read('hue', decision)).toEqual({ choice: 'option-2' })
    expect(read('hue da nang', decision)).toEqual({ choice: 'option-1' })
    expect(read('nang', decision)).toHaveProperty('problem')
  })

  it('matches without accents, apostrophes, dashes and case', () => {
    const decision = offering("The Parrot's Beak", 'Huế', 'Quảng Trị-Thừa Thiên', 'Łódź – Øst', '東京')
    expect(read('parrots', decision)).toEqual({ choice: 'option-1' })
    expect(read('the parrot’s beak', decision)).toEqual({ choice: 'option-1' })
    expect(read('hue', decision)).toEqual({ choice: 'option-2' })
    expect(read('quang tri thua', decision)).toEqual({ choice: 'option-3' })
    expect(read('łódź', decision)).toEqual({ choice: 'option-4' })
    expect(read('東', decision)).toEqual({ choice: 'option-5' })
  })

  it('distinguishes a minus sign from a dash', () => {
    const decision = offering('Patronage +6', 'Patronage -6')
    expect(read('patronage -6', decision)).toEqual({ choice: 'option-2' })
    expect(read('patronage +6', decision)).toEqual({ choice: 'option-1' })
    expect(read('patronage', decision)).toHaveProperty('problem')
  })

  it('may share its name with another: the id or number distinguishes them', () => {
    const options: readonly Option[] = [
      { id: 'guard@north', label: 'Guard', count: 1 },
      { id: 'guard@south', label: 'Guard', count: 1 },
    ]
    const decision = { ...DECISION, options }
    expect(problem('guard', decision)).toBe(
      '"guard" could be 1. Guard [guard@north] or 2. Guard [guard@south]. Type the number, or more of the name.',
    )
    expect(read('guard@south', decision)).toEqual({ choice: 'guard@south' })
    expect(read('2', decision)).toEqual({ choice: 'guard@south' })
  })
})

describe('a number', () => {
  it('is the option with that name, whatever its position', () => {
    const dice = offering('5', '2', '6')
    expect(read('2', dice)).toEqual({ choice: 'option-2' })
    expect(read('6', dice)).toEqual({ choice: 'option-3' })
    expect(problem('1', dice)).toBe('There is no option 1, only 2, 5-6.')
  })

  it('is the card with that number, if the cards differ by number only', () => {
    const bids = offering('red 2', 'red 5', 'red 13')
    expect(read('5', bids)).toEqual({ choice: 'option-2' })
    expect(read('2', bids)).toEqual({ choice: 'option-1' })
    expect(problem('3', bids)).toBe('There is no option 3, only 2, 5, 13.')
  })

  it('is ambiguous if two dice show it and it is the number of a third', () => {
    const dice = offering('3', '3', '4')
    expect(problem('3', dice)).toBe('"3" could be 1. 3 [option-1] or 2. 3 [option-2]. Type #1 or #2.')
    expect(read('#3', dice)).toEqual({ choice: 'option-3' })
  })

  it('is ambiguous if it is the number of one option and the first word of another', () => {
    const decision = offering('2 Troops', 'A Base', 'Nothing')
    expect(problem('2', decision)).toBe('"2" could be 2. A Base or 1. 2 Troops. Type #2 or #1.')
    expect(read('#2', decision)).toEqual({ choice: 'option-2' })
    expect(read('2 troops', decision)).toEqual({ choice: 'option-1' })
    expect(read('1', decision)).toEqual({ choice: 'option-1' })
  })

  it('matches a whole word, never the start of a greater number', () => {
    const decision = offering('Fold', 'Call 20', 'All in: 1500 more')
    expect(read('20', decision)).toEqual({ choice: 'option-2' })
    expect(problem('15', decision)).toBe('There is no option 15, only 1-3.')
  })

  it('is an id, if there is one', () => {
    const options = [3, 1, 2].map((n) => ({ id: `${n}`, label: `Door ${'ABC'[n - 1]}`, count: 1 }))
    expect(read('3', { ...DECISION, options })).toEqual({ choice: '3' })
  })
})

describe('many options', () => {
  it.each([
    ['1 3', ['mill', 'hill']],
    ['1,3', ['mill', 'hill']],
    ['2-3', ['harbour', 'hill']],
    ['2x3', ['harbour', 'harbour', 'harbour']],
    ['3 of 2', ['harbour', 'harbour', 'harbour']],
    ['harbourx2 hill', ['harbour', 'harbour', 'hill']],
    ['harbour ×2, hill', ['harbour', 'harbour', 'hill']],
    ['2 of harbour and', 'problem'],
    ['2 harbour', ['harbour', 'harbour']],
    ['2 of hill, 1', ['hill', 'hill', 'mill']],
    ['hill old mill', ['hill', 'mill']],
    ['old, har', ['mill', 'harbour']],
    ['all', ['mill', 'harbour', 'harbour', 'harbour', 'harbour', 'hill', 'hill']],
    ['', []],
    ['none', []],
    ['Old Mill', ['mill']],
    ['2 mill', ['harbour', 'mill']],
  ])('%s', (typed, ids) => {
    if (ids === 'problem') expect(read(typed, MANY)).toHaveProperty('problem')
    else expect(read(typed, MANY)).toEqual({ choice: ids })
  })

  it.each(['4', '0-2', '3-2', '2-9', '9x2', '1 town', 'h'])('%s is a problem', (typed) => {
    expect(read(typed, MANY)).toHaveProperty('problem')
  })

  it('that exceed the maximum can\'t be chosen by "all"', () => {
    expect(problem('all', { ...MANY, max: 3 })).toBe('There are 7. You can choose at most 3.')
  })

  it('that are too few show how to name more', () => {
    expect(problem('1', { ...MANY, min: 3 })).toBe('Choose at least 3, not 1: "2x2" takes two of option 2.')
    expect(problem('1', { ...MANY, min: 3, max: 3 })).toBe(
      'Choose exactly 3, not 1: "2x2" takes two of option 2.',
    )
    expect(problem('', { ...MANY, min: 3 })).toContain('Choose at least 3, not 0')
    expect(problem('1', { ...several(offering('Hill', 'Mill', 'Ford')), min: 2 })).toBe(
      'Choose at least 2, not 1: "1 3" takes two.',
    )
    expect(problem('1', { ...several(offering('Hill', 'Mill', 'Ford')), min: 3, max: 3 })).toBe(
      'Choose exactly 3, not 1: "1 2 3" takes 3.',
    )
  })

  it('may have commas in their names', () => {
    const decision = several(offering('Rangers, for 3', 'Rangers', 'Troops, Police', 'Police'))
    expect(read('Rangers, for 3', decision)).toEqual({ choice: ['option-1'] })
    expect(read('rangers, troops, police', decision)).toEqual({ choice: ['option-2', 'option-3'] })
    expect(read('troops, police, police', decision)).toEqual({ choice: ['option-3', 'option-4'] })
    expect(read('rangers; police', decision)).toEqual({ choice: ['option-2', 'option-4'] })
  })

  it('are separated by a comma if their names could be joined', () => {
    const decision = several(offering('Hue', 'Da Nang', 'Hue - Da Nang'))
    expect(read('hue, da nang', decision)).toEqual({ choice: ['option-1', 'option-2'] })
    expect(read('hue da nang', decision)).toEqual({ choice: ['option-3'] })
  })
})

describe('one option to take several of', () => {
  const troops = { ...MANY, max: 5, options: [{ id: 'troops@hill', label: 'Troops', count: 5 }] }
  const three = ['troops@hill', 'troops@hill', 'troops@hill']

  it('is taken as many times as the number', () => {
    for (const typed of ['3', '3 troops', '3 of troops', '1x3', '3 of 1', 'troops x3'])
      expect(read(typed, troops)).toEqual({ choice: three })
    expect(read('0', troops)).toEqual({ choice: [] })
    expect(read('all', troops)).toEqual({ choice: [...three, 'troops@hill', 'troops@hill'] })
    expect(read('all', { ...troops, max: 3 })).toEqual({ choice: three })
  })

  it('is limited by its count, the maximum and the budget', () => {
    expect(problem('6', troops)).toBe('Type how many of Troops you take: 0 to 5.')
    expect(problem('3', { ...troops, min: 1, max: 2 })).toBe('Type how many of Troops you take: 1 to 2.')
    const dear = {
      ...troops,
      budget: 7,
      options: [{ id: 'troops@hill', label: 'Troops', count: 5, cost: 3 }],
    }
    expect(problem('3', dear)).toContain('0 to 2')
    expect(read('all', dear)).toEqual({ choice: ['troops@hill', 'troops@hill'] })
  })
})

describe('an offer', () => {
  const offers = [{ id: 'rest-now', label: 'Rest a while', window: 'pause', timing: 'before' as const }]

  it('is named like an option, and numbered after them', () => {
    for (const typed of ['4', 'rest', 'while', 'rest-now'])
      for (const decision of [DECISION, MANY])
        expect(read(typed, { ...decision, offers })).toEqual({ choice: { offer: 'rest-now' } })
  })

  it("can't be combined with others, and needs # if numbers are amounts", () => {
    expect(problem('1 4', { ...MANY, offers })).toBe('4. Rest a while can only be chosen on its own.')
    const amounts = { ...MANY, offers, options: [{ id: 'troops', label: 'Troops', count: 5 }] }
    expect(read('2', amounts)).toEqual({ choice: ['troops', 'troops'] })
    expect(read('#2', amounts)).toEqual({ choice: { offer: 'rest-now' } })
  })
})

describe('what was offered before in the turn', () => {
  it("shows why it isn't now, by number or name", async () => {
    const menu = new Menu()
    const ways = { ...offering('Build', 'Train', 'Rest'), type: 'choice' }
    await menu.ask(ways, 'turn 1')
    const failed = [{ text: 'gold > 2' }]
    const again = await menu.ask(
      { ...ways, options: ways.options.filter(({ label }) => label !== 'Train') },
      'turn 1',
      (option) => ({ offered: false, option, summary: '', failed }),
    )
    expect(parseAnswer('2', again)).toEqual({
      problem: '2. Train isn\'t offered now: gold > 2. Type "why 2" for the reason.',
    })
    expect(parseAnswer('train', again)).toEqual({
      problem: '2. Train isn\'t offered now: gold > 2. Type "why 2" for the reason.',
    })
    expect(parseAnswer('3', again)).toEqual({ choice: 'option-3' })
  })
})

describe('a number that is asked for', () => {
  it('must be within its bounds', () => {
    expect(read('-2', NUMBER)).toEqual({ choice: -2 })
    expect(read('-0', NUMBER)).toEqual({ choice: 0 })
    expect(read('5', NUMBER)).toEqual({ choice: 5 })
    for (const typed of ['6', '-3', '', 'x', '1.5', '1e1']) {
      expect(read(typed, NUMBER)).toEqual({ problem: 'Type a whole number from -2 to 5.' })
    }
  })

  it('may be all or none', () => {
    expect(read('all', NUMBER)).toEqual({ choice: 5 })
    expect(read('none', NUMBER)).toEqual({ choice: 0 })
    expect(read('', { ...NUMBER, optional: true })).toEqual({ choice: [] })
  })
})

it('parses or refuses any text, and only chooses existing options', () => {
  const labels = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.nat(30).map(String)), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(fc.string(), labels, fc.constantFrom('one', 'many'), (typed, names, kind) => {
      const options = offering(...names).options
      const decision: Decision = { ...MANY, kind, options }
      const entry = read(typed, decision)
      if ('problem' in entry) expect(entry.problem).not.toBe('')
      const ids = 'choice' in entry ? [entry.choice].flat() : []
      expect(options.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    }),
  )
})

it('finds an option by its full name, its id and its number, unless another has the same name', () => {
  const labels = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{1,6}( [a-z]{2,5})?$/), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(labels, (names) => {
      const decision = offering(...names)
      decision.options.forEach(({ id, label }, i) => {
        for (const typed of [label, id, String(i + 1), `#${i + 1}`])
          expect(read(typed, decision)).toEqual({ choice: id })
      })
    }),
  )
})
