import type { Decision } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { numberQuestion, type ShownQuestion, Menu, shortReason } from '../src/terminal/play/menu.js'
import { menuLines, narrowedLines, promptText } from '../src/terminal/play/menu-lines.js'
import { labelsOf } from './labels.js'

const WAYS: Decision = {
  seat: 'left',
  kind: 'one',
  prompt: 'what?',
  name: 'way',
  type: 'choice',
  action: 'rally',
  min: 1,
  max: 1,
  optional: false,
  secret: false,
  offers: [],
  options: [],
}
const labels = labelsOf([])

const named = (...names: readonly string[]) =>
  names.map((name) => ({ id: name.toLowerCase().replaceAll(' ', '-'), label: name, count: 1 }))
const offering = (...names: readonly string[]): Decision => ({ ...WAYS, options: named(...names) })
const places = (...names: readonly string[]): Decision => ({ ...offering(...names), type: 'zone' })
const numbers = ({ items }: ShownQuestion): string[] =>
  items.map(({ number, label, gone }) => `${number} ${label}${gone === undefined ? '' : ' (gone)'}`)
const lines = (question: ShownQuestion, maxLines?: number): string[] =>
  menuLines(question, labels, 80, maxLines)

describe('the numbers of a menu', () => {
  it('are stable within a turn: missing options keep theirs, new ones come last', async () => {
    const menu = new Menu()
    expect(numbers(await menu.ask(offering('Build', 'Train', 'Rest'), 'a'))).toEqual([
      '1 Build',
      '2 Train',
      '3 Rest',
    ])
    expect(numbers(await menu.ask(offering('Build', 'Rest'), 'a'))).toEqual([
      '1 Build',
      '2 Train (gone)',
      '3 Rest',
    ])
    expect(numbers(await menu.ask(offering('March', 'Train', 'Rest'), 'a'))).toEqual([
      '1 Build (gone)',
      '2 Train',
      '3 Rest',
      '4 March',
    ])
  })

  it('restart in another turn, and if no earlier option is left', async () => {
    const menu = new Menu()
    await menu.ask(offering('Build', 'Train'), 'a')
    expect(numbers(await menu.ask(offering('Train'), 'b'))).toEqual(['1 Train'])
    expect(numbers(await menu.ask(offering('Rest'), 'b'))).toEqual(['1 Rest'])
  })

  it('are the same after an undo, also in another turn', async () => {
    const menu = new Menu()
    const at = async (position: number, turn: string, ...names: string[]) => {
      menu.moveTo(position)
      return numbers(await menu.ask(offering(...names), turn))
    }
    await at(1, 'a', 'Build', 'Train', 'Rest')
    const second = await at(2, 'a', 'March', 'Rest')
    expect(second).toEqual(['1 Build (gone)', '2 Train (gone)', '3 Rest', '4 March'])
    await at(3, 'a', 'March')
    // After an undo, the session counts another turn.
    expect(await at(2, 'b', 'March', 'Rest')).toEqual(second)
    expect(await at(1, 'c', 'Build', 'Train', 'Rest')).toEqual(['1 Build', '2 Train', '3 Rest'])
    expect(await at(2, 'c', 'Train', 'March')).toEqual([
      '1 Build (gone)',
      '2 Train',
      '3 Rest (gone)',
      '4 March',
    ])
    expect(await at(3, 'd', 'March')).toEqual(['1 March'])
  })

  it("belong to one question; another question, or another space's pieces, has its own", async () => {
    const menu = new Menu()
    const from = (id: string, ...names: readonly string[]): Decision => ({
      ...places(...names),
      subject: { type: 'zone', id, label: id },
    })
    await menu.ask(from('hill', 'Mill', 'Ford'), 'a')
    expect(numbers(await menu.ask(from('bay', 'Ford'), 'a'))).toEqual(['1 Ford'])
    expect(numbers(await menu.ask({ ...from('hill', 'Ford'), name: 'other' }, 'a'))).toEqual(['1 Ford'])
    expect(numbers(await menu.ask(from('hill', 'Ford'), 'a'))).toEqual(['1 Mill (gone)', '2 Ford'])
  })

  it('of kinds of actions are stable, whatever space they are about', async () => {
    const menu = new Menu()
    const at = (id: string, ...names: readonly string[]): Decision => ({
      ...offering(...names),
      subject: { type: 'zone', id, label: id },
    })
    await menu.ask(at('hill', 'Guerrilla', 'Base', 'Nothing'), 'a')
    expect(numbers(await menu.ask(at('bay', 'Guerrilla', 'Nothing'), 'a'))).toContain('3 Nothing')
  })

  it('are those in the names, if the names differ by a number only', () => {
    expect(numbers(numberQuestion(offering('red 2', 'red 5', 'red 13')))).toEqual([
      '2 red 2',
      '5 red 5',
      '13 red 13',
    ])
    expect(numbers(numberQuestion(offering('red 2', 'blue 5')))).toEqual(['1 red 2', '2 blue 5'])
    expect(numbers(numberQuestion(offering('A1', 'A2')))).toEqual(['1 A1', '2 A2'])
    expect(numbers(numberQuestion(offering('Aid +6', 'Aid -6')))).toEqual(['1 Aid +6', '2 Aid -6'])
  })

  it('of offers come after the options, and are stable as well', async () => {
    const menu = new Menu()
    const offers = [{ id: 'rest', label: 'Rest', window: 'pause', timing: 'before' as const }]
    expect(numbers(await menu.ask({ ...offering('Build', 'Train'), offers }, 'a'))).toContain('3 Rest')
    expect(numbers(await menu.ask({ ...offering('Build', 'Train', 'March'), offers }, 'a'))).toEqual([
      '1 Build',
      '2 Train',
      '4 March',
      '3 Rest',
    ])
  })
})

