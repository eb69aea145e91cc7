/** Previews of answers: of the marked one at once, and of all options in the background. */
import { consequences, type ValuedPreview } from '@ludoforge/table'
import type { Choice, Decision } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import { choiceOf, countAtClick, isAnswer, pickCount } from '../question/selection.js'
import { zoneOf } from '../question/targets.js'
import type { Foreseen, Pointed, TableState } from './state.js'
import type { GetStore, SetState } from './perspective.js'

/** Answers in one request. A small number, so that a server answers others in between. */
const BATCH = 8
/** Options that are previewed without being pointed at. */
const MAX_LISTED = 40
/** A question that is answered at once needs no previews. */
const LISTING_MS = 150

/** Returns the key of an offer, or of some of an option, in `outcomes`. */
export function outcomeKey(pointed: Pointed, count = 1): string {
  if ('offer' in pointed) return `offer ${pointed.offer}`
  return count === 1 ? String(pointed.option) : `${pointed.option} × ${count}`
}

/** A row whose consequence is wanted, with the answer that it stands for. */
interface Wanted {
  readonly key: string
  readonly pointed: Pointed
  readonly choice: Choice
}

/** Returns the answer that consists of some of one option, or of an offer. Empty if that isn't enough. */
function wantedAlone(decision: Decision, pointed: Pointed, count = 1): readonly Wanted[] {
  const key = outcomeKey(pointed, count)
  if ('offer' in pointed) return [{ key, pointed, choice: pointed }]
  const picks = Array.from({ length: count }, () => pointed.option)
  return isAnswer(decision, picks) ? [{ key, pointed, choice: choiceOf(decision, picks) }] : []
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
    const wanted = [
      ...decision.options
        .slice(0, MAX_LISTED)
        .flatMap((_, option) => wantedAlone(decision, { option }, countAtClick(decision, option))),
      ...decision.offers.flatMap(({ id }) => wantedAlone(decision, { offer: id })),
    ]
    if (wanted.length > 0)
      this.#listing = setTimeout(() => void this.#listAll({ decision, now }, wanted), LISTING_MS)
  }

  /** Previews the marked rows whose number was changed: two of three pieces have another result than three. */
  listMarked(): void {
    const { decision, now, picks, outcomes } = this.get()
    if (decision === undefined || decision.kind === 'number') return
    const wanted = [...new Set(picks)]
      .flatMap((option) => wantedAlone(decision, { option }, pickCount(picks, option)))
      .filter(({ key }) => outcomes[key] === undefined)
    if (wanted.length > 0) void this.#listAll({ decision, now }, wanted)
  }

  async #listAll(asked: Asked & { readonly decision: Decision }, wanted: readonly Wanted[]): Promise<void> {
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
        const row = batch[i]
        if (row === undefined) return
        outcomes[row.key] = this.#remember(decision, row.choice, preview, row.pointed).consequences
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
        prompt: decision.prompt,
      }),
      ghost: { zones, variables, seats },
    }
    this.#cached().set(JSON.stringify(choice), foreseen)
    return foreseen
  }
}
