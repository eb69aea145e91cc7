/** The findings of an evaluation as cards: a figure, its interval, and a sentence. */
import type { Evaluation, Interval } from '@ludoforge/sim/evaluate'
import { count, decimal, wholePercent as whole } from './figures.js'
import { courseFinding, firstFinding, lengthFinding } from './findings.js'
import { leadersFinding, otherShareFinding, type PlayedLineup } from './lineup-words.js'

/** A finding. */
export interface FindingCard {
  readonly figure: string
  /** Next to the figure: its interval, or what it counts. */
  readonly aside: string
  readonly text: string
  /** Whose colour it has: a seat by its number, or `shared`. */
  readonly of: number | 'shared' | 'none'
}

/**
 * Returns four findings: who wins, what is shared or left to choice, how long games are, and how the lead changes. The first
 * two name other players whose games differ.
 */
export function findingCards(shown: PlayedLineup, others: readonly PlayedLineup[] = []): FindingCard[] {
  const { evaluation } = shown
  return [winCard(shown, others), sharedCard(shown, others), lengthCard(evaluation), courseCard(evaluation)]
}

const bounds = ({ low, high }: Interval): string =>
  low === null || high === null ? '' : `${whole(low)} to ${whole(high)}`

function winCard(shown: PlayedLineup, lineups: readonly PlayedLineup[]): FindingCard {
  const { seats, advantage } = shown.evaluation
  const ranked = seats
    .map((seat, i) => ({ seat, i }))
    .toSorted((a, b) => b.seat.alone.value - a.seat.alone.value)
  const [best, ...others] = ranked
  if (best === undefined) return { figure: '0', aside: 'games', text: 'No game was played.', of: 'none' }
  const rest = others.map(({ seat }) => `${seat.name} in ${whole(seat.alone.value)}`).join(', ')
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  const own =
    advantage === null
      ? 'No seat is clearly better off.'
      : `${name(advantage.seat)} is better off than ${name(advantage.over)}.`
  const verdict = seats.length < 2 ? '' : ` ${leadersFinding(shown, lineups) ?? own}`
  return {
    figure: whole(best.seat.alone.value),
    aside: bounds(best.seat.alone),
    text: `${best.seat.name} wins alone${rest === '' ? '' : `, ${rest}`}.${verdict}`,
    of: best.i,
  }
}

function sharedCard(shown: PlayedLineup, lineups: readonly PlayedLineup[]): FindingCard {
  const of = shown.evaluation
  const { seats } = of
  const together =
    seats.length === 2 ? 'Both seats win the game together.' : 'Several seats win the game together.'
  const others = [
    { kind: 'shared', text: together },
    { kind: 'draws', text: 'Nobody wins: the game is a draw.' },
    { kind: 'lost', text: 'All seats lose the game.' },
  ] as const
  const [most] = others.toSorted((a, b) => of[b.kind].value - of[a.kind].value)
  if (most !== undefined && of[most.kind].value > 0)
    return {
      figure: whole(of[most.kind].value),
      aside: bounds(of[most.kind]),
      text: `${most.text}${otherShareFinding(shown, lineups, (evaluation) => evaluation[most.kind])}`,
      of: 'shared',
    }
  const { value } = of.firstPlayer.advantage
  return {
    figure: decimal(100 * Math.abs(value)),
    aside: `points ${value < 0 ? 'less' : 'more'} than an equal share for deciding first`,
    text: firstFinding(of),
    of: 'none',
  }
}

function lengthCard(of: Evaluation): FindingCard {
  return {
    figure: decimal(of.decisions.mean.value, 0),
    aside: 'decisions in a game',
    text: lengthFinding(of),
    of: 'none',
  }
}

function courseCard(of: Evaluation): FindingCard {
  const { course, rules, seats } = of
  if (course === null || seats.length < 2) {
    const missed = rules.missed.filter(({ kind }) => kind === 'statement').length
    return {
      figure: count(missed),
      aside: `of ${count(rules.total.statements.all)} statements never ran`,
      text:
        missed === 0
          ? 'These players use every statement of the rules.'
          : 'These players never use them, or nobody can: look at the rules that never ran.',
      of: 'none',
    }
  }
  return {
    figure: decimal(course.leadChanges.value),
    aside: 'lead changes in a game',
    text: courseFinding(of),
    of: 'none',
  }
}
