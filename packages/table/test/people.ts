/** A table with several people, in memory. */
import { gameOf } from '../../../test/support/games.js'
import { type Decision, type Game, present, Rng } from '@ludoforge/kernel'
import {
  type AppendRequest,
  checkAgentSpec,
  handleRequest,
  type HostOptions,
  MemoryRecord,
  type Person,
  type Request,
  type RequestServices,
  type Seat,
  type Seating,
  TableCore,
} from '@ludoforge/table'
import { drawChoice } from '../../../test/support/play.js'

/** Ann hosts and plays black, Bob plays white, Cy watches. */
const PEOPLE = [
  { id: 'ann', name: 'Ann', host: true },
  { id: 'bob', name: 'Bob', host: false },
  { id: 'cy', name: 'Cy', host: false },
]

class PeopleRecord extends MemoryRecord {
  readonly saved: [string, number][] = []
  readonly #people: readonly Person[] = PEOPLE.map((person) => ({ ...person, seen: 0 }))
  #seats: readonly Seat[]

  constructor(game: Game, seats: Readonly<Record<string, string>>) {
    const { def, fingerprint } = game
    const stored = {
      game: { id: def.id, title: def.title, fingerprint },
      beginning: { seed: 'people', options: {} },
      name: 'A table',
      created: 1,
      entries: [],
    }
    super('people', { game }, stored, {}, undefined)
    this.#seats = Object.entries(seats).map(([seat, person]) => ({ seat, person, agent: null }))
  }

  override async seating(): Promise<Seating> {
    return { seats: this.#seats, people: this.#people }
  }

  override async append(addition: AppendRequest<never>): Promise<boolean> {
    const { seat } = addition
    if (seat !== undefined) this.#seats = this.#seats.map((one) => (one.seat === seat.seat ? seat : one))
    return super.append(addition)
  }

  override async saveSeen(person?: Person, number?: number): Promise<void> {
    this.saved.push([person?.id ?? '', number ?? 0])
  }
}

export class PeopleTable {
  private constructor(
    readonly record: PeopleRecord,
    readonly core: TableCore,
    readonly services: RequestServices<Person, never>,
  ) {}

  static async open(
    hosting: HostOptions<Person, never> = {},
    seats: Readonly<Record<string, string>> = { black: 'ann', white: 'bob' },
  ): Promise<PeopleTable> {
    const record = new PeopleRecord(await gameOf('reversi'), seats)
    const hint: PeopleTable['services']['hint'] = async (_table, { id }, seat, agent = 'none') => ({
      seat,
      agent: `${agent} for ${id}`,
      choice: 'd3',
      label: 'd3',
      reasons: [],
      plan: [],
    })
    return new PeopleTable(record, await TableCore.open(record, hosting), {
      checkAgent: checkAgentSpec,
      hint,
    })
  }

  ask(who: string, request: Request) {
    const person = present(this.core.person(who), 'the person is at the table.')
    return handleRequest(this.services, this.core, person, request)
  }

  get decision(): Decision {
    const { game, position, deciding } = this.core
    return present(game.decision(position.state, deciding[0] ?? ''), 'the game is not over.')
  }

  /** The seat that is asked answers, by the person who has it. */
  async play(decisions: number, rng = new Rng(1)): Promise<void> {
    for (let n = 0; n < decisions; n += 1) {
      const { decision, core } = this
      const { seat } = decision
      const who = core.seats.find((one) => one.seat === seat)?.person ?? ''
      await this.ask(who, {
        type: 'decide',
        seat,
        question: core.position.question,
        choice: drawChoice(decision, rng),
      })
    }
  }

  async kinds(): Promise<string[]> {
    return (await this.record.entries()).map(({ kind }) => kind)
  }
}
