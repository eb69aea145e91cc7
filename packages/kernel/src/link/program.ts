/**
 * Assembles a program: all functions, procedures and questions of a game as one JavaScript text, loaded once. Blocks
 * and expressions of the workbench are linked later in the same way.
 */
import {
  type Block,
  type Expr,
  type FunctionDef,
  type ParameterDef,
  type ProcedureDef,
} from '../def/index.js'
import type { Slot, State } from '../layout/state.js'
import { ProcedureBody, slot } from './procedure-body.js'
import { plainBlock } from './control.js'
import { typed } from './expr.js'
import type { Linker, CodeRole } from './linker.js'
import { memoized, SHORT } from './memoize.js'
import { resumableBlock } from './resumable.js'
import { returnCode } from './results.js'
import { Fn, Scope, stored } from './scope.js'
import { textCode } from './text.js'
import { usesName } from '../def/uses.js'
import { CompilerUnavailable } from '../errors.js'

type Resumable = (s: State, k: Slot[], fp: number) => number
type Plain = (s: State, ...args: Slot[]) => void
type Test = (s: State, ...args: Slot[]) => boolean
/** The functions of questions. The seat matters only in simultaneous choices. */
type QuestionCode = (s: State, k: Slot[], fp: number, seat: number) => number
type Prompt = (s: State, k: Slot[], fp: number, seat: number) => string
type Label = (s: State, k: Slot[], fp: number, option: number, seat: number) => string

/** The generated functions by number. Grows when a block is linked later. */
export interface Program {
  readonly resumables: Resumable[]
  readonly plains: (Plain | undefined)[]
  readonly legal: Test[]
  readonly requires: Test[]
  readonly holds: Test[] // the requirements that need no arguments
  readonly asks: QuestionCode[]
  readonly prompts: (Prompt | undefined)[]
  readonly subjects: (QuestionCode | undefined)[]
  readonly labels: (Label | undefined)[]
  readonly shared: Map<string, unknown> // functions by name, for code linked later
}

/** The runtime library of generated code: the machine's functions and tables, by name. */
export type Runtime = Readonly<Record<string, unknown>>

const DEEPEST_CALL = 400
const FRAMED = ['S', 'k', 'fp'] // the parameters of a routine

export function emitFunction(linker: Linker, f: FunctionDef, index: number): void {
  linker.inside(`function '${f.id}'`, f.rule, f.src, () => {
    linker.layout.checkType(f.returns)
    const scope = new Scope(new Fn(null))
    checkDefaults(linker, f.params)
    const params = bindParameters(linker, scope, f.params)
    const { made, facts } = linker.meter.measure(() => typed(linker, scope, f.body, f.returns))
    const { js: value, sure, distinct = false } = made
    const recursive = linker.calls.isRecursive(`f:${f.id}`)
    const fuel = facts.cost < SHORT ? '' : linker.spend('1', facts.size) // who calls what is short spends for it
    const guard = `const d=S.d;${fuel}${linker.reached()}`
    linker.results[index] = { sure, distinct, facts }
    const kept = recursive ? null : memoized(linker, f, guard, value, facts)
    const code = recursive
      ? `${guard}${deep(linker)}const r=${value};S.depth--;return r`
      : (kept ?? `${guard}return ${value}`)
    linker.define('f', index, ['S', ...params], code)
  })
}

function deep(linker: Linker): string {
  return `if(++S.depth>${DEEPEST_CALL})tooDeep(S,${linker.place()});`
}

/** Checks the types of default arguments. Only compilers use them, but they must be valid. */
function checkDefaults(linker: Linker, params: readonly ParameterDef[]): void {
  for (const p of params)
    if (p.otherwise !== undefined) typed(linker, new Scope(new Fn(null)), p.otherwise, p.type)
}

function bindParameters(linker: Linker, scope: Scope, params: readonly ParameterDef[]): string[] {
  return params.map((p, i) => {
    linker.layout.checkType(p.type)
    scope.bind(p.name, `y${i}`, p.type, false)
    return `y${i}`
  })
}

