/** A lesson in the terminal: shows the coach's cards, and reads answers and commands until the learner leaves. */
import type { Book } from '@ludoforge/look'
import { type CoursePlace, explain, type LessonSession, type Reply } from '@ludoforge/play'
import { Refusal } from '@ludoforge/table'
import { boardLines, changedLines, pad, type ShownTable, type Table, widthOf } from '../board/index.js'
import { showLines, whyLines } from '../play/lookup-lines.js'
import { Menu, type ShownQuestion, choosableItems } from '../play/menu.js'
import { menuLines, promptText } from '../play/menu-lines.js'
import { match, type Named, numberIn } from '../play/names.js'
import { parseAnswer } from '../play/parse-answer.js'
import { type NameContext, resolveAmong, resolveName, resolveSimilarName } from '../play/resolve-name.js'
import { ruleLines, ruleRequest } from '../play/rule-lines.js'
import { screenLines } from '../play/screen.js'
import { wrapLine } from '../play/wrap.js'
import type { Terminal } from '../terminal.js'
import { LESSON_COMMANDS, type LessonWord } from './lesson-commands.js'
import { lookAtLines } from './look-at.js'

/** How a lesson ended. `again`: from its start. */
export type LessonEnding = 'next' | 'again' | 'left'

export interface LessonLoopOptions {
  readonly session: LessonSession
  readonly table: Table
  readonly terminal: Terminal
  readonly book: () => Promise<Book>
  readonly place: CoursePlace
  readonly lessons: number // in the course
  /** Is called when the learner gets to the end. */
  readonly finish: () => void
}

const INDENT = '  '
const MISSES_BEFORE_HINT = 2

export class LessonLoop {
  readonly #session: LessonSession
  #shown = '' // the card on the screen
  #before: ShownTable | undefined // the board on the screen
  #misses = 0

  constructor(private readonly options: LessonLoopOptions) {
    this.#session = options.session
  }

  /** Runs until the learner leaves, or goes on after the end. */
  async run(): Promise<LessonEnding> {
    const { terminal, finish } = this.options
    for (;;) {
      const asked = this.#asked
      this.#show(asked)
      if (this.#session.card.closed) finish()
      const line = await terminal.input.line(this.#prompt(asked))
      if (line === undefined) return 'left'
      try {
        const ending = await this.#handle(line.trim(), asked)
        if (ending !== undefined) return ending
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#say(error.message, 'yellow')
      }
    }
  }

  get #seat(): string {
    return this.#session.lesson.seat
  }

  get #now(): ShownTable {
    return this.options.table.seen(this.#session.state, this.#seat)
  }

  get #asked(): ShownQuestion | undefined {
    const { question } = this.#session
    return question === undefined
      ? undefined
      : new Menu((id) => this.options.table.labels.handPlace(id)).number(question, '')
  }

