/** A person who wants something: answers whatever is asked by a list of wishes, and counts the answers. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice, Decision, State } from '@ludoforge/kernel'

/** What somebody wants, wherever a question offers it. */
interface Wish {
  /** Ids of options, each wished for once: spaces, pieces ("2 us-troops@saigon"). A number, or an entry of a menu. */
  readonly want: readonly string[] | string | number
  readonly in?: string // only during this action
  readonly of?: string // only at questions about this space
  readonly at?: string // only at questions of this name
}

/** Somebody's turn: wishes, and the Special Activity that comes when all else is done. */
export interface Plan {
  readonly seat: string
  readonly wishes: readonly Wish[]
  readonly activity?: string
}

/** What a turn came to. */
export interface Turn {
  readonly state: State
  readonly answers: readonly string[] // those of the seat, as text
  readonly given: readonly Given[] // the same
}

/** An answer, and the question that it answers. */
export interface Given {
  readonly decision: Decision
  readonly choice: Choice
}

/** Answers given ahead are used, or each question is answered by itself. */
export type Manner = 'ahead' | 'singly'

const MAX_ANSWERS = 200

/** Plays until the game asks the question that it had asked before the turn. Other seats decline what they can. */
export function fulfil(
  game: LoadedGame,
  start: State,
  until: string | undefined,
  plan: Plan,
  manner: Manner,
): Turn {
  const answers: string[] = []
  const given: Given[] = []
  const fulfilled = new Map<Wish, string[]>()
  let state = start
  let acted = plan.activity === undefined
  for (let n = 0; n < MAX_ANSWERS; n++) {
    const decision = game.decision(state)
    if (decision === undefined || (n > 0 && decision.prompt === until)) return { state, answers, given }
    const { seat } = decision
    let choice: Choice
    if (seat !== plan.seat) choice = least(decision)
    else if (!acted && isLast(decision, plan.activity)) {
      choice = { offer: plan.activity ?? '' }
      acted = true
    } else choice = wished(decision, plan.wishes, fulfilled, manner)
    if (seat === plan.seat) {
      answers.push(`${decision.prompt} ${JSON.stringify(choice)}`)
      given.push({ decision, choice })
    }
    state = game.decide(state, choice, seat)
  }
  throw new Error(`The turn doesn't end:\n${answers.join('\n')}`)
}

/** Whether all else is done, so that the Special Activity comes now. */
function isLast({ name, options, offers }: Decision, activity: string | undefined): boolean {
  const offer = offers.find(({ id }) => id === activity)
  return offer !== undefined && options.length === 0 && (offer.timing === 'after' || name !== offer.window)
}

/** Answers as little as possible: nothing, or the first options. */
function least({ kind, optional, min, options }: Decision): Choice {
  if (optional) return []
  if (kind === 'number') return min
  const ids = options.flatMap(({ id, count }) => Array.from({ length: count }, () => id))
  return kind === 'one' ? (ids[0] ?? []) : ids.slice(0, min)
}

function wished(
  decision: Decision,
  wishes: readonly Wish[],
  fulfilled: Map<Wish, string[]>,
  manner: Manner,
): Choice {
  const { action, name, subject, kind, series, throughout, type } = decision
  for (const wish of wishes) {
    if (wish.in !== undefined && wish.in !== action) continue
    if (wish.at !== undefined && wish.at !== name) continue
    if (wish.of !== undefined && wish.of !== subject?.id) continue
    const { want } = wish
    if (typeof want === 'number') {
      if (kind === 'number' && want >= decision.min && want <= decision.max)
        return manner === 'ahead' && throughout && wish.of === undefined ? { throughout: want } : want
      continue
    }
    const isMenu = series === undefined && (type === 'choice' || type === 'kind' || type === 'action')
    if (typeof want === 'string') {
      const option = decision.options.find(({ id, label }) => id === want || label === want)
      if (!isMenu || kind !== 'one' || option === undefined) continue
      return manner === 'ahead' && throughout && wish.of === undefined ? { throughout: option.id } : option.id
    }
    if (isMenu) continue
    const done = fulfilled.get(wish) ?? []
    const open = want.filter((one, i) => !done.includes(`${i}`) && isOffered(decision, one))
    const picked = kind === 'many' || (series !== undefined && manner === 'ahead') ? open : open.slice(0, 1)
    if (picked.length === 0) continue
    for (const one of picked)
      done.push(`${want.findIndex((other, i) => other === one && !done.includes(`${i}`))}`)
    fulfilled.set(wish, done)
    return kind === 'one' && !(series !== undefined && manner === 'ahead') ? (picked[0] ?? []) : picked
  }
  if (decision.optional || (kind === 'many' && decision.min === 0)) return []
  const nothing = decision.options.find(({ id }) => /^no(?:$|-)/.test(id))
  if (nothing !== undefined) return nothing.id
  throw new Error(
    `No wish fits ${action ?? ''} ${name} (${decision.prompt}): ${decision.options.map(({ id, label }) => `${id} ${label}`).join(', ')}`,
  )
}

/** Whether a space is offered, or that many of a piece. */
function isOffered({ options, max }: Decision, wanted: string): boolean {
  const [, times = '1', id = wanted] = /^(\d+) (.+)$/.exec(wanted) ?? []
  return (
    options.some((option) => option.id === id && option.count >= Number(times)) &&
    Number(times) <= Math.max(max, 1)
  )
}
