/** Moves as plain data, and reading them from whoever sends one. */
import { defined } from '../../def/shape.js'
import type { Timing } from '../../def/index.js'
import { IllegalMove } from '../../errors.js'
import type { Choice } from '../../protocol.js'

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
export function chainOf({ compound }: Move): Compound[] {
  const chain: Compound[] = []
  for (let c = compound; c !== undefined; c = c.next) chain.push(c)
  return chain
}

/** The first of a chain of compounds, linked anew. */
export function chained(chain: readonly Compound[]): { readonly compound?: Compound } {
  let compound: Compound | undefined
  for (const { next: _, ...one } of chain.toReversed())
    compound = compound === undefined ? one : { ...one, next: compound }
  return compound === undefined ? {} : { compound }
}

const TIMINGS: readonly unknown[] = ['before', 'during', 'after'] satisfies Timing[]

/** So many actions may be inserted in each other or one after the other; more is no move but a knot. */
const MOST_INSERTED = 100

/** What somebody gave as a move, looked at once and copied. Throws IllegalMove if it has not the shape of one. */
export function readMove(given: unknown): Move {
  let left = MOST_INSERTED

  function move(value: unknown): Move {
    if (!isObject(value) || typeof value.actionId !== 'string' || !isObject(value.params))
      throw new IllegalMove('A move has an actionId and params.')
    const { actionId, seat, actionClass, freeOperation, via } = value
    if (seat !== undefined && typeof seat !== 'string')
      throw new IllegalMove(`The seat of the move '${actionId}' is not the name of one.`)
    if (actionClass !== undefined && typeof actionClass !== 'string')
      throw new IllegalMove(`The actionClass of the move '${actionId}' is not the name of a class.`)
    if (freeOperation !== undefined && typeof freeOperation !== 'boolean')
      throw new IllegalMove(`freeOperation of the move '${actionId}' is true or false.`)
    if (via !== undefined && !isNames(via))
      throw new IllegalMove(`\`via\` of the move '${actionId}' is a list of names.`)
    const params: Record<string, Choice> = Object.create(null) as Record<string, Choice>
    for (const [name, choice] of Object.entries(value.params)) params[name] = answer(name, choice)
    return {
      actionId,
      ...defined({ seat }),
      params,
      ...defined({ actionClass, freeOperation }),
      ...(value.compound === undefined ? {} : { compound: compound(value.compound) }),
      ...(via === undefined ? {} : { via: [...via] }),
    }
  }

  function compound(value: unknown): Compound {
    if (--left < 0) throw new IllegalMove(`A move has at most ${MOST_INSERTED} actions inserted.`)
    if (!isObject(value) || !isObject(value.specialActivity))
      throw new IllegalMove('A compound move has a specialActivity, which is a move.')
    const { timing, insertAfterStage, next } = value
    if (!TIMINGS.includes(timing))
      throw new IllegalMove("The timing of a compound move is 'before', 'during' or 'after'.")
    if (insertAfterStage !== undefined && !Number.isInteger(insertAfterStage))
      throw new IllegalMove('insertAfterStage of a compound move is a whole number.')
    return {
      specialActivity: move(value.specialActivity),
      timing: timing as Timing,
      ...(insertAfterStage === undefined ? {} : { insertAfterStage: insertAfterStage as number }),
      ...(next === undefined ? {} : { next: compound(next) }),
    }
  }

  return move(given)
}

function answer(name: string, choice: unknown): Choice {
  if (typeof choice === 'string' || typeof choice === 'number') return choice
  if (isNames(choice)) return [...choice]
  if (isObject(choice) && 'offer' in choice)
    throw new IllegalMove(`The move takes an offer at '${name}': an offer is taken with \`compound\`.`)
  throw new IllegalMove(`What the move says of '${name}' is no answer.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
