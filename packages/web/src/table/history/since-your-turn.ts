/** The turns since the player's last one, and the spaces that others touched in them. */
import { spacesOf, type StoryTurn, turnsOf, turnsSince } from '@ludoforge/table'
import type { TableState } from '../store/state.js'

type Told = Pick<TableState, 'story' | 'words' | 'told'>
type Since = Told & Pick<TableState, 'eye' | 'decision' | 'about'>

/** A log changes in place, so the number of its changes tells whether the turns are still the same. */
interface Cached<T> {
  readonly told: number
  readonly key: string
  readonly value: T
}

/** Remembers the last result for a log. */
function remembered<S extends Told, T>(
  keyOf: (state: S) => string,
  compute: (state: S) => T,
): (state: S) => T {
  const cache = new WeakMap<object, Cached<T>>()
  return (state) => {
    const { story, told } = state
    const key = keyOf(state)
    const known = cache.get(story)
    if (known !== undefined && known.told === told && known.key === key) return known.value
    const value = compute(state)
    cache.set(story, { told, key, value })
    return value
  }
}

/** Returns all turns of the game, in order. */
export const allTurns: (state: Told) => readonly StoryTurn[] = remembered(
  () => '',
  ({ story, words }: Told) => turnsOf(story, words),
)

/** Returns the turns since the last one of the seat that looks at the table. A spectator sees the last few. */
export const sinceYourTurn: (state: Since) => readonly StoryTurn[] = remembered(
  ({ eye, decision }: Since) => `${eye} ${decision?.seat}`,
  (state: Since) => turnsSince(allTurns(state), state.eye, state.decision?.seat === state.eye),
)

/** Returns who touched which space since your last turn, for the dots on the board: by zone, the seat that was last. */
export const touchedSpaces: (state: Since) => Readonly<Record<string, string>> = remembered(
  ({ eye, decision, about }: Since) => `${eye} ${decision?.seat} ${about.outcome === undefined}`,
  (state: Since) => {
    if (state.eye === null || state.about.outcome !== undefined) return {}
    const touched: Record<string, string> = {}
    for (const turn of sinceYourTurn(state))
      if (turn.seat !== undefined && turn.seat !== state.eye)
        for (const zone of spacesOf(turn, state.words)) touched[zone] = turn.seat
    return touched
  },
)