describe('a missing option', () => {
  it('is shown in its place with the reason, in one line', async () => {
    const menu = new Menu()
    await menu.ask(offering('Build', 'Train', 'Rest'), 'a')
    const long = { text: 'a long condition that says more than anybody wants to read' }
    const failed = [long, { text: 'gold > 2' }]
    const again = await menu.ask(offering('Build', 'Rest'), 'a', (option) => ({
      offered: false,
      option,
      summary: '',
      failed,
    }))
    expect(lines(again)).toEqual(['Left: What? (rally)', '  1. Build', '  2. (Train)  gold > 2', '  3. Rest'])
    const [cut] = menuLines(again, labels, 24).filter((line) => line.includes('Train'))
    expect(cut).toBe('  2. (Train)  gold > 2')
  })

  it("is dropped from a list that wouldn't fit otherwise", async () => {
    const menu = new Menu()
    const all = Array.from({ length: 40 }, (_, i) => `Space of ${'abcdefghij'[i % 10]}${i}`)
    await menu.ask(places(...all), 'a')
    const again = await menu.ask(places(...all.slice(30)), 'a')
    expect(lines(again).join('\n')).toContain('1. (Space of a0)')
    const few = lines(again, 5)
    expect(few.length).toBeLessThanOrEqual(5)
    expect(few.join('\n')).toContain('31. Space of a30')
    expect(few.join('\n')).not.toContain(' 1. (Space')
  })

  it('is explained by the shortest clause', () => {
    const failed = [{ text: 'storm  and\nrain' }, { text: 'calm' }]
    expect(shortReason({ offered: false, option: 'x', summary: '', failed })).toBe('calm')
    expect(shortReason({ offered: false, option: 'x', summary: '', failed: [] })).toBe('')
  })
})

