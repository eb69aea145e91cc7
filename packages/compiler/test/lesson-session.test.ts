/** A lesson in progress: what the learner sees, and what the coach replies. */
import { LessonGame, LessonSession } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { lessonOf, sessionOf } from './lesson-game.js'

const LINES = `  say "First."
  say "Find water.", pointing at mill, the question
  you find map where it.terrain is wet
    mistake mill "{it} is dry."
    else "Not {it}."
    hint "Vague."
    hint "The ford."
  when red chooses dig
   and blue chooses rest
  say "You have {gold: coin}."
  you choose walk
    also rest "Fine, too."
    mistake dig "You have {gold} already."
    mistake illegal sleep "No."
  if red is asked
    you choose ford
      mistake if it is moor "{it} is far."
  close "The end."`.replace('    mistake illegal sleep "No."\n', '')

describe('a session', () => {
  it('shows cards, things to look at and the step', () => {
    const session = sessionOf(LINES)
    expect(session.card).toMatchObject({ step: 1, steps: 3, text: 'First.', pointing: [], closed: false })
    session.next()
    expect(session.card).toMatchObject({
      text: 'Find water.',
      task: 'find',
      hints: 2,
      pointing: [{ type: 'zone', id: 'mill' }, { type: 'question' }],
    })
    expect(session.question).toBeUndefined()
  })

  it('judges what is found', () => {
    const session = sessionOf(LINES)
    session.next()
    session.find('mill')
    expect(session.card.reply).toEqual({ kind: 'mistake', text: 'Mill is dry.' })
    session.find('ford')
    expect(session.card).toMatchObject({ step: 2, text: 'You have 2 coins.', task: 'choose' })
    expect(session.card.reply).toBeUndefined()
  })

  it('judges answers, and plays only what it accepts', () => {
    const session = sessionOf(LINES)
    session.next()
    session.find('ford')
    const { state } = session
    session.answer('dig')
    expect(session.card.reply).toEqual({ kind: 'mistake', text: 'You have 2 already.' })
    session.answer('gamble')
    expect(session.card.reply).toEqual({
      kind: 'unexpected',
      text: "Gamble: that's legal, but this lesson wants something else.",
    })
    expect(session.state).toBe(state)
    session.answer('rest')
    expect(session.card).toMatchObject({
      closed: true,
      text: 'The end.',
      reply: { kind: 'right', text: 'Fine, too.' },
    })
  })

  it('adds what an unexpected answer would do, if it can be foreseen', () => {
    const { lessons, lesson } = sessionOf('  you choose dig\n  close "x"')
    const session = new LessonSession(lessons, lesson, {
      foresee: (_, choice, seat) => [`${seat} would ${JSON.stringify(choice)}.`],
    })
    session.answer('walk')
    expect(session.card.reply?.text).toBe(
      `Walk: that's legal. red would "walk". But this lesson wants something else.`,
    )
    session.answer('gamble')
    expect(session.card.reply?.kind).toBe('illegal')
  })

  it('explains what is illegal', () => {
    const session = sessionOf('  you choose dig\n    mistake illegal gamble "Earn some first."\n  close "x"')
    session.refuse('gamble')
    expect(session.card.reply).toMatchObject({ kind: 'illegal', text: 'Earn some first.' })
    session.refuse('Walk')
    expect(session.card.reply?.text).toContain('Walk')
  })

  it('gives hints, then shows the answer', () => {
    const session = sessionOf(LINES)
    session.next()
    expect([session.hint(), session.card.reply?.text, session.card.hints]).toEqual([true, 'Vague.', 1])
    expect([session.hint(), session.card.reply?.text, session.card.hints]).toEqual([true, 'The ford.', 0])
    expect(session.hint()).toBe(false)
    session.showMe()
    expect(session.card.step).toBe(2)
    session.showMe()
    session.showMe()
    expect(session.card.closed).toBe(true)
  })

  it('goes back by a card or an answer', () => {
    const session = sessionOf(LINES)
    expect(session.back()).toBe(false)
    session.next()
    session.find('ford')
    session.answer('walk')
    expect(session.card.step).toBe(3)
    expect([session.back(), session.card.step, session.question?.name]).toEqual([true, 2, 'choice'])
    expect([session.back(), session.card.task]).toEqual([true, 'find'])
    expect([session.back(), session.card.text]).toEqual([true, 'First.'])
    expect(session.back()).toBe(false)
  })

  it('resumes from a position that is plain data', () => {
    const session = sessionOf(LINES)
    session.next()
    session.find('ford')
    session.answer('walk')
    const again = sessionOf(LINES)
    again.resume(JSON.parse(JSON.stringify(session.position)))
    expect(again.card).toEqual(session.card)
    expect(again.state.d).toEqual(session.state.d)
    const read = sessionOf(LINES)
    read.next()
    const other = sessionOf(LINES)
    other.resume(read.position)
    expect(other.card).toEqual(read.card)
  })
})

describe('a goal', () => {
  const GOAL = `  say "Go to the ford."
  you reach camp is ford and blue is asked in 3 answers
    by walk; ford; nothing
    mistake dig "Later."
    mistake if camp is moor "That's the moor."
      by walk; moor; nothing
    hint "Walk."
  close "There."`

  it('is reached on any way', () => {
    const session = sessionOf(GOAL)
    session.answer('walk')
    expect(session.card).toMatchObject({ task: 'reach', failed: false })
    session.answer('ford')
    session.answer(['stone@quarry'])
    expect(session.card).toMatchObject({ closed: true, text: 'There.' })
  })

  it('refuses mistakes before they are played', () => {
    const session = sessionOf(GOAL)
    session.answer('dig')
    expect(session.card.reply).toEqual({ kind: 'mistake', text: 'Later.' })
    expect(session.question?.name).toBe('choice')
  })

  it('is lost when the turn is over, and can be tried again', () => {
    const session = sessionOf(GOAL)
    session.answer('walk')
    session.answer('moor')
    session.answer([])
    expect(session.card).toMatchObject({ failed: true, reply: { kind: 'mistake', text: "That's the moor." } })
    expect(session.question).toBeUndefined()
    session.tryAgain()
    expect(session.card).toMatchObject({ failed: false, task: 'reach' })
    expect(session.question?.name).toBe('choice')
    session.answer('rest')
    expect(session.card).toMatchObject({ failed: true, reply: { kind: 'unexpected' } })
    expect(session.card.reply?.text).toMatch(/doesn't reach the goal: .*camp/i)
  })

  it('shows the next answer of a way, from where the learner is', () => {
    const session = sessionOf(GOAL)
    session.answer('walk')
    session.showMe()
    expect(session.question?.name).toBe('found')
    session.back()
    session.answer('moor')
    session.showMe()
    expect(session.question?.name).toBe('spot')
  })
})

describe('opponents', () => {
  it('play by policy with the seed of the session', () => {
    const lesson = lessonOf('  when red chooses dig\n   and blue plays by idle\n  say "{gold}"\n  close "x"')
    const { card } = new LessonSession(new LessonGame(sessionOf(LINES).lessons.game), lesson, { seed: 'x' })
    expect(card.text).toBe('2')
  })
})
