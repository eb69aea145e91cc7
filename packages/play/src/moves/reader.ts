/** Reads the answers of a move, question by question. */
import { type Choice, type Decision, withoutUndefined, IllegalMove, present } from '@ludoforge/kernel'
import { type Context, partAt } from './tracker.js'
import { type Compound, compoundsOf, linkCompounds, inserting, type Move } from './move.js'
import type { Progress } from './progress.js'
import { keyOf, paramOf, paramsOf } from './serialize.js'

/** The named action exists, but with another class or freedom. */
export class ContextMismatch extends IllegalMove {}

/** The record of one part of a move, and the actions still to be inserted in it. */
interface PartRecord {
  readonly piece: Move | undefined
  readonly left: Compound[]
}

/**
 * Reads a move, strictly or tolerantly. A tolerant reader accepts answers to questions that are forced, for example in a
 * complete move where an inserted action leaves only one answer to a later question.
 */
export class MoveReader {
  constructor(
    readonly move: Move,
    private readonly tolerant: boolean,
  ) {}

  /** Returns the record of each part. A move may omit an action that was forced. */
  parts({ known: { parts } }: Progress): PartRecord[] {
    const records: PartRecord[] = []
    for (const { within, actionId, timing, forced } of parts) {
      if (within < 0) records.push({ piece: this.move, left: compoundsOf(this.move) })
      else {
        const { left } = recordOf(records, within)
        const [next] = left
        const fits = next?.specialActivity.actionId === actionId && next.timing === timing
        const piece = forced && !fits ? undefined : left.shift()?.specialActivity
        records.push({ piece, left: piece === undefined ? [] : compoundsOf(piece) })
      }
    }
    return records
  }

  /** Returns the move's answer to an open decision, or null if it has none. */
  answer(progress: Progress, level: number): { choice: Choice; decision: Decision } | null {
    const { piece, left } = recordOf(this.parts(progress), progress.part)
    if (piece === undefined) return null
    const [next] = left
    if (next !== undefined && this.wantsOffer(progress))
      return { choice: { offer: next.specialActivity.actionId }, decision: progress.decision }
    for (const decision of progress.decisions) {
      const key = this.key(progress, level, decision)
      const choice = paramOf(piece, key)
      if (choice !== undefined) return { choice, decision }
    }
    // A move with compounds may omit the offers that it declines.
    if (progress.onlyOffers && !progress.isMenu && piece.compound !== undefined)
      return { choice: [], decision: progress.decision }
    return null
  }

  /** Returns the key of an open decision in the params of its part. */
  key(progress: Progress, level: number, decision = progress.decision): string {
    const { part } = progress
    const name = nameOf(progress, decision)
    return keyOf(progress, level, part, name, this.spoken(recordOf(this.parts(progress), part).piece))
  }

  /** Returns whether the move takes an offer at this question. */
  wantsOffer(progress: Progress): boolean {
    if (progress.isWindow && progress.isMenu) return false
    const [next] = recordOf(this.parts(progress), progress.part).left
    if (next === undefined) return false
    const { timing, specialActivity, insertAfterStage = 0 } = next
    if (partAt(progress.known.parts, progress.part).stages[timing] < insertAfterStage) return false
    return progress.decision.offers.some((o) => o.id === specialActivity.actionId && o.timing === timing)
  }

  /** Returns the move up to the open question, without later answers. */
  soFar(progress: Progress, level: number): Move {
    const { parts } = progress.known
    const said = this.parts(progress)
    const record = (part: number, actionId: string): Move => {
      const { piece, left } = recordOf(said, part)
      const begun = parts.flatMap((inner, i) =>
        inner.within === part ? [inserting(record(i, inner.actionId), inner.timing, inner.stage)] : [],
      )
      const { seat, actionClass, freeOperation, via } = piece ?? {}
      const params = paramsOf(progress, level, part, this.spoken(piece))
      const { compound } = linkCompounds([...begun, ...left])
      return withoutUndefined({ actionId, seat, actionClass, freeOperation, params, compound, via })
    }
    return record(0, this.move.actionId)
  }

  /** Checks a finished move: its class and freedom match, and all its answers were used. */
  check(progress: Progress, level: number): void {
    const { entries, parts, free } = progress.known
    const last = entries.slice(Math.max(0, level - 1)).findLast(({ context }) => context !== undefined)
    checkClass(this.move, last?.context)
    checkFree(this.move, free)
    this.parts(progress).forEach(({ piece }, part) => {
      if (piece === undefined || part === 0) return
      const { context } = partAt(parts, part)
      checkClass(piece, context)
      checkFree(piece, context?.free ?? false)
    })
    const unused = this.unused(progress, level)
    if (unused.length === 0) return
    const { actionId } = this.move
    throw new IllegalMove(
      `The move '${actionId}' has '${unused.join("', '")}', which no question asks for. Remove it.`,
    )
  }

  /** Returns the unused answers and inserted actions. */
  unused(progress: Progress, level: number): string[] {
    return this.parts(progress).flatMap(({ piece, left }, part) => {
      if (piece === undefined) return []
      const asked = paramsOf(progress, level, part, this.spoken(piece))
      const surplus = Object.entries(piece.params).flatMap(([key, choice]) =>
        Object.hasOwn(asked, key) || declines(progress, key, choice) ? [] : [key],
      )
      return [...surplus, ...left.map(({ specialActivity }) => `compound: ${specialActivity.actionId}`)]
    })
  }

  private spoken(piece: Move | undefined): Move | undefined {
    return this.tolerant ? piece : undefined
  }
}

/** The record of one part. */
const recordOf = (records: readonly PartRecord[], part: number): PartRecord =>
  present(records[part], 'every part of a move is read.')

/** Returns the name of a decision. In a simultaneous choice it doesn't depend on the order of answers. */
function nameOf({ start }: Progress, decision: Decision): string {
  const { name, seat, atOnce } = decision
  return atOnce === true && decision !== start ? `${name}:${seat}` : name
}

/** Returns whether an answer declines a question that isn't asked, perhaps because of an inserted action. That is legal. */
function declines({ game }: Progress, key: string, choice: Choice): boolean {
  const name = key.replace(/#\d+$/, '')
  if (!Array.isArray(choice) || choice.length > 0) return false
  return game.linked.machine.linker.questions.some(
    (q) => q?.name === name && (q.kind === 'window' || q.kind === 'many' || q.optional),
  )
}

/** Checks the class and freedom of an action that begins. It may still grant free actions later. */
export function checkBegun(move: Move, begun: Context): void {
  checkClass(move, begun)
  if (begun.free) checkFree(move, true)
}

function checkClass({ actionId, actionClass }: Move, made: Context | undefined): void {
  if (actionClass !== undefined && actionClass !== made?.actionClass)
    throw new ContextMismatch(
      made?.actionClass === undefined
        ? `The move '${actionId}' has no class, but '${actionClass}' is given.`
        : `The move '${actionId}' has the class '${made.actionClass}', not '${actionClass}'.`,
    )
}

function checkFree({ actionId, freeOperation }: Move, free: boolean): void {
  if (freeOperation !== undefined && freeOperation !== free)
    throw new ContextMismatch(`The move '${actionId}' is ${freeOperation ? 'not ' : ''}free.`)
}
