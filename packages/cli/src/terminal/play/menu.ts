/** The options of a question with their numbers, which stay the same within a turn. */
import type { Decision, Timing } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
import { ownNumbers } from './names.js'

/** An option or offer of a question, with its number. */
export interface Item {
  readonly number: number
  readonly id: string
  readonly label: string
  readonly count: number
  readonly cost?: number
  readonly offer?: Timing // when the offered action happens
  /** Set if it was offered earlier in this turn but isn't now: the reason, or '' if unknown. */
  readonly gone?: string
}

/** A question as shown: its items sorted by number, options before offers. */
export interface ShownQuestion {
  readonly decision: Decision
  readonly items: readonly Item[]
}

export type Explain = (option: string) => Promise<Explanation> | Explanation

/** The items that can be chosen. */
export function choosableItems({ items }: ShownQuestion): readonly Item[] {
  return items.filter(({ gone }) => gone === undefined)
}

/** Whether a typed number is an amount: there is only one option, of which you take several. */
export function isAmount({ kind, options }: Decision): boolean {
  return kind === 'many' && options.length === 1
}

/** The maximum amount of the only option. */
export function maxOfOnlyOption({ options, max, budget }: Decision): number {
  const [{ count, cost = 0 } = { count: 0 }] = options
  const affordable = budget === undefined || cost <= 0 ? count : Math.floor(budget / cost)
  return Math.min(count, max, affordable)
}

/** An item with its number, as shown. */
export function numberedLabel({ number, label }: Item): string {
  return label === String(number) ? label : `${number}. ${label}`
}

const MAX_RANGES = 3

/** The numbers to type as ranges: `1-4` or `1-3, 6-13`. With many gaps, only the minimum and the maximum. */
export function numbersOf(items: readonly Item[], most = MAX_RANGES): string {
  const ranges: [number, number][] = []
  for (const number of items.map((item) => item.number).toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  const whole: [number, number] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0]
  return (ranges.length > most ? [whole] : ranges)
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
    .join(', ')
}

/** Whether the options are spaces, pieces or numbers rather than kinds of actions. */
export function isList({ type }: Pick<Decision, 'type'>): boolean {
  return type === 'zone' || type === 'token' || type === 'number'
}

/** Numbers a single question, starting at the first option. */
export function numberQuestion(decision: Decision): ShownQuestion {
  return new Menu().number(decision, '')
}

/** The items of each question, by key. */
type Lists = ReadonlyMap<string, ReadonlyMap<string, Item>>

/**
 * Keeps the numbers of options stable within a turn: when a question repeats, its options keep their numbers, new ones
 * come last, and the number of a missing one stays reserved. An undo restores the numbers of that time. Cards of a sorted
 * hand are numbered again in their order, as the hand shows them.
 */
export class Menu {
  #turn = ''
  #lists: Lists = new Map()
  #position: number | undefined
  readonly #asked = new Map<number, Map<string, Lists>>() // by position and seat

  /** `place` returns the place of a card in a sorted hand. */
  constructor(private readonly place: (id: string) => number | undefined = () => undefined) {}

