/** The options of a question with their numbers, which stay the same within a turn. */
import type { Decision, Timing } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
import { ownNumbers } from './names.js'

/** Something that can be named at a question. */
export interface Item {
  readonly number: number
  readonly id: string
  readonly label: string
  readonly count: number
  readonly cost?: number
  readonly offer?: Timing // an action that may be carried out first
  /** It was offered before in this turn and is not now: why, or nothing where that is not told. */
  readonly gone?: string
}

/** A question as it is shown: `items` by their numbers, options first. */
export interface ShownQuestion {
  readonly decision: Decision
  readonly items: readonly Item[]
}

export type Explain = (option: string) => Promise<Explanation> | Explanation

/** The items that can be chosen. */
export function choosableItems({ items }: ShownQuestion): readonly Item[] {
  return items.filter(({ gone }) => gone === undefined)
}

/** Where there is one option, a number says how many of it. */
export function isAmount({ kind, options }: Decision): boolean {
  return kind === 'many' && options.length === 1
}

/** How many can be taken of the only option. */
export function maxOfOnlyOption({ options, max, budget }: Decision): number {
  const [{ count, cost = 0 } = { count: 0 }] = options
  const affordable = budget === undefined || cost <= 0 ? count : Math.floor(budget / cost)
  return Math.min(count, max, affordable)
}

/** An option as it is shown. */
export function named({ number, label }: Item): string {
  return label === String(number) ? label : `${number}. ${label}`
}

const MOST_RANGES = 3

/** The numbers that can be typed: `1-4`, `1-3, 6-13`; only the least and the greatest if there are many gaps. */
export function numbersOf(items: readonly Item[], most = MOST_RANGES): string {
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

/** Whether the options are places or pieces: lists, not ways to go on. */
export function isList({ type }: Pick<Decision, 'type'>): boolean {
  return type === 'zone' || type === 'token' || type === 'number'
}

/** A question by itself, numbered from the first option. */
export function numberQuestion(decision: Decision): ShownQuestion {
  return new Menu().number(decision, '')
}

/** By question: its items by their names. */
type Lists = ReadonlyMap<string, ReadonlyMap<string, Item>>

/**
 * Keeps the numbers of options: the same question asked again in a turn has them in their places, new ones
 * behind, and what is not offered any more keeps its number. After an undo they are as they were.
 */
export class Menu {
  #turn = ''
  #lists: Lists = new Map()
  #position: number | undefined
  readonly #asked = new Map<number, Map<string, Lists>>() // by position and seat

  /** So many decisions count: fewer than before after an undo, and what was asked since is forgotten. */
  moveTo(position: number): void {
    this.#position = position
    for (const later of this.#asked.keys()) if (later > position) this.#asked.delete(later)
  }

  /** `turn` changes when another turn begins. `explain` tells why something is not offered. */
  async ask(decision: Decision, turn: string, explain?: Explain): Promise<ShownQuestion> {
    const { items } = this.number(decision, turn)
    if (explain === undefined || isList(decision)) return { decision, items }
    const told: Item[] = []
    for (const item of items)
      told.push(item.gone === undefined ? item : { ...item, gone: shortReason(await explain(item.id)) })
    return { decision, items: told }
  }

  /** The numbers alone: of what is gone nothing is told. */
  number(decision: Decision, turn: string): ShownQuestion {
    const before = this.#before(decision, turn)
    const key = keyOf(decision)
    const now = offeredBy(decision)
    const known = before.get(key) ?? new Map<string, Item>()
    const isKept = now.some((one) => known.has(nameOf(one)))
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

  /** The numbers that hold already: those of the turn; or, where it was asked before an undo, those it had then. */
  #before({ seat }: Decision, turn: string): Lists {
    const again = this.#position === undefined ? undefined : this.#asked.get(this.#position)?.get(seat)
    return again ?? (turn === this.#turn ? this.#lists : new Map())
  }
}

type Unnumbered = Omit<Item, 'number' | 'gone'>

/** A list of places or pieces about something else is another list. */
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

/** Options whose names hold a number of their own have that; all others the next that is free. */
function numbered(now: readonly Unnumbered[], before: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> {
  const list = new Map(before)
  const options = now.filter(({ offer }) => offer === undefined)
  const own = ownNumbers(options.map(({ label }) => label))
  const taken = new Set([...before.values()].map(({ number }) => number))
  const isFree = (number: number | undefined): number is number => number !== undefined && !taken.has(number)
  const given = new Map(
    options.flatMap((one, i) => {
      const number = own?.[i]
      return !before.has(nameOf(one)) && isFree(number) ? [[nameOf(one), number] as const] : []
    }),
  )
  for (const number of given.values()) taken.add(number)
  for (const one of now) {
    const name = nameOf(one)
    const number = before.get(name)?.number ?? given.get(name) ?? Math.max(0, ...taken) + 1
    taken.add(number)
    list.set(name, { ...one, number })
  }
  return list
}

/** Why something is not offered, in one clause: the shortest. */
export function shortReason({ failed }: Explanation): string {
  const texts = failed.map(
    ({ clause, now, needs }) =>
      `${needs === true ? 'needs: ' : ''}${clause}${now === undefined ? '' : ` (${now})`}`,
  )
  const [shortest = ''] = texts.toSorted((a, b) => a.length - b.length)
  return shortest.replaceAll(/\s+/gu, ' ').trim()
}