  /** Shows the card, unless it is on the screen. */
  #show(asked: ShownQuestion | undefined): void {
    const { card } = this.#session
    const { reply, failed } = card
    const { position } = this.#session
    const key = JSON.stringify([card.step, card.text, card.closed, position, failed])
    if (key === this.#shown) return
    this.#shown = key
    this.#misses = 0
    const { terminal, table } = this.options
    const { width, height } = terminal
    const { labels } = table
    const question = [...this.#replyLines(reply), ...this.#cardLines(asked)]
    const [now, before] = [this.#now, this.#before]
    this.#before = now
    const isSame = before !== undefined && changedLines(before, now, labels, width).length === 0
    const parts = { labels, width, height, since: '', news: () => [], now, before, question }
    terminal.out((isSame ? ['', ...question] : screenLines(parts)).join('\n'))
  }

  #cardLines(asked: ShownQuestion | undefined): string[] {
    const { terminal, table } = this.options
    const { width, paint } = terminal
    const { card } = this.#session
    const text = card.text === undefined ? [] : indented(card.text, width)
    const looks = lookAtLines(card.pointing, this.#now, table.labels, this.#session.question)
    return [
      this.#heading(),
      '',
      ...text,
      ...looks.flatMap((line) => indented(line, width)).map((line) => paint.cyan(line)),
      ...(asked === undefined || card.failed ? [] : ['', ...menuLines(asked, table.labels, width)]),
    ]
  }

  /** `Lesson 2 of 21: Count heads      step 2 of 5   (hint, back, show me, leave)`. */
  #heading(): string {
    const { terminal, place, lessons } = this.options
    const { paint, width } = terminal
    const { card, lesson } = this.#session
    const partText = place.parts === 1 ? '' : `, part ${place.part} of ${place.parts}`
    const title = `Lesson ${place.number} of ${lessons}${partText}: ${lesson.title}`
    const step =
      card.closed || card.steps === 0 ? '' : `step ${Math.min(card.step, card.steps)} of ${card.steps}`
    const commands = card.closed
      ? '(next, again, leave)'
      : card.task === undefined
        ? '(next, back, leave)'
        : '(hint, back, show me, leave)'
    const right = [step, commands].filter((part) => part !== '').join('   ')
    const room = width - widthOf(right)
    const left = widthOf(title) + 2 > room ? `${title}  ` : pad(title, room)
    return `${paint.bold(left)}${paint.dim(right)}`
  }

  #prompt(asked: ShownQuestion | undefined): string {
    const { card } = this.#session
    if (card.closed) return 'next, again or leave > '
    if (card.failed) return 'again > '
    if (card.task === 'find') return 'a name > '
    return asked === undefined ? 'next > ' : promptText(asked)
  }

