/**
 * Set-ups in stretches. A stretch begins wherever chance may come in, so that a game can be begun from a copy of the
 * position before the first random number: up to there it is the same for every seed.
 */
import type { Block, Effect, ProcedureDef } from '../def/index.js'
import { effectsIn } from '../def/walk.js'
import { ProcedureBody } from './procedure-body.js'
import { plainEffect } from './control.js'
import type { Linker } from './linker.js'
import { Fn, Scope } from './scope.js'

/** Effects that may draw random numbers, themselves or in what they call. */
const CHANCY = ['shuffle', 'rollRandom', 'call', 'perform'] as const

/** Divides a set-up. Behind a name, and where the rules leave it early, it stays in one piece. */
export function stretchesOf(body: Block): readonly Block[] {
  if (effectsIn(body).some((effect) => 'leave' in effect)) return [body]
  const stretches: Effect[][] = [[]]
  let named = false
  for (const effect of body) {
    const chancy = effectsIn([effect]).some((inner) => CHANCY.some((key) => key in inner))
    if (chancy && !named && stretches.at(-1)?.length !== 0) stretches.push([])
    stretches.at(-1)?.push(effect)
    named ||= namesSomething(effect)
  }
  return stretches
}

/** Whether the effects after this one know a name by it. */
function namesSomething(effect: Effect): boolean {
  if ('call' in effect) return effect.call.into !== undefined
  if ('perform' in effect) return effect.perform.into !== undefined
  if ('forEach' in effect) return effect.forEach.countBind !== undefined
  return 'let' in effect || 'rollRandom' in effect
}

/** `p`: a set-up that never asks, which runs the stretch with the given number. */
export function emitSetup(linker: Linker, p: ProcedureDef, index: number): void {
  linker.inside(p.id, p.rule, p.src, () => {
    const body = new ProcedureBody(linker, index, false, p.body)
    const scope = new Scope(new Fn(null)).inner()
    const { src } = linker
    const { made: stretches, facts } = linker.meter.measure(() =>
      stretchesOf(p.body).map((block) =>
        block.map((effect) => plainEffect(body, scope, effect, false)).join(''),
      ),
    )
    const cases = stretches.map(
      (code, i) => `case ${i}:{${i === 0 ? linker.spend('1', facts.size) : ''}${code}return}`,
    )
    linker.define('p', index, ['S', 'part'], `const d=S.d;switch(part){${cases.join('')}}`)
    linker.src = src
    linker.routines[index] = body.routine(p.id, p.rule, [])
  })
}
