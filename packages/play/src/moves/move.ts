/** Moves as plain data, and reading them from whoever sends one. */
import {
  type Choice,
  withoutUndefined,
  type GameDef,
  IllegalMove,
  isRecord,
  type Timing,
} from '@ludoforge/kernel'

/**
 * A move is the record of the decisions that made it. It begins with menus, the questions for an action or for a
 * way to go on, and `actionId` names what was chosen there: the action, or the alternative if no action was
 * chosen behind it. A question that is no menu makes a move by itself, named after the question; where several
 * seats are asked at once, so does each of their answers.
 */
export interface Move {
  readonly actionId: string
  /** Whose move it is, where several seats are asked at once. */
  readonly seat?: string
  /**
   * Answers by the name of what was asked, by whomever; a name asked again is `name#2`, `name#3`, ... Of what
   * several seats are asked at once `name:seat`.
   */
  readonly params: Readonly<Record<string, Choice>>
  readonly actionClass?: string
  readonly freeOperation?: boolean
  readonly compound?: Compound
  /** The entries of the menus above `actionId`; only where several ways lead to the same. */
  readonly via?: readonly string[]
}

/** An action that was inserted: an offer taken beside a question, or in a window. */
export interface Compound {
  readonly specialActivity: Move
  readonly timing: Timing
  /** So many questions with offers of this timing were answered otherwise before; by default none. */
  readonly insertAfterStage?: number
  /** A further one, inserted later or at the same question after this one. */
  readonly next?: Compound
}

/** The compounds of a move, in order. */
export function compoundsOf({ compound }: Move): Compound[] {
  const chain: Compound[] = []
  for (let c = compound; c !== undefined; c = c.next) chain.push(c)
  return chain
}

/** The first of a chain of compounds, linked anew. */
export function linkCompounds(chain: readonly Compound[]): { readonly compound?: Compound } {
  let compound: Compound | undefined
  for (const { next: _, ...one } of chain.toReversed())
    compound = compound === undefined ? one : { ...one, next: compound }
  return compound === undefined ? {} : { compound }
}

/** An action to be inserted when so many questions with offers of its timing were answered otherwise. */
export const inserting = (specialActivity: Move, timing: Timing, stage: number): Compound => ({
  specialActivity,
  timing,
  insertAfterStage: stage,
})

/** What work gives, or why the move is not legal. */
export function resultOrIllegal<T>(work: () => T): T | IllegalMove {
  try {
    return work()
  } catch (e) {
    if (e instanceof IllegalMove) return e
    throw e
  }
}

const TIMINGS: readonly unknown[] = ['before', 'during', 'after'] satisfies Timing[]

/** So many actions may be inserted in each other or one after the other; more is no move but a knot. */
const MOST_INSERTED = 100

/**
 * What somebody gave as a move, looked at once and copied, with classes by the names that the game gives them.
 * Throws IllegalMove if it has not the shape of one.
 */
export function readMove({ classNames = {} }: GameDef, given: unknown): Move {
  let left = MOST_INSERTED

  function move(value: unknown): Move {
    if (!isRecord(value) || typeof value.actionId !== 'string' || !isRecord(value.params))
      throw new IllegalMove('A move has an actionId and params.')
    const { actionId } = value
    const field = <T>(key: keyof Move, is: (found: unknown) => found is T, must: string): T | undefined => {
      const found = value[key]
      if (found === undefined || is(found)) return found
      throw new IllegalMove(`\`${key}\` of the move '${actionId}' ${must}.`)
    }
    const seat = field('seat', isName, 'is not the name of one')
    const called = field('actionClass', isName, 'is not the name of a class')
    const actionClass =
      called !== undefined && Object.hasOwn(classNames, called) ? classNames[called] : called
    const freeOperation = field('freeOperation', isFlag, 'is true or false')
    const via = field('via', isNames, 'is a list of names')?.slice()
    const params: Record<string, Choice> = Object.create(null)
    for (const [name, choice] of Object.entries(value.params)) params[name] = answer(name, choice)
    const inserted = value.compound === undefined ? undefined : compound(value.compound)
    return withoutUndefined({ actionId, seat, params, actionClass, freeOperation, compound: inserted, via })
  }

  function compound(value: unknown): Compound {
    if (--left < 0) throw new IllegalMove(`A move has at most ${MOST_INSERTED} actions inserted.`)
    if (!isRecord(value) || !isRecord(value.specialActivity))
      throw new IllegalMove('A compound move has a specialActivity, which is a move.')
    const { timing, insertAfterStage, next } = value
    if (!TIMINGS.includes(timing))
      throw new IllegalMove("The timing of a compound move is 'before', 'during' or 'after'.")
    if (insertAfterStage !== undefined && !Number.isInteger(insertAfterStage))
      throw new IllegalMove('insertAfterStage of a compound move is a whole number.')
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
    throw new IllegalMove(`The move takes an offer at '${name}': an offer is taken with \`compound\`.`)
  throw new IllegalMove(`What the move says of '${name}' is no answer.`)
}

const isName = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isName)
