/** The rules that tables are played by: each table by its own, whatever today's are. */
import { type GameDocument, Refusal, type Telling } from '@ludoforge/client'
import { type Game, type GameDef, linkGame } from '@ludoforge/kernel'
import type { Db } from '../store/index.js'

const MOST_LINKED = 40

export class Rulebooks {
  /** Linked games by fingerprint, those used last at the end. */
  readonly #linked = new Map<string, Telling>()
  readonly #kept = new Set<string>() // known to be in the store
  /** Today's rules by the game's id. */
  readonly #offered = new Map<string, GameDocument>()

  constructor(private readonly db: Db) {}

  /** From now on tables of this game are made by these rules. They are kept for as long as there is the store. */
  async offer(def: GameDef): Promise<GameDocument> {
    const game = linkGame(def)
    await this.keep(game)
    const document = describe(game)
    this.#offered.set(document.id, document)
    return document
  }

  async keep(game: Game): Promise<void> {
    const { fingerprint, def } = game
    this.#use(fingerprint, { game })
    if (this.#kept.has(fingerprint)) return
    await this.db
      .insertInto('games')
      .values({ fingerprint, id: def.id, title: def.title, def: JSON.stringify(def), added: Date.now() })
      .onConflict((c) => c.column('fingerprint').doNothing())
      .execute()
    this.#kept.add(fingerprint)
  }

  get offers(): readonly GameDocument[] {
    return [...this.#offered.values()]
  }

  async offered(id: string): Promise<Game> {
    const document = this.#offered.get(id)
    if (document === undefined) throw new Refusal('not-found', `There is no game "${id}" here.`)
    return this.game(document.fingerprint)
  }

  async game(fingerprint: string): Promise<Game> {
    return (await this.rules(fingerprint)).game
  }

  async rules(fingerprint: string): Promise<Telling> {
    const known = this.#linked.get(fingerprint)
    if (known !== undefined) return this.#use(fingerprint, known)
    return this.#use(fingerprint, { game: linkGame(JSON.parse(await this.text(fingerprint)) as GameDef) })
  }

  /** The GameDef as JSON. */
  async text(fingerprint: string): Promise<string> {
    const row = await this.db
      .selectFrom('games')
      .select('def')
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', `There are no rules ${fingerprint} here.`)
    return row.def
  }

  #use(fingerprint: string, rules: Telling): Telling {
    this.#linked.delete(fingerprint)
    this.#linked.set(fingerprint, rules)
    for (const old of this.#linked.keys()) {
      if (this.#linked.size <= MOST_LINKED) break
      this.#linked.delete(old)
    }
    return rules
  }
}

function describe({ def, fingerprint }: Game): GameDocument {
  return {
    id: def.id,
    title: def.title,
    fingerprint,
    seats: def.seats.map(({ id, name }) => ({ id, name })),
    scenarios: def.scenarios.map(({ id, title }) => ({ id, title: title ?? id })),
    options: def.options.map(({ id, type }) => ({ id, type })),
  }
}
