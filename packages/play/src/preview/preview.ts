/**
 * Previews of answers, for the deciding seat. An answer is tried on determinizations, which depend only on what the seat
 * can see. The preview contains the events that all of them share.
 */
import {
  type Choice,
  type Game,
  IllegalChoice,
  LudoError,
  present,
  selectionError,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'
import { EventRecorder, forkState, type LinkedGame, picksOf } from '@ludoforge/kernel/internal'
import { isVisibleTo } from '../apply-events.js'
import { linkedGame } from '../linked-game.js'
import { follow, hasEffect, nextQuestion, type NextQuestion } from './continuation.js'
import { PreviewRecorder, Stop } from './preview-recorder.js'
import { baseOf } from './preview-worlds.js'

/**
 * The effect of an answer, as far as the deciding seat can know it: the events visible to it, up to the next question,
 * the end of the game, the first roll or shuffle, or the first dependence on hidden information.
 */
export interface Preview {
  readonly events: readonly StepEvent[]
  readonly until: 'question' | 'over' | 'chance' | 'hidden'
}

/** A preview with the values that a function computes from the position after it, and with what follows. */
export interface Outlook<T> extends Preview {
  readonly values?: T
  readonly next?: NextQuestion
  /** What could follow: the events of the seat's likely answers to its next questions, and the values after them. */
  readonly example?: Preview & { readonly values?: T; readonly next?: NextQuestion }
}

/**
 * Returns the preview of an answer or offer, for the seat that decides. It is fast enough to call for every option on a
 * screen. It runs on determinizations for that seat, so it reveals nothing. Throws IllegalChoice like `decide`.
 */
export function preview(game: Game, state: State, choice: Choice, seat?: string): Preview {
  const linked = linkedGame(game)
  return previewLinked(linked, state, choice, linked.seat(seat), ({ t, events }) => ({
    events: events(),
    until: t.over === 0 ? 'question' : 'over',
  }))
}

/**
 * Returns the preview of an answer, the values after it, and the question that follows. If the answer changes nothing on
 * the board yet, an example of what could follow is added, and the values are those after it. All of it is the same in
 * every determinization. `measure` is called for one of them, so it may use only what the seat can know.
 */
export function outlook<T>(
  game: Game,
  state: State,
  choice: Choice,
  seat: string,
  measure?: (after: State) => T,
): Outlook<T> {
  const linked = linkedGame(game)
  const reading = ({ t, watch, me, events, isFirst }: World): Outlook<T> => {
    const measured = (): { readonly values?: T } =>
      measure === undefined || !isFirst ? {} : { values: measure(t) }
    const known = events()
    if (t.over !== 0) return { events: known, until: 'over', ...measured() }
    const next = nextQuestion(linked, t, me, state.q)
    const outcome: Outlook<T> = {
      events: known,
      until: 'question',
      ...(next === undefined ? {} : { next }),
    }
    if (next?.prompt === undefined || hasEffect(linked, known)) return { ...outcome, ...measured() }
    const { answers, until } = follow(linked, t, me, state.q, watch)
    if (answers === 0) return { ...outcome, ...measured() }
    const more = { events: events().slice(known.length), until }
    if (until !== 'question') return { ...outcome, example: more }
    const later = nextQuestion(linked, t, me, state.q)
    return {
      ...outcome,
      example: { ...more, ...measured(), ...(later === undefined ? {} : { next: later }) },
    }
  }
  return previewLinked(linked, state, choice, linked.seat(seat), reading)
}

/** A world in which the answer was given. */
interface World {
  readonly t: State
  readonly watch: PreviewRecorder
  readonly me: number
  readonly isFirst: boolean
  /** Returns the events so far that the seat sees. */
  readonly events: () => readonly StepEvent[]
}

/** `of`: the seat; -1: the first pending one. */
function previewLinked<T>(
  game: LinkedGame,
  s: State,
  choice: Choice,
  of: number,
  reading: (world: World) => Outlook<T>,
): Outlook<T> {
  const { linked } = game
  const { machine } = linked
  const { names, linker } = machine
  const { asked, worlds, sure } = baseOf(linked, s, of)
  const q = linker.question(s.q)
  const picks = picksOf(names, s, q, asked, choice)
  const wrong = selectionError(asked, picks)
  if (wrong !== null) throw new IllegalChoice(wrong)
  const seat = present(names.layout.seats[asked.seat], 'a seat that decides is one of the game.')
  const visible = (recorder: EventRecorder): StepEvent[] =>
    recorder.events.filter((event) => isVisibleTo(event, seat))
  if (worlds.length === 0) {
    const recorder = new EventRecorder(names, linker, machine.program, asked)
    if (q.together === null) recorder.chose(s, q.id, picks, false)
    else recorder.answered(s, q.id, asked.seat)
    return { events: visible(recorder), until: 'hidden' }
  }
  const [first, ...others] = worlds.map((world, i): Outlook<T> => {
    const t = forkState(world)
    Object.assign(machine.asked, asked, { state: t, serial: t.serial })
    const watch = new PreviewRecorder(linked, asked.seat, sure || i > 0)
    t.recorder = watch
    try {
      machine.answer(t, picks, asked.seat)
      t.recorder = null
      return reading({ t, watch, me: asked.seat, isFirst: i === 0, events: () => visible(watch) })
    } catch (e) {
      if (e instanceof Stop) return { events: visible(watch), until: e.until }
      if (sure || !(e instanceof LudoError)) throw e
      return { events: visible(watch), until: 'hidden' } // the rules may fail in a determinization
    }
  })
  return others.reduce(agreed, present(first, 'there is a world to try it in.'))
}

/** Returns what two previews share: the common events, and what follows as far as it is the same. */
function agreed<T>(a: Outlook<T>, b: Outlook<T>): Outlook<T> {
  const n = a.events.findIndex((event, i) => !isSame(event, b.events[i]))
  if (n >= 0 || a.events.length !== b.events.length || a.until !== b.until)
    return { events: n < 0 ? a.events : a.events.slice(0, n), until: 'hidden' }
  const { events, until, values, next } = a
  const example =
    a.example === undefined || b.example === undefined ? undefined : agreed(a.example, b.example)
  return {
    events,
    until,
    ...(values === undefined ? {} : { values }),
    ...(next !== undefined && isSame(next, b.next) ? { next } : {}),
    ...(example === undefined ? {} : { example }),
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
