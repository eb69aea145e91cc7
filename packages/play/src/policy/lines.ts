/** Links policy entries to functions, in the scope of the question that they answer. */
import {
  type Coverage,
  type EntryDef,
  type Expr,
  type LineDef,
  listOf,
  type Slot,
  type State,
} from '@ludoforge/kernel'
import {
  assemble,
  EXPRESSION,
  Fn,
  withDepthCheck,
  type List,
  type Machine,
  type QuestionSite,
  Scope,
  stored,
  TIMING,
  typed,
} from '@ludoforge/kernel/internal'
import { containsNode, narrowingCode, NARROWING_PARAMETERS, type OptionFilter } from './narrowing.js'

/** `x`: the action of a window; `y`: the choices so far; `z`: the deciding seat; `w`: the timing of a window. */
type Value = (s: State, k: Slot[], fp: number, x: number, y: List, z: number, w: number) => number
const PARAMETERS = ['S', 'k', 'fp', 'x', 'y', 'z', 'w']

export const CHOSEN = 'chosen'

/** A policy line that doesn't narrow the options: it sets an amount, or takes an action of a window. */
export interface Line {
  readonly def: LineDef
  readonly does: LineDef['do']
  readonly when: Value | null
  readonly action: number // of a window
  readonly amount: Value | 'most' | 'least' | null
}

export interface Entry {
  readonly def: EntryDef
  readonly when: Value | null
  readonly narrow: OptionFilter | null // null for a window
  readonly lines: readonly Line[]
  readonly weighs: boolean // a line distinguishes options
  readonly looksBack: boolean // a line depends on the choices so far
}

/** The target of an entry: a question, or a window at a question. */
export interface EntryTarget {
  readonly site: QuestionSite | null // null: a window, which has no names of the rules in scope
  readonly type: string // of an option
}

const known = new WeakMap<EntryDef, WeakMap<QuestionSite | Machine, Entry>>()

/** Returns the entry linked for a question. Shared by all seats, so that the JavaScript engine optimizes it sooner. */
export function linkedEntry(machine: Machine, def: EntryDef, where: EntryTarget): Entry {
  const key = where.site ?? machine // both belong to one game
  let linked = known.get(def)
  if (linked === undefined) known.set(def, (linked = new WeakMap()))
  let entry = linked.get(key)
  if (entry === undefined) linked.set(key, (entry = linkEntry(machine, def, where)))
  return entry
}

function linkEntry(machine: Machine, def: EntryDef, { site, type }: EntryTarget): Entry {
  const { linker, program, toolbox } = machine
  return withDepthCheck(() =>
    linker.attempt(() => {
      const scope = site === null ? new Scope(new Fn(null)) : site.scope.inner()
      if (site?.kind !== 'alternatives') {
        scope.bind('it', 'x', type, true)
        scope.bind(CHOSEN, 'y', listOf(type), true)
      }
      scope.bind('me', 'z', 'seat', true)
      scope.bind(TIMING, 'w', 'number', true)
      const typedAs = (node: Expr, of: string) =>
        linker.inside(EXPRESSION, undefined, undefined, () => typed(linker, scope, node, of))
      const owner = `policy '${def.at.map(({ procedure }) => procedure).join(' ')}'`
      const helper = (params: readonly string[], body: string): string =>
        linker.inside(owner, undefined, undefined, () => linker.helper(params, `const d=S.d;${body}`))
      const value = (node: Expr | undefined, of: string): string | null =>
        node === undefined ? null : helper(PARAMETERS, `return ${stored(typedAs(node, of))}`)
      const condition = value(def.when, 'flag')
      const lines = def.lines
        .filter(({ do: does }) => site === null || does === 'take')
        .map((line) => ({ line, when: value(line.when, 'flag'), amount: value(line.amount, 'number') }))
      const narrow =
        site === null
          ? null
          : helper(
              NARROWING_PARAMETERS,
              narrowingCode(linker, def, site.ids, (node, of) => typedAs(node, of).js),
            )
      const made = assemble(linker, program, toolbox)
      const of = (name: string | null): Value | null => (name === null ? null : (made.get(name) as Value))
      const covered = (part: EntryDef | LineDef, test: Value | null): Value | null =>
        linker.coverage === null ? test : withCoverage(linker.coverage, part, test)
      return {
        def,
        when: covered(def, of(condition)),
        narrow: narrow === null ? null : (made.get(narrow) as OptionFilter),
        looksBack: looksBack(def.lines),
        weighs: def.lines.some(({ test, ranks, option }) => (test ?? ranks ?? option) !== undefined),
        lines: lines.map(({ line, when, amount }) => ({
          def: line,
          does: line.do,
          when: covered(line, of(when)),
          action: line.action === undefined ? -1 : linker.layout.scalar('action', line.action),
          amount: line.extreme ?? of(amount),
        })),
      }
    }),
  )
}

/** Wraps the condition of an entry or a line with coverage. */
function withCoverage(coverage: Coverage, part: EntryDef | LineDef, value: Value | null): Value {
  const [reached, held, failed] = coverage.policyPoints(part)
  return (...args) => {
    const holds = value === null ? 1 : value(...args)
    for (const point of [reached, holds === 0 ? failed : held])
      if (point !== undefined) coverage.hits[point] = 1
    return holds
  }
}

function looksBack(lines: readonly LineDef[]): boolean {
  const chosen = (part: object): boolean => 'name' in part && part.name === CHOSEN
  return lines.some(({ test, when, ranks = [] }) =>
    [test, when, ...ranks.map(({ value }) => value)].some(
      (expr) => expr !== undefined && containsNode(expr, chosen),
    ),
  )
}
