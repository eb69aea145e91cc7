/** Resolving a typed name. */
import type { Decision } from '@ludoforge/kernel'
import { PLAIN_LOOK } from '@ludoforge/look/node'
import { describe, expect, it } from 'vitest'
import { Labels } from '../src/terminal/board/index.js'
import {
  type NameContext,
  resolveAmong,
  resolveSimilarName,
  resolveShown,
  resolveName,
} from '../src/terminal/play/resolve-name.js'
import { numberQuestion, Menu } from '../src/terminal/play/menu.js'
import { makePaint } from '../src/terminal/terminal.js'
import { valley } from './valley.js'

const game = valley(`
play
  as red
    choose space from map where it != bay "Where to?"
  draw

action march-red "March" by red
  clear storm

action march-blue "March" by blue
  clear storm

action mend "Mend the mill" by red
  clear storm

action rest-blue "Rest" by blue
  clear storm

action restore "Restore the mill" by red
  clear storm
`)

const labels = new Labels(game.def, PLAIN_LOOK, makePaint(false))
const decision = game.decision(game.start({ seed: 1 }))
if (decision === undefined) throw new Error('nothing is asked')
const asker = { asked: numberQuestion(decision), labels, seat: 'red' }
/** Resolves a name that the rules don't know. */
const meaningOf = (text: string, who: NameContext) => resolveName(text, who) ?? resolveSimilarName(text, who)

describe('a typed name', () => {
  it.each([
    ['1', 'mill'],
    ['#2', 'ford'],
    ['old mill', 'mill'],
    ['old', 'mill'],
    ['for', 'ford'],
    ['Bay', 'bay'],
    ['ba', 'bay'],
    ['mend', 'mend'],
  ])('%s is %s', (text, id) => {
    expect(meaningOf(text, asker)).toMatchObject({ id })
  })

  it("is the player's own action, of several with the same title", () => {
    expect(meaningOf('march', asker)).toMatchObject({ what: 'action', id: 'march-red' })
    expect(meaningOf('march', { ...asker, seat: 'blue' })).toMatchObject({ what: 'action', id: 'march-blue' })
    expect(meaningOf('MAR', { ...asker, seat: 'blue' })).toMatchObject({ what: 'action', id: 'march-blue' })
  })

  it('is left to the rules if only others have it, and never matches a word inside a title', () => {
    expect(resolveName('rest', asker)).toBeUndefined()
    expect(resolveName('the', asker)).toBeUndefined()
    expect(resolveSimilarName('the', asker)).toBeUndefined()
  })

  it("can't be the number of a missing option; if the question is a number, it is left to the rules", () => {
    expect(meaningOf('9', asker)).toEqual({ problem: 'There is no option 9, only 1-2.' })
    const number: Decision = { ...decision, kind: 'number', type: 'number', options: [] }
    expect(meaningOf('9', { ...asker, asked: numberQuestion(number) })).toBeUndefined()
  })

  it('asks if it is ambiguous', () => {
    const options = ['Hut', 'Hill'].map((label) => ({ id: label.toLowerCase(), label, count: 1 }))
    expect(meaningOf('h', { ...asker, asked: numberQuestion({ ...decision, options }) })).toEqual({
      problem: '"h" could be 1. Hut or 2. Hill. Type more of it.',
    })
  })

  it('suggests similar names, or is left to the rules', () => {
    expect(meaningOf('mrach', asker)).toEqual({ problem: 'Nothing is called "mrach". Did you mean March?' })
    expect(meaningOf('cube@ford', asker)).toBeUndefined()
    expect(meaningOf('Cube in Ford', asker)).toBeUndefined()
  })

  it("may be an option that isn't offered any more", () => {
    const menu = new Menu()
    menu.number(decision, 'a')
    const rest = decision.options.filter(({ id }) => id !== 'mill')
    const again = menu.number({ ...decision, options: rest }, 'a')
    expect(meaningOf('1', { ...asker, asked: again })).toMatchObject({ what: 'option', id: 'mill' })
  })
})

describe('a space', () => {
  it('is named by the number of an option, by its name, or by a piece in it', () => {
    expect(resolveShown('2', asker)).toEqual({ what: 'space', id: 'ford', label: 'Ford' })
    expect(resolveShown('mill', asker)).toEqual({ what: 'space', id: 'mill', label: 'Old Mill' })
    const options = [{ id: 'cube@bay', label: 'Cube in Bay', count: 1 }]
    expect(
      resolveShown('1', { ...asker, asked: numberQuestion({ ...decision, type: 'token', options }) }),
    ).toEqual({
      what: 'space',
      id: 'bay',
      label: 'Bay',
    })
  })

  it("that doesn't exist is reported", () => {
    expect(resolveShown('frod', asker)).toEqual({
      problem: 'No space or card is called "frod". Did you mean Ford?',
    })
    const options = [{ id: 'fold', label: 'Fold', count: 1 }]
    expect(resolveShown('1', { ...asker, asked: numberQuestion({ ...decision, options }) })).toEqual({
      problem: '1. Fold is neither a space nor a card.',
    })
  })
})

describe('one of several things', () => {
  const things = ['Old Mill', 'Old Moor', 'Ford'].map((label) => ({ id: label.toLowerCase(), label }))

  it('has a name, or the start of one', () => {
    expect(resolveAmong('for', things)).toMatchObject({ id: 'ford' })
    expect(resolveAmong('moor', things)).toMatchObject({ id: 'old moor' })
  })

  it("isn't guessed", () => {
    expect(resolveAmong('old', things)).toEqual({
      problem: '"old" could be Old Mill or Old Moor. Type more of it.',
    })
    expect(resolveAmong('frod', things)).toEqual({
      problem: 'Nothing here is called "frod". Did you mean Ford?',
    })
  })
})
