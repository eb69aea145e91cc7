/** The actions around an answer: picking, previews, why not, hints and undo. */
import type { Choice } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import { previewText } from '../question/preview-text.js'
import { choiceOf, isAnswer, openOptions, picksOf, withoutPick, withPick } from '../question/selection.js'
import type { Pointed, TableActions, TableState } from './state.js'
import { freshQuestion, type GetStore, switchPerspective, type SetState } from './perspective.js'
import { concernsTarget, optionsAt, zoneOf } from '../question/targets.js'
import { lastInputWasTouch } from '../touch.js'

const POINTING_MS = 90 // debounce: a pointer that only passes over something requests nothing
const WHY_MS = 450
const INSPECT_MS = 200

type AnswerActions = Pick<
  TableActions,
  | 'decideFor'
  | 'lookAs'
  | 'pick'
  | 'unpick'
  | 'setPicks'
  | 'pickTarget'
  | 'point'
  | 'pointTarget'
  | 'askTarget'
  | 'takeOffer'
  | 'decline'
  | 'confirm'
  | 'answer'
  | 'clear'
  | 'askWhy'
  | 'askHint'
  | 'undo'
  | 'askUndo'
  | 'consent'
>

export function answerActions(get: GetStore, set: SetState): AnswerActions {
  const debounced = debouncer()
  const debouncedInspect = debouncer()
  const preview = previewer(get, set)

  const answer = (choice: Choice): void => {
    const { decision, busy, table, attempt } = get()
    if (decision === undefined || busy) return
    debounced.cancel()
    set({ busy: true, foreseen: undefined, why: undefined, stepping: undefined, results: [] })
    void attempt(() => table.decide(decision.seat, choice)).finally(() => set({ busy: false }))
  }

  const setPicks = (picks: TableState['picks']): void => {
    const { decision } = get()
    set({ picks, why: undefined })
    debounced.cancel()
    if (decision !== undefined && isAnswer(decision, picks) && (decision.kind !== 'one' || picks.length > 0))
      debounced.run(POINTING_MS, () => preview(choiceOf(decision, picks)))
    else set({ foreseen: undefined })
  }

  const pick = (option: number): void => {
    const { decision, picks } = get()
    if (decision === undefined) return
    if (decision.kind === 'one') {
      const id = decision.options[option]?.id
      if (lastInputWasTouch() && !picks.includes(option)) setPicks([option])
      else if (id !== undefined) answer(id)
    } else setPicks(withPick(decision, picks, option))
  }

  const explain = async (id: string, about: string): Promise<void> => {
    const { decision, table, attempt } = get()
    if (decision === undefined) return
    set({ why: { about, explanation: undefined }, foreseen: undefined })
    await attempt(async () => {
      const explanation = await table.explain(decision.seat, id)
      if (get().why?.about === about) set({ why: { about, explanation } })
    })
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
    unpick: (option) => setPicks(withoutPick(get().picks, option)),
    setPicks,
    pickTarget: (target) => {
      const { decision, picks, words } = get()
      if (decision === undefined) return
      const here = optionsAt(decision, target, (id) => words.fullKind(id))
      const open = openOptions(decision, picks)
      const [first, ...others] = here
      if (first === undefined) void explain(target.id, nameOf(target.id, words))
      else if (others.length === 0 && (open.includes(first) || picks.includes(first))) pick(first)
      else set({ within: zoneOf(decision, { id: decision.options[first]?.id ?? '' }), tab: 'decide' })
    },
    point: (pointed) => {
      const { decision, picks } = get()
      set({ pointed })
      debounced.cancel()
      if (decision === undefined) return
      const choice = pointed === undefined ? undefined : choiceAt(pointed, get())
      if (choice !== undefined) debounced.run(POINTING_MS, () => preview(choice))
      else if (decision.kind === 'many' && picks.length > 0 && isAnswer(decision, picks))
        debounced.run(POINTING_MS, () => preview(choiceOf(decision, picks)))
      else set({ foreseen: undefined })
    },
    pointTarget: (target) => {
      const { decision, words, def } = get()
      debounced.cancel()
      const zone = target?.kind === 'space' ? target.id : (target?.zone ?? null)
      const inspected = def.zones.some(({ id, space }) => id === zone && space) ? zone : null
      debouncedInspect.run(INSPECT_MS, () => set({ inspected }))
      if (decision === undefined) return
      if (target === null) {
        set({ pointed: undefined, foreseen: undefined })
        return
      }
      const [option, ...others] = optionsAt(decision, target, (id) => words.fullKind(id))
      if (option !== undefined && others.length === 0) {
        set({ pointed: { option }, why: undefined })
        const choice = choiceAt({ option }, get())
        if (choice !== undefined) debounced.run(POINTING_MS, () => preview(choice))
      } else {
        set({ pointed: undefined, foreseen: undefined })
        if (option === undefined && concernsTarget(decision, target))
          debounced.run(WHY_MS, () => void explain(target.id, nameOf(target.id, words)))
      }
    },
    askTarget: ({ id }) => void explain(id, nameOf(id, get().words)),
    takeOffer: (id) => answer({ offer: id }),
    decline: () => answer([]),
    confirm: () => {
      const { decision, picks } = get()
      if (decision !== undefined && isAnswer(decision, picks)) answer(choiceOf(decision, picks))
    },
    answer,
    clear: () => {
      debounced.cancel()
      set({ ...freshQuestion(get().decision), problem: undefined })
    },
    askWhy: (id, about) => void explain(id, about),
    askHint: () => {
      const { decision, table, attempt, hint } = get()
      if (decision === undefined || hint === 'asked') return
      set({ hint: 'asked', tab: 'decide' })
      void attempt(async () => {
        const given = await table.hint(decision.seat)
        if (get().decision !== decision) return
        set({ hint: given })
        const picks = picksOf(decision, given.choice)
        if (picks !== undefined) setPicks(picks)
        else preview(given.choice)
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

/** Returns the answer that a click would give, or `undefined` if more must be chosen. */
function choiceAt(pointed: Pointed, { decision, picks }: TableState): Choice | undefined {
  if (decision === undefined) return undefined
  if ('offer' in pointed) return pointed
  if (decision.kind === 'number') return undefined
  const more =
    decision.kind === 'many' && picks.includes(pointed.option)
      ? picks
      : withPick(decision, picks, pointed.option)
  return isAnswer(decision, more) ? choiceOf(decision, more) : undefined
}

/** Requests previews, and caches them per question. */
function previewer(get: GetStore, set: SetState): (choice: Choice) => void {
  let cache = new Map<string, NonNullable<TableState['foreseen']>>()
  let cachedFor: TableState['decision']
  return (choice) => {
    const { decision, table, words, now, connected } = get()
    if (decision === undefined || !connected) return
    if (cachedFor !== decision) {
      cachedFor = decision
      cache = new Map()
    }
    const key = JSON.stringify(choice)
    const cached = cache.get(key)
    if (cached !== undefined) {
      set({ foreseen: cached })
      return
    }
    void get().attempt(async () => {
      const result = await table.preview(decision.seat, choice)
      if (get().decision !== decision) return
      const { zones, variables, seats } = applyEvents(now.view, result.events)
      const foreseen = {
        choice,
        lines: previewText(result, words, decision.seat),
        ghost: { zones, variables, seats },
      }
      cache.set(key, foreseen)
      set({ foreseen })
    })
  }
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
  return at > 0 ? `${words.fullKind(id.slice(0, at))} in ${words.zone(id.slice(at + 1))}` : words.fullKind(id)
}
