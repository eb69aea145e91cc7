/** How much a line matters to somebody who wants to know what happened. */
import type { Constant } from '@ludoforge/kernel'
import type { Line } from './condense.js'
import type { Move } from './join.js'
import { zoneOf } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * `result`: what came of it, as the rules say it or the board shows it. `deed`: what somebody decided.
 * `consequence`: what it changed. `detail`: how a deed is carried out, which its consequences tell, too.
 * `bookkeeping`: what the table does by itself, and what nobody sees.
 */
export type Salience = 'result' | 'deed' | 'consequence' | 'detail' | 'bookkeeping'

/** Where a line stands. */
export interface LineContext {
  readonly acting: boolean // in an action
  readonly led: boolean // by a choice
  readonly titles: readonly string[] // of all that is open
}

const SECRET = '(secret)'

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
      return acting ? 'detail' : 'deed'
    case 'moves':
      return line.moves.every((move) => isOutOfSight(move, acting || led, words))
        ? 'bookkeeping'
        : 'consequence'
    case 'changes':
      return !acting && !led && isReset(line, around, words) ? 'bookkeeping' : 'consequence'
    case 'rolled':
      return 'consequence' // what follows was decided by it, so it stays before that
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

/** Names that events give to what an eye cannot see. */
const UNSEEN: readonly string[] = ['card', 'piece']

/** What one does not see, what goes where nobody sees it, and open cards that nobody moves of one's own accord. */
function isOutOfSight({ what, from, into }: Move, caused: boolean, words: Vocabulary): boolean {
  if (UNSEEN.includes(what)) return true
  const [origin, aim] = [zoneOf(from, words), zoneOf(into, words)]
  if (aim?.holds !== 'cards') return false
  if (aim.visible === 'none' || words.isHidden(into)) return origin?.holds === 'cards'
  return !caused && origin?.visible === 'all' && aim.visible === 'all'
}

/** Flags that are set anew, values that begin again, whose turn it is, and what the title above says, too. */
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

/** Whether a title names a value as one of its words. */
export function mentions(title: string, value: Constant): boolean {
  return title.split(/\W+/).includes(String(value))
}

/** Whether it told the eye something that cannot be unseen: what was rolled, shuffled or shown. */
export function isInformation(line: Line, words: Vocabulary): boolean {
  switch (line.type) {
    case 'rolled':
    case 'revealed':
    case 'shuffled':
      return true
    case 'moves':
      return line.moves.some(
        ({ what, from }) => !UNSEEN.includes(what) && zoneOf(from, words)?.visible === 'none',
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
