/** A lesson as a table, and its coach. */
import { compileLessons, loadGame } from '../../compiler/src/index.js'
import type { Table } from '@ludoforge/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { canGoOn, createCoach, foundId, isMistaken, soughtType } from '../src/table/lesson/coach-store.js'
import { LessonTable } from '../src/table/lesson/lesson-table.js'

type Lesson = ConstructorParameters<typeof LessonTable>[1]

describe('a lesson as a table', () => {
  let game: Awaited<ReturnType<typeof loadGame>>
  let lesson: Lesson
  beforeAll(async () => {
    game = await loadGame('games/tic-tac-toe')
    const [first] = compileLessons(game)
    if (first === undefined) throw new Error('Tic-tac-toe has a lesson.')
    lesson = first
  })

  /** A table, its coach, what was saved, and what listeners heard. */
  const open = (position?: LessonTable['session']['position']) => {
    const table = new LessonTable({ game }, lesson, position)
    const saved: LessonTable['session']['position'][] = []
    const coach = createCoach(table, ({ session }) => saved.push(session.position))
    const heard: string[] = []
    table.listen((event) => heard.push(event.type))
    return { table, coach, saved, heard }
  }
  const crosses = (table: Table): string[] =>
    Object.entries(table.view().zones).flatMap(([zone, { pieces = {} }]) =>
      Object.keys(pieces).some((kind) => kind.includes('cross')) ? [zone] : [],
    )

  it('shows each step in order, and asks only in a task', () => {
    const { table, coach, heard } = open()
    expect(table.asked).toEqual([])
    expect(canGoOn(coach.getState())).toBe(true)
    coach.getState().next()
    expect(heard).toEqual(['step', 'step', 'step', 'step']) // what the lesson plays
    expect(crosses(table)).toEqual(expect.arrayContaining(['a1', 'c3']))
    expect(soughtType(table)).toBe('zone')
    expect(coach.getState().candidates()).toHaveLength(9)
    coach.getState().find('a1')
    expect(isMistaken(coach.getState())).toBe(true)
    coach.getState().find('c1')
    expect(soughtType(table)).toBeUndefined()
    expect(table.asked).toHaveLength(1)
  })

  it('plays no mistake, offers a hint after the second one, and goes back', async () => {
    const { table, coach, heard } = open()
    coach.getState().next()
    coach.getState().find('c1')
    const before = table.number
    await table.decide('cross', 'a2')
    expect(coach.getState()).toMatchObject({ misses: 1, refused: 'a2', card: { reply: { kind: 'mistake' } } })
    expect(table.number).toBe(before)
    coach.getState().tryAgain()
    await table.decide('cross', 'b1')
    expect(coach.getState().misses).toBe(2)
    coach.getState().hint()
    expect(coach.getState().card).toMatchObject({ hints: 0, reply: { kind: 'hint' } })
    coach.getState().showMe()
    expect(crosses(table)).toContain('c1')
    expect(coach.getState().misses).toBe(0)
    coach.getState().back()
    expect(heard.at(-1)).toBe('undone')
    expect(crosses(table)).not.toContain('c1')
    const { happenings, shown } = await table.history(0, table.number)
    expect(happenings).toHaveLength(table.number)
    expect(shown[0]?.view.seat).toBe('cross')
  })

  it('lets the learner play on for all sides, and returns to where the lesson waits', async () => {
    const { table, coach } = open()
    coach.getState().next()
    coach.getState().find('c1')
    await table.decide('cross', 'a2')
    coach.getState().keepGoing()
    expect(table.you.seats).toEqual(['cross', 'nought'])
    expect(table.asked[0]?.seat).toBe('nought')
    await table.decide('nought', 'c1')
    expect(table.about.outcome?.winners).toEqual(['nought'])
    coach.getState().returnToLesson()
    expect(table.about.outcome).toBeUndefined()
    expect(table.you.seats).toEqual(['cross'])
    expect(table.asked[0]?.seat).toBe('cross')
    expect(isMistaken(coach.getState())).toBe(false)
  })

  it('resumes at any step, and explains what is illegal', async () => {
    const { table, coach, saved } = open()
    coach.getState().next()
    coach.getState().find('c1')
    const { offered } = await table.explain('cross', 'a1')
    expect(offered).toBe(false)
    expect(coach.getState().card.reply?.kind).toBe('illegal')
    await table.decide('cross', 'c1')
    const later = open(saved.at(-1))
    expect(later.coach.getState().card).toMatchObject({ step: 3, text: coach.getState().card.text })
    expect(crosses(later.table)).toContain('c1')
    expect(later.heard).toEqual([])
    expect(later.table.number).toBeGreaterThan(0)
    await expect(later.table.undo()).rejects.toThrow('can’t do that in a lesson')
  })

  it('a piece stands for its space, and a card for itself', () => {
    expect(foundId('zone', { kind: 'piece', id: 'cube@hill', zone: 'hill' })).toBe('hill')
    expect(foundId('zone', { kind: 'seat', id: 'red', zone: null })).toBeUndefined()
    expect(foundId('token', { kind: 'card', id: 'ace', zone: 'hand' })).toBe('ace@hand')
    expect(foundId('seat', { kind: 'seat', id: 'red', zone: null })).toBe('red')
  })
})
