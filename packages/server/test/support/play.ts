/** Players at tables for tests, each with their own rights and view. */
import { presentSeats } from '@ludoforge/kernel'
import {
  type Entry,
  handleRequest,
  type Request,
  type Seated,
  type ServerMessage,
  type TableUpdate,
  type UndoHorizon,
  type Welcome,
} from '@ludoforge/table'
import type { Choice, Decision, GameDef } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import { Rng } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { gameOf } from '../../../../test/support/games.js'
import { drawChoice } from '../../../../test/support/play.js'
import { type PublishedGame, publish } from '../../src/index.js'
import { checkNamedAgent, hashSecret, type Table, type Tables } from '../../src/tables/index.js'

type Expressions = Readonly<Record<string, Expression>>

const offers = new Map<string, Promise<PublishedGame>>()

/** Returns a game of this repository as a server publishes it. */
export function offerFor(name: string): Promise<PublishedGame> {
  const folder = `games/${name}`
  const known = offers.get(name) ?? gameOf(name).then((game) => publish(game, folder))
  offers.set(name, known)
  return known
}

/** Returns the same for a table without a server. */
export async function rulesFor(name: string) {
  const { def, files } = await offerFor(name)
  const [scene, expressions] = [
    JSON.parse(files.scene) as Scene,
    JSON.parse(files.expressions) as Expressions,
  ]
  return { def, scene, expressions }
}

export async function defOf(name: string): Promise<GameDef> {
  return (await gameOf(name)).def
}

/** Returns an update as it is sent later, in a history or after a reconnect: without the undo horizon. */
export function lasting<T extends object>(update: T): Omit<T, 'horizon'> {
  const { horizon: _now, ...rest } = update as T & { readonly horizon?: unknown }
  return rest
}

/** Returns all entries of a table. */
export async function entriesOf({ reader, position }: Table): Promise<Entry[]> {
  const all: Entry[] = []
  for await (const page of reader.pages(position.number)) all.push(...page)
  return all
}

/** Returns the undo horizon after these updates. */
export function lastHorizon(updates: readonly TableUpdate[]): UndoHorizon | undefined {
  return updates.flatMap((update) => ('horizon' in update ? (update.horizon ?? []) : [])).at(-1)
}

/** Hints need a thread pool, which these tests don't have. */
const noHints = () => Promise.reject(new Error('no hints without a thread pool'))

/** A player at a table who records all messages. */
export class Guest {
  readonly heard: ServerMessage[] = []
  #leave = () => {}

  private constructor(
    readonly tables: Tables,
    readonly table: Table,
    readonly person: string | null,
  ) {}

  static async at(tables: Tables, id: string, key?: string, last?: number): Promise<Guest> {
    const table = await tables.get(id)
    const person =
      key === undefined ? undefined : table.people.find(({ keyHash }) => keyHash === hashSecret(key))
    const guest = new Guest(tables, table, person?.id ?? null)
    const hear = (text: string): void => void guest.heard.push(JSON.parse(text) as ServerMessage)
    guest.#leave = await table.join({ person: guest.person, hear }, 0, last)
    return guest
  }

  get welcome(): Welcome {
    const [first] = this.heard
    if (first?.type !== 'welcome') throw new Error('the first message is not welcome')
    return first
  }

  get happenings(): TableUpdate[] {
    return this.heard.slice(1) as TableUpdate[]
  }

  ask(request: Request) {
    const person = this.table.person(this.person)
    if (person === undefined) throw new Error('spectators send no requests')
    return handleRequest({ hint: noHints, checkAgent: checkNamedAgent }, this.table, person, request)
  }

  decision(seat: string): Decision | undefined {
    return this.table.game.decision(this.table.position.state, seat)
  }

  decide(seat: string, choice: Choice, question = this.table.position.question) {
    return this.ask({
      type: 'decide',
      seat,
      question,
      choice,
    })
  }

  /** Gives a random legal answer of a seat. */
  decideAny(seat: string, rng = new Rng(1)) {
    const decision = this.decision(seat)
    if (decision === undefined) throw new Error(`${seat} is not deciding`)
    return this.decide(seat, drawChoice(decision, rng))
  }

  leave(): void {
    this.#leave()
  }
}

/** Plays a table to its end, or at most `most` decisions, with one guest in all seats. */
export async function playOut(guest: Guest, most = 10_000, seed = 1): Promise<number> {
  const rng = new Rng(seed)
  let n = 0
  for (; n < most; n += 1) {
    const [seat] = guest.table.deciding
    if (seat === undefined) break
    await guest.decideAny(seat, rng)
  }
  return n
}

export async function hotSeat(tables: Tables, game: string, seed: number | string = 1): Promise<Seated> {
  const def = await defOf(game)
  const seats = Object.fromEntries(presentSeats(def, {}).map(({ id }) => [id, 'me' as const]))
  return tables.make({ game, you: 'Ann', seats }, null, seed)
}
