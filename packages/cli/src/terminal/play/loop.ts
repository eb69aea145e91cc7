/** A table in the terminal, here or on a server: what happens is told, who is asked is asked, until it is over. */
import { type Table, type TableEvent } from '@ludoforge/client'
import { Refusal } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'
import type { Book } from '@ludoforge/look'
import { boardLines, type Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { CommandHandlers } from './command-handlers.js'
import { outcomeLines } from './log.js'
import { type ShownQuestion, Menu } from './menu.js'
import { menuAgain, menuLines, promptText } from './menu-lines.js'
import { screenLines } from './screen.js'
import { PlayerSession } from './player-session.js'
import { Status } from './status.js'
import { readLine } from './command-table.js'
import { wrapped } from './wrap.js'

/** How a session ended. */
export type Ending = 'over' | 'left'

/** A line that was refused, by its number, and why. */
interface RefusedLine {
  readonly number: number
  readonly problem: string
}

export interface Seating {
  readonly table: Table
  readonly labels: Labels
  readonly terminal: Terminal
  readonly book: () => Promise<Book>
  /** Writes the game into a file; gives what is to be said about it. */
  readonly save: (file: string) => Promise<string>
  /** Several people sit at this screen: what is secret is taken off it. */
  readonly isShared: boolean
  /** There is somebody else to talk to. */
  readonly isTalking: boolean
  /** Makes bots that think here answer at once, until they have. */
  readonly patience?: { isOver: boolean }
  /** What was on a screen before: all up to this number. */
  readonly seen: number
  /** A line that was read before. */
  readonly firstLine?: string | undefined
}

const STIRRED: unique symbol = Symbol('something has happened')
const LIVE_MS = 500 // how often an onlooker is told what happens
const ENDLESS = 100_000 // decisions without anybody being asked

export class Loop {
  readonly #session: PlayerSession
  readonly #menu = new Menu()
  readonly #handlers: CommandHandlers
  readonly #status: Status
  readonly #lines: string[]
  #stir: () => void = () => {}
  #stirred = false
  #left = false
  #problem: Error | undefined
  #isPrompting = false
  #toldAt = 0
  #sinceAsked = 0
  #onScreen = '' // the question that was shown whole
  #linesRead = 0
  readonly #refused: RefusedLine[] = []
  #rows = 0 // that stay in view above it when it comes again: the answer to a command

  constructor(private readonly seating: Seating) {
    const { table, labels, terminal, firstLine } = seating
    this.#session = new PlayerSession(table, labels)
    this.#handlers = new CommandHandlers(seating, this.#session)
    this.#status = new Status(terminal, labels)
    this.#lines = firstLine === undefined ? [] : [firstLine]
  }

  /** What was wrong with the lines of a script; undefined: nothing, or somebody types them and has been told. */
  get badInput(): string | undefined {
    const [first, ...more] = this.#refused
    if (first === undefined || this.seating.terminal.input.kind !== 'piped') return undefined
    const lines = more.length === 0 ? '1 line' : `${more.length + 1} lines`
    return `Refused ${lines} of the input. Line ${first.number}: ${first.problem}`
  }

  async run(): Promise<Ending> {
    const { table } = this.seating
    const silence = table.listen((heard) => this.#hear(heard))
    try {
      await this.#session.catchUp(this.seating.seen)
      if (this.seating.isTalking && table.asked.length === 0) this.#board()
      for (;;) {
        if (this.#problem !== undefined) throw this.#problem
        if (this.#left) return 'left'
        if (table.about.outcome !== undefined) return this.#over()
        const [decision] = table.asked
        const isAsked = decision !== undefined || this.#handlers.isAskedForConsent
        if (!(await (isAsked ? this.#turn(decision) : this.#meanwhile()))) return 'left'
      }
    } finally {
      this.#status.end()
      silence()
    }
  }

  /** Ctrl-C: a bot that thinks here answers at once; otherwise the person leaves. */
  interrupt(): void {
    const { patience } = this.seating
    if (patience !== undefined && this.#status.isThinking && !patience.isOver) patience.isOver = true
    else this.leave()
  }

  /** Ends it from outside. */
  leave(): void {
    this.#left = true
    this.#wake()
  }

  /** Ends it because it cannot go on. */
  fail(problem: Error): void {
    this.#problem = problem
    this.#wake()
  }

  #wake(): void {
    this.#stirred = true
    this.#stir()
  }

  #hear(heard: TableEvent): void {
    const { terminal, labels, patience } = this.seating
    const { paint } = terminal
    if (heard.type === 'thinking') return this.#status.thinks(heard)
    this.#status.end()
    if (heard.type === 'connection')
      terminal.out(paint.dim(heard.open ? 'Connected again.' : 'Connection lost. Reconnecting.'))
    else {
      this.#session.hear(heard)
      if (heard.type === 'step') {
        if (patience !== undefined) patience.isOver = false
        if (++this.#sinceAsked > ENDLESS)
          this.fail(new Error(`Bots made ${ENDLESS} decisions in a row. This game doesn't seem to end.`))
      } else if (heard.type === 'seats')
        for (const { seat, kind, name, agent } of heard.seats) {
          const who = kind === 'bot' ? `the bot ${agent ?? ''}` : (name ?? 'open')
          terminal.out(paint.dim(`${labels.plainSeat(seat)}: ${who}`))
        }
      if (this.#isPrompting || this.#isOnlooker) this.#tell()
    }
    this.#wake()
  }

  get #isOnlooker(): boolean {
    return this.seating.table.you.seats.length === 0
  }

  /** For whom the screen is while nobody is asked. */
  get #eye(): string | null {
    const [first = null] = this.seating.table.you.seats
    return this.seating.isShared ? null : first
  }

  /** What happens is told as it happens to who waits or looks on; not more often than one can read. */
  #tell(isLast = false): void {
    const now = performance.now()
    if (this.#isOnlooker && !isLast && now - this.#toldAt < LIVE_MS) return
    this.#toldAt = now
    const { terminal } = this.seating
    const lines = this.#session.news(this.#eye, terminal.width, Infinity)
    this.#session.showed(this.#eye)
    if (lines.length > 0) terminal.out(lines.join('\n'))
  }

  /** Until something happens; where people are waited for one can talk and look around. False: the person leaves. */
  async #meanwhile(): Promise<boolean> {
    const { table, terminal, labels } = this.seating
    const { deciding, seats } = table.about
    const isForPeople = seats.some(({ seat, kind }) => kind !== 'bot' && deciding.includes(seat))
    if (this.#stirred) {
      this.#stirred = false
      return true
    }
    if (terminal.input.kind !== 'terminal' || !isForPeople) {
      await this.#stirring()
      return true
    }
    const names = deciding.map((seat) => labels.plainSeat(seat)).join(', ')
    this.#tell()
    const line = await this.#read(`waiting for ${names} > `)
    return line === STIRRED || this.#take(line, undefined)
  }

  #stirring(): Promise<typeof STIRRED> {
    return new Promise((resolve) => {
      this.#stir = () => {
        this.#stirred = false
        resolve(STIRRED)
      }
      if (this.#stirred) this.#stir()
    })
  }

  /** A line, unless something happens meanwhile. What a pipe says is only given up by who leaves. */
  async #read(prompt: string): Promise<string | undefined | typeof STIRRED> {
    const { terminal } = this.seating
    const first = this.#lines.shift()
    if (first !== undefined) return first
    const { version } = this.#session
    let isRead = false // who waited for it no longer listens: what happens next is for others
    const isOver = (): boolean =>
      isRead ||
      this.#left ||
      this.#problem !== undefined ||
      (terminal.input.kind === 'terminal' && this.#session.version !== version)
    this.#isPrompting = true
    const happened = (async (): Promise<typeof STIRRED> => {
      while (!isOver()) await this.#stirring()
      return STIRRED
    })()
    try {
      return await Promise.race([terminal.input.line(prompt), happened])
    } finally {
      isRead = true
      this.#isPrompting = false
      this.#wake()
    }
  }

  /** False: the person leaves. */
  async #turn(decision: Decision | undefined): Promise<boolean> {
    const { terminal, table } = this.seating
    this.#sinceAsked = 0
    this.#stirred = false
    if (decision === undefined) {
      this.#tell()
      terminal.out('Do you agree?')
      const line = await this.#read('yes or no > ')
      return line === STIRRED || this.#take(line, undefined)
    }
    const { seat } = decision
    this.#menu.moveTo(this.#session.decisions)
    const asked = await this.#menu.ask(decision, `${seat} ${this.#session.turns}`, (option) =>
      table.explain(seat, option),
    )
    this.#ask(asked)
    const line = await this.#read(this.#prompt(asked))
    return line === STIRRED || this.#take(line, asked)
  }

  /** A question that comes for the first time has the whole screen. */
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
    const question = menuLines(asked, labels, width, height - 2)
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

  /** At a terminal it says how far one can take back freely. */
  #prompt(asked: ShownQuestion): string {
    const { terminal, table } = this.seating
    const text = promptText(asked)
    if (terminal.input.kind !== 'terminal' || this.#session.own.length === 0) return text
    const { free } = table.horizon
    const count = free === null ? 0 : this.#session.own.filter(({ number }) => number >= free).length
    return count === 0 ? text : text.replace(/ > $/, ` (undo: ${count} free) > `)
  }

  /** False: the person leaves. */
  async #take(line: string | undefined, asked: ShownQuestion | undefined): Promise<boolean> {
    const { terminal, table, isShared } = this.seating
    if (line === undefined) return false
    this.#linesRead += 1
    if (line.trim() === '' && asked === undefined) return true
    const complain = (text: string): void => {
      this.#refused.push({ number: this.#linesRead, problem: text })
      this.#rows = Infinity // the question is still in view
      terminal.out(
        wrapped(text, terminal.width)
          .map((one) => terminal.paint.yellow(one))
          .join('\n'),
      )
    }
    try {
      const read = readLine(line, asked, this.#handlers.isUsable)
      if ('problem' in read) complain(read.problem)
      else if ('command' in read) {
        const rows = await this.#handlers.do(read.command, read.about, asked)
        this.#rows = rows ?? 0
        return rows !== undefined
      } else if (asked !== undefined) {
        const { seat, secret } = asked.decision
        await table.decide(seat, read.choice)
        if (secret && isShared) terminal.input.unshow()
        await table.seen()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.#problem === undefined) complain(error.message)
    }
    return true
  }

  #board(): void {
    const { terminal, labels } = this.seating
    const { view, values } = this.#session.now(this.#eye)
    terminal.out(['', ...boardLines(view, labels, terminal.width, values)].join('\n'))
  }

  #over(): Ending {
    const { table, terminal, labels } = this.seating
    const { width, height } = terminal
    const eye = this.#eye
    if (this.#isOnlooker) this.#tell(true)
    else {
      const news = this.#session.news(eye, width, Math.max(10, height - 10))
      if (news.length > 0)
        terminal.out(['', terminal.paint.bold('Since your last decision'), ...news].join('\n'))
    }
    this.#board()
    const { outcome } = this.#session.now(eye).view
    terminal.out(
      `\n${(outcome === undefined ? ['The game is over.'] : outcomeLines(outcome, labels)).join('\n')}`,
    )
    void table.seen().catch(() => undefined) // nobody waits for it
    return 'over'
  }
}
