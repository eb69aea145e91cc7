/**
 * Information states: what a seat knows, as a text and a key. Visibility is decided elsewhere: views show a position
 * (`game.view`), and the recorder addresses events to the viewers who may see them (`eventsVisibleTo`).
 */
import {
  type Choice,
  type Game,
  IllegalChoice,
  type State,
  type StepEvent,
  type View,
} from '@ludoforge/kernel'
import { allSeats, answerAt, hashText, pendingSeats } from '@ludoforge/kernel/internal'
import { eventsVisibleTo } from '../apply-events.js'
import { linkedGame } from '../linked-game.js'

/** What a seat knows. The texts of two positions are equal exactly if the seat can't tell the positions apart. */
export interface InformationState {
  readonly text: string
  readonly key: string // a 64-bit hash of the text: 16 hexadecimal digits
  readonly observation: string // the key of what the seat sees now, without recall
}

/**
 * Returns the information state of a seat. Without a history it is the seat's observation: everything that it sees now,
 * and its own answer in a simultaneous choice. With a history the seat has perfect recall: positions also differ if
 * anything differed that it was shown before. Source locations aren't part of it.
 */
export function informationState(
  game: Game,
  state: State,
  seat: string,
  history?: ObservationHistory,
): InformationState {
  const text = observationText(game, state, seat)
  const observation = hashText(text)
  if (history === undefined) return { text, key: observation, observation }
  if (history.seat !== seat)
    throw new IllegalChoice(`This is the history of ${history.seat}, not of ${seat}.`)
  return {
    get text() {
      return `${history.text}\n${text}`
    },
    key: hashText(history.key + observation),
    observation,
  }
}

/** The text of what a seat sees now. */
function observationText(game: Game, state: State, seat: string): string {
  const view = withoutPlaces(game.view(state, seat))
  const own = ownAnswer(game, state, seat)
  return JSON.stringify(own === undefined ? view : { ...view, own })
}

function withoutPlaces(view: View): View {
  if (view.decision === undefined) return view
  const { place: _, ...decision } = view.decision
  return { ...view, decision }
}

/** The answer that the seat has given in a simultaneous choice that is still open. */
function ownAnswer(game: Game, state: State, seat: string): unknown {
  const { machine } = linkedGame(game).linked
  const together = state.q > 0 ? machine.linker.question(state.q).together : null
  if (together === null) return undefined
  const me = machine.linker.layout.seat(seat)
  const answered = allSeats(state, together).includes(me) && !pendingSeats(state, together).includes(me)
  return answered ? answerAt(state, together, me) : undefined
}

/**
 * Everything that a seat was shown, in order: its view of the position in which the history starts, then the events that
 * it may see, and its own answers. It never changes: `observe` returns a longer one.
 */
export class ObservationHistory {
  private constructor(
    readonly seat: string,
    /** Equal keys: equal histories. Depends on the events only, not on how they were grouped into steps. */
    readonly key: string,
    private readonly entry: string,
    private readonly before: ObservationHistory | null,
  ) {}

  /** Starts a history in this position. */
  static start(game: Game, state: State, seat: string): ObservationHistory {
    const { text, key } = informationState(game, state, seat)
    return new ObservationHistory(seat, key, text, null)
  }

  /** Adds the events of a step, as far as the seat may see them, and before them its own answer, if it gave one. */
  observe(events: readonly StepEvent[], own?: Choice): ObservationHistory {
    const start = own === undefined ? this : this.with({ own })
    return eventsVisibleTo(events, this.seat).reduce<ObservationHistory>(
      (history, { to: _to, place: _place, ...event }) => history.with(event),
      start,
    )
  }

  private with(entry: object): ObservationHistory {
    const text = JSON.stringify(entry)
    return new ObservationHistory(this.seat, hashText(this.key + text), text, this)
  }

  /** The whole history, a line for each entry. */
  get text(): string {
    const lines = [this.entry]
    for (let at = this.before; at !== null; at = at.before) lines.push(at.entry)
    return lines.toReversed().join('\n')
  }
}
