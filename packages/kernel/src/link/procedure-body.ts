/** A procedure while it is generated: its locals, its resume points, and the blocks around the current effect. */
import { type Block, isList } from '../def/index.js'
import type { Slot } from '../layout/state.js'
import { NO_ITEMS } from '../layout/state.js'
import type { Linker } from './linker.js'
import { FRAME, type Local, type Resume, type Routine, type SeriesLocals } from './routine.js'
import { quote } from '../def/shape.js'
import { effectsIn } from '../def/walk.js'
import type { Scope } from './scope.js'

/** An enclosing block that `leave` must undo or jump out of; outermost first. */
export type Enclosing =
  /** Code that leaves the loop, and the number of rounds left with this one. */
  | { readonly kind: 'loop'; readonly exit: string; readonly left?: string }
  /** Code that restores the actor. If the block may ask, a local stores the actor. */
  | { readonly kind: 'as'; readonly restore: string; readonly slot?: number }

export class ProcedureBody {
  readonly locals: Local[] = []
  readonly template: Slot[] = []
  readonly resumes = new Map<number, Resume>()
  readonly series: SeriesLocals[] = []
  readonly surround: Enclosing[] = []
  readonly assigned: ReadonlySet<string>
  private made = 1

  constructor(
    readonly linker: Linker,
    readonly index: number,
    readonly resumable: boolean, // its outer locals live on the state's call stack
    block: Block,
    readonly gives?: string, // the type of its result
  ) {
    this.assigned = assignedNames(block)
  }

  /** Adds a local to the frame. */
  local(
    type: string,
    sure = false,
    more: Pick<Local, 'loop' | 'below' | 'secret'> = {},
    name?: string, // its name in the rules
  ): number {
    const secret = name !== undefined && this.linker.flows.isTaintedName(this.index, name)
    this.locals.push({ type, sure, secret, ...more })
    this.template.push(isList(type) ? NO_ITEMS : 0)
    return this.locals.length - 1
  }

  /** Adds a resume point. */
  point(): number {
    return this.made++
  }

  /** The number of the next resume point. The points of a piece of code are between two of these. */
  get points(): number {
    return this.made
  }

  /** Binds a name for the following effects. Returns the code that stores the value. */
  bind(
    scope: Scope,
    name: string,
    type: string,
    js: string,
    sure: boolean,
    inFrame: boolean,
    distinct = false,
  ): string {
    if (typeof name !== 'string') this.linker.fail(`${quote(name)} isn't a name.`)
    const constant = !this.assigned.has(name)
    if (inFrame) {
      const raw = slot(this.local(type, sure && constant, undefined, name))
      scope.bind(name, raw, type, sure && constant, distinct && constant, false)
      return `${raw}=${js};`
    }
    const raw = this.linker.name('x')
    scope.bind(name, raw, type, sure && constant, distinct && constant)
    return `let ${raw}=${js};`
  }

  routine(name: string, rule: string | undefined, params: readonly string[]): Routine {
    return {
      index: this.index,
      name,
      rule,
      place: this.linker.place(),
      asks: this.resumable,
      locals: this.locals,
      template: this.template,
      params,
      gives: this.gives,
      resumes: this.resumes,
      series: this.series,
    }
  }
}

export function slot(local: number): string {
  return `k[fp+${FRAME + local}]`
}

function assignedNames(block: Block): Set<string> {
  return new Set(effectsIn(block).flatMap((effect) => ('assign' in effect ? [effect.assign.bind] : [])))
}
