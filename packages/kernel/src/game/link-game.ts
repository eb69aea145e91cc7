/** Linking: turns a GameDef into a program that runs. Games and blocks of the workbench share this path. */
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
import { quote } from '../def/shape.js'
import { canonicalRules } from '../def/texts.js'
import { emitSetup, stretchesOf } from '../link/setup.js'
import { Setup, type SetupRoutine } from './prepared.js'
import { emitEvaluation, type EvaluationFunction, type Feature, PolicyFunctions } from './policy-functions.js'

export interface Linked {
  readonly machine: Machine
  readonly fingerprint: string
  readonly play: number
  readonly setup: Setup
  readonly worth: EvaluationFunction | null
  readonly promise: EvaluationFunction | null
  readonly features: readonly Feature[]
  /** Links the functions that only policies use, if they aren't yet. */
  ponder(): void
  /** The same, but only if `node` calls one of them. */
  ponderFor(definition: DefinitionName, node: unknown): void
}

export function link(def: GameDef, loader: CodeLoader, coverage: Coverage | null): Linked {
  return withDepthCheck(() => linkDef(def, loader, coverage))
}

/** Turns a stack overflow into a LinkError. A GameDef of valid shape can still be nested too deeply. */
export function withDepthCheck<T>(work: () => T): T {
  try {
    return work()
  } catch (e) {
    if (e instanceof RangeError)
      throw new LinkError('The GameDef is nested too deeply. Split its largest expressions.', {})
    throw e
  }
}

function linkDef(def: GameDef, loader: CodeLoader, coverage: Coverage | null): Linked {
  if (!isDeferred(def)) checkShape('GameDef', def)
  const linker = new Linker(def, loader, coverage)
  coverage?.addPolicies(def)
  const { layout } = linker
  const setupDefs = setupsOf(def)
  const functions = ruleFunctions(def)
  linker.addFunctions(functions)
  linker.calls = new Calls(layout, [...def.procedures, ...setupDefs], functions)
  for (const i of linker.calls.functions) emitFunction(linker, functions[i], i)
  def.procedures.forEach((p, i) => emitProcedure(linker, p, i, titleOf(p)))
  const setups = setupDefs.map((p, i) => linkSetup(linker, p, def.procedures.length + i))
  const play = layout.procedureIndex.get(def.play)
  if (play === undefined) return linker.fail(`There is no procedure ${quote(def.play)} for 'play' to run.`)
  if (def.procedures[play].params.length > 0)
    linker.fail(`The procedure '${def.play}' runs the game, so it cannot take arguments.`)
  if (!linker.calls.asks(play)) emitPlay(linker, def, play)
  const worth = emitPositionValue(linker, 'worth')
  const promise = emitPositionValue(linker, 'promise')
  const policyFunctions = new PolicyFunctions(linker)
  linker.inside(EXPRESSION, undefined, undefined, () => linker.place()) // so that its number doesn't depend on what is linked first
  const machine = new Machine(linker)
  const made = assemble(linker, machine.program, machine.toolbox)
  policyFunctions.take(made)
  machine.register()
  let fingerprint: string | undefined // computed on first use
  return {
    machine,
    get fingerprint() {
      return (fingerprint ??= hashText(canonicalRules(rulesOf(def))))
    },
    play,
    setup: new Setup(machine, setups),
    worth: worth === null ? null : (made.get(worth) as EvaluationFunction),
    promise: promise === null ? null : (made.get(promise) as EvaluationFunction),
    get features() {
      return def.features === undefined ? [] : withDepthCheck(() => policyFunctions.link(machine))
    },
    ponder: () => void withDepthCheck(() => policyFunctions.link(machine)),
    ponderFor: (definition, node) => policyFunctions.linkFor(machine, definition, node),
  }
}

/** One that asks is linked as well, to be checked; to begin with it is an error. */
function linkSetup(linker: Linker, p: ProcedureDef, index: number): SetupRoutine {
  if (linker.calls.asks(index)) emitProcedure(linker, p, index, p.id)
  else emitSetup(linker, p, index)
  return { index, stretches: stretchesOf(p.body).length }
}

/** Emits a routine for a `play` that never asks: the machine starts games with a routine. */
function emitPlay(linker: Linker, def: GameDef, play: number): void {
  const p = def.procedures[play]
  linker.inside(titleOf(p), p.rule, p.src, () => {
    emitRoutine(linker, play, titleOf(p), p.rule, p.params, p.body, true)
  })
}

function titleOf(p: ProcedureDef): string {
  return `${p.kind === 'action' ? 'action' : 'procedure'} '${p.id}'`
}

function emitPositionValue(linker: Linker, what: 'worth' | 'promise'): string | null {
  const id = linker.def[what]
  return id === undefined ? null : emitEvaluation(linker, `the ${what} of a position`, id, ['number'])
}
