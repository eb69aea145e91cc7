/** A procedure in the making: its locals, its points of return, and what surrounds the effect at hand. */
import { type Block, isList } from '../def/index.js'
import type { Slot } from '../layout/state.js'
import { NO_ITEMS } from '../layout/state.js'
import type { Linker } from './linker.js'
import { FRAME, type Local, type Resume, type Routine } from './routine.js'
import { quote } from '../def/shape.js'
import { effectsIn } from '../def/walk.js'
import type { Scope } from './scope.js'

/** What `leave` has to undo or jump to, from the outside in. */
export type Enclosing =
  | { readonly kind: 'loop'; readonly exit: string } // code that leaves it
  /** Code that gives the actor back; if what is inside may ask, it waits in a local. */
  | { readonly kind: 'as'; readonly restore: string; readonly slot?: number }

export class Body {
  readonly locals: Local[] = []
  readonly template: Slot[] = []
  readonly resumes = new Map<number, Resume>()
  readonly surround: Enclosing[] = []
  readonly assigned: ReadonlySet<string>
  private made = 1

  constructor(
    readonly linker: Linker,
    readonly index: number,
    readonly resumable: boolean, // locals of the outer level live in the state's stack
    block: Block,
    readonly gives?: string, // the type of its result
  ) {
    this.assigned = assignedNames(block)
  }

  /** A new local in the frame. */
  local(
    type: string,
    sure = false,
    more: Pick<Local, 'loop' | 'below' | 'secret'> = {},
    name?: string, // the one that rules have for it
  ): number {
    const secret = name !== undefined && this.linker.flows.isTaintedName(this.index, name)
    this.locals.push({ type, sure, secret, ...more })
    this.template.push(isList(type) ? NO_ITEMS : 0)
    return this.locals.length - 1
  }

  /** A new point where the routine can go on. */
  point(): number {
    return this.made++
  }

  /** The number of the next point: those of a stretch of code lie between two of these. */
  get points(): number {
    return this.made
  }

  /** A name for the effects that follow; gives the code that stores the value. */
  bind(
    scope: Scope,
    name: string,
    type: string,
    js: string,
    sure: boolean,
    inFrame: boolean,
    distinct = false,
  ): string {
    if (typeof name !== 'string') this.linker.fail(`${quote(name)} is no name.`)
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
    }
  }
}

export function slot(local: number): string {
  return `k[fp+${FRAME + local}]`
}

function assignedNames(block: Block): Set<string> {
  return new Set(effectsIn(block).flatMap((effect) => ('assign' in effect ? [effect.assign.bind] : [])))
}
