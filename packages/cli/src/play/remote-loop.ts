/** A table of a server in the terminal: what happens is told as it happens, and who is asked is asked. */
import type { Heard, Table } from '@ludoforge/client'
import { Refusal } from '@ludoforge/client'
import type { Decision, Explanation, StepEvent, View } from '@ludoforge/kernel'
import { boardLines, type Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'
import { readEntry } from './entry.js'
import { Log, outcomeLines } from './log.js'
import { explanationLines, promptText, screenLines, wrapped } from './screen.js'

const HELP = `An option is named by its number, its id, or the beginning of its name.
Several at once: 1 3 5, or 2-4 for a range, or 2x3 for three of option 2; "all"; an empty line for none.

  ?          this help
  b          the board
  why X      why X is not offered, or that it is
  undo       take back your last decision; the others are asked if it is not free
  yes, no    whether somebody else may take back
  say TEXT   to the others at the table
  q          leave the table; your seat stays yours`

const STIRRED = Symbol('something has happened')

/** Plays until the game is over, or the person leaves. */
export class RemoteLoop {
  readonly #log: Log
  readonly #labels: Labels
  #stir: () => void = () => {}
  #stirred = false
  #left = false

  constructor(
    private readonly table: Table,
    labels: Labels,
    private readonly terminal: Terminal,
  ) {
    this.#labels = labels
    this.#log = new Log(labels, table.you.seats[0] ?? null)
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
        const [told] = heard.told
        return this.#log.tell((told?.events ?? []) as readonly StepEvent[]).map((line) => `  ${line}`)
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
    const { terminal } = this
    if (decision === undefined) terminal.out('Do you agree? yes or no')
    else terminal.out(screenLines([], [], decision, this.#labels, terminal.width).join('\n'))
    const line = await terminal.input.line(decision === undefined ? 'yes or no > ' : promptText(decision))
    return this.#take(line, decision)
  }

  async #take(line: string | undefined, decision: Decision | undefined): Promise<boolean> {
    const { terminal } = this
    if (line === undefined) return false
    const text = line.trim()
    if (text === 'q' || text === 'quit') return false
    try {
      await this.#do(text, decision)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      terminal.out(terminal.paint.yellow(error.message))
    }
    return true
  }

  async #do(text: string, decision: Decision | undefined): Promise<void> {
    const { table, terminal } = this
    const [word = '', ...rest] = text.split(/\s+/)
    const about = rest.join(' ')
    if (text === '?' || text === 'help') return terminal.out(HELP)
    if (text === 'b') return this.#board(table.view(decision?.seat))
    if (text === 'undo') return table.undo()
    if (word === 'say' && about !== '') return table.chat(about)
    if ((text === 'yes' || text === 'no') && this.#isAskedForConsent) return table.consent(text === 'yes')
    if (decision === undefined) {
      if (text !== '') terminal.out('It is not your turn. You can say something: say TEXT')
      return
    }
    if (word === 'why' && about !== '') return this.#explain(await table.explain(decision.seat, about))
    const entry = readEntry(text, decision)
    if ('problem' in entry) return terminal.out(terminal.paint.yellow(entry.problem))
    await table.decide(decision.seat, entry.choice)
    await table.seen()
  }

  #explain(explanation: Explanation): void {
    this.terminal.out(explanationLines(explanation, this.#labels, this.terminal.width).join('\n'))
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
