/** Takes a lesson in the page. A second session of the lesson, in this process, knows what to do and what the coach says. */
import { type Choice, itemOf } from '@ludoforge/kernel'
import { type Chosen, LessonGame, type Lesson, LessonSession } from '@ludoforge/play'
import type { LoadedGame } from '@ludoforge/compiler'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answer, type Hand, says } from './lesson-hands.js'
import { asked, settled } from './playing.js'

/** Something a learner does besides the right thing. Each is done once in a lesson, where it is first possible. */
type Detour = 'mistake' | 'illegal' | 'hint' | 'back'

/** A lesson in the page, and in this process. */
export class LessonTaker {
  readonly #session: LessonSession
  readonly #detours = new Set<Detour>(['mistake', 'illegal', 'hint', 'back'])
  #answered = ''

  constructor(
    private readonly page: Page,
    private readonly hand: Hand,
    private readonly game: LoadedGame,
    lesson: Lesson,
  ) {
    this.#session = new LessonSession(new LessonGame(game), lesson)
  }

  /** Takes the lesson to its end. Returns what the learner did besides the right thing. */
  async run(look?: (session: LessonSession) => Promise<void>): Promise<readonly Detour[]> {
    const { page, hand } = this
    const session = this.#session
    while (!session.card.closed) {
      await this.#shown()
      await look?.(session)
      const { task } = session
      if (task === undefined) {
        await hand.press(page, 'Next')
        session.next()
      } else if (task.task === 'find') {
        await this.#detour()
        const [id] = session.lessons.things(session.state, task, session.lesson.seat)
        await this.#find(id)
      } else {
        await this.#detour()
        const choices = this.#way()
        const isFirst = this.#detours.delete('back') && choices.length > 0
        if (isFirst) {
          await this.#answer(choices[0] ?? [])
          await this.#shown()
          await hand.press(page, 'Back')
          session.back()
          await this.#shown()
        }
        for (const choice of choices) await this.#answer(choice)
      }
    }
    await this.#shown()
    const left = this.#detours
    return (['mistake', 'illegal', 'hint', 'back'] as const).filter((one) => !left.has(one))
  }

  /** Waits until the page shows the card of the session. */
  async #shown(): Promise<void> {
    const { card } = this.#session
    const step = card.closed ? 'Finished' : `Step ${Math.min(card.step, card.steps)} of ${card.steps}`
    await this.page.locator(`.coach-dots[aria-label="${step}"]`).waitFor()
    if (card.text !== undefined) await says(this.page, card.text)
    if (card.reply !== undefined) await says(this.page, card.reply.text)
  }

  /** The answers to the task: the first one that is accepted, or the first way to the goal. */
  #way(): readonly Choice[] {
    const { task, state, question, lessons, lesson } = this.#session
    if (task?.task === 'reach') return lessons.way(state, task, task.ways[0] ?? [], lesson.seat)
    const [first] = task?.task === 'choose' ? task.answers : []
    if (first === undefined || question === undefined)
      throw new Error('The lesson has no answer to its task.')
    return [lessons.choice(state, question, first)]
  }

  async #answer(choice: Choice): Promise<void> {
    const { question, at, done } = this.#session
    if (question === undefined) throw new Error('The lesson has no question.')
    await settled(this.page, this.#answered)
    const before = await asked(this.page)
    await answer(this.page, this.hand, question, choice)
    this.#session.answer(choice)
    const { reply, failed } = this.#session.card
    const isRight = !failed && (reply === undefined || reply.kind === 'right')
    expect(isRight, `an answer of the lesson at step ${at}, task ${done}: ${reply?.text}`).toBe(true)
    this.#answered = before
  }

  async #find(id: string | undefined): Promise<void> {
    const { task } = this.#session
    if (id === undefined || task?.task !== 'find') throw new Error('There is nothing to find.')
    const type = itemOf(task.set.type)
    const { zones, seats } = this.game.def
    const name = [...zones, ...seats].find((one) => one.id === id)?.name ?? id
    await this.hand.find(this.page, { type, id, name })
    this.#session.find(id)
  }

  /** Does what a learner does first, where the lesson allows it. */
  async #detour(): Promise<void> {
    const { page, hand } = this
    const session = this.#session
    const { task, question, state, lessons } = session
    if (session.card.hints > 0 && this.#detours.delete('hint')) {
      await hand.press(page, 'Hint')
      session.hint()
      await this.#shown()
    }
    if (task === undefined) return
    if (task.task === 'find') {
      const type = itemOf(task.set.type)
      const candidates = lessons.candidates(state, task, session.lesson.seat)
      const wrong = task.mistakes.flatMap((line) =>
        candidates.filter((id) => lessons.pointsAt(state, line.answer, { type, id } satisfies Chosen)),
      )
      if (wrong.length === 0 || !this.#detours.delete('mistake')) return
      await this.#find(wrong[0])
      await this.#again()
      return
    }
    if (question === undefined) return
    const illegal = task.mistakes.find((line) => line.illegal)?.answer.picks[0]?.text
    if (illegal !== undefined && this.#detours.delete('illegal')) {
      await settled(page, this.#answered)
      await hand.why(page, illegal)
      session.refuse(illegal)
      await this.#shown()
    }
    const mistakes = task.mistakes.filter((line) => !line.illegal)
    const [wrong] = mistakes
      .map((line) => lessons.choiceIn(state, question, line.answer))
      .filter((choice) => choice !== undefined)
    if (wrong === undefined || !this.#detours.delete('mistake')) return
    await settled(page, this.#answered)
    await answer(page, hand, question, wrong)
    session.answer(wrong)
    await this.#again()
  }

  /** The coach explains the mistake, and the learner tries again. */
  async #again(): Promise<void> {
    expect(this.#session.card.reply?.kind).toBe('mistake')
    await this.#shown()
    await this.hand.press(this.page, 'Try again')
    this.#session.tryAgain()
    await this.page.locator('.coach:not(.mistaken)').waitFor()
  }
}