/** Emits a procedure: resumable if it can ask, else a plain function. */
export function emitProcedure(linker: Linker, p: ProcedureDef, index: number, name: string): void {
  linker.inside(name, p.rule, p.src, () => {
    const { params } = p
    for (const x of params) linker.layout.checkType(x.type)
    if (p.kind !== 'procedure' && p.title !== undefined && typeof p.title !== 'string')
      linker.fail(
        `The title of ${p.kind === 'action' ? 'an action' : 'a window'} can't contain values. Use plain text.`,
      )
    if (p.kind === 'window') {
      emitWindow(linker, p, index, name)
      return
    }
    checkDefaults(linker, params)
    if (p.gives !== undefined) linker.layout.checkType(p.gives)
    emitRoutine(linker, index, name, p.rule, params, p.body, linker.calls.asks(index), p.gives)
    if (p.kind === 'action') emitRequirements(linker, p, index)
    else if (p.title !== undefined) emitTitle(linker, p, index)
  })
}

/** Emits a window. `o`: the actions that it offers. Its routine performs the chosen one. */
function emitWindow(linker: Linker, p: ProcedureDef, index: number, name: string): void {
  const { offers } = p
  if (offers === undefined)
    return linker.fail(`The window '${p.id}' has no \`offers\`. List the actions that it offers.`)
  if (p.params.length > 0) linker.fail(`The window '${p.id}' can't have parameters.`)
  const list = typed(linker, new Scope(new Fn(null)), offers.from, 'list action')
  const actions = list.distinct === true ? list.js : `distinct(S,${list.js},${linker.place()})`
  linker.define('o', index, ['S'], `const d=S.d;${linker.reached()}return ${actions}`)
  const params = [{ name: offers.bind, type: 'action' }]
  emitRoutine(linker, index, name, p.rule, params, p.body, true)
}

export function emitRoutine(
  linker: Linker,
  index: number,
  name: string,
  rule: string | undefined,
  params: readonly ParameterDef[],
  block: Block,
  resumable: boolean,
  gives?: string,
): void {
  const body = new ProcedureBody(linker, index, resumable, block, gives)
  const scope = new Scope(new Fn(null))
  const src = linker.src
  if (resumable) {
    for (const p of params)
      scope.bind(p.name, slot(body.local(p.type, false, undefined, p.name)), p.type, false, false, false)
    const { made: code, facts } = linker.meter.measure(() => resumableBlock(body, scope, block))
    const cases = `case 0:${linker.spend('1', facts.size)}${code}${returnCode(body)}default:return lost(S)`
    linker.define('a', index, FRAMED, `const d=S.d;let pc=k[fp+1];M:for(;;)switch(pc){${cases}}`)
  } else {
    const names = bindParameters(linker, scope, params)
    const { made: code, facts } = linker.meter.measure(() => plainBlock(body, scope, block))
    const recursive = linker.calls.isRecursive(`p:${index}`)
    const list = ['S', ...names]
    const all = `const d=S.d;${linker.spend('1', facts.size)}${code}${returnCode(body)}`
    // An early return would skip the depth counter, so a recursive procedure is wrapped.
    if (recursive) {
      const inner = linker.helper(list, all)
      linker.define('p', index, list, `${deep(linker)}const r=${inner}(${list.join(',')});S.depth--;return r`)
    } else linker.define('p', index, list, all)
  }
  linker.src = src
  linker.routines[index] = body.routine(
    name,
    rule,
    params.map((p) => p.type),
  )
}

/** Emits `m`: the title of a procedure, as its `entered` event shows it to everybody. */
function emitTitle(linker: Linker, p: ProcedureDef, index: number): void {
  const scope = new Scope(new Fn(null))
  const params = bindParameters(linker, scope, p.params)
  const text = typeof p.title === 'string' ? [p.title] : (p.title ?? [])
  linker.define('m', index, ['S', ...params], `const d=S.d;return ${textCode(linker, scope, text, 'tell')}`)
}

/**
 * Emits the tests of an action. `r`: all requirements hold. `l`: the actor is one of its seats, and the requirements
 * that need no arguments hold. `h`: the latter, for any actor.
 */
