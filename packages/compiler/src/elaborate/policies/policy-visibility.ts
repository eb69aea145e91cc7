/** Checks that a policy reads only information its seat can see. */
import { type GameDef, partsOf, questionsNamed } from '@ludoforge/kernel'
import { PolicyVisibility } from '@ludoforge/play'
import { spanOfSource } from '../checks/flow-checks.js'
import type { SymbolTable } from '../symbols.js'

type Exprs = ReturnType<typeof partsOf>['exprs']
type Refusal = ReturnType<PolicyVisibility['at']>

export function checkPolicyVisibility(def: GameDef, world: SymbolTable): void {
  const visibility = new Map<string | null, PolicyVisibility>()
  for (const { seats, entries } of def.policies)
    for (const entry of entries) {
      const asked = questionsNamed(def, entry.at)
      const refusals = (seat: string | null): Refusal[] => {
        const known = visibility.get(seat) ?? new PolicyVisibility(def, seat)
        visibility.set(seat, known)
        return asked.map((question) => known.at(question))
      }
      const everybody = refusals(null)
      const check = (src: number | undefined, exprs: Exprs): void => {
        // Public information is visible to every seat: most policies need no check by seat.
        if (refused(exprs, everybody) === undefined) return
        for (const seat of seats) {
          const why = refused(exprs, refusals(seat))
          if (why === undefined) continue
          world.reporter.error(
            'hidden',
            spanOfSource(def.sources, src),
            why,
            'A policy can read only what its seat can see.',
          )
        }
      }
      check(entry.src, partsOf('EntryDef', { ...entry, lines: [] }).exprs)
      for (const line of entry.lines)
        check(line.src, [...partsOf('LineDef', line).exprs, ...partsOf('Saying', line.says).exprs])
    }
}

function refused(exprs: Exprs, refusals: readonly Refusal[]): string | undefined {
  for (const { value } of exprs)
    for (const refusal of refusals) {
      const why = refusal(value)
      if (why !== undefined) return why
    }
  return undefined
}
