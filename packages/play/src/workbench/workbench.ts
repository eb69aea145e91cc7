/**
 * The workbench, for examples, tests and tools: runs a block of effects on any state, evaluates expressions, forces
 * rolls. Its code is added to the running program and doesn't change the game itself.
 */
import {
  ACTION_CLASS,
  type Block,
  type Expr,
  type Game,
  isInt32,
  itemOf,
  LinkError,
  type ParameterDef,
  type Slot,
  type State,
  type StepEvent,
  type TypeName,
} from '@ludoforge/kernel'
import {
  assemble,
  checkShape,
  emitExpression,
  emitRoutine,
  EXPRESSION,
  forkState,
  withDepthCheck,
  LinkedGame,
  type List,
} from '@ludoforge/kernel/internal'

/** The context in which a block runs. */
export interface BlockContext {
  readonly actor?: string
  readonly free?: boolean
  readonly actionClass?: string
  readonly within?: readonly string[]
  readonly args?: readonly Slot[]
}

/** A linked block of effects. */
export interface LinkedBlock {
  /** Returns the state after the block, or at its first question; then `decide` resumes inside the block. */
  run(state: State, context?: BlockContext): State
  /** The same in place. */
  go(state: State, context: BlockContext): State
  /** Like `run`, and also returns the events. */
  step(state: State, context?: BlockContext): { readonly state: State; readonly events: readonly StepEvent[] }
  /** Drops the block. A state that still waits inside it becomes unusable: using it throws. */
  drop(): void
}

/** The options of a linked block. */
export interface BlockOptions {
  readonly name?: string // for errors
  readonly params?: readonly ParameterDef[]
}

function linkedGameOf(game: Game): LinkedGame {
  if (!(game instanceof LinkedGame))
    throw new LinkError('The workbench needs a game made by linkGame, loadGame or loadModule.', {})
  return game
}

/**
 * Links a block of effects against a game. A block that can't ask leaves nothing behind in the game; one that can stays
 * linked until you drop it.
 */
export function linkBlock(game: Game, effects: Block, options: BlockOptions = {}): LinkedBlock {
  const { linked } = linkedGameOf(game)
  const { machine } = linked
  const { linker } = machine
  const params = options.params ?? []
  const name = options.name ?? 'a block of the workbench'
  const index = linker.routines.length
  const plain = withDepthCheck(() =>
    linker.attempt(() => {
      checkShape('Block', effects)
      linked.ponderFor('Block', effects)
      for (const p of params) linker.layout.checkType(p.type)
      linker.calls.add(index, { body: effects })
      linker.flows.add(index, params, effects)
      const asks = linker.calls.asks(index)
      linker.inside(name, undefined, undefined, () => {
        emitRoutine(linker, index, name, undefined, params, effects, asks)
      })
      const made = assemble(linker, machine.program, machine.toolbox)
      if (asks) machine.register()
      else machine.release(index)
      return made.get(linker.nameOf('p', index)) as ((s: State, ...args: Slot[]) => void) | undefined
    }),
  )
  const { layout } = linker
  const go = (s: State, context: BlockContext): State => {
    const { args = [], actor, actionClass, within } = context
    machine.begin(s)
    machine.enterRoot(s)
    if (actor !== undefined) s.actor = layout.seat(actor)
    if (context.free !== undefined) s.free = context.free ? 1 : 0
    if (actionClass !== undefined) s.actionClass = layout.scalar(ACTION_CLASS, actionClass)
    if (within !== undefined) s.within = within.map((id) => layout.zone(id))
    const { over } = s
    if (plain === undefined) machine.enter(s, index, args)
    else {
      machine.guarded(s, () => plain(s, ...args))
    }
    if (s.over === over) machine.run(s)
    else machine.finish(s)
    return s
  }
  return {
    run: (state, context = {}) => go(forkState(state), context),
    go,
    step(state, context = {}) {
      const s = forkState(state)
      const recorder = machine.recorder()
      s.recorder = recorder
      go(s, context)
      s.recorder = null
      return { state: s, events: recorder.events }
    },
    drop() {
      if (plain === undefined) machine.drop(index)
    },
  }
}

/** Evaluates a linked expression in a state. Default actor: that of the state. */
export type LinkedExpression = (state: State, actor?: string, ...args: Slot[]) => Slot

/** Links an expression, to evaluate it in states. */
export function linkExpr(
  game: Game,
  expr: Expr,
  type: TypeName,
  params: readonly ParameterDef[] = [],
): LinkedExpression {
  const { linked } = linkedGameOf(game)
  const { machine } = linked
  const { linker } = machine
  const made = withDepthCheck(() =>
    linker.attempt(() => {
      checkShape('Expr', expr)
      linked.ponderFor('Expr', expr)
      const name = linker.inside(EXPRESSION, undefined, undefined, () =>
        emitExpression(linker, expr, type, params),
      )
      return assemble(linker, machine.program, machine.toolbox).get(name)
    }),
  ) as (s: State, ...args: Slot[]) => Slot
  return (state, actor, ...args) => {
    const before = state.actor
    if (actor !== undefined) state.actor = linker.layout.seat(actor)
    machine.refuel(state)
    try {
      return machine.guarded(state, () => made(state, ...args))
    } finally {
      state.actor = before
    }
  }
}

/** Returns a value by name, as examples write it; a list as a list of names. */
export function showValue(game: Game, state: State, type: TypeName, value: Slot): string {
  const { names } = linkedGameOf(game).linked.machine
  if (typeof value === 'number') return names.id(state, type, value)
  const item = itemOf(type)
  return `[${value.map((v) => names.id(state, item, v)).join(', ')}]`
}

/** Returns a copy of the state in which the next rolls have these results. Shuffles stay random. */
export function forceRolls(state: State, results: readonly number[]): State {
  if (!results.every(isInt32)) throw new LinkError('Forced rolls must be whole numbers.', {})
  const s = forkState(state)
  s.forced = [...s.forced, ...results] as List
  return s
}
