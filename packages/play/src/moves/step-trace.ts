/** Traces one answer: the events that matter for moves. */
import { type Choice, present, type State, type Timing } from '@ludoforge/kernel'
import {
  choiceOf,
  forkState,
  type LinkedGame,
  type List,
  numberAt,
  type QuestionSite,
  timingOf,
  type StepObserver,
} from '@ludoforge/kernel/internal'

/** A frame of the call stack: its position, its routine and its resume point. */
export interface Frame {
  readonly at: number
  readonly routine: number
  readonly point: number
}

export type StepTraceEvent =
  | {
      readonly type: 'chose'
      readonly question: QuestionSite
      readonly picked: number // of a question of the kind `one`: the value; -1: none, or an offer
      readonly offer: { readonly action: number; readonly timing: Timing } | null
      readonly choice: Choice
      readonly forced: boolean
      readonly stack: readonly Frame[] // before the answer, the innermost first
    }
  | { readonly type: 'answered' } // by one seat of a simultaneous choice
  | { readonly type: 'began'; readonly action: number; readonly class: number; readonly free: boolean }
  | { readonly type: 'ended' }
  | { readonly type: 'chance' } // something unpredictable: a roll, a shuffle or revealed information

export interface StepTrace {
  readonly state: State
  readonly happenings: readonly StepTraceEvent[]
}

/** Answers for a seat and returns the trace. Throws IllegalChoice if the answer is not legal. */
export function traceStep(game: LinkedGame, state: State, choice: Choice, seat: string): StepTrace {
  const picks = game.picks(state, choice, seat)
  const next = forkState(state)
  const trace = new Trace(game)
  next.recorder = trace
  game.answer(next, picks, game.linked.machine.linker.layout.seatIndex.get(seat))
  next.recorder = null
  return { state: next, happenings: trace.happenings }
}

export function stackOf(s: State): Frame[] {
  const frames: Frame[] = []
  for (let fp = s.fp; fp >= 0; fp = numberAt(s.k, fp + 2))
    frames.push({ at: fp, routine: numberAt(s.k, fp), point: numberAt(s.k, fp + 1) })
  return frames
}

class Trace implements StepObserver {
  readonly happenings: StepTraceEvent[] = []

  constructor(private readonly game: LinkedGame) {}

  chose(s: State, id: number, picks: List, forced: boolean): void {
    const { asked, linker, names } = this.game.linked.machine
    const question = linker.question(id)
    const [first = -1] = picks
    const offered = asked.kind !== 'number' && picks.length > 0 && first < 0
    this.happenings.push({
      type: 'chose',
      question,
      picked: asked.kind === 'one' && first >= 0 ? present(asked.values[first], 'a pick is an option.') : -1,
      offer: offered
        ? {
            action: present(asked.offers[-1 - first], 'what was taken was offered.'),
            timing: timingOf(asked.timing),
          }
        : null,
      choice: choiceOf(names, s, question, asked, picks),
      forced,
      stack: stackOf(s),
    })
  }

  answered(): void {
    this.happenings.push({ type: 'answered' })
  }

  began(s: State): void {
    this.happenings.push({ type: 'began', action: s.action, class: s.actionClass, free: s.free !== 0 })
  }

  ended(): void {
    this.happenings.push({ type: 'ended' })
  }

  rolled(): void {
    this.chance()
  }

  shuffled(): void {
    this.chance()
  }

  revealed(): void {
    this.chance()
  }

  /** Any move of a card may reveal it. */
  card(): void {
    this.chance()
  }

  private chance(): void {
    if (this.happenings.at(-1)?.type !== 'chance') this.happenings.push({ type: 'chance' })
  }

  opened(): void {}
  entered(): void {}
  left(): void {}
  piece(): void {}
  turned(): void {}
  variable(): void {}
  list(): void {}
  said(): void {}
  over(): void {}
  weigh(): void {}
}
