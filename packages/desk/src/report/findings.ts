/** What an evaluation shows, in a few sentences. */
import {
  type Evaluation,
  type Interval,
  MIN_COMPARED_GAMES,
  type OptionSummary,
  type TournamentResult,
} from '@ludoforge/sim/evaluate'
import { count, decimal, percent, range } from './figures.js'

/** The findings: who wins, how long it takes, how it goes, what is chosen; and how much skill counts, if measured. */
export function findings(of: Evaluation, skill?: TournamentResult): string[] {
  return [
    ...(isRepeated(of) ? [repeatedFinding(of)] : []),
    winFinding(of),
    lengthFinding(of),
    courseFinding(of),
    choiceFinding(of),
    ...(skill === undefined ? [] : [skillFinding(skill)]),
  ]
}

/** Whether the same game was played again and again. */
const isRepeated = ({ distinct, statistics }: Evaluation): boolean =>
  distinct === 1 && statistics.completed > 1

function repeatedFinding({ statistics, seats }: Evaluation): string {
  const agents = joined([...new Set(seats.map(({ agent }) => agent))])
  const others = ['random', 'easy'].filter((name) => seats.some(({ agent }) => agent !== name))
  return (
    `All ${count(statistics.completed)} games are identical: there is no chance in them, and ${agents} always ` +
    `answers in the same way. So the figures are those of one game. ` +
    `Play with other agents: ${joined(others.map((name) => `--agents ${name}`))}.`
  )
}

const spanOf = (interval: Interval): string =>
  `${percent(interval.value)} ${range(interval, percent)}`.trimEnd()

function winFinding(of: Evaluation): string {
  const { seats, draws, shared, lost } = of
  const others = [
    ...(shared.value > 0 ? [`${percent(shared.value)} of games have several winners`] : []),
    ...(draws.value > 0 ? [`${percent(draws.value)} are drawn`] : []),
    ...(lost.value > 0 ? [`${percent(lost.value)} are lost by all`] : []),
  ]
  const also = others.length === 0 ? '' : ` ${capital(joined(others))}.`
  const shares = `${joined(seats.map(({ name, won }) => `${name} wins ${spanOf(won)}`))} of games.`
  if (seats.length < 2 || isRepeated(of)) return `${shares}${also}`
  const few = of.statistics.completed < MIN_COMPARED_GAMES
  if (few)
    return `Too few games to compare seats: play at least ${MIN_COMPARED_GAMES}. ${capital(shares)}${also}`
  const seat = (id: string | undefined) => seats.find((one) => one.seat === id)
  const [best, worst] = [seat(of.advantage?.seat), seat(of.advantage?.over)]
  const verdict =
    best !== undefined && worst !== undefined
      ? `${best.name} is better off than ${worst.name}: it wins ${spanOf(best.won)} of games, ${worst.name} ${spanOf(worst.won)}.`
      : `No seat is clearly better off: ${shares}`
  return `${verdict}${also} ${firstFinding(of)}`
}

/** Whether it is an advantage to begin. */
export function firstFinding({ firstPlayer: { advantage, games }, seats }: Evaluation): string {
  const { low, high, value } = advantage
  const starters = Object.keys(games)
  const name = seats.find(({ seat }) => seat === starters[0])?.name ?? ''
  const who = starters.length === 1 ? `${name}, who always decides first,` : 'The seat that decides first'
  if (low === null || high === null || (low <= 0 && high >= 0)) return `${who} has no advantage that shows.`
  const points = (100 * Math.abs(value)).toFixed(1)
  const [least, most] = value > 0 ? [low, high] : [-high, -low]
  const bounds = `(${(100 * least).toFixed(1)} to ${(100 * most).toFixed(1)})`
  return `${who} gets ${points} percentage points ${bounds} ${value > 0 ? 'more' : 'less'} than an equal share.`
}

/** How long a game takes. */
export function lengthFinding({ decisions, turns, branching }: Evaluation): string {
  const spread =
    turns.p5 === turns.p95
      ? `A game takes ${turns.p50} turns`
      : `Half of the games take at most ${turns.p50} turns, nine of ten between ${turns.p5} and ${turns.p95}`
  return `${spread}, with ${decimal(decisions.mean.value)} decisions on average and ${decimal(branching.value)} options for each.`
}

