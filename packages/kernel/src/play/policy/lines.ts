/** The lines of a policy as functions, linked in the scope of the question that they answer. */
import type { EntryDef, Expr, LineDef } from '../../def/index.js'
import { listOf } from '../../def/index.js'
import type { List, Slot, State } from '../../layout/state.js'
import type { Coverage } from '../../link/coverage.js'
import { typed } from '../../link/expr.js'
import { EXPRESSION } from '../../link/linker.js'
import { assemble } from '../../link/program.js'
import { TIMING } from '../../link/ponder.js'
import type { QuestionSite } from '../../link/question.js'
import { Fn, Scope, stored } from '../../link/scope.js'
import type { Machine } from '../../run/machine.js'
import { guarded } from '../linked.js'

/** `x`: the option; `y`: what was chosen before; `z`: the seat that decides; `w`: the timing of a window. */
type Value = (s: State, k: Slot[], fp: number, x: number, y: List, z: number, w: number) => number
const PARAMETERS = ['S', 'k', 'fp', 'x', 'y', 'z', 'w']

export interface Line {
  readonly does: LineDef['do']
  readonly def: LineDef
  readonly entry: EntryDef
  readonly when: Value | null
  readonly test: Value | null
  readonly option: number // of a menu: the alternative that is meant; -1: none is
  readonly action: number // of a window
  readonly ranks: readonly { readonly most: boolean; readonly value: Value }[]
  readonly amount: Value | 'most' | 'least' | null
}

export interface Entry {
  readonly def: EntryDef
  readonly when: Value | null
  readonly lines: readonly Line[]
  readonly weighs: boolean // some line tells options apart
}

/** What an entry is linked for: a question, or a window beside one. */
export interface Where {
  readonly site: QuestionSite | null // null: a window, which knows no names of the rules
  readonly type: string // of an option
}

type Pending = { name: string } | null

export function linkEntry(machine: Machine, def: EntryDef, where: Where): Entry {
  const { linker, program, toolbox } = machine
  return guarded(() =>
    linker.attempt(() => {
      const scope = where.site === null ? new Scope(new Fn(null)) : where.site.scope.inner()
      if (where.site?.kind !== 'alternatives') {
        scope.bind('it', 'x', where.type, true)
        scope.bind('chosen', 'y', listOf(where.type), true)
      }
      scope.bind('me', 'z', 'seat', true)
      scope.bind(TIMING, 'w', 'number', true)
      const value = (node: Expr, type: string): { name: string } => {
        const js = linker.inside(EXPRESSION, undefined, undefined, () =>
          stored(typed(linker, scope, node, type)),
        )
        return { name: linker.helper(PARAMETERS, `const d=S.d;return ${js}`) }
      }
      const flag = (node: Expr | undefined): Pending => (node === undefined ? null : value(node, 'flag'))
      const condition = flag(def.when)
      const lines = def.lines.map((line) => ({
        line,
        when: flag(line.when),
        test: flag(line.test),
        ranks: (line.ranks ?? []).map(({ by, value: ranked }) => ({
          most: by === 'most',
          value: value(ranked, 'number'),
        })),
        amount: line.amount === undefined ? null : value(line.amount, 'number'),
      }))
      const made = assemble(linker, program, toolbox)
      const of = (pending: { name: string }): Value => made.get(pending.name) as Value
      const maybe = (pending: Pending): Value | null => (pending === null ? null : of(pending))
      const noted = (part: EntryDef | LineDef, asked: Value | null): Value | null =>
        linker.coverage === null ? asked : notedBy(linker.coverage, part, asked)
      return {
        def,
        when: noted(def, maybe(condition)),
        weighs: def.lines.some(({ test, ranks, option }) => (test ?? ranks ?? option) !== undefined),
        lines: lines.map(({ line, when, test, ranks, amount }) => ({
          does: line.do,
          def: line,
          entry: def,
          when: noted(line, maybe(when)),
          test: maybe(test),
          option: line.option === undefined ? -1 : (where.site?.ids.indexOf(line.option) ?? -1),
          action: line.action === undefined ? -1 : linker.layout.scalar('action', line.action),
          ranks: ranks.map((rank) => ({ most: rank.most, value: of(rank.value) })),
          amount: line.extreme ?? maybe(amount),
        })),
      }
    }),
  )
}

/** The condition of an entry or a line, which takes note of being asked. */
function notedBy(coverage: Coverage, part: EntryDef | LineDef, value: Value | null): Value {
  const [reached, held, failed] = coverage.policyPoints(part)
  return (...args) => {
    const holds = value === null ? 1 : value(...args)
    for (const point of [reached, holds === 0 ? failed : held])
      if (point !== undefined) coverage.hits[point] = 1
    return holds
  }
}
