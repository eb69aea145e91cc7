/** Groups the options of a question by zone, for the list next to the board. */
import type { Decision, Option } from '@ludoforge/kernel'
import { zoneOf } from './targets.js'

const GROUP_FROM = 8 // lists of at least this length are grouped by zone

export interface ListedOption {
  readonly option: Option
  readonly index: number
  /** Without the zone, where a heading names it. */
  readonly label: string
}

export interface OptionGroup {
  /** Empty if the group has no heading. */
  readonly title: string
  readonly rows: readonly ListedOption[]
}

/** What the player wants to see of the options. */
export interface OptionFilter {
  /** Only the options of this zone. */
  readonly within: string | undefined
  /** Only labels that contain this text. */
  readonly search: string
}

/** Returns the options that pass the filter, in groups. */
export function optionGroups(
  decision: Decision,
  { within, search }: OptionFilter,
  nameOf: (zone: string) => string,
): readonly OptionGroup[] {
  const byZone = within === undefined && areGrouped(decision)
  const wanted = search.trim().toLowerCase()
  const groups = new Map<string, ListedOption[]>()
  decision.options.forEach((option, index) => {
    const zone = zoneOf(decision, option)
    if (within !== undefined && zone !== within) return
    const full = option.label || option.id
    if (!full.toLowerCase().includes(wanted)) return
    // The list of one zone says so above it.
    const named = zone !== undefined && (byZone || within !== undefined) ? nameOf(zone) : ''
    const label = named === '' ? full : full.replace(` in ${named}`, '')
    const title = byZone ? named : ''
    const rows = groups.get(title)
    if (rows === undefined) groups.set(title, [{ option, index, label }])
    else rows.push({ option, index, label })
  })
  return [...groups].map(([title, rows]) => ({ title, rows }))
}

/** Whether zones are headings: several of them, of several options each. */
function areGrouped(decision: Decision): boolean {
  const { type, options } = decision
  if (type === 'zone' || options.length < GROUP_FROM) return false
  const zones = new Set(options.map((option) => zoneOf(decision, option)))
  return zones.size > 1 && zones.size * 2 <= options.length
}
