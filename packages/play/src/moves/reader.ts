/** What a move says to the questions that it is asked. */
import { type Choice, type Decision, withoutUndefined, IllegalMove } from '@ludoforge/kernel'
import type { Context } from './tracker.js'
import { type Compound, compoundsOf, linkCompounds, inserting, type Move } from './move.js'
import type { Progress } from './progress.js'
import { keyOf, paramsOf } from './serialize.js'

/** What the move names is there, but of another class, or free. */
export class ContextMismatch extends IllegalMove {}

/** What a move says of a part: that piece of it, and the actions to be inserted there that did not come yet. */
interface Said {
  readonly piece: Move | undefined
  readonly left: Compound[]
}

/**
 * A move, read strictly or with tolerance: then it may also say what nobody is asked because there is only one
 * answer. So may a complete move in which an action is inserted that leaves no choice to a question behind it.
 */
export class MoveReader {
  constructor(
    readonly move: Move,
    private readonly tolerant: boolean,
  ) {}

  /** By part. A move need not mention an action that was inserted because there was nothing else to do. */
  parts({ known: { parts } }: Progress): Said[] {
    const said: Said[] = []
    for (const { within, actionId, timing, forced } of parts) {
      if (within < 0) said.push({ piece: this.move, left: compoundsOf(this.move) })
      else {
        const { left } = said[within]
        const fits = left[0]?.specialActivity.actionId === actionId && left[0].timing === timing
        const piece = forced && !fits ? undefined : left.shift()?.specialActivity
        said.push({ piece, left: piece === undefined ? [] : compoundsOf(piece) })
      }
    }
    return said
  }

  /** What it says to a question that waits; null if nothing. */
  answer(progress: Progress, level: number): { choice: Choice; decision: Decision } | null {
    const { piece, left } = this.parts(progress)[progress.part]
    if (piece === undefined) return null
    if (this.wantsOffer(progress))
      return { choice: { offer: left[0].specialActivity.actionId }, decision: progress.decision }
    for (const decision of progress.decisions) {
      const key = this.key(progress, level, decision)
      if (Object.hasOwn(piece.params, key)) return { choice: piece.params[key], decision }
    }
    // A move that says which actions it inserts need not mention the offers that it leaves alone.
    if (progress.onlyOffers && !progress.isMenu && piece.compound !== undefined)
      return { choice: [], decision: progress.decision }
    return null
  }

  /** The key of a question that waits in the params of its part. */
  key(progress: Progress, level: number, decision = progress.decision): string {
    const { part } = progress
    const name = nameOf(progress, decision)
    return keyOf(progress, level, part, name, this.spoken(this.parts(progress)[part].piece))
  }

  /** Does it take an offer beside this question? */
  wantsOffer(progress: Progress): boolean {
    if (progress.isWindow && progress.isMenu) return false
    const [next] = this.parts(progress)[progress.part].left
    if (next === undefined) return false
    const { timing, specialActivity, insertAfterStage = 0 } = next
    if (progress.known.parts[progress.part].stages[timing] < insertAfterStage) return false
    return progress.decision.offers.some((o) => o.id === specialActivity.actionId && o.timing === timing)
  }

  /** The move as far as it was asked for: what it says behind the question that waits is left out. */
  soFar(progress: Progress, level: number): Move {
    const { parts } = progress.known
    const said = this.parts(progress)
    const told = (part: number, actionId: string): Move => {
      const { piece, left } = said[part]
      const begun = parts.flatMap((one, i) =>
        one.within === part ? [inserting(told(i, one.actionId), one.timing, one.stage)] : [],
      )
      const { seat, actionClass, freeOperation, via } = piece ?? {}
      const params = paramsOf(progress, level, part, this.spoken(piece))
      const { compound } = linkCompounds([...begun, ...left])
      return withoutUndefined({ actionId, seat, actionClass, freeOperation, params, compound, via })
    }
    return told(0, this.move.actionId)
  }

  /** When the move is made: it was what it says, all of it. */
  check(progress: Progress, level: number): void {
    const { entries, parts, free } = progress.known
    const last = entries.slice(Math.max(0, level - 1)).findLast(({ context }) => context !== undefined)
    checkClass(this.move, last?.context)
    checkFree(this.move, free)
    this.parts(progress).forEach(({ piece }, part) => {
      if (piece === undefined || part === 0) return
      checkClass(piece, parts[part].context)
      checkFree(piece, parts[part].context?.free ?? false)
    })
    const unused = this.unused(progress, level)
    if (unused.length === 0) return
    const { actionId } = this.move
    throw new IllegalMove(`The move '${actionId}' says '${unused.join("', '")}', which nobody asks.`)
  }

  /** What it says and was not asked for: answers, and actions to be inserted. */
  unused(progress: Progress, level: number): string[] {
    return this.parts(progress).flatMap(({ piece, left }, part) => {
      if (piece === undefined) return []
      const asked = paramsOf(progress, level, part, this.spoken(piece))
      const surplus = Object.keys(piece.params).filter(
        (key) => !Object.hasOwn(asked, key) && !declines(progress, key, piece.params[key]),
      )
      return [...surplus, ...left.map(({ specialActivity }) => `compound: ${specialActivity.actionId}`)]
    })
  }

  private spoken(piece: Move | undefined): Move | undefined {
    return this.tolerant ? piece : undefined
  }
}

/** Of what several are asked at once the name is the same in whatever order they answer. */
function nameOf({ start }: Progress, decision: Decision): string {
  const { name, seat, atOnce } = decision
  return atOnce === true && decision !== start ? `${name}:${seat}` : name
}

/** To take nothing where nothing is offered is no mistake: an action inserted before may have seen to that. */
function declines({ game }: Progress, key: string, choice: Choice): boolean {
  const name = key.replace(/#\d+$/, '')
  if (!Array.isArray(choice) || choice.length > 0) return false
  return game.linked.machine.linker.questions.some(
    (q) => q?.name === name && (q.kind === 'window' || q.kind === 'many' || q.optional),
  )
}

/** What an action that begins shows already: its class, and that it is free. It may still grant what is free. */
export function checkBegun(move: Move, begun: Context): void {
  checkClass(move, begun)
  if (begun.free) checkFree(move, true)
}

function checkClass({ actionId, actionClass }: Move, made: Context | undefined): void {
  if (actionClass !== undefined && actionClass !== made?.actionClass)
    throw new ContextMismatch(
      made?.actionClass === undefined
        ? `The move '${actionId}' has no class: '${actionClass}' is said.`
        : `The move '${actionId}' is of the class '${made.actionClass}', not '${actionClass}'.`,
    )
}

function checkFree({ actionId, freeOperation }: Move, free: boolean): void {
  if (freeOperation !== undefined && freeOperation !== free)
    throw new ContextMismatch(`The move '${actionId}' is ${freeOperation ? 'not ' : ''}free.`)
}
