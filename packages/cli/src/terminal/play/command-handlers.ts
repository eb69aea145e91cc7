/** Runs the prompt's commands, at a local table or on a server. */
import { reasonText, type Hint, Refusal } from '@ludoforge/table'
import type { Explanation, Preview } from '@ludoforge/play'
import { boardLines, cardLines, spaceLines } from '../board/index.js'
import { parseAnswer } from './parse-answer.js'
import { TerminalLog } from './log.js'
import type { LoopOptions } from './loop.js'
import { resolveSimilarName, resolveShown, resolveName } from './resolve-name.js'
import type { ShownQuestion } from './menu.js'
import { narrowedLines } from './menu-lines.js'
import { explanationLines } from './explanation-lines.js'
import { ruleLines } from './rule-lines.js'
import type { PlayerSession } from './player-session.js'
import { type CommandName, helpLines } from './command-table.js'
import { wrapLine } from './wrap.js'

export class CommandHandlers {
  constructor(
    private readonly seating: LoopOptions,
    private readonly session: PlayerSession,
  ) {}

  get isAskedForConsent(): boolean {
    const { proposal, you } = this.seating.table
    return proposal !== undefined && proposal.person !== you.person && you.seats.length > 0
  }

  readonly isUsable = (word: CommandName): boolean => {
    if (word === 'yes' || word === 'no') return this.isAskedForConsent
    return word !== 'say' || this.seating.isTalking
  }

  /**
   * Runs a command. Returns the number of rows its output takes, or `undefined` if the player leaves. Throws `Refusal`,
   * whose message is for the player.
   */
  async do(
    command: CommandName,
    about: string,
    asked: ShownQuestion | undefined,
  ): Promise<number | undefined> {
    const { table, terminal } = this.seating
    const seat = asked?.decision.seat ?? table.you.seats[0] ?? null
    if (command === 'quit') return undefined
    const lines = await this.#lines(command, about, seat, asked)
    return lines.length === 0 ? 0 : terminal.page(lines)
  }

