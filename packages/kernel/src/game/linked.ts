/** Linking: from a GameDef to a program that runs. One path, for games and for blocks of the workbench. */
import { checkShape } from '../def/check.js'
import { isDeferred, ruleFunctions, rulesOf } from '../def/rules.js'
import type { DefinitionName } from '../def/table.js'
import type { GameDef, ProcedureDef } from '../def/index.js'
import { LinkError } from '../errors.js'
import { hashText } from '../layout/hash.js'
import { Machine } from '../run/machine.js'
import type { Coverage } from '../link/coverage.js'
import { Calls } from '../link/calls.js'
import { EXPRESSION, Linker } from '../link/linker.js'
import { setupsOf } from '../infoflow/implicit-flows.js'
import { type CodeLoader } from '../link/program.js'
import { assemble, emitFunction, emitProcedure, emitRoutine } from '../link/program.js'
import { canonical, quote } from '../def/shape.js'
import { emitEvaluation, type EvaluationFunction, type Feature, PolicyFunctions } from './policy-functions.js'

export interface Linked {
  readonly machine: Machine
  readonly fingerprint: string
  readonly play: number
  /** Routines of the game's set-up and of each scenario's. */
  readonly setup: number
  readonly scenarios: readonly number[]
  readonly worth: EvaluationFunction | null
  readonly promise: EvaluationFunction | null
  readonly features: readonly Feature[]
  /** Makes sure that what only policies use is linked. */
  ponder(): void
  /** The same, if something that is linked later needs it. */
  ponderFor(definition: DefinitionName, node: unknown): void
}

export function link(def: GameDef, maker: CodeLoader, coverage: Coverage | null): Linked {
  return refuseTooDeep(() => linkDef(def, maker, coverage))
}

/** What was written by anybody has the shape of a GameDef by now; it can still be too deep to be followed. */
export function refuseTooDeep<T>(work: () => T): T {
  try {
    return work()
  } catch (e) {
    if (e instanceof RangeError) throw new LinkError('The GameDef is nested too deeply.', {})
    throw e
  }
}

function linkDef(def: GameDef, maker: CodeLoader, coverage: Coverage | null): Linked {
  if (!isDeferred(def)) checkShape('GameDef', def)
  const linker = new Linker(def, maker, coverage)
  coverage?.addPolicies(def)
  const { layout } = linker
  const all = [...def.procedures, ...setupsOf(def)]
  const functions = ruleFunctions(def)
  linker.addFunctions(functions)
  linker.calls = new Calls(layout, all, functions)
  for (const i of linker.calls.functions) emitFunction(linker, functions[i], i)
  all.forEach((p, i) => emitProcedure(linker, p, i, i < def.procedures.length ? titleOf(p) : p.id))
  const play = layout.procedureIndex.get(def.play)
  if (play === undefined) return linker.fail(`There is no procedure ${quote(def.play)} to play.`)
  if (def.procedures[play].params.length > 0)
    linker.fail(`The procedure '${def.play}' that is the game takes no arguments.`)
  if (!linker.calls.asks(play)) emitPlay(linker, def, play)
  const worth = estimate(linker, 'worth')
  const promise = estimate(linker, 'promise')
  const pondered = new PolicyFunctions(linker)
  linker.inside(EXPRESSION, undefined, undefined, () => linker.place()) // the same whatever is linked first
  const machine = new Machine(linker)
  const made = assemble(linker, machine.program, machine.toolbox)
  pondered.take(made)
  machine.register()
  const setup = def.procedures.length
  let fingerprint: string | undefined // made when it is asked for
  return {
    machine,
    get fingerprint() {
      return (fingerprint ??= hashText(canonical(rulesOf(def))))
    },
    play,
    setup,
    scenarios: def.scenarios.map((_, i) => setup + 1 + i),
    worth: worth === null ? null : (made.get(worth) as EvaluationFunction),
    promise: promise === null ? null : (made.get(promise) as EvaluationFunction),
    get features() {
      return def.features === undefined ? [] : refuseTooDeep(() => pondered.link(machine))
    },
    ponder: () => void refuseTooDeep(() => pondered.link(machine)),
    ponderFor: (definition, node) => pondered.linkFor(machine, definition, node),
  }
}

/** A game that never asks is run as a routine all the same. */
function emitPlay(linker: Linker, def: GameDef, play: number): void {
  const p = def.procedures[play]
  linker.inside(titleOf(p), p.rule, p.src, () => {
    emitRoutine(linker, play, titleOf(p), p.rule, p.params, p.body, true)
  })
}

function titleOf(p: ProcedureDef): string {
  return `${p.kind === 'action' ? 'action' : 'procedure'} '${p.id}'`
}

function estimate(linker: Linker, what: 'worth' | 'promise'): string | null {
  const id = linker.def[what]
  return id === undefined ? null : emitEvaluation(linker, `the ${what} of a position`, id, ['number'])
}
