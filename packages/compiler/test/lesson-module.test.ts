/** Lessons in a page: a module without a compiler. */
import {
  type GameModule,
  type LessonsModule,
  LessonGame,
  LessonSession,
  loadLessons,
  loadModule,
  writeLessons,
  writeModule,
} from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { expressionsOf } from '../../play/src/lessons/lesson-expressions.js'
import { compileLessons } from '../src/lessons/compile-lessons.js'
import { loadLessonGame } from './lesson-game.js'

/** The export `module` of a text. */
const imported = async <T>(text: string): Promise<T> => {
  const { module } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { module: T }
  return module
}

describe('a module of lessons', () => {
  it('plays a lesson without a compiler, from its saved position', async () => {
    const game = loadLessonGame(`  given the start, you are red
    set gold to 3
  let wealth = gold + 1
  say "{wealth: coin}", pointing at map where it.terrain is wet
  you find map where it.terrain is wet
    mistake if it is mill "{it} is dry, and you have {wealth}."
  when red chooses walk
  you choose ford
    else "Not {it}."
  you reach blue is asked and some(stone in ford)
    by 1 stone in quarry
    mistake if no(stone in ford) "None?"
      by nothing
    hint "{gold}"
  when blue plays by idle
  close "{gold}"`)
    const text = writeLessons(game, { lessons: compileLessons(game), guides: [] })
    const loaded = loadModule(await imported<GameModule>(writeModule(game.def)))
    const [lesson] = loadLessons(loaded, await imported<LessonsModule>(text)).lessons
    if (lesson === undefined) throw new Error('The module has the lesson.')
    expect(lesson.setup).toEqual([])
    const session = new LessonSession(new LessonGame(loaded), lesson)
    expect(session.card).toMatchObject({ text: '4 coins', pointing: [{ id: 'ford' }, { id: 'moor' }] })
    session.find('mill')
    expect(session.card.reply?.text).toBe('Mill is dry, and you have 4.')
    session.find('moor')
    session.answer('moor')
    expect(session.card.reply?.text).toBe('Not Moor.')
    session.answer('ford')
    session.answer([])
    expect(session.card).toMatchObject({ failed: true, reply: { text: 'None?' } })
    session.tryAgain()
    session.hint()
    expect(session.card.reply?.text).toBe('3')
    session.showMe()
    expect(session.card).toMatchObject({ closed: true, text: '3' })
  })

  it('finds its code whatever the page has linked before', async () => {
    const said = (what: string) => loadLessonGame(`  given the start, you are red\n  say "{${what}}"`)
    const [other] = compileLessons(said('count(hidden scouts in quarry)')).flatMap(expressionsOf)
    const game = said('count(aces in deck)')
    const text = writeLessons(game, { lessons: compileLessons(game), guides: [] })
    if (other === undefined) throw new Error('The text has an expression.')
    // A look's expression adds a set of kinds, as that of the lesson does.
    const module = writeModule(game.def, { 'of the look': other.expression })
    const loaded = loadModule(await imported<GameModule>(module))
    const [lesson] = loadLessons(loaded, await imported<LessonsModule>(text)).lessons
    if (lesson === undefined) throw new Error('The module has the lesson.')
    expect(new LessonSession(new LessonGame(loaded), lesson).card.text).toBe('4')
  })
})
