/** The actions around an answer: picking, previews, why not, hints and undo. */
import type { Choice } from '@ludoforge/kernel'
import type { Target } from '../../board/index.js'
import {
  choiceOf,
  isAnswer,
  openOptions,
  otherChoiceOf,
  picksOf,
  takesList,
  withAll,
  withCount,
  withPick,
} from '../question/selection.js'
import { aheadList } from './answers-ahead.js'
import { type DragStep, dragStep, nextDragStep } from './drag.js'
import type { Pointed, TableActions, TableState } from './state.js'
import { isQuestionHeld } from './moments.js'
import { freshQuestion, type GetStore, switchPerspective, type SetState } from './perspective.js'
import { Previewer } from './previewer.js'
import { concernsTarget, optionsAt, zoneOf } from '../question/targets.js'
import { lastInputWasTouch } from '../touch.js'

const POINTING_MS = 90 // debounce: a pointer that only passes over something requests nothing
const INSPECT_MS = 200

type AnswerActions = Pick<
  TableActions,
  | 'decideFor'
  | 'lookAs'
  | 'pick'
  | 'setCount'
  | 'markOffer'
  | 'setPicks'
  | 'pickTarget'
  | 'point'
  | 'pointTarget'
  | 'askTarget'
  | 'dragTarget'
  | 'resumeDrag'
  | 'decline'
  | 'confirm'
  | 'confirmOther'
  | 'answer'
  | 'clear'
  | 'askWhy'
  | 'toggleAsking'
  | 'foresee'
  | 'askHint'
  | 'undo'
  | 'askUndo'
  | 'consent'
>

export function answerActions(get: GetStore, set: SetState): AnswerActions {
  const debounced = debouncer()
  const debouncedInspect = debouncer()
  const previewer = new Previewer(get, set)
  const kindName = (id: string): string => get().words.kind(id)

  const answer = (choice: Choice): void => {
    const { decision, busy, table, attempt, ahead, coach } = get()
    if (decision === undefined || busy) return
    debounced.cancel()
    const list = aheadList(decision, choice)
    set({
      ahead: list === undefined ? ahead : [...ahead, list],
      dropped: undefined,
      busy: true,
      foreseen: undefined,
      why: undefined,
      isAsking: false,
      stepping: undefined,
      results: [],
    })
    void attempt(async () => {
      try {
        if (coach?.allows !== undefined && !(await coach.allows(decision.seat, choice))) {
          set({ dragged: undefined, ahead })
          return
        }
        await table.decide(decision.seat, choice)
      } catch (error) {
        set({ dragged: undefined, ahead })
        throw error
      }
    }).finally(() => set({ busy: false }))
  }

  /** Previews what is marked, or nothing. */
  const showMarked = (ms = POINTING_MS): void => {
    const choice = markedChoice(get())
    debounced.cancel()
    if (choice === undefined) set({ foreseen: undefined })
    else
      debounced.run(ms, () => {
        previewer.show(choice)
        previewer.listMarked()
      })
  }

  const setPicks = (picks: TableState['picks']): void => {
    set({ picks, offer: undefined, why: undefined })
    showMarked()
  }

  /** A second click of the mouse on what is marked answers. A second touch doesn't: the button is near enough. */
  const mark = (next: TableState['picks']): void => {
    const { decision, picks, foreseen } = get()
    const [option] = next
    if (decision?.kind !== 'one' || takesList(decision) || option === undefined || !picks.includes(option)) {
      setPicks(next)
      return
    }
    if (!lastInputWasTouch()) answer(choiceOf(decision, next))
    else if (foreseen === undefined) setPicks(next)
  }

  const pick = (option: number): void => {
    const { decision, picks } = get()
    if (decision?.options[option] !== undefined) mark(withAll(decision, picks, option))
  }

  const explain = async (id: string, about: string): Promise<void> => {
    const { decision, table, attempt } = get()
    if (decision === undefined) return
    set({ why: { about, explanation: undefined }, foreseen: undefined, isAsking: false })
    await attempt(async () => {
      const explanation = await table.explain(decision.seat, id)
      if (get().why?.about === about) set({ why: { about, explanation } })
    })
  }
  const explainTarget = ({ id }: Target): void => void explain(id, nameOf(id, get().words))

  const drag = (step: DragStep): void => {
    if ('why' in step) {
      set({ dragged: undefined })
      explainTarget(step.why)
    } else if ('picks' in step) {
      set({ dragged: undefined })
      setPicks(step.picks)
    } else {
      set({ dragged: step.then })
      answer(step.answer)
    }
  }

  return {
    decideFor: (seat) => {
      const { asked } = get()
      set({
        ...switchPerspective(get, seat),
        ...freshQuestion(asked.find((other) => other.seat === seat)),
        curtain: undefined,
      })
    },
    lookAs: (seat) => set({ ...switchPerspective(get, seat), curtain: undefined }),
    pick,
    setCount: (option, count) => {
      const { decision, picks } = get()
      if (decision !== undefined) setPicks(withCount(decision, picks, option, count))
    },
    markOffer: (id) => {
      const { offer } = get()
      if (offer === id && !lastInputWasTouch()) {
        answer({ offer: id })
        return
      }
      set({ offer: id, picks: [], why: undefined })
      showMarked()
    },
    setPicks,
    pickTarget: (target) => {
      const { decision, picks, isAsking, coach } = get()
      if (coach?.find(target) === true || decision === undefined) return
      if (isAsking) {
        explainTarget(target)
        return
      }
      const here = optionsAt(decision, target, kindName)
      const open = openOptions(decision, picks)
      const [first, ...others] = here
      if (first === undefined) {
        if (concernsTarget(decision, target)) explainTarget(target)
      } else if (others.length === 0 && isAnsweredOnBoard(get(), target)) answer(choiceOf(decision, [first]))
      else if (others.length === 0 && (open.includes(first) || picks.includes(first)))
        mark(withPick(decision, picks, first))
      else set({ within: zoneOf(decision, { id: decision.options[first]?.id ?? '' }), tab: 'decide' })
    },
    point: (pointed) => {
      set({ pointed })
      debounced.cancel()
      const choice = pointed === undefined ? undefined : choiceAt(pointed, get())
      if (choice !== undefined) debounced.run(POINTING_MS, () => previewer.show(choice))
      else showMarked()
    },
    pointTarget: (target) => {
      const { decision, def } = get()
      const zone = target?.kind === 'space' ? target.id : (target?.zone ?? null)
      const inspected = def.zones.some(({ id, space }) => id === zone && space) ? zone : null
      debouncedInspect.run(INSPECT_MS, () => set({ inspected }))
      if (decision === undefined) return
      const [option, ...others] = target === null ? [] : optionsAt(decision, target, kindName)
      const pointed = option === undefined || others.length > 0 ? undefined : { option }
      set({ pointed })
      const choice = pointed === undefined ? undefined : choiceAt(pointed, get())
      debounced.cancel()
      if (choice === undefined) showMarked()
      else debounced.run(POINTING_MS, () => previewer.show(choice))
    },
    askTarget: explainTarget,
    dragTarget: (from, to) => {
      const { decision, picks } = get()
      if (decision !== undefined) drag(dragStep(decision, picks, from, to, kindName))
    },
    resumeDrag: () => {
      const { decision, dragged } = get()
      if (dragged === undefined) return
      // The next question may wait until the result of the last answer has been shown.
      if (decision === undefined) set(isQuestionHeld(get()) ? {} : { dragged: undefined })
      else drag(nextDragStep(decision, dragged, kindName))
    },
    decline: () => answer([]),
    confirm: () => {
      const choice = markedChoice(get())
      if (choice !== undefined) answer(choice)
    },
    confirmOther: () => {
      const { decision, picks, offer } = get()
      const choice =
        decision === undefined || offer !== undefined ? undefined : otherChoiceOf(decision, picks)
      if (choice !== undefined) answer(choice)
    },
    answer,
    clear: () => {
      const { decision, outcomes } = get()
      debounced.cancel()
      set({ ...freshQuestion(decision), picks: [], outcomes, problem: undefined, dragged: undefined })
    },
    askWhy: (id, about) => void explain(id, about),
    toggleAsking: () => {
      const { decision, isAsking } = get()
      if (decision !== undefined) set({ isAsking: !isAsking, why: undefined, tab: 'decide' })
    },
    foresee: () => {
      previewer.list()
      showMarked(0)
    },
    askHint: () => {
      const { decision, table, attempt, hint } = get()
      if (decision === undefined || hint === 'asked') return
      set({ hint: 'asked', tab: 'decide' })
      void attempt(async () => {
        const given = await table.hint(decision.seat)
        if (get().decision !== decision) return
        const picks = picksOf(decision, given.choice)
        set({ hint: given })
        if (picks !== undefined) setPicks(picks)
        else if (typeof given.choice === 'object' && 'offer' in given.choice) {
          set({ offer: given.choice.offer, picks: [], why: undefined })
          showMarked()
        }
      }).finally(() => {
        if (get().hint === 'asked') set({ hint: undefined })
      })
    },
    undo: (to) => {
      const { table, attempt } = get()
      set({ asksUndo: false })
      void attempt(() => table.undo(to))
    },
    askUndo: () => {
      const { horizon, undo } = get()
      if (horizon.free !== null) undo()
      else if (horizon.ask === null) set({ problem: 'You have nothing to undo.' })
      else set({ asksUndo: true, tab: 'decide' })
    },
    consent: (yes) => {
      const { table, attempt } = get()
      void attempt(() => table.consent(yes))
    },
  }
}

