/** Previews of answers: of the marked one at once, and of all options in the background. */
import { consequences, type ValuedPreview } from '@ludoforge/table'
import type { Choice, Decision } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import { choiceOf, isAnswer } from '../question/selection.js'
import { zoneOf } from '../question/targets.js'
import type { Foreseen, Pointed, TableState } from './state.js'
import type { GetStore, SetState } from './perspective.js'

/** Answers in one request. A small number, so that a server answers others in between. */
const BATCH = 8
/** Options that are previewed without being pointed at. */
const MAX_LISTED = 40
/** A question that is answered at once needs no previews. */
const LISTING_MS = 150

/** Returns the key of an option or offer in `outcomes`. */
export const outcomeKey = (pointed: Pointed): string =>
  'offer' in pointed ? `offer ${pointed.offer}` : String(pointed.option)

/** Returns the answer that consists of one option, or of an offer. Undefined if that isn't enough. */
function choiceAlone(decision: Decision, pointed: Pointed): Choice | undefined {
  if ('offer' in pointed) return pointed
  return isAnswer(decision, [pointed.option]) ? choiceOf(decision, [pointed.option]) : undefined
}

/** A question in a position. A chat message sends the same question again. */
type Asked = Pick<TableState, 'decision' | 'now'>

/** Returns whether two questions are the same, in the same position. */
export function isSameQuestion(a: Asked, b: Asked): boolean {
  return (
    a.now === b.now &&
    (a.decision === b.decision || JSON.stringify(a.decision) === JSON.stringify(b.decision))
  )
}

export class Previewer {
  #cache = new Map<string, Foreseen>()
  #cachedFor: Asked | undefined
  #listing: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly get: GetStore,
    private readonly set: SetState,
  ) {}

  /** Shows the preview of an answer. */
  show(choice: Choice): void {
    const { decision, now, connected, attempt, table } = this.get()
    if (decision === undefined || !connected) return
    const asked = { decision, now }
    const cached = this.#cached().get(JSON.stringify(choice))
    if (cached !== undefined) {
      this.set({ foreseen: cached })
      return
    }
    void attempt(async () => {
      const [preview] = await table.previews(decision.seat, [choice])
      if (isSameQuestion(asked, this.get()) && preview !== undefined)
        this.set({ foreseen: this.#remember(decision, choice, preview) })
    })
  }

  /** Previews the options and offers of the question, some at a time, until it is answered. */
  list(): void {
    clearTimeout(this.#listing)
    const { decision, now } = this.get()
    if (decision === undefined || decision.kind === 'number') return
    const all: Pointed[] = [
      ...decision.options.slice(0, MAX_LISTED).map((_, option) => ({ option })),
      ...decision.offers.map(({ id }) => ({ offer: id })),
    ]
    const wanted = all.flatMap((pointed) => {
      const choice = choiceAlone(decision, pointed)
      return choice === undefined ? [] : [{ pointed, choice }]
    })
    if (wanted.length > 0)
      this.#listing = setTimeout(() => void this.#listAll({ decision, now }, wanted), LISTING_MS)
  }

  async #listAll(
    asked: Asked & { readonly decision: Decision },
    wanted: readonly { readonly pointed: Pointed; readonly choice: Choice }[],
  ): Promise<void> {
    const { decision } = asked
    for (let at = 0; at < wanted.length; at += BATCH) {
      const { connected, busy, table } = this.get()
      if (!isSameQuestion(asked, this.get()) || !connected || busy) return
      const batch = wanted.slice(at, at + BATCH)
      let previews: readonly ValuedPreview[]
      try {
        previews = await table.previews(
          decision.seat,
          batch.map(({ choice }) => choice),
        )
      } catch {
        return // nobody asked for these: the marked one is requested again, and then a failure is shown
      }
      if (!isSameQuestion(asked, this.get())) return
      const outcomes = { ...this.get().outcomes }
      previews.forEach((preview, i) => {
        const { pointed, choice } = batch[i] ?? {}
        if (pointed === undefined || choice === undefined) return
        outcomes[outcomeKey(pointed)] = this.#remember(decision, choice, preview, pointed).consequences
      })
      this.set({ outcomes })
    }
  }

  #cached(): Map<string, Foreseen> {
    const { decision, now } = this.get()
    if (this.#cachedFor === undefined || !isSameQuestion(this.#cachedFor, { decision, now })) {
      this.#cachedFor = { decision, now }
      this.#cache = new Map()
    }
    return this.#cache
  }

  #remember(decision: Decision, choice: Choice, preview: ValuedPreview, pointed?: Pointed): Foreseen {
    const { now, words } = this.get()
    const { events, example } = preview
    const { zones, variables, seats } = applyEvents(now.view, [...events, ...(example?.events ?? [])])
    const option = pointed !== undefined && 'option' in pointed ? decision.options[pointed.option] : undefined
    const about = option === undefined ? undefined : zoneOf(decision, option)
    const subject = decision.subject?.type === 'zone' ? decision.subject.id : undefined
    const foreseen = {
      choice,
      consequences: consequences(preview, {
        words,
        seat: decision.seat,
        before: now.values,
        about: subject ?? about,
      }),
      ghost: { zones, variables, seats },
    }
    this.#cached().set(JSON.stringify(choice), foreseen)
    return foreseen
  }
}
