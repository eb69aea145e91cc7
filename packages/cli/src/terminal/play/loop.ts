/** The session loop of a table in the terminal, local or on a server: shows events, asks questions, until the end. */
import type { Coach, Table, TableEvent } from '@ludoforge/client'
import { Refusal } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'
import type { Book } from '@ludoforge/look'
import { boardLines, type Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { coachLines, lookBackLines, warningLines } from './coach-lines.js'
import { CommandHandlers } from './command-handlers.js'
import { outcomeLines } from './log.js'
import { type ShownQuestion, Menu } from './menu.js'
import { menuAgain, menuLines, promptText } from './menu-lines.js'
import { screenLines } from './screen.js'
import { PlayerSession } from './player-session.js'
import { Status } from './status.js'
import { TABLE_COMMANDS } from './command-table.js'
import { wrapLine } from './wrap.js'

/** How a session ended. */
export type Ending = 'over' | 'left'

/** A refused line of the input, with its number and the reason. */
interface RefusedLine {
  readonly number: number
  readonly problem: string
}

export interface LoopOptions {
  readonly table: Table
  readonly labels: Labels
  readonly terminal: Terminal
  readonly book: () => Promise<Book>
  /** Saves the game to a file and returns a message. */
  readonly save: (file: string) => Promise<string>
  /** Several players share this screen, so secret answers are erased. */
  readonly isShared: boolean
  /** Whether the table has a chat. */
  readonly isTalking: boolean
  /** The coach of a guided game. */
  readonly coach?: Coach
  /** Set `isOver` to make a local bot answer at once. Reset after its answer. */
  readonly patience?: { isOver: boolean }
  /** The number of the last entry the player has seen before. */
  readonly seen: number
  /** A line that is already read. */
  readonly firstLine?: string | undefined
}

const WOKEN: unique symbol = Symbol('woken')
const LIVE_MS = 500 // update interval for spectators
const ENDLESS = 100_000 // decisions of bots in a row

export class PlayLoop {
  readonly #session: PlayerSession
  readonly #menu: Menu
  readonly #handlers: CommandHandlers
  readonly #status: Status
  readonly #lines: string[]
  #onWake: () => void = () => {}
  #isWoken = false
  #left = false
  #problem: Error | undefined
  #isPrompting = false
  #shownAt = 0
  #sinceAsked = 0
  #onScreen = '' // key of the question that is on the screen
  #linesRead = 0
  readonly #refused: RefusedLine[] = []
  #rows = 0 // output of the last command, kept in view above the repeated question

  constructor(private readonly seating: LoopOptions) {
    const { table, labels, terminal, firstLine } = seating
    this.#session = new PlayerSession(table, labels)
    this.#menu = new Menu((id) => labels.handPlace(id))
    this.#handlers = new CommandHandlers(seating, this.#session)
    this.#status = new Status(terminal, labels)
    this.#lines = firstLine === undefined ? [] : [firstLine]
  }

  /** The summary of refused lines of a piped script. `undefined` if there are none, or if a person types. */
  get badInput(): string | undefined {
    const [first, ...more] = this.#refused
    if (first === undefined || this.seating.terminal.input.kind !== 'piped') return undefined
    const lines = more.length === 0 ? '1 line' : `${more.length + 1} lines`
    return `Refused ${lines} of the input. Line ${first.number}: ${first.problem}`
  }

  async run(): Promise<Ending> {
    const { table } = this.seating
    const silence = table.listen((event) => this.#handle(event))
    try {
      await this.#session.catchUp(this.seating.seen)
      if (this.seating.isTalking && table.asked.length === 0) this.#showBoard()
      for (;;) {
        if (this.#problem !== undefined) throw this.#problem
        if (this.#left) return 'left'
        if (table.about.outcome !== undefined) {
          await this.seating.coach?.settled()
          return this.#over()
        }
        const [decision] = table.asked
        const isAsked = decision !== undefined || this.#handlers.isAskedForConsent
        if (!(await (isAsked ? this.#turn(decision) : this.#wait()))) return 'left'
      }
    } finally {
      this.#status.end()
      silence()
    }
  }

  /** Handles Ctrl-C: a thinking local bot answers at once; otherwise the player leaves. */
  interrupt(): void {
    const { patience } = this.seating
    if (patience !== undefined && this.#status.isThinking && !patience.isOver) patience.isOver = true
    else this.leave()
  }

  /** Ends the session. */
  leave(): void {
    this.#left = true
    this.#wake()
  }

  /** Ends the session with an error. */
  fail(problem: Error): void {
    this.#problem = problem
    this.#wake()
  }

  #wake(): void {
    this.#isWoken = true
    this.#onWake()
  }

  #handle(event: TableEvent): void {
    const { terminal, labels, patience } = this.seating
    const { paint } = terminal
    if (event.type === 'thinking') return this.#status.thinks(event)
    this.#status.end()
    if (event.type === 'connection')
      terminal.out(paint.dim(event.open ? 'Connected again.' : 'Connection lost. Reconnecting.'))
    else {
      this.#session.hear(event)
      if (event.type === 'step') {
        if (patience !== undefined) patience.isOver = false
        if (++this.#sinceAsked > ENDLESS)
          this.fail(new Error(`Bots made ${ENDLESS} decisions in a row. This game doesn't seem to end.`))
      } else if (event.type === 'seats')
        for (const { seat, kind, name, agent } of event.seats) {
          const who = kind === 'bot' ? `the bot ${agent ?? ''}` : (name ?? 'open')
          terminal.out(paint.dim(`${labels.plainSeat(seat)}: ${who}`))
        }
      if (this.#isPrompting || this.#isSpectator) this.#showNews()
    }
    this.#wake()
  }

  get #isSpectator(): boolean {
    return this.seating.table.you.seats.length === 0
  }

  /** The viewer of the screen while no local player decides. */
  get #viewer(): string | null {
    const [first = null] = this.seating.table.you.seats
    return this.seating.isShared ? null : first
  }

  /** Shows news to a waiting player or a spectator, rate-limited so that it can be read. */
  #showNews(isLast = false): void {
    const now = performance.now()
    if (this.#isSpectator && !isLast && now - this.#shownAt < LIVE_MS) return
    this.#shownAt = now
    const { terminal } = this.seating
    const lines = this.#session.news(this.#viewer, terminal.width, Infinity)
    this.#session.showed(this.#viewer)
    if (lines.length > 0) terminal.out(lines.join('\n'))
  }

  /** Waits until something happens. Accepts commands while other people decide. Returns false if the player leaves. */
  async #wait(): Promise<boolean> {
    const { table, terminal, labels } = this.seating
    const { deciding, seats } = table.about
    const isForPeople = seats.some(({ seat, kind }) => kind !== 'bot' && deciding.includes(seat))
    if (this.#isWoken) {
      this.#isWoken = false
      return true
    }
    if (terminal.input.kind !== 'terminal' || !isForPeople) {
      await this.#waking()
      return true
    }
    const names = deciding.map((seat) => labels.plainSeat(seat)).join(', ')
    this.#showNews()
    const line = await this.#read(`waiting for ${names} > `)
    return line === WOKEN || this.#handleLine(line, undefined)
  }

  #waking(): Promise<typeof WOKEN> {
    return new Promise((resolve) => {
      this.#onWake = () => {
        this.#isWoken = false
        resolve(WOKEN)
      }
      if (this.#isWoken) this.#onWake()
    })
  }

  /** Reads a line, or returns early if the question changes. A pipe is read on unless the player leaves. */
  async #read(prompt: string): Promise<string | undefined | typeof WOKEN> {
    const { terminal } = this.seating
    const first = this.#lines.shift()
    if (first !== undefined) return first
    const { version } = this.#session
    let isRead = false // stops the waiting below, so that it takes no later wake-up
    const isOver = (): boolean =>
      isRead ||
      this.#left ||
      this.#problem !== undefined ||
      (terminal.input.kind === 'terminal' && this.#session.version !== version)
    this.#isPrompting = true
    const changed = (async (): Promise<typeof WOKEN> => {
      while (!isOver()) await this.#waking()
      return WOKEN
    })()
    try {
      return await Promise.race([terminal.input.line(prompt), changed])
    } finally {
      isRead = true
      this.#isPrompting = false
      this.#wake()
    }
  }

  /** Returns false if the player leaves. */
  async #turn(decision: Decision | undefined): Promise<boolean> {
    const { terminal, table } = this.seating
    this.#sinceAsked = 0
    this.#isWoken = false
    if (decision === undefined) {
      this.#showNews()
      terminal.out('Do you agree?')
      const line = await this.#read('yes or no > ')
      return line === WOKEN || this.#handleLine(line, undefined)
    }
    await this.seating.coach?.settled()
    const { seat } = decision
    this.#menu.moveTo(this.#session.decisions)
    const asked = await this.#menu.ask(decision, `${seat} ${this.#session.turns}`, (option) =>
      table.explain(seat, option),
    )
    this.#ask(asked)
    const line = await this.#read(this.#prompt(asked))
    return line === WOKEN || this.#handleLine(line, asked)
  }

  /** Shows a question: on a full screen the first time, shorter when repeated. */
  #ask(asked: ShownQuestion): void {
    const { terminal, labels } = this.seating
    const { width, height } = terminal
    const { seat } = asked.decision
    const at = `${seat} ${this.#session.version}`
    if (this.#onScreen === at) {
      const again = menuAgain(asked, labels, width, height - this.#rows - 2)
      if (again.length > 0) terminal.out(['', ...again].join('\n'))
      return
    }
    this.#onScreen = at
    const { coach } = this.seating
    const coached =
      coach === undefined ? [] : coachLines(coach.note, terminal, this.#session.now(seat), asked, labels)
    const question = [...coached, ...menuLines(asked, labels, width, height - 2 - coached.length)]
    const screen = screenLines({
      labels,
      width,
      height,
      since: this.#session.hasDecided(seat) ? 'Since your last decision' : 'So far',
      news: (maxLines) => this.#session.news(seat, width, maxLines),
      now: this.#session.now(seat),
      before: this.#session.before(seat),
      question,
    })
    terminal.out(screen.join('\n'))
    this.#session.showed(seat)
    this.#session.sawBoard(seat)
  }

  /** The prompt. In a terminal, it includes the number of free undos. */
  #prompt(asked: ShownQuestion): string {
    const { terminal, table } = this.seating
    const text = promptText(asked)
    if (terminal.input.kind !== 'terminal' || this.#session.own.length === 0) return text
    const { free } = table.horizon
    const count = free === null ? 0 : this.#session.own.filter(({ number }) => number >= free).length
    return count === 0 ? text : text.replace(/ > $/, ` (undo: ${count} free) > `)
  }

  /** Returns false if the player leaves. */
  async #handleLine(line: string | undefined, asked: ShownQuestion | undefined): Promise<boolean> {
    const { terminal, table, isShared } = this.seating
    if (line === undefined) return false
    this.#linesRead += 1
    if (line.trim() === '' && asked === undefined) return true
    const refuse = (text: string): void => {
      this.#refused.push({ number: this.#linesRead, problem: text })
      this.#rows = Infinity // the question is still in view
      terminal.out(
        wrapLine(text, terminal.width)
          .map((part) => terminal.paint.yellow(part))
          .join('\n'),
      )
    }
    try {
      const read = TABLE_COMMANDS.readLine(line, asked, this.#handlers.isUsable)
      if ('problem' in read) refuse(read.problem)
      else if ('command' in read) {
        const rows = await this.#handlers.do(read.command, read.about, asked)
        this.#rows = rows ?? 0
        return rows !== undefined
      } else if (asked !== undefined) {
        const { seat, secret } = asked.decision
        if ((await this.seating.coach?.allows(seat, read.choice)) === false) {
          this.#rows = Infinity // the question is still in view
          terminal.out(warningLines(this.seating.coach?.note, terminal).join('\n'))
          return true
        }
        await table.decide(seat, read.choice)
        if (secret && isShared) terminal.input.unshow()
        await table.seen()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.#problem === undefined) refuse(error.message)
    }
    return true
  }

  #showBoard(): void {
    const { terminal, labels } = this.seating
    const { view, values } = this.#session.now(this.#viewer)
    terminal.out(['', ...boardLines(view, labels, terminal.width, values)].join('\n'))
  }

  #over(): Ending {
    const { table, terminal, labels } = this.seating
    const { width, height } = terminal
    const viewer = this.#viewer
    if (this.#isSpectator) this.#showNews(true)
    else {
      const news = this.#session.news(viewer, width, Math.max(10, height - 10))
      if (news.length > 0)
        terminal.out(['', terminal.paint.bold('Since your last decision'), ...news].join('\n'))
    }
    this.#showBoard()
    const { outcome } = this.#session.now(viewer).view
    terminal.out(
      `\n${(outcome === undefined ? ['The game is over.'] : outcomeLines(outcome, labels)).join('\n')}`,
    )
    const { coach } = this.seating
    if (coach !== undefined && coach.note.lookBack.length > 0)
      terminal.out(['', ...lookBackLines(coach.note, width)].join('\n'))
    void table.seen().catch(() => undefined) // not awaited: the session ends anyway
    return 'over'
  }
}