describe('a question on the screen', () => {
  it('lists actions, with aligned counts and costs', () => {
    const options = [
      { id: 'a', label: 'Troops in the hills', count: 4, cost: 2 },
      { id: 'b', label: 'Base', count: 1, cost: 10 },
    ]
    expect(lines(numberQuestion({ ...WAYS, kind: 'many', max: 3, budget: 12, options }))).toEqual([
      'Left: What? (rally)',
      '  1 to 3, at a cost of at most 12',
      '  1. Troops in the hills  ×4 cost 2',
      '  2. Base                 cost 10',
    ])
  })

  it('shows no costs if nothing has a cost', () => {
    const options = [
      { id: 'a', label: 'Troops', count: 4, cost: 0 },
      { id: 'b', label: 'Base', count: 1, cost: 0 },
    ]
    const question = numberQuestion({ ...WAYS, kind: 'many', max: 3, budget: 0, options })
    expect([...lines(question), promptText(question)].join('\n')).not.toContain('cost')
  })

  it('has only offers if there are no options', () => {
    const offers = [{ id: 'rest', label: 'Rest', window: 'pause', timing: 'after' as const }]
    expect(lines(numberQuestion({ ...WAYS, optional: true, offers })).slice(1)).toEqual([
      '  an empty line to continue',
      '  finally:',
      '  1. Rest',
    ])
  })

  it('falls back from columns to running text with tab stops', () => {
    const long = 'The road from the north to the south'
    const names = Array.from({ length: 20 }, (_, i) => (i % 5 === 0 ? long : 'Hill')).map(
      (name, i) => `${name} ${i} b`,
    )
    const shown = lines(numberQuestion(places(...names)), 9)
    expect(shown.slice(1, 3)).toEqual([
      '   1. The road from the north to the south 0 b         2. Hill 1 b',
      '   3. Hill 2 b               4. Hill 3 b               5. Hill 4 b',
    ])
  })

  it('shows many spaces in columns of different widths', () => {
    const names = ['Hue', 'Da Nang', 'Kontum', 'Quang Tri-Thua Thien', 'Hill', 'Mill', 'Ford', 'Bay']
    expect(menuLines(numberQuestion(places(...names)), labels, 60)).toEqual([
      'Left: What? (rally)',
      '  1. Hue       3. Kontum                 5. Hill   7. Ford',
      '  2. Da Nang   4. Quang Tri-Thua Thien   6. Mill   8. Bay',
    ])
  })

  it('shows sixty spaces in sixteen lines of eighty columns', () => {
    const names = Array.from({ length: 60 }, (_, i) => `${i % 5 === 0 ? 'North of the ' : ''}Place ${i} b`)
    const shown = lines(numberQuestion(places(...names)), 16)
    expect(shown.length).toBeLessThanOrEqual(16)
    for (const name of names) expect(shown.join('\n')).toContain(name)
  })

  it("counts what doesn't fit, and shows how to list it", () => {
    const names = Array.from({ length: 200 }, (_, i) => `A place with a name that is long ${i} b`)
    const shown = lines(numberQuestion(places(...names)), 12)
    expect(shown).toHaveLength(12)
    const there = shown.join('\n').match(/A place/g)?.length ?? 0
    expect(shown.at(-1)).toBe(`  … and ${200 - there} more: type part of a name, or "show options PART"`)
  })

  it('adds ids to equal names', () => {
    const options = ['guard@north', 'guard@south'].map((id) => ({ id, label: 'Guard', count: 1 }))
    expect(lines(numberQuestion({ ...WAYS, options })).slice(1)).toEqual([
      '  1. Guard [guard@north]',
      '  2. Guard [guard@south]',
    ])
  })

  it('gives no number to the only option if numbers are amounts', () => {
    const options = [{ id: 'troops', label: 'Troops', count: 5 }]
    const offers = [{ id: 'rest', label: 'Rest', window: 'pause', timing: 'during' as const }]
    expect(lines(numberQuestion({ ...WAYS, kind: 'many', max: 3, options, offers })).slice(1)).toEqual([
      '  1 to 3',
      '  Troops  ×5',
      '  or now:',
      '  #2. Rest',
    ])
  })

  it('is narrowed to options with a word that starts with a text', () => {
    const question = numberQuestion(places('Hue', 'Da Nang', 'Hue - Da Nang', 'Kontum'))
    expect(narrowedLines(question, 'da', labels, 80)).toEqual(['  2. Da Nang', '  3. Hue - Da Nang'])
    expect(narrowedLines(question, 'x', labels, 80)).toEqual(['No option has a word that begins with "x".'])
    expect(narrowedLines(question, '', labels, 80)).toHaveLength(4)
  })
})

describe('the prompt', () => {
  const three = offering('Build', 'Train', 'Rest')
  const many = { ...three, kind: 'many' as const, min: 0 }
  const troops = [{ id: 'troops', label: 'Troops', count: 5 }]
  const dear = three.options.map((option) => ({ ...option, cost: 2 }))

  it.each<[string, Decision]>([
    ['1-3, or a name > ', three],
    ['1-3, a name, or empty for none > ', { ...three, optional: true }],
    ['2, 13, or a name > ', offering('red 2', 'red 13')],
    ['2-13, or a name > ', offering('red 2', 'red 5', 'red 7', 'red 13')],
    ['up to 2 of 1-3 > ', { ...many, max: 2 }],
    ['any of 1-3 > ', { ...many, max: 3 }],
    ['2 of 1-3 > ', { ...many, min: 2, max: 2 }],
    ['1 to 2 of 1-3, cost up to 4 > ', { ...many, min: 1, max: 2, budget: 4, options: dear }],
    ['Troops: how many of 5? > ', { ...many, max: 5, options: troops }],
    ['Troops: how many of 5 (1-3)? > ', { ...many, min: 1, max: 3, options: troops }],
    ['0-10 > ', { ...WAYS, kind: 'number', min: 0, max: 10 }],
    [
      '1, or empty to continue > ',
      { ...WAYS, optional: true, offers: [{ id: 'x', label: 'X', window: 'w', timing: 'before' }] },
    ],
  ])('%s', (text, decision) => {
    expect(promptText(numberQuestion(decision))).toBe(text)
  })
})
