/** The lines of a policy as functions, linked in the scope of the question that they answer. */
import type { EntryDef, Expr, LineDef } from '../../def/index.js'
import { listOf } from '../../def/index.js'
import { walk } from '../../def/walk.js'
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

/** Of the options `l`, which are numbers into the values `v`, those that are kept. */
type Sieve = (s: State, k: Slot[], fp: number, v: List, l: List, y: List, z: number, w: number) => number[]
const SIEVING = ['S', 'k', 'fp', 'v', 'l', 'y', 'z', 'w']

export interface Line {
  readonly does: LineDef['do']
  readonly def: LineDef
  readonly entry: EntryDef
  readonly when: Value | null
  readonly names: boolean // it says which options it means
  readonly meeting: Sieve | null // those that it means; of `avoid` the others
  readonly option: number // of a menu: the alternative that is meant; -1: none is
  readonly action: number // of a window
  readonly ranks: readonly Sieve[]
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

const known = new WeakMap<EntryDef, WeakMap<QuestionSite | Machine, Entry>>()

/** An entry for a question, linked once for all seats that play by it: code that runs more often is faster sooner. */
export function entryAt(machine: Machine, def: EntryDef, where: Where): Entry {
  const key = where.site ?? machine // both are of one game
  let linked = known.get(def)
  if (linked === undefined) known.set(def, (linked = new WeakMap()))
  let entry = linked.get(key)
  if (entry === undefined) linked.set(key, (entry = linkEntry(machine, def, where)))
  return entry
}

function linkEntry(machine: Machine, def: EntryDef, where: Where): Entry {
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
      const sieve = (node: Expr, type: string, text: (js: string) => string): { name: string } => {
        const { js } = linker.inside(EXPRESSION, undefined, undefined, () => typed(linker, scope, node, type))
        const look = asksAfter(node) ? 'lookAt(i);' : ''
        const loop = `for(let j=0;j<l.length;j++){const i=l[j],x=v[i];${look}${text(js)}}`
        return { name: linker.helper(SIEVING, `const d=S.d,o=[];let b=0;${loop}return o`) }
      }
      const lines = def.lines.map((line) => ({
        line,
        when: flag(line.when),
        meeting:
          line.test === undefined
            ? null
            : sieve(line.test, 'flag', (js) => `if(${line.do === 'avoid' ? '!' : ''}(${js}))o.push(i)`),
        ranks: (line.ranks ?? []).map(({ by, value: ranked }) =>
          sieve(ranked, 'number', (js) => {
            const rank = `const n=${by === 'most' ? '' : '-'}(${js});`
            return `${rank}if(o.length>0){if(n<b)continue;if(n>b)o.length=0}b=n;o.push(i)`
          }),
        ),
        amount: line.amount === undefined ? null : value(line.amount, 'number'),
      }))
      const made = assemble(linker, program, toolbox)
      const of = (pending: { name: string }): Value => made.get(pending.name) as Value
      const maybe = (pending: Pending): Value | null => (pending === null ? null : of(pending))
      const sieves = (pending: { name: string }): Sieve => made.get(pending.name) as Sieve
      const noted = (part: EntryDef | LineDef, asked: Value | null): Value | null =>
        linker.coverage === null ? asked : notedBy(linker.coverage, part, asked)
      return {
        def,
        when: noted(def, maybe(condition)),
        weighs: def.lines.some(({ test, ranks, option }) => (test ?? ranks ?? option) !== undefined),
        lines: lines.map(({ line, when, meeting, ranks, amount }) => {
          const option = line.option === undefined ? -1 : (where.site?.ids.indexOf(line.option) ?? -1)
          return {
            does: line.do,
            def: line,
            entry: def,
            when: noted(line, maybe(when)),
            names: meeting !== null || option >= 0,
            meeting: meeting === null ? null : sieves(meeting),
            option,
            action: line.action === undefined ? -1 : linker.layout.scalar('action', line.action),
            ranks: ranks.map(sieves),
            amount: line.extreme ?? maybe(amount),
          }
        }),
      }
    }),
  )
}

/** Does it ask for what an option leads to? */
function asksAfter(node: Expr): boolean {
  let asks = false
  walk('Expr', node, (object) => {
    asks ||= 'after' in object
  })
  return asks
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
