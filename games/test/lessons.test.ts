/** The lessons of every game. `ludoforge test` plays them; here they have to be there, to compile, and to use taught words. */
import { compileGuides, compileLessons, courseWarnings, type LoadedGame } from '@ludoforge/compiler'
import { gameNames } from '@ludoforge/games'
import type { Lesson } from '@ludoforge/play'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../test/support/games.js'

describe.each(gameNames())('the lessons of %s', (name) => {
  let game: LoadedGame
  let lessons: readonly Lesson[]
  beforeAll(async () => {
    game = await gameOf(name)
    lessons = compileLessons(game)
  })

  it('compile, and there is at least one', () => {
    expect(lessons).not.toEqual([])
    // Each has something to do, and ends.
    for (const { title, steps } of lessons) {
      expect(tasksOf(steps), title).toBeGreaterThan(0)
      expect(steps.at(-1)?.step, title).toBe('close')
    }
  })

  it('use no term before a lesson teaches it, and no text that is too long', () => {
    expect(courseWarnings(game).map(({ message, span }) => `${span?.file}: ${message}`)).toEqual([])
    expect(() => compileGuides(game)).not.toThrow()
  })

  it('take a few minutes: the lessons of a file have at most six tasks', () => {
    const tasks = new Map<string, number>()
    for (const { id, steps } of lessons) {
      const file = id.replace(/\/.*/, '')
      tasks.set(file, (tasks.get(file) ?? 0) + tasksOf(steps))
    }
    expect([...tasks].filter(([, count]) => count > 6)).toEqual([])
  })
})

const tasksOf = (steps: Lesson['steps']): number => steps.filter(({ step }) => step === 'task').length
