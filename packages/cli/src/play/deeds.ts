/** What each command does, at a table here or on a server. */
import { becauseText, type Hint, Refusal } from '@ludoforge/client'
import type { Preview } from '@ludoforge/kernel'
import { boardLines, spaceLines } from '../board/index.js'
import { readEntry } from './entry.js'
import { Story } from './log.js'
import type { Seating } from './loop.js'
import { meaningOf, spaceMeant } from './meaning.js'
import type { Asked } from './menu.js'
import { narrowedLines } from './menu-lines.js'
import { explanationLines } from './reasons.js'
import { ruleLines } from './rule.js'
import type { Sitting } from './sitting.js'
import { type CommandName, helpLines } from './words.js'
import { wrapped } from './wrap.js'

export class Deeds {
  constructor(
    private readonly seating: Seating,
    private readonly sitting: Sitting,
  ) {}

  get isAskedForConsent(): boolean {
    const { proposal, you } = this.seating.table
    return proposal !== undefined && proposal.person !== you.person && you.seats.length > 0
  }

  readonly isUsable = (word: CommandName): boolean => {
    if (word === 'yes' || word === 'no') return this.isAskedForConsent
    return word !== 'say' || this.seating.isTalking
  }

  /** False: the person leaves. Throws a Refusal that is to be told. */
  async do(command: CommandName, about: string, asked: Asked | undefined): Promise<boolean> {
    const { table, terminal, labels } = this.seating
    const { width } = terminal
    const seat = asked?.decision.seat ?? table.you.seats[0] ?? null
    const { view, values } = this.sitting.now(seat)
    switch (command) {
      case 'quit':
        return false
      case 'help':
        await terminal.page(helpLines(width, this.isUsable, about))
        break
      case 'board':
        await terminal.page(boardLines(view, labels, width, values))
        break
      case 'log':
        await this.#log(seat, about)
        break
      case 'show': {
        const part = /^options?\b\s*(.*)$/i.exec(about)?.[1]
        if (part !== undefined && asked !== undefined)
          await terminal.page(narrowedLines(asked, part, labels, width))
        else {
          const space = spaceMeant(about, { asked, labels, seat })
          if ('problem' in space) throw new Refusal('bad-message', space.problem)
          await terminal.page(spaceLines(view, labels, space.id, values, width))
        }
        break
      }
      case 'rule':
        await terminal.page(ruleLines(await this.seating.book(), about, terminal.paint, width))
        break
      case 'why': {
        const meant = meaningOf(about, { asked, labels, seat })
        if (meant !== undefined && 'problem' in meant) throw new Refusal('bad-message', meant.problem)
        const explanation = await table.explain(mine(seat), meant?.id ?? about)
        await terminal.page(explanationLines(explanation, labels, width, meant?.label))
        break
      }
      case 'preview':
        await this.#preview(about, asked)
        break
      case 'hint':
        terminal.out(
          this.#hintLines(await table.hint(mine(seat), about === '' ? undefined : about)).join('\n'),
        )
        break
      case 'undo':
        await this.#undo(about)
        break
      case 'save':
        terminal.out(await this.seating.save(about))
        break
      case 'say':
        await table.chat(about)
        break
      case 'yes':
      case 'no':
        await table.consent(command === 'yes')
        break
    }
    return true
  }

  async #log(seat: string | null, about: string): Promise<void> {
    const { table, terminal } = this.seating
    const isNumber = /^[1-9]\d{0,5}$/.test(about)
    if (about !== '' && about !== 'all' && !isNumber)
      throw new Refusal('bad-message', `Say how many turns: log 3, or log all; not "${about}".`)
    const count = about === 'all' ? 'all' : isNumber ? Number(about) : 1
    const free = seat === null ? null : (await table.horizon()).free
    await terminal.page(this.sitting.story(seat).turns(count, terminal.width, { free }))
  }

  async #preview(about: string, asked: Asked | undefined): Promise<void> {
    const { table, terminal, labels } = this.seating
    if (asked === undefined) throw new Refusal('stale', 'You are not asked now.')
    const entry = readEntry(about, asked)
    if ('problem' in entry) throw new Refusal('bad-message', entry.problem)
    const { seat } = asked.decision
    const { events, until } = await table.preview(seat, entry.choice)
    const story = new Story(labels, seat)
    story.tell(events)
    const lines = story.turns('all', terminal.width - 2).map((line) => `  ${line}`)
    const ending = wrapped(terminal.paint.dim(UNTIL[until]), terminal.width)
    await terminal.page([
      ...(lines.length === 0
        ? ['Nothing that you could see would change.']
        : ['It would come to this:', ...lines]),
      ...ending,
    ])
  }

  #hintLines({ agent, label, reasons, plan }: Hint): string[] {
    const { terminal, labels } = this.seating
    const { paint, width } = terminal
    const lines = new Set(reasons.map((reason) => becauseText(reason, labels.def)))
    const why = Array.from(lines, (line) => paint.dim(`  ${line}`))
    const then = plan.length === 0 ? [] : [`  then ${plan.map((next) => next.label).join(', then ')}`]
    return [`The bot ${agent} would choose ${paint.bold(label)}.`, ...why, ...then].flatMap((line) =>
      wrapped(line, width),
    )
  }

  /** One's last decision, or the last so many, with all that followed. What had been seen, the story says. */
  async #undo(about: string): Promise<void> {
    const { own } = this.sitting
    const count = about === '' ? 1 : /^[1-9]\d{0,5}$/.test(about) ? Number(about) : undefined
    if (count === undefined)
      throw new Refusal('bad-message', `Say how many decisions: undo 2; not "${about}".`)
    if (own.length === 0) throw new Refusal('bad-message', 'There is nothing to take back.')
    const target = own.at(-count)
    if (target === undefined)
      throw new Refusal('bad-message', `There are only ${own.length} decisions of yours to take back.`)
    await this.seating.table.undo(target.number)
  }
}

const UNTIL: Readonly<Record<Preview['until'], string>> = {
  question: 'Then somebody is asked.',
  over: 'Then the game is over.',
  chance: 'Then chance decides: what comes of it nobody knows.',
  hidden: 'What follows depends on what you cannot see.',
}

function mine(seat: string | null): string {
  if (seat === null) throw new Refusal('not-allowed', 'You look on: there is no seat of yours.')
  return seat
}
