/** Moves as plain data, and the validation of untrusted ones. */
import {
  type Choice,
  withoutUndefined,
  type GameDef,
  IllegalMove,
  isRecord,
  type Timing,
} from '@ludoforge/kernel'

/**
 * The record of the decisions of a whole move. It begins with menus: questions for an action or an alternative.
 * `actionId` is the last choice there: the action, or the alternative if no action follows. A question that isn't a menu
 * is a move of its own, named after the question. So is each answer to a simultaneous choice.
 */
export interface Move {
  readonly actionId: string
  /** The seat of the move, in a simultaneous choice. */
  readonly seat?: string
  /**
   * Answers by the name of the question, of any seat. A repeated name is `name#2`, `name#3`, ... In a simultaneous
   * choice it is `name:seat`.
   */
  readonly params: Readonly<Record<string, Choice>>
  readonly actionClass?: string
  readonly freeOperation?: boolean
  readonly compound?: Compound
  /** The choices at the menus above `actionId`; only if several paths lead to it. */
  readonly via?: readonly string[]
}

/** An inserted action: an offer that was taken at a question or in a window. */
export interface Compound {
  readonly specialActivity: Move
  readonly timing: Timing
  /** The number of earlier questions with offers of this timing that were answered otherwise; by default 0. */
  readonly insertAfterStage?: number
  /** The next inserted action, later or at the same question. */
  readonly next?: Compound
}

/** Returns the compounds of a move, in order. */
export function compoundsOf({ compound }: Move): Compound[] {
  const chain: Compound[] = []
  for (let c = compound; c !== undefined; c = c.next) chain.push(c)
  return chain
}

/** Links compounds into a chain, and returns its first. */
export function linkCompounds(chain: readonly Compound[]): { readonly compound?: Compound } {
  let compound: Compound | undefined
  for (const { next: _, ...one } of chain.toReversed())
    compound = compound === undefined ? one : { ...one, next: compound }
  return compound === undefined ? {} : { compound }
}

/** Returns a compound that inserts an action after `stage` questions with offers of its timing. */
export const inserting = (specialActivity: Move, timing: Timing, stage: number): Compound => ({
  specialActivity,
  timing,
  insertAfterStage: stage,
})

/** Returns the result of `work`, or the IllegalMove that it throws. */
export function resultOrIllegal<T>(work: () => T): T | IllegalMove {
  try {
    return work()
  } catch (e) {
    if (e instanceof IllegalMove) return e
    throw e
  }
}

const TIMINGS: readonly unknown[] = ['before', 'during', 'after'] satisfies Timing[]

/** The maximum number of inserted actions. It also stops cyclic input. */
const MAX_INSERTED = 100

/**
 * Validates and copies an untrusted move, and maps its class names to those of the game. Throws IllegalMove if it
 * doesn't have the shape of a move.
 */
export function readMove({ classNames = {} }: GameDef, given: unknown): Move {
  let left = MAX_INSERTED

  function move(value: unknown): Move {
    if (!isRecord(value) || typeof value.actionId !== 'string' || !isRecord(value.params))
      throw new IllegalMove('A move must have an `actionId` and `params`.')
    const { actionId } = value
    const field = <T>(key: keyof Move, is: (found: unknown) => found is T, must: string): T | undefined => {
      const found = value[key]
      if (found === undefined || is(found)) return found
      throw new IllegalMove(`\`${key}\` of the move '${actionId}' ${must}.`)
    }
    const seat = field('seat', isName, 'must be the name of a seat')
    const called = field('actionClass', isName, 'must be the name of a class')
    const actionClass =
      called !== undefined && Object.hasOwn(classNames, called) ? classNames[called] : called
    const freeOperation = field('freeOperation', isFlag, 'must be true or false')
    const via = field('via', isNames, 'must be a list of names')?.slice()
    const params: Record<string, Choice> = Object.create(null)
    for (const [name, choice] of Object.entries(value.params)) params[name] = answer(name, choice)
    const inserted = value.compound === undefined ? undefined : compound(value.compound)
    return withoutUndefined({ actionId, seat, params, actionClass, freeOperation, compound: inserted, via })
  }

  function compound(value: unknown): Compound {
    if (--left < 0) throw new IllegalMove(`A move can have at most ${MAX_INSERTED} inserted actions.`)
    if (!isRecord(value) || !isRecord(value.specialActivity))
      throw new IllegalMove('A compound must have a `specialActivity`, which is a move.')
    const { timing, insertAfterStage, next } = value
    if (!TIMINGS.includes(timing))
      throw new IllegalMove("The timing of a compound must be 'before', 'during' or 'after'.")
    if (insertAfterStage !== undefined && !Number.isInteger(insertAfterStage))
      throw new IllegalMove('The `insertAfterStage` of a compound must be a whole number.')
    return withoutUndefined({
      specialActivity: move(value.specialActivity),
      timing: timing as Timing,
      insertAfterStage: insertAfterStage as number | undefined,
      next: next === undefined ? undefined : compound(next),
    })
  }

  return move(given)
}

function answer(name: string, choice: unknown): Choice {
  if (typeof choice === 'string' || typeof choice === 'number') return choice
  if (isNames(choice)) return [...choice]
  if (isRecord(choice) && 'offer' in choice)
    throw new IllegalMove(`The move takes an offer at '${name}'. Use \`compound\` to take an offer.`)
  throw new IllegalMove(`The param '${name}' of the move is not a valid answer.`)
}

const isName = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isName)
