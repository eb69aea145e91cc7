/** A table of a server in the terminal: what happens is told as it happens, and who is asked is asked. */
import type { Heard, Table } from '@ludoforge/client'
import { Refusal } from '@ludoforge/client'
import type { Decision, Explanation, View } from '@ludoforge/kernel'
import { boardLines, type Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { outcomeLines, Story } from './log.js'
import { meaningOf } from './meaning.js'
import { type Asked, Menu } from './menu.js'
import { promptText } from './menu-lines.js'
import { explanationLines } from './reasons.js'
import { screenLines } from './screen.js'
import { type CommandName, helpLines, readLine } from './words.js'
import { wrapped } from './wrap.js'

const USABLE: readonly CommandName[] = ['help', 'board', 'why', 'undo', 'say', 'quit']

const MAX_NEWS = 16
const STIRRED = Symbol('something has happened')

/** Plays until the game is over, or the person leaves. */
export class RemoteLoop {
  readonly #story: Story
  readonly #labels: Labels
  readonly #menu = new Menu()
  #turns = 0 // of one's own: until somebody else is asked
  #stir: () => void = () => {}
  #stirred = false
  #left = false

  constructor(
    private readonly table: Table,
    labels: Labels,
    private readonly terminal: Terminal,
  ) {
    this.#labels = labels
    this.#story = new Story(labels, table.you.seats[0] ?? null)
  }

  async run(): Promise<'over' | 'left'> {
    const { table } = this
    const silence = table.listen((heard) => this.#hear(heard))
    try {
      this.#board(table.view())
      for (;;) {
        if (this.#left) return 'left'
        if (table.about.outcome !== undefined) return this.#over()
        const [decision] = table.asked
        const isAsked = decision !== undefined || this.#isAskedForConsent
        if (!(await (isAsked ? this.#turn(decision) : this.#meanwhile()))) return 'left'
      }
    } finally {
      silence()
    }
  }

  /** Ends it from outside. */
  leave(): void {
    this.#left = true
    this.#stirred = true
    this.#stir()
  }

  get #isAskedForConsent(): boolean {
    const { proposal, you } = this.table
    return proposal !== undefined && proposal.person !== you.person && you.seats.length > 0
  }

  #hear(heard: Heard): void {
    const { terminal } = this
    for (const line of this.#lines(heard))
      for (const part of wrapped(line, terminal.width)) terminal.out(part)
    this.#stirred = true
    this.#stir()
  }

  #lines(heard: Heard): string[] {
    const { paint } = this.terminal
    switch (heard.type) {
      case 'step': {
        if (!this.table.you.seats.includes(heard.seat)) this.#turns += 1
        const [told] = heard.told
        const mark = this.#story.mark()
        this.#story.tell(told?.events ?? [])
        return this.#story.digest(mark, this.terminal.width - 2, MAX_NEWS).map((line) => `  ${line}`)
      }
      case 'undone':
        return [paint.yellow(`${heard.by} takes back decision ${heard.to} and what followed.`)]
      case 'proposal':
        return [paint.yellow(`${heard.by} wants to take back decision ${heard.to} and what followed.`)]
      case 'consent':
        return [`${heard.by} ${heard.yes ? 'agrees' : 'does not agree'}.`]
      case 'chat':
        return [`${paint.bold(heard.by)}: ${heard.text}`]
      case 'seats':
        return heard.seats.map(({ seat, kind, name, agent }) => {
          const who = kind === 'bot' ? `the bot ${agent ?? ''}` : (name ?? 'nobody yet')
          return paint.dim(`${this.#labels.plainSeat(seat)}: ${who}`)
        })
      case 'note':
        return [paint.yellow(heard.text)]
      case 'moved':
        return [paint.yellow('The table goes on by other rules.')]
      case 'thinking':
        return []
      case 'connection':
        return [paint.dim(heard.open ? 'Connected again.' : 'The connection was lost; trying again.')]
    }
  }

  /** Until something happens; at a terminal one can talk and look around meanwhile. False: the person leaves. */
  async #meanwhile(): Promise<boolean> {
    const { table, terminal } = this
    const deciding = table.about.deciding.map((seat) => this.#labels.plainSeat(seat)).join(', ')
    if (this.#stirred) {
      this.#stirred = false
      return true
    }
    const stirred = new Promise<typeof STIRRED>((resolve) => {
      this.#stir = () => {
        this.#stirred = false
        resolve(STIRRED)
      }
    })
    if (terminal.input.kind !== 'terminal') {
      terminal.status(`waiting for ${deciding}`)
      await stirred
      return true
    }
    const line = await Promise.race([stirred, terminal.input.line(`waiting for ${deciding} > `)])
    return line === STIRRED || this.#take(line, undefined)
  }

  /** False: the person leaves. */
  async #turn(decision: Decision | undefined): Promise<boolean> {
    const { table, terminal } = this
    if (decision === undefined) {
      terminal.out('Do you agree? yes or no')
      return this.#take(await terminal.input.line('yes or no > '), undefined)
    }
    const { seat } = decision
    const asked = await this.#menu.ask(decision, `${seat} ${this.#turns}`, (option) =>
      table.explain(seat, option),
    )
    terminal.out(screenLines([], [], asked, this.#labels, terminal.width).join('\n'))
    return this.#take(await terminal.input.line(promptText(asked)), asked)
  }

  async #take(line: string | undefined, asked: Asked | undefined): Promise<boolean> {
    const { terminal } = this
    if (line === undefined) return false
    try {
      return await this.#do(line, asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      terminal.out(terminal.paint.yellow(error.message))
    }
    return true
  }

  #isUsable = (word: CommandName): boolean =>
    word === 'yes' || word === 'no' ? this.#isAskedForConsent : USABLE.includes(word)

  /** False: the person leaves. */
  async #do(line: string, asked: Asked | undefined): Promise<boolean> {
    const { table, terminal } = this
    if (line.trim() === '' && asked === undefined) return true
    const read = readLine(line, asked, this.#isUsable)
    if ('problem' in read) terminal.out(terminal.paint.yellow(read.problem))
    else if ('command' in read) return this.#command(read.command, read.about, asked)
    else if (asked !== undefined) {
      await table.decide(asked.decision.seat, read.choice)
      await table.seen()
    }
    return true
  }

  async #command(command: CommandName, about: string, asked: Asked | undefined): Promise<boolean> {
    const { table, terminal } = this
    const seat = asked?.decision.seat
    switch (command) {
      case 'quit':
        return false
      case 'help':
        terminal.out(helpLines(terminal.width, this.#isUsable, about).join('\n'))
        break
      case 'board':
        this.#board(table.view(seat))
        break
      case 'undo':
        await table.undo()
        break
      case 'say':
        await table.chat(about)
        break
      case 'yes':
      case 'no':
        await table.consent(command === 'yes')
        break
      case 'why':
        if (seat === undefined) terminal.out('It is not your turn. You can say something: say TEXT')
        else await this.#why(seat, about, asked)
        break
      default:
    }
    return true
  }

  async #why(seat: string, about: string, asked: Asked | undefined): Promise<void> {
    const meant = meaningOf(about, { asked, labels: this.#labels, seat })
    if (meant !== undefined && 'problem' in meant) this.terminal.out(meant.problem)
    else this.#explain(await this.table.explain(seat, meant?.id ?? about), meant?.label)
  }

  #explain(explanation: Explanation, called?: string): void {
    this.terminal.out(explanationLines(explanation, this.#labels, this.terminal.width, called).join('\n'))
  }

  #board(view: View): void {
    const values = this.table.values(view.seat)
    this.terminal.out(boardLines(view, this.#labels, this.terminal.width, values).join('\n'))
  }

  #over(): 'over' {
    const { table, terminal } = this
    this.#board(table.view())
    const { outcome } = table.view()
    if (outcome !== undefined) terminal.out(`\n${outcomeLines(outcome, this.#labels).join('\n')}`)
    return 'over'
  }
}
