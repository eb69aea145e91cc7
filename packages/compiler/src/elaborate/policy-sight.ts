/** A policy knows what its seat may know, as a player would. */
import { type GameDef, isNamed, Knowing, type LineDef, partsOf, questionsOf } from '@ludoforge/kernel'
import type { World } from './world.js'

export function checkPolicySight(def: GameDef, world: World): void {
  if (def.policies.length === 0) return
  const questions = questionsOf(def)
  const knowing = new Map<string, Knowing>()
  for (const { seats, entries } of def.policies)
    for (const seat of seats) {
      const known = knowing.get(seat) ?? new Knowing(def, seat)
      knowing.set(seat, known)
      for (const entry of entries) {
        const refusals = questions
          .filter((q) => entry.at.some((name) => isNamed(q, name)))
          .map((question) => known.at(question))
        const check = (part: Pick<LineDef, 'src'>, name: 'EntryDef' | 'LineDef', value: object): void => {
          for (const { value: expr } of partsOf(name, value).exprs)
            for (const refusal of refusals) {
              const why = refusal(expr)
              const place = part.src === undefined ? undefined : def.sources[part.src]
              if (why === undefined) continue
              const span = place && {
                file: place.file,
                line: place.line,
                column: place.column,
                length: Math.max(1, place.text.length),
              }
              world.reporter.error('hidden', span, why, 'A policy sees what its seat sees.')
              return
            }
        }
        check(entry, 'EntryDef', { ...entry, lines: [] })
        for (const line of entry.lines) check(line, 'LineDef', line)
      }
    }
}
