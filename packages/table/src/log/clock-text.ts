/** Renders clocks in plain words. */
import type { ClockRule } from '../protocol/index.js'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a duration in its two largest units: "2 days 3 hours". */
export function durationText(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000))
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    if (count === 0 && parts.length === 0 && unit !== 'second') continue
    rest -= count * length
    if (count > 0 || parts.length === 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
    if (parts.length === 2 || count === 0) break
  }
  return parts.join(' ')
}

/** Returns the rule of a clock: "3 days per answer". */
export function clockRuleText(rule: ClockRule): string {
  const time = durationText(rule.seconds * 1000)
  if (rule.type === 'turn') return `${time} per answer`
  return rule.increment === 0
    ? `${time} for the game`
    : `${time} for the game, plus ${durationText(rule.increment * 1000)} per answer`
}

/** Returns what happens when a player's time runs out: "then a bot plays until Ann is back". Without a name it is yours. */
export function timeoutText({ then }: ClockRule, name: string | undefined): string {
  switch (then) {
    case 'nothing':
      return 'then nothing happens'
    case 'bot':
      return `then a bot plays until ${name === undefined ? 'you are' : `${name} is`} back`
    case 'open':
      return 'then the seat is open'
  }
}

/** Returns the time left with its consequence: "2 days 3 hours left, then a bot plays until Ann is back". */
export function timeLeftText(rule: ClockRule, left: number, name: string | undefined): string {
  if (left <= 0) return 'No time left'
  return `${durationText(left)} left, ${timeoutText(rule, name)}`
}
