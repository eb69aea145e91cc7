import {
  beginningSentence,
  condense,
  isWorthTelling,
  type Line,
  outcomeText,
  ruleOfGroup,
  sentence,
  toldWith,
} from '@ludoforge/client'
import { isTold, type Outcome, type StepEvent } from '@ludoforge/kernel'
import type { Labels } from '../board/index.js'
import { Groups } from './groups.js'

/**
 * What happens, as sentences for a seat (or, with null, for an onlooker), under the titles and actions they
 * belong to. What it may not know is left out.
 */
export class Log {
  readonly #groups: Groups
  readonly #classes: (string | undefined)[] = [] // of the actions in progress

  constructor(
    private readonly labels: Labels,
    private readonly seat: string | null,
  ) {
    this.#groups = new Groups(labels.paint)
  }

  /** Takes note of what was told before. */
  follow(events: readonly StepEvent[]): void {
    for (const event of this.#condensed(events)) this.#group(event)
  }

  /** The lines about what happened next. */
  tell(events: readonly StepEvent[]): string[] {
    const { labels, seat } = this
    const groups = this.#groups
    groups.begin()
    for (const event of this.#condensed(events)) {
      if (this.#group(event)) continue
      const told = sentence(event, labels, seat)
      if (told === '') continue
      const text = told + this.#reason(event)
      if (event.type === 'chose' || event.type === 'said') groups.write(text, event.rule)
      else groups.follow(text, event.rule)
    }
    return [...groups.lines]
  }

  /** The line of a policy that decided, unless it would tell a secret. */
  #reason({ why = [] }: Line): string {
    const reason = why.findLast(({ secret }) => secret !== true)
    if (reason === undefined) return ''
    const { rule, text } = reason
    return this.labels.paint.dim(`   ${rule === undefined ? '' : `${rule}: `}${text}`)
  }

  #condensed(events: readonly StepEvent[]): Line[] {
    const { labels, seat } = this
    const known = events.filter((event) => isTold(event, seat) && isWorthTelling(event, labels))
    return condense(known, toldWith(labels))
  }

  /** Opens and closes a group; false if the event does neither. */
  #group(event: Line): boolean {
    const groups = this.#groups
    const { labels } = this
    switch (event.type) {
      case 'entered':
        groups.open(labels.paint.bold(event.title), ruleOfGroup(event.procedure, event, labels))
        return true
      case 'began':
        groups.open(
          beginningSentence(event, this.#classes.at(-1), labels) + this.#reason(event),
          ruleOfGroup(event.action, event, labels),
        )
        this.#classes.push(event.class)
        groups.headings()
        return true
      case 'left':
        groups.close()
        return true
      case 'ended':
        this.#classes.pop()
        groups.close()
        return true
      default:
        return false
    }
  }
}

export function logLines(events: readonly StepEvent[], labels: Labels, seat: string | null): string[] {
  return new Log(labels, seat).tell(events)
}

/** The end of a game: who won and why, and everybody's rank. */
export function outcomeLines(outcome: Outcome, labels: Labels): string[] {
  const { head, why } = outcomeText(outcome, labels)
  const first = labels.paint.bold(head) + (why === '' ? '' : `: ${why}`)
  const scored = outcome.ranking.some(({ score }) => score !== undefined)
  if (outcome.kind !== 'rank' && !scored) return [first]
  const ranks = outcome.ranking.map(
    ({ seat, rank, score }) => `  ${rank}. ${labels.seat(seat)}${score === undefined ? '' : `  ${score}`}`,
  )
  return [first, ...ranks]
}
