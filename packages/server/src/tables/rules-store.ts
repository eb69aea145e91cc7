/** GameDefs by fingerprint. A table keeps the rules it started with when a newer version is published. */
import { externalAgentNames } from '@ludoforge/agents'
import { Refusal, type ViewContext } from '@ludoforge/table'
import { makeEvaluator, memoizedValues, valueExpressions } from '@ludoforge/look'
import type { GameHead } from '@ludoforge/compiler'
import { fromJson, type Game, type GameDef, type JsonText, linkGame } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { GameListing, Scene } from '@ludoforge/look'
import type { PublishedGame } from '../published-game.js'
import type { Db } from '../store/index.js'

const MAX_LINKED = 40

interface Preparing {
  readonly head: GameHead
  readonly ready: Promise<void>
  readonly done: () => void
}

/** The stored files of a game that clients can request. */
export type GameFile = 'def' | 'scene' | 'book' | 'module' | 'lessons'

export class RulesStore {
  /** LRU cache of linked games by fingerprint, most recently used last. */
  readonly #linked = new Map<string, ViewContext>()
  /** The current version of each published game, by id. */
  readonly #offered = new Map<string, GameListing>()

  /** Games being compiled, by path. */
  readonly #preparing = new Map<string, Preparing>()

  constructor(private readonly db: Db) {}

  /** Lists the game as being compiled. Requests for it wait for `prepared`. */
  prepare(place: string, head: GameHead): void {
    let done = (): void => {}
    const ready = new Promise<void>((resolve) => {
      done = resolve
    })
    this.#preparing.set(place, { head, ready, done })
  }

  /** Ends the wait for the game at `place`, or for all games, compiled or not. */
  prepared(place?: string): void {
    for (const [at, { done }] of this.#preparing) {
      if (place !== undefined && at !== place) continue
      this.#preparing.delete(at)
      done()
    }
  }

  get preparing(): readonly GameHead[] {
    return [...this.#preparing.values()].map(({ head }) => head)
  }

  /** Publishes these rules: new tables of the game use them. Rules are never deleted. */
  async offer(offered: PublishedGame): Promise<void> {
    const { def, card, files } = offered
    await this.keep(offered)
    this.#use(card.fingerprint, viewContextOf(def, files.scene, files.expressions))
    this.#offered.set(card.id, card)
  }

  /** Stores rules. Policies and looks aren't part of the fingerprint, so the latest ones replace the stored ones. */
  async keep({ def, card, files }: PublishedGame): Promise<void> {
    const { id, title, fingerprint } = card
    const texts = { id, title, def: JSON.stringify(def), ...files }
    await this.db
      .insertInto('games')
      .values({ fingerprint, ...texts, added: Date.now() })
      .onConflict((c) => c.column('fingerprint').doUpdateSet(texts))
      .execute()
  }

  /** The published games, with the server's external bots in addition to the game's agents. */
  get offers(): readonly GameListing[] {
    const bots = externalAgentNames().map((name) => ({
      spec: name,
      title: name,
      says: 'An external bot of this server.',
    }))
    return [...this.#offered.values()].map((card) => ({ ...card, agents: [...card.agents, ...bots] }))
  }

  async offered(id: string): Promise<Game> {
    const compiling = [...this.#preparing.values()].filter(({ head }) => head.id === id)
    if (!this.#offered.has(id)) await Promise.all(compiling.map(({ ready }) => ready))
    const card = this.#offered.get(id)
    if (card === undefined) throw new Refusal('not-found', `This server has no game "${id}".`)
    return this.game(card.fingerprint)
  }

  async game(fingerprint: string): Promise<Game> {
    return (await this.rules(fingerprint)).game
  }

  async rules(fingerprint: string): Promise<ViewContext> {
    const known = this.#linked.get(fingerprint)
    if (known !== undefined) return this.#use(fingerprint, known)
    const row = await this.db
      .selectFrom('games')
      .select(['def', 'scene', 'expressions'])
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    if (row === undefined) throw unknown(fingerprint)
    const { def, scene, expressions } = row
    return this.#use(fingerprint, viewContextOf(fromJson(def), scene, expressions))
  }

  /** Returns a file of a game. */
  async text(fingerprint: string, file: GameFile): Promise<string> {
    const row = await this.db
      .selectFrom('games')
      .select(file)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    const text = row?.[file]
    if (typeof text !== 'string') throw unknown(fingerprint)
    return text
  }

  #use(fingerprint: string, rules: ViewContext): ViewContext {
    this.#linked.delete(fingerprint)
    this.#linked.set(fingerprint, rules)
    for (const old of this.#linked.keys()) {
      if (this.#linked.size <= MAX_LINKED) break
      this.#linked.delete(old)
    }
    return rules
  }
}

function unknown(fingerprint: string): Refusal {
  return new Refusal('not-found', `This server has no rules with the fingerprint ${fingerprint}.`)
}

/** Links a game. Rows from before migration 003 have no scene, so no values to compute. */
function viewContextOf(
  def: GameDef,
  scene: JsonText<Scene> | null,
  expressions: JsonText<Readonly<Record<string, Expression>>> | null,
): ViewContext {
  const game = linkGame(def)
  if (scene === null || expressions === null) return { game }
  const known = fromJson(expressions)
  return { game, reckon: memoizedValues(valueExpressions(def, fromJson(scene)), makeEvaluator(game, known)) }
}