  /** Sets the number of decisions so far. After an undo it is lower, and later questions are forgotten. */
  moveTo(position: number): void {
    this.#position = position
    for (const later of this.#asked.keys()) if (later > position) this.#asked.delete(later)
  }

  /** Numbers a question and adds the reasons of missing options. `turn` identifies the turn. */
  async ask(decision: Decision, turn: string, explain?: Explain): Promise<ShownQuestion> {
    const { items } = this.number(decision, turn)
    if (explain === undefined || isList(decision)) return { decision, items }
    const explained: Item[] = []
    for (const item of items)
      explained.push(item.gone === undefined ? item : { ...item, gone: shortReason(await explain(item.id)) })
    return { decision, items: explained }
  }

  /** Numbers a question, without reasons. */
  number(decision: Decision, turn: string): ShownQuestion {
    const before = this.#before(decision, turn)
    const key = keyOf(decision)
    const hand = this.#sortedHand(decision)
    const now = offeredBy(hand ?? decision)
    const known = (hand === undefined ? before.get(key) : undefined) ?? new Map<string, Item>()
    const isKept = now.some((item) => known.has(nameOf(item)))
    const list = numbered(now, isKept ? known : new Map())
    this.#lists = new Map(before).set(key, list)
    this.#turn = turn
    if (this.#position !== undefined) {
      const here = this.#asked.get(this.#position) ?? new Map<string, Lists>()
      this.#asked.set(this.#position, here.set(decision.seat, this.#lists))
    }
    const offered = new Set(now.map(nameOf))
    const items = [...list].map(([name, item]) => (offered.has(name) ? item : { ...item, gone: '' }))
    return {
      decision,
      items: items.toSorted(
        (a, b) => Number(a.offer !== undefined) - Number(b.offer !== undefined) || a.number - b.number,
      ),
    }
  }

  /** The decision with its cards in the order of the hand. Undefined if they have none. */
  #sortedHand(decision: Decision): Decision | undefined {
    const places = new Map(decision.options.map(({ id }) => [id, this.place(id)]))
    if (decision.type !== 'token' || [...places.values()].includes(undefined)) return undefined
    const order = ({ id }: { readonly id: string }): number => places.get(id) ?? 0
    return { ...decision, options: decision.options.toSorted((a, b) => order(a) - order(b)) }
  }

  /** The numbers already in use: this turn's, or those from before an undo. */
  #before({ seat }: Decision, turn: string): Lists {
    const again = this.#position === undefined ? undefined : this.#asked.get(this.#position)?.get(seat)
    return again ?? (turn === this.#turn ? this.#lists : new Map())
  }
}

type Unnumbered = Omit<Item, 'number' | 'gone'>

/** Identifies a question. Lists of spaces or pieces about different subjects are different questions. */
function keyOf(decision: Decision): string {
  const { seat, name, action = '', type, subject } = decision
  const about = isList(decision) && subject !== undefined ? `${subject.type} ${subject.id}` : ''
  return JSON.stringify([seat, name, action, type, about])
}

function offeredBy({ options, offers }: Decision): Unnumbered[] {
  return [
    ...options.map(({ id, label, count, cost }) => ({
      id,
      label: label || id,
      count,
      ...(cost === undefined ? {} : { cost }),
    })),
    ...offers.map(({ id, label, timing }) => ({ id, label: label || id, count: 1, offer: timing })),
  ]
}

const nameOf = ({ id, offer }: Unnumbered): string => (offer === undefined ? `option ${id}` : `offer ${id}`)

/** Numbers options by the number in their names, if they have one, otherwise by the next free number. */
function numbered(now: readonly Unnumbered[], before: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> {
  const list = new Map(before)
  const options = now.filter(({ offer }) => offer === undefined)
  const own = ownNumbers(options.map(({ label }) => label))
  const taken = new Set([...before.values()].map(({ number }) => number))
  const isFree = (number: number | undefined): number is number => number !== undefined && !taken.has(number)
  const given = new Map(
    options.flatMap((option, i) => {
      const number = own?.[i]
      return !before.has(nameOf(option)) && isFree(number) ? [[nameOf(option), number] as const] : []
    }),
  )
  for (const number of given.values()) taken.add(number)
  for (const item of now) {
    const name = nameOf(item)
    const number = before.get(name)?.number ?? given.get(name) ?? Math.max(0, ...taken) + 1
    taken.add(number)
    list.set(name, { ...item, number })
  }
  return list
}

/** The shortest reason why an option isn't offered. */
export function shortReason({ failed }: Explanation): string {
  const [shortest = ''] = failed.map(({ text }) => text).toSorted((a, b) => a.length - b.length)
  return shortest.replaceAll(/\s+/gu, ' ').trim()
}
