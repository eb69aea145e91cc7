/** Coverage of policies: entries that never answer a question, and questions without an entry. */
import type { EntryDef, GameDef, PolicyDef, RuleQuestion } from '@ludoforge/kernel'
import { questionsNamed } from '@ludoforge/kernel'
import { entriesFor, policySet } from '@ludoforge/play'
import type { Reporter } from '../../diagnostics/index.js'
import { questionsBySeat } from './questions-by-seat.js'

/** A question without an entry in a policy, and the seats it is missing for. */
export interface UnansweredQuestion {
  readonly policy: string
  readonly question: string // as a policy names it
  readonly seats: readonly string[]
  readonly rule?: string
}

export function warnOfUnusedEntries(def: GameDef, reporter: Reporter): void {
  if (def.policies.length === 0) return
  const asked = questionsBySeat(def)
  for (const policy of def.policies)
    for (const entry of policy.entries) {
      const own = questionsNamed(def, entry.at)
      const pairs = own.flatMap((question) =>
        policy.seats.filter((seat) => asked.get(question)?.has(seat)).map((seat) => ({ question, seat })),
      )
      if (own.length === 0 || pairs.some((pair) => isReachable(def, policy, entry, pair))) continue
      const place = entry.src === undefined ? undefined : def.sources[entry.src]
      const span = place && { file: place.file, line: place.line, column: place.column, length: 2 }
      const message =
        pairs.length === 0
          ? `The rules never ask ${policy.seats.join(', ')} this question.`
          : 'This entry is never used, because an entry before it has no condition.'
      reporter.warn('unused', span, message)
    }
}

/** Whether every entry before this one for the question has a condition. */
function isReachable(
  def: GameDef,
  { id }: PolicyDef,
  entry: EntryDef,
  { question, seat }: { readonly question: RuleQuestion; readonly seat: string },
): boolean {
  const own = policySet(def, seat, id)?.layers[0] ?? []
  const all = entriesFor(own, question)
  return all.slice(0, all.indexOf(entry)).every(({ when }) => when !== undefined)
}

/** Lists the questions that the seats of a policy, or of all policies, can be asked and that have no entry. */
export function unansweredQuestions(def: GameDef, set?: string): readonly UnansweredQuestion[] {
  const asked = [...questionsBySeat(def)]
  const sets = [...new Set(def.policies.map(({ id }) => id))].filter((id) => set === undefined || id === set)
  return sets.flatMap((policy) => {
    const seats = [...new Set(def.policies.flatMap((part) => (part.id === policy ? part.seats : [])))]
    const found = new Map<string, { seats: Set<string>; rule: string | undefined }>()
    for (const [question, askedSeats] of asked) {
      const open = seats.filter((seat) => {
        const layers = policySet(def, seat, policy)?.layers ?? []
        return askedSeats.has(seat) && layers.every((layer) => entriesFor(layer, question).length === 0)
      })
      if (open.length === 0) continue
      const name = nameOf(question)
      const known = found.get(name) ?? { seats: new Set<string>(), rule: ruleOf(def, question) }
      found.set(name, known)
      for (const seat of open) known.seats.add(seat)
    }
    return [...found].map(([question, { seats: open, rule }]) => ({
      policy,
      question,
      seats: seats.filter((seat) => open.has(seat)),
      ...(rule === undefined ? {} : { rule }),
    }))
  })
}

function nameOf({ procedure, kind, name, ids }: RuleQuestion): string {
  return kind === 'window' ? procedure : `${procedure}.${name ?? ids[0] ?? ''}`
}

function ruleOf({ sources, procedures }: GameDef, { src, procedure }: RuleQuestion): string | undefined {
  const own = src === undefined ? undefined : sources[src]?.rule
  return own ?? procedures.find(({ id }) => id === procedure)?.rule
}
