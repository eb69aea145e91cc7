/** Runs the prompt's commands, at a local table or on a server. */
import {
  confirmText,
  consequences,
  type Hint,
  hintLines,
  MAX_PREVIEWS,
  Refusal,
  scoreText,
} from '@ludoforge/table'
import { boardLines } from '../board/index.js'
import { parseAnswer } from './parse-answer.js'
import type { LoopOptions } from './loop.js'
import { showLines, whyLines } from './lookup-lines.js'
import { choosableItems, numberedLabel, type ShownQuestion } from './menu.js'
import { ruleLines, ruleRequest } from './rule-lines.js'
import type { PlayerSession } from './player-session.js'
import { type CommandName, TABLE_COMMANDS } from './command-table.js'
import { coachReply } from './coach-lines.js'
import { wrapLine } from './wrap.js'

export class CommandHandlers {
  constructor(
    private readonly seating: LoopOptions,
    private readonly session: PlayerSession,
  ) {}

  get isAskedForConsent(): boolean {
    return this.#request !== undefined
  }

  /** The number of the request to answer: for an undo, or for one of your seats. */
  get #request(): number | undefined {
    const { proposal, you, about } = this.seating.table
    if (proposal !== undefined && proposal.person !== you.person && you.seats.length > 0)
      return proposal.number
    return about.seats.find(({ person, request }) => request !== undefined && person === you.person)?.request
      ?.number
  }

  readonly isUsable = (word: CommandName): boolean => {
    if (word === 'yes' || word === 'no') return this.isAskedForConsent
    if (word === 'coach') return this.seating.coach !== undefined
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
        return TABLE_COMMANDS.helpLines(width, this.isUsable, about)
      case 'board': {
        const { view, values } = this.session.now(seat)
        return boardLines(view, labels, width, values)
      }
      case 'log':
        return this.#log(seat, about)
      case 'show':
        return showLines(about, { asked, labels, seat }, this.session.now(seat), width)
      case 'rule':
        return ruleLines(await this.seating.book(), ruleRequest(about), terminal)
      case 'why':
        return whyLines(
          about,
          { asked, labels, seat },
          (option) => table.explain(requireSeat(seat), option),
          width,
        )
      case 'preview':
        return this.#preview(about, asked)
      case 'hint':
        return this.#hintLines(await table.hint(requireSeat(seat), about === '' ? undefined : about))
      case 'coach':
        return coachReply(about, this.seating.coach, width)
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
        await table.consent(command === 'yes', this.#request)
        return []
    }
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
    if (about === '') return this.#previewAll(asked)
    const answer = parseAnswer(about, asked)
    if ('problem' in answer) throw new Refusal('bad-message', answer.problem)
    const { seat } = asked.decision
    const [foreseen] = await table.previews(seat, [answer.choice])
    if (foreseen === undefined) return []
    const { words } = labels
    const { lines, scores } = consequences(foreseen, {
      words,
      seat,
      before: table.values(seat),
      prompt: asked.decision.prompt,
    })
    const told = [...lines, ...scores.map((score) => scoreText(score, words))]
    const head = `${confirmText(asked.decision, answer.choice, words)}. This would happen:`
    return [head, ...told.flatMap((line) => wrapLine(`  ${line}`, terminal.width))]
  }

  /** What each option that is an answer on its own would change, in short. */
  async #previewAll({ decision, ...asked }: ShownQuestion): Promise<readonly string[]> {
    const { table, terminal, labels } = this.seating
    const { seat, kind, min } = decision
    const items = choosableItems({ decision, ...asked }).slice(0, MAX_PREVIEWS)
    if (kind === 'number' || (kind === 'many' && min > 1) || items.length === 0)
      throw new Refusal('bad-message', 'Name the answer to preview: preview X.')
    const choices = items.map(({ id, offer }) =>
      offer !== undefined ? { offer: id } : kind === 'many' ? [id] : id,
    )
    const before = table.values(seat)
    const previews = await table.previews(seat, choices)
    return previews.flatMap((preview, i) => {
      const item = items[i]
      if (item === undefined) return []
      const { short } = consequences(preview, {
        words: labels.words,
        seat,
        before,
        about: kind === 'one' && decision.type === 'zone' ? item.id : undefined,
        prompt: decision.prompt,
      })
      return wrapLine(`  ${numberedLabel(item)}${short === '' ? '' : ` (${short})`}`, terminal.width)
    })
  }

  #hintLines(hint: Hint): string[] {
    const { terminal, labels } = this.seating
    const { paint, width } = terminal
    const why = hintLines(hint, labels).map(({ text, rules }) => {
      const cited = [...new Set(rules.flatMap(({ rule = [] }) => rule))]
      return `  ${text}${cited.length === 0 ? '' : paint.dim(` (${cited.join(', ')})`)}`
    })
    const busy = hint.instead === undefined ? [] : [`The server is too busy for ${hint.instead}.`]
    return [...busy, `The bot ${hint.agent} would choose ${paint.bold(hint.label)}.`, ...why].flatMap(
      (line) => wrapLine(line, width),
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

function requireSeat(seat: string | null): string {
  if (seat === null) throw new Refusal('not-allowed', 'You are watching. This needs a seat.')
  return seat
}