/** Returns the answer that is marked, or `undefined` if it isn't complete. */
export function markedChoice({
  decision,
  picks,
  offer,
}: Pick<TableState, 'decision' | 'picks' | 'offer'>): Choice | undefined {
  if (decision === undefined) return undefined
  if (offer !== undefined) return { offer }
  return picks.length > 0 && isAnswer(decision, picks) ? choiceOf(decision, picks) : undefined
}

/**
 * Returns whether a click on the board answers at once. On a board that is always seen whole, a mark and a confirmation for
 * every square would be a click too many, and an answer can be undone.
 */
function isAnsweredOnBoard({ decision, camera }: TableState, { kind }: Target): boolean {
  if (decision?.kind !== 'one' || takesList(decision) || (kind !== 'space' && kind !== 'piece')) return false
  return camera.get().stage?.natural === null
}

/** Returns the answer that a click would give, or `undefined` if more must be chosen. */
function choiceAt(pointed: Pointed, { decision, picks }: TableState): Choice | undefined {
  if (decision === undefined) return undefined
  if ('offer' in pointed) return pointed
  if (decision.kind === 'number') return undefined
  const more =
    (decision.kind === 'many' || takesList(decision)) && picks.includes(pointed.option)
      ? picks
      : withAll(decision, picks, pointed.option)
  return isAnswer(decision, more) ? choiceOf(decision, more) : undefined
}

function debouncer(): { run: (ms: number, work: () => void) => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => clearTimeout(timer)
  return {
    cancel,
    run: (ms, work) => {
      cancel()
      timer = setTimeout(work, ms)
    },
  }
}

/** Returns the name of a target's id. */
function nameOf(id: string, words: TableState['words']): string {
  const at = id.lastIndexOf('@')
  return at > 0 ? `${words.kind(id.slice(0, at))} in ${words.zone(id.slice(at + 1))}` : words.kind(id)
}