  #replyLines(reply: Reply | undefined): string[] {
    if (reply === undefined) return []
    const { width, paint } = this.options.terminal
    const rule = reply.rule === undefined ? '' : ` (rule ${reply.rule})`
    const again = reply.kind === 'mistake' || reply.kind === 'unexpected' ? ' Try again.' : ''
    const colour = reply.kind === 'right' ? paint.green : reply.kind === 'hint' ? paint.cyan : paint.yellow
    return indented(`${reply.text}${rule}${again}`, width).map((line) => colour(line))
  }

  #say(text: string, colour: 'yellow' | 'dim'): void {
    const { terminal } = this.options
    terminal.out(
      indented(text, terminal.width)
        .map((line) => terminal.paint[colour](line))
        .join('\n'),
    )
  }

  /** Shows what the coach replies, if the card stays. */
  #replied(): void {
    const { reply } = this.#session.card
    if (reply === undefined) return
    this.options.terminal.out(this.#replyLines(reply).join('\n'))
    if (reply.kind === 'hint') return
    this.#misses += 1
    if (this.#misses === MISSES_BEFORE_HINT && this.#session.card.hints > 0)
      this.#say('Type "hint" for a hint.', 'dim')
  }

  /** Returns how the lesson ends, if it does. */
  async #handle(line: string, asked: ShownQuestion | undefined): Promise<LessonEnding | undefined> {
    const { card } = this.#session
    if (line === '' && asked === undefined) return this.#command('next', '', asked)
    const things = this.#things
    const isThing = match(line, things)?.how === 'exact'
    const command = isThing ? undefined : LESSON_COMMANDS.read(line, asked)
    if (command !== undefined) {
      if ('problem' in command) throw new Refusal('bad-message', command.problem)
      return this.#command(command.command, command.about, asked)
    }
    const { position } = this.#session
    if (card.task === 'find') this.#find(line, things)
    else if (asked === undefined) {
      const read = LESSON_COMMANDS.readLine(line, undefined)
      throw new Refusal('bad-message', 'problem' in read ? read.problem : '')
    } else this.#answer(line, asked)
    if (JSON.stringify(this.#session.position) === JSON.stringify(position)) this.#replied()
    return undefined
  }

  /** What the learner can point at. Empty if the task is another one. */
  get #things(): readonly Named[] {
    const { task, lessons, state } = this.#session
    if (task?.task !== 'find') return []
    const { labels } = this.options.table
    return lessons.candidates(state, task, this.#seat).flatMap((id): Named[] => {
      const [kind = id, zone] = id.split('@')
      if (zone !== undefined) return [{ id, label: `${labels.plainKind(kind)} in ${labels.place(zone)}` }]
      if (labels.def.seats.some((seat) => seat.id === id)) return [{ id, label: labels.plainSeat(id) }]
      return [...new Set([labels.place(id), labels.words.zone(id)])].map((label) => ({ id, label }))
    })
  }

  #find(line: string, things: readonly Named[]): void {
    const meant = resolveAmong(line, things)
    if ('problem' in meant) throw new Refusal('bad-message', meant.problem)
    this.#session.find(meant.id)
  }

  /** Answers the question. A name that isn't offered gets its explanation. */
  #answer(line: string, asked: ShownQuestion): void {
    const parsed = parseAnswer(line, asked)
    if ('choice' in parsed) {
      this.#session.answer(parsed.choice)
      return
    }
    const isOption = numberIn(line) !== undefined || match(line, choosableItems(asked)) !== undefined
    const context = this.#context(asked)
    const meant = isOption ? undefined : (resolveName(line, context) ?? resolveSimilarName(line, context))
    if (meant === undefined || 'problem' in meant) throw new Refusal('bad-message', parsed.problem)
    this.#session.refuse(meant.id)
  }

  #context(asked: ShownQuestion | undefined): NameContext {
    return { asked, labels: this.options.table.labels, seat: this.#seat }
  }

  async #command(
    word: LessonWord,
    about: string,
    asked: ShownQuestion | undefined,
  ): Promise<LessonEnding | undefined> {
    const session = this.#session
    const { card } = session
    if (word === 'leave') return 'left'
    if (card.closed && (word === 'next' || word === 'again')) return word
    if (word === 'show' && about.toLowerCase() === 'me') {
      session.showMe()
      return undefined
    }
    switch (word) {
      case 'next':
        if (card.task !== undefined)
          throw new Refusal(
            'bad-message',
            card.failed
              ? 'That can\'t reach the goal any more. Type "again".'
              : 'First do what the coach asks for. "hint" helps, and "show me" does it.',
          )
        session.next()
        return undefined
      case 'hint':
        if (card.task === undefined)
          throw new Refusal('bad-message', 'There is nothing to do here. Type "next".')
        if (!session.hint()) throw new Refusal('bad-message', 'That was the last hint. Type "show me".')
        this.#replied()
        return undefined
      case 'back':
        if (!session.back()) throw new Refusal('bad-message', 'This is the start of the lesson.')
        return undefined
      case 'again':
        session.tryAgain()
        this.#shown = ''
        return undefined
      case 'card':
        this.#shown = ''
        return undefined
      default:
        await this.options.terminal.page(await this.#lines(word, about, asked))
        return undefined
    }
  }

  /** The output of a command that shows something. */
  async #lines(
    word: 'help' | 'board' | 'show' | 'rule' | 'why',
    about: string,
    asked: ShownQuestion | undefined,
  ): Promise<readonly string[]> {
    const { terminal, table, book } = this.options
    const { width } = terminal
    const now = this.#now
    switch (word) {
      case 'help':
        return LESSON_COMMANDS.helpLines(width, undefined, about)
      case 'board':
        return boardLines(now.view, table.labels, width, now.values)
      case 'show':
        return showLines(about, this.#context(asked), now, width)
      case 'rule':
        return ruleLines(await book(), ruleRequest(about), terminal)
      case 'why':
        return whyLines(
          about,
          this.#context(asked),
          (option) => explain(table.game, this.#session.state, option, this.#seat),
          width,
        )
    }
  }
}

/** Wraps a text of the coach. */
function indented(text: string, width: number): string[] {
  return wrapLine(text, width - INDENT.length).map((line) => INDENT + line.trimStart())
}