  /** The output of a command. */
  async #lines(
    command: Exclude<CommandName, 'quit'>,
    about: string,
    seat: string | null,
    asked: ShownQuestion | undefined,
  ): Promise<readonly string[]> {
    const { table, terminal, labels } = this.seating
    const { width } = terminal
    switch (command) {
      case 'help':
        return helpLines(width, this.isUsable, about)
      case 'board': {
        const { view, values } = this.session.now(seat)
        return boardLines(view, labels, width, values)
      }
      case 'log':
        return this.#log(seat, about)
      case 'show':
        return this.#show(about, seat, asked)
      case 'rule':
        return ruleLines(await this.seating.book(), about, terminal.paint, width)
      case 'why':
        return this.#why(about, seat, asked)
      case 'preview':
        return this.#preview(about, asked)
      case 'hint':
        return this.#hintLines(await table.hint(requireSeat(seat), about === '' ? undefined : about))
      case 'undo':
        await this.#undo(about)
        return []
      case 'save':
        return [await this.seating.save(about)] // not wrapped, so that a command in it can be copied
      case 'say':
        await table.chat(about)
        return []
      case 'yes':
      case 'no':
        await table.consent(command === 'yes')
        return []
    }
  }

  #show(about: string, seat: string | null, asked: ShownQuestion | undefined): readonly string[] {
    const { terminal, labels } = this.seating
    const { width } = terminal
    const part = /^options?\b\s*(.*)$/i.exec(about)?.[1]
    if (part !== undefined && asked !== undefined) return narrowedLines(asked, part, labels, width)
    const meant = resolveShown(about, { asked, labels, seat })
    if ('problem' in meant) throw new Refusal('bad-message', meant.problem)
    if (meant.what === 'card') return cardLines(meant.id, labels, width)
    const { view, values } = this.session.now(seat)
    return spaceLines(view, labels, meant.id, values, width)
  }

  /** An exact match comes first, then a name that only the rules know, then a similar name. */
  async #why(
    about: string,
    seat: string | null,
    asked: ShownQuestion | undefined,
  ): Promise<readonly string[]> {
    const { table, terminal, labels } = this.seating
    const context = { asked, labels, seat }
    let meant = resolveName(about, context)
    let explanation: Explanation | undefined
    if (meant === undefined) {
      explanation = await table.explain(requireSeat(seat), about)
      if (explanation.unknown === true) meant = resolveSimilarName(about, context)
    }
    if (meant !== undefined) {
      if ('problem' in meant) throw new Refusal('bad-message', meant.problem)
      explanation = await table.explain(requireSeat(seat), meant.id)
    }
    if (explanation === undefined) return []
    const { option } = explanation
    const label = meant?.label ?? asked?.items.find(({ id }) => id === option)?.label
    return explanationLines(explanation, labels, terminal.width, label)
  }

  async #log(seat: string | null, about: string): Promise<readonly string[]> {
    const { table, terminal } = this.seating
    const isNumber = /^[1-9]\d{0,5}$/.test(about)
    if (about !== '' && about !== 'all' && !isNumber)
      throw new Refusal('bad-message', `log takes a number of turns or "all", not "${about}".`)
    const count = about === 'all' ? 'all' : isNumber ? Number(about) : 1
    const free = seat === null ? null : table.horizon.free
    return this.session.story(seat).turns(count, terminal.width, { free })
  }

  async #preview(about: string, asked: ShownQuestion | undefined): Promise<readonly string[]> {
    const { table, terminal, labels } = this.seating
    if (asked === undefined) throw new Refusal('stale', 'There is nothing for you to decide now.')
    const answer = parseAnswer(about, asked)
    if ('problem' in answer) throw new Refusal('bad-message', answer.problem)
    const { seat } = asked.decision
    const { events, until } = await table.preview(seat, answer.choice)
    const log = new TerminalLog(labels, seat)
    log.tell(events)
    const lines = log.turns('all', terminal.width - 2).map((line) => `  ${line}`)
    const ending = wrapLine(terminal.paint.dim(UNTIL[until]), terminal.width)
    return [
      ...(lines.length === 0 ? ['Nothing you can see would change.'] : ['This would happen:', ...lines]),
      ...ending,
    ]
  }

  #hintLines({ agent, label, reasons, plan }: Hint): string[] {
    const { terminal, labels } = this.seating
    const { paint, width } = terminal
    const lines = new Set(reasons.map((reason) => reasonText(reason, labels.def)))
    const why = Array.from(lines, (line) => paint.dim(`  ${line}`))
    const then = plan.length === 0 ? [] : [`  then ${plan.map((next) => next.label).join(', then ')}`]
    return [`The bot ${agent} would choose ${paint.bold(label)}.`, ...why, ...then].flatMap((line) =>
      wrapLine(line, width),
    )
  }

  /** Undoes the player's last `about` decisions and all that followed. The log lists what had been revealed. */
  async #undo(about: string): Promise<void> {
    const { own } = this.session
    const count = about === '' ? 1 : /^[1-9]\d{0,5}$/.test(about) ? Number(about) : undefined
    if (count === undefined)
      throw new Refusal('bad-message', `undo takes a number of decisions, not "${about}".`)
    if (own.length === 0) throw new Refusal('bad-message', 'There is nothing to undo.')
    const target = own.at(-count)
    if (target === undefined) {
      const all = own.length === 1 ? 'one decision' : `${own.length} decisions`
      throw new Refusal('bad-message', `You have made ${all}, so you can undo at most ${own.length}.`)
    }
    await this.seating.table.undo(target.number)
  }
}

const UNTIL: Readonly<Record<Preview['until'], string>> = {
  question: 'Then a player decides.',
  over: 'Then the game is over.',
  chance: 'Then chance decides, so the preview stops here.',
  hidden: 'The rest depends on hidden information.',
}

function requireSeat(seat: string | null): string {
  if (seat === null) throw new Refusal('not-allowed', 'You are watching. This needs a seat.')
  return seat
}