function emitRequirements(linker: Linker, p: ProcedureDef, index: number): void {
  const tests: { js: string; free: boolean }[] = []
  let size = 0
  const scope = new Scope(new Fn(null))
  const params = bindParameters(linker, scope, p.params)
  for (const r of p.requires) {
    if (r.src !== undefined) linker.src = r.src
    const { made, facts } = linker.meter.measure(() => typed(linker, scope, r.when, 'flag'))
    size += facts.size
    tests.push({
      js: linker.required(made.js, r),
      free: !usesName(r.when, new Set(p.params.map((x) => x.name))),
    })
  }
  const by = p.by.map((id) => linker.layout.seat(id))
  const allowed = by.length === 0 ? [] : [`(${by.map((s) => `S.actor===${s}`).join('||')})`]
  const recursive = linker.calls.isRecursive(`l:${index}`)
  const guard = `const d=S.d;${linker.spend('1', size)}`
  const emit = (role: CodeRole, names: readonly string[], list: readonly string[]): void => {
    const all = list.length === 0 ? 'true' : list.join('&&')
    const body = recursive ? `${deep(linker)}const r=${all};S.depth--;return r` : `return ${all}`
    linker.define(role, index, ['S', ...names], guard + body)
  }
  const choosable = tests.filter((t) => t.free).map((t) => t.js)
  const everything = tests.map((t) => t.js)
  emit('r', params, everything)
  emit('l', [], [...allowed, ...choosable])
  if (params.length > 0) emit('h', [], choosable)
}

/** Emits an expression as a function of the state and parameters. Returns its name. */
export function emitExpression(
  linker: Linker,
  node: Expr,
  type: string,
  params: readonly ParameterDef[],
): string {
  const scope = new Scope(new Fn(null))
  const names = bindParameters(linker, scope, params)
  const value = typed(linker, scope, node, type)
  return linker.helper(['S', ...names], `const d=S.d;return ${stored(value)}`)
}

/**
 * Loads generated text and returns its functions. The text refers to the runtime by name, to `P` (functions loaded
 * before) and to `C` (constants).
 */
export type CodeLoader = (
  text: string,
  toolbox: Runtime,
  shared: Program['shared'],
  constants: unknown[],
) => unknown[]

/** The default loader: `new Function`. A browser's or Node's settings may forbid it. */
export const evalLoader: CodeLoader = (text, toolbox, shared, constants) => {
  try {
    const make = new Function('T', 'P', 'C', `'use strict';\n${runtimeNames(toolbox)}\n${text}`)
    return make(toolbox, shared, constants) as unknown[]
  } catch (e) {
    if (!(e instanceof EvalError)) throw e
    throw new CompilerUnavailable(
      'A GameDef cannot be linked here, because generating code is forbidden (by a Content Security Policy without ' +
        'unsafe-eval, or by node --disallow-code-generation-from-strings). Compile the game to a module and load ' +
        'that: ludoforge compile GAME --module FILE',
    )
  }
}

/** Generates the declarations that bring the runtime into scope. */
export function runtimeNames(toolbox: Runtime): string {
  return `const{${Object.keys(toolbox).join(',')}}=T;`
}

/** Loads the generated functions into the program, and returns them by name. */
export function assemble(linker: Linker, program: Program, toolbox: Runtime): Map<string, unknown> {
  linker.kinds.settle()
  const { made, used } = linker.take()
  const text =
    (used.length === 0 ? '' : `const ${used.join(',')};\n`) +
    `${made.map((f) => f.text).join('\n')}\nreturn[${made.map(({ name }) => name).join(',')}]`
  const functions = linker.maker(text, toolbox, program.shared, linker.constants)
  made.forEach(({ name, role, index }, i) => {
    if (role === undefined || index === undefined) return
    takeIn(program, role, index, functions[i])
    if (SHARED.includes(role)) program.shared.set(name, functions[i])
  })
  return new Map(made.map(({ name }, i) => [name, functions[i]]))
}

/** The roles of functions that code linked later may call. */
const SHARED: readonly CodeRole[] = ['f', 'o', 'm', 'p', 'l', 'r', 'h']

/** Returns the table of a role's functions. They come from text, so only their role determines their type. */
function tableOf(program: Program, role: CodeRole): unknown[] | undefined {
  switch (role) {
    case 'a':
      return program.resumables
    case 'p':
      return program.plains
    case 'l':
      return program.legal
    case 'r':
      return program.requires
    case 'h':
      return program.holds
    case 'q':
      return program.asks
    case 't':
      return program.prompts
    case 'u':
      return program.subjects
    case 'b':
      return program.labels
    case 'f':
    case 'm':
    case 'o':
      return undefined // only other code calls it
  }
}

function takeIn(program: Program, role: CodeRole, at: number, f: unknown): void {
  const table = tableOf(program, role)
  if (table !== undefined) table[at] = f
  if (role === 'r') program.holds[at] ??= program.requires[at]
}
