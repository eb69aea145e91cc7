/** Lays out the reasons of bots: next to an answer in the log, and as a hint. The kernel's host has worded them. */
import type { PolicyReason } from '@ludoforge/kernel'
import type { Hint } from '../protocol/index.js'
import type { Vocabulary } from './vocabulary.js'

/** Longer texts are cut in the log, at the end of a reason. */
const MAX_LENGTH = 100

/** `because most Population (2; next Hue, 1), then fewest Terror markers`; undefined without reasons. */
export function becauseText(why: readonly PolicyReason[]): string | undefined {
  const reasons = distinct(why)
  const [first, ...more] = reasons.filter((reason) => !isChance(reason))
  if (first === undefined) return reasons[0]?.text
  const shown = [first]
  for (const reason of more) {
    if (joined([...shown, reason]).length > MAX_LENGTH) break
    shown.push(reason)
  }
  return `because ${joined(shown)}`
}

/** A line of a hint, and the rules that it refers to. */
export interface HintLine {
  readonly text: string
  readonly rules: readonly Pick<PolicyReason, 'rule' | 'place'>[]
}

/** `Binh Dinh: most Support to gain for its price (4; next Hue, 2)`, and the answers that the bot plans. */
export function hintLines(
  { seat, label, reasons, plan }: Pick<Hint, 'seat' | 'label' | 'reasons' | 'plan'>,
  words: Pick<Vocabulary, 'plainSeat'>,
): readonly HintLine[] {
  const shown = distinct(reasons)
  const rules = new Map(
    shown
      .filter(({ rule, place }) => (rule ?? place) !== undefined)
      .map(({ rule, place }) => [
        `${rule} ${place}`,
        { ...(rule === undefined ? {} : { rule }), ...(place === undefined ? {} : { place }) },
      ]),
  )
  const why = shown.length === 0 ? [] : [{ text: `${label}: ${joined(shown)}`, rules: [...rules.values()] }]
  const then = plan.map((next) =>
    next.seat === seat ? next.label : `${words.plainSeat(next.seat)} chooses ${next.label}`,
  )
  return then.length === 0 ? why : [...why, { text: `Then ${then.join(', then ')}`, rules: [] }]
}

const isChance = ({ decided }: PolicyReason): boolean => decided?.part === 'chance'
/** Whether a reason compares options, so that the next one applies to those that are equal. */
const isRank = ({ decided }: PolicyReason): boolean => decided?.part === 'rank'

function distinct(reasons: readonly PolicyReason[]): readonly PolicyReason[] {
  return [...new Map(reasons.toReversed().map((reason) => [reason.text, reason])).values()].toReversed()
}

function joined(reasons: readonly PolicyReason[]): string {
  return reasons.reduce((text, reason, i) => {
    const before = reasons[i - 1]
    if (before === undefined) return reason.text
    const follows = isRank(before) && (isRank(reason) || isChance(reason))
    return `${text}${follows ? ', then ' : '; '}${reason.text}`
  }, '')
}
