/** The salience of a log line: how much it matters to a reader. */
import type { Constant } from '@ludoforge/kernel'
import type { Line } from './condense.js'
import type { Move } from './join-events.js'
import { zoneOf } from './change-sentences.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * `result`: an outcome, as the rules announce it or the board reveals it. `decision`: a player's decision.
 * `consequence`: a change it causes. `detail`: a choice within an action, which its consequences also show.
 * `bookkeeping`: automatic or invisible changes.
 */
export type Salience = 'result' | 'decision' | 'consequence' | 'detail' | 'bookkeeping'

/** The context of a line in the log. */
export interface LineContext {
  readonly acting: boolean // inside an action
  readonly led: boolean // after a choice in the same group
  readonly titles: readonly string[] // of the enclosing groups
}

/** The choice of an answer that the viewer may not know. */
export const SECRET = '(secret)'

export function salienceOf(line: Line, around: LineContext, words: Vocabulary): Salience {
  const { acting, led } = around
  switch (line.type) {
    case 'said':
    case 'over':
    case 'revealed':
      return 'result'
    case 'chose':
      if (line.choice === SECRET) return 'bookkeeping'
      if (acting && Array.isArray(line.choice) && line.choice.length === 0) return 'bookkeeping'
      if (line.forced === true) return line.label === undefined ? 'bookkeeping' : 'detail'
      return acting ? 'detail' : 'decision'
    case 'moves':
      return line.moves.every((move) => isOutOfSight(move, acting || led, words))
        ? 'bookkeeping'
        : 'consequence'
    case 'changes':
      return !acting && !led && isReset(line, around, words) ? 'bookkeeping' : 'consequence'
    case 'rolled':
      return 'consequence' // the roll decides what follows, so it stays before it
    case 'shuffled':
      return 'bookkeeping'
    case 'swap':
    case 'flips':
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
      return 'consequence'
  }
}

/** The names of hidden things in events. */
const HIDDEN: readonly string[] = ['card', 'piece']

/** Checks for moves of hidden things, moves to hidden zones, and moves of open cards without a player's cause. */
export function isOutOfSight({ what, from, into }: Move, caused: boolean, words: Vocabulary): boolean {
  if (HIDDEN.includes(what)) return true
  const [origin, target] = [zoneOf(from, words), zoneOf(into, words)]
  if (target?.holds !== 'cards') return false
  if (target.visible === 'none' || words.isHidden(into)) return origin?.holds === 'cards'
  return !caused && origin?.visible === 'all' && target.visible === 'all'
}

/** Checks for automatic changes: flags, values reset to their start, whose turn it is, and values in a title above. */
function isReset(
  { variable, changes }: Extract<Line, { readonly type: 'changes' }>,
  { titles }: LineContext,
  words: Vocabulary,
): boolean {
  const known = words.def.variables.find(({ id }) => id === variable)
  return changes.every(
    ({ value }) =>
      typeof value === 'boolean' ||
      value === known?.start ||
      known?.type === 'seat' ||
      titles.some((title) => mentions(title, value)),
  )
}

/** Checks whether a title contains a value as a word. */
export function mentions(title: string, value: Constant): boolean {
  return title.split(/\W+/).includes(String(value))
}

/** Checks whether a line revealed something that an undo can't make unseen: a roll, a shuffle, a card. */
export function isInformation(line: Line, words: Vocabulary): boolean {
  switch (line.type) {
    case 'rolled':
    case 'revealed':
    case 'shuffled':
      return true
    case 'moves':
      return line.moves.some(
        ({ what, from }) => !HIDDEN.includes(what) && zoneOf(from, words)?.visible === 'none',
      )
    case 'chose':
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'swap':
    case 'flips':
    case 'changes':
    case 'said':
    case 'over':
      return false
  }
}