/** How the lead changes. */
export function courseFinding(of: Evaluation): string {
  const { course, seats } = of
  if (course === null)
    return 'How the lead changes can\'t be measured: the game declares no "worth" (docs/language/02-components.md).'
  const { leadChanges, decidedAt, drama } = course
  if (seats.length < 2) return 'With one seat, nobody leads.'
  const times = decimal(leadChanges.value)
  const often = `The lead changes ${times} ${times === '1' ? 'time' : 'times'} per game`
  if (isRepeated(of)) return `${often}.`
  if (decidedAt.low === null) return `${often}. Too few games have one winner to say when they are decided.`
  const when =
    decidedAt.value > 0.8
      ? 'late'
      : decidedAt.value < 0.5
        ? 'before half of it is over'
        : 'in its second half'
  return `${often}. A game with one winner is decided after ${percent(decidedAt.value)} of its decisions, ${when}; drama is ${drama.value.toFixed(2)} of 1.`
}

const RARE = 0.02 // of the cases where it is possible
const DOMINANT = 0.9
const UNCERTAIN = 0.1 // with a wider interval, it is too early to say "never"

/** What is chosen, and what never is. */
function choiceFinding({ options, rules }: Evaluation): string {
  const choices = options.filter(({ all, name }) => all.possible > 0 && name !== 'none')
  const label = ({ name }: OptionSummary) => shortName(name)
  const never = choices.filter(({ all }) => all.taken === 0 && (all.rate.high ?? 1) < UNCERTAIN)
  const dominant = choices.filter(({ all, kind }) => kind === 'action' && (all.rate.low ?? 0) > DOMINANT)
  const rare = choices.filter(({ all }) => all.taken > 0 && (all.rate.high ?? 1) < RARE)
  const parts = [
    ...(dominant.length === 0 ? [] : [`${listed(dominant.map(label))} ${are(dominant)} nearly always taken`]),
    ...(never.length === 0 ? [] : [`${listed(never.map(label))} ${are(never)} never taken`]),
    ...(rare.length === 0 ? [] : [`${listed(rare.map(label))} ${are(rare)} hardly ever taken`]),
  ]
  const chosen =
    choices.length === 0
      ? 'The game has no actions, cards or named options to count.'
      : parts.length === 0
        ? `Of ${count(choices.length)} actions, cards and options, none stands out.`
        : `${capital(parts.join('; '))}.`
  const missed = rules.missed.filter(({ kind }) => kind === 'statement').length
  if (rules.games === 0) return chosen
  return missed === 0
    ? `${chosen} Every rule ran.`
    : `${chosen} ${count(missed)} of ${count(rules.total.statements.all)} statements of the rules never ran.`
}

/** How much a stronger player gains. */
export function skillFinding({ ratings }: TournamentResult): string {
  const [best, worst] = [ratings[0], ratings.at(-1)]
  if (best === undefined || worst === undefined || best === worst) return 'Skill needs at least two agents.'
  const gap = Math.round(best.value - worst.value)
  const apart = (best.low ?? 0) > (worst.high ?? 0)
  return apart
    ? `Skill counts: ${best.agent} is rated ${gap} higher than ${worst.agent}.`
    : `Skill doesn't show: ${best.agent} and ${worst.agent} are about equally strong in these games.`
}

const are = (list: readonly unknown[]): string => (list.length === 1 ? 'is' : 'are')

const MAX_LISTED = 4

function listed(names: readonly string[]): string {
  if (names.length <= MAX_LISTED) return joined(names)
  return `${names.slice(0, MAX_LISTED - 1).join(', ')} and ${names.length - MAX_LISTED + 1} more`
}

/** A list in words. */
export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const MAX_NAME = 48

/** The name of an option with a capital letter. Some cards have a sentence as their name, which is cut. */
export function shortName(name: string): string {
  return capital(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 3)}...` : name)
}

/** The text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
