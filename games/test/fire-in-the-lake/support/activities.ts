/** Special activities of Fire in the Lake for tests: turns that use one, and those of random games. */
import type { LoadedGame } from '@ludoforge/compiler'
import type { Choice, State, StepEvent } from '@ludoforge/kernel'
import { linkBlock, type Move, MoveRecorder } from '@ludoforge/play'
import { expect } from 'vitest'
import { itemAt } from '../../../../test/support/items.js'
import { begin } from './boards.js'
import { actionsIn, answersTo, movements, type Operation, type Step } from './operations.js'

/** The seat of each special activity. */
export const ACTIVITIES: Readonly<Record<string, string>> = {
  advise: 'US',
  'air-lift': 'US',
  'air-strike': 'US',
  govern: 'ARVN',
  transport: 'ARVN',
  raid: 'ARVN',
  infiltrate: 'NVA',
  bombard: 'NVA',
  'ambush-nva': 'NVA',
  tax: 'VC',
  subvert: 'VC',
  'ambush-vc': 'VC',
}

/** The turn of a seat on this board: as first Eligible, or after somebody's operation. */
export function turnOf(seat: string, board: string, before = 'nobody-yet'): string {
  return `
    move card-110 in stock to current-card
    set first-did to ${before}
    ${board.trim()}
    as ${seat}
      do take-turn`
}

/** Answers as one would say them: `rally-vc | nothing | hue | 2 | hue, saigon`; `+tax` takes an offer. */
export function said(text: string): Choice[] {
  return text.split('|').map((part) => {
    const answer = part.trim()
    if (answer === 'nothing') return []
    if (answer.startsWith('+')) return { offer: answer.slice(1) }
    if (/^\d+$/.test(answer)) return Number(answer)
    return answer.includes(',') || /^\d+ /.test(answer) ? answer.split(',').map((one) => one.trim()) : answer
  })
}

export interface Recorded {
  readonly state: State
  readonly moves: readonly Move[]
}

/** Answers one question after the other, and gives the moves that were made, as they would be sent. */
export function record(game: LoadedGame, start: State, choices: readonly Choice[]): Recorded {
  const recorder = new MoveRecorder(game, start)
  const moves: Move[] = []
  for (const choice of choices) {
    const move = recorder.decide(choice)
    if (move !== undefined) moves.push(JSON.parse(JSON.stringify(move)) as Move)
  }
  return { state: recorder.state, moves }
}

/** Plays a first turn with a special activity to its end; then these facts hold, and it was one move. */
export function turnEnds(game: LoadedGame, board: string, text: string, facts: readonly string[]): State {
  const { state, moves } = record(game, begin(game, board), said(`operation-and-activity | ${text}`))
  expect(game.decision(state)?.prompt).toBeUndefined()
  expect(game.evaluate(state, 'first-did')).toBe('operation-with-activity')
  for (const fact of facts) expect(game.evaluate(state, fact), fact).toBe(true)
  expect(moves).toHaveLength(1)
  expect(itemAt(moves, 0).compound).toBeDefined()
  return state
}

interface Happened {
  readonly state: State
  readonly events: readonly StepEvent[]
}

/** As an Event would: an activity granted free to a seat, whoever acts. */
export function granted(game: LoadedGame, state: State, activity: string, seat: string): State {
  return granting(game, state, activity, seat).state
}

/** As `granted`, with all that happened: answers that are forced, too. */
export function granting(game: LoadedGame, state: State, activity: string, seat: string): Happened {
  return linkBlock(game, [{ perform: { action: { action: activity }, by: { seat }, free: true } }]).step(
    state,
  )
}

export interface Activity {
  readonly id: string
  readonly seed: number
  readonly operation: string // that it went with; empty if there was none after it
  readonly before: State // when it was chosen
  readonly steps: readonly Step[] // with the one that chose it
  readonly events: readonly StepEvent[] // its own
}

/** The special activities of random games, each with all that was chosen and all that happened. */
export function* activitiesIn(game: LoadedGame, games: number, first = 1): Generator<Activity> {
  for (const turn of actionsIn(game, 'turn', games, first)) yield* activitiesOf(turn)
}

/** The operation of a turn; empty if it came to none. */
export function operationOf({ id, events }: Operation): string {
  const began = events.find((e) => e.type === 'began' && e.action !== id && !(e.action in ACTIVITIES))
  return began?.type === 'began' ? began.action : ''
}

function* activitiesOf(turn: Operation): Generator<Activity> {
  const { seed } = turn
  const operation = operationOf(turn)
  let open: { id: string; before: State; steps: Step[]; events: StepEvent[] } | undefined
  for (const step of turn.steps) {
    let begun = open !== undefined
    for (const event of step.events) {
      if (event.type === 'began' && event.action in ACTIVITIES) {
        open = { id: event.action, before: step.before, steps: [], events: [] }
        begun = true
      }
      if (open === undefined) continue
      open.events.push(event)
      if (event.type !== 'ended' || event.action !== open.id) continue
      yield { operation, seed, ...open, steps: [...open.steps, step] }
      open = undefined
      begun = false
    }
    if (begun && open !== undefined) open.steps.push(step)
  }
}

/** The answers to questions of the activity itself under a name, asked or forced, lists taken apart. */
export function chosenIn({ id, events }: Activity, name: string): string[] {
  return answersTo(events, id, name)
}

export const onMap = (zone: string): boolean => !/:|^casualties$|^out-of-play$/.test(zone)

/** How many pieces of these types left the map. */
export function removed({ events }: Activity, types: RegExp): number {
  return movements(events).reduce((n, m) => (!onMap(m.into) && types.test(m.what) ? n + m.count : n), 0)
}

/** By how much a track that belongs to no seat changed. */
export function changeOf({ events }: Activity, variable: string): number {
  let sum = 0
  for (const e of events)
    if (e.type === 'set' && e.variable === variable) sum += Number(e.value) - Number(e.from)
  return sum
}

/** Where to look when it is not so. */
export const note = ({ id, operation, seed }: Activity): string => `${id} with ${operation}, seed ${seed}`
