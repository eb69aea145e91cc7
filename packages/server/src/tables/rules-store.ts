/** The rules that tables are played by: each table by its own, whatever today's are. */
import { externalAgentNames } from '@ludoforge/agents'
import { Refusal, type ViewContext } from '@ludoforge/table'
import { makeEvaluator, memoizedValues, valueTexts } from '@ludoforge/look'
import type { GameHead } from '@ludoforge/compiler'
import { fromJson, type Game, type GameDef, type JsonText, linkGame } from '@ludoforge/kernel'
import type { Expression } from '@ludoforge/play'
import type { GameListing, Scene } from '@ludoforge/look'
import type { PublishedGame } from '../published-game.js'
import type { Db } from '../store/index.js'

const MOST_LINKED = 40

interface Preparing {
  readonly head: GameHead
  readonly ready: Promise<void>
  readonly done: () => void
}

/** What is kept of a game, and sent to whoever asks for it. */
export type GameFile = 'def' | 'scene' | 'book' | 'module'

export class RulesStore {
  /** Linked games by fingerprint, those used last at the end. */
  readonly #linked = new Map<string, ViewContext>()
  /** Today's rules by the game's id. */
  readonly #offered = new Map<string, GameListing>()

  /** Games that were found and are being compiled, by their place. */
  readonly #preparing = new Map<string, Preparing>()

  constructor(private readonly db: Db) {}

  /** From now on the game is listed as one that is being prepared, and whoever asks for it waits for `prepared`. */
  prepare(place: string, head: GameHead): void {
    let done = (): void => {}
    const ready = new Promise<void>((resolve) => {
      done = resolve
    })
    this.#preparing.set(place, { head, ready, done })
  }

  /** It is compiled, or never will be. Without a place: none of them will be any more. */
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

  /** From now on tables of this game are made by these rules. They are kept for as long as there is the store. */
  async offer(offered: PublishedGame): Promise<void> {
    const { def, card, files } = offered
    await this.keep(offered)
    this.#use(card.fingerprint, viewContextOf(def, files.scene, files.expressions))
    this.#offered.set(card.id, card)
  }

  /** Policies and looks are no part of a fingerprint: those that came last are kept. */
  async keep({ def, card, files }: PublishedGame): Promise<void> {
    const { id, title, fingerprint } = card
    const texts = { id, title, def: JSON.stringify(def), ...files }
    await this.db
      .insertInto('games')
      .values({ fingerprint, ...texts, added: Date.now() })
      .onConflict((c) => c.column('fingerprint').doUpdateSet(texts))
      .execute()
  }

  /** With the bots that this server has beside those of the game. */
  get offers(): readonly GameListing[] {
    const bots = externalAgentNames().map((name) => ({
      spec: name,
      title: name,
      says: 'A bot of this server.',
    }))
    return [...this.#offered.values()].map((card) => ({ ...card, agents: [...card.agents, ...bots] }))
  }

  async offered(id: string): Promise<Game> {
    const waiting = [...this.#preparing.values()].filter(({ head }) => head.id === id)
    if (!this.#offered.has(id)) await Promise.all(waiting.map(({ ready }) => ready))
    const card = this.#offered.get(id)
    if (card === undefined) throw new Refusal('not-found', `There is no game "${id}" here.`)
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

  /** One of the files of a game, as a text. */
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
      if (this.#linked.size <= MOST_LINKED) break
      this.#linked.delete(old)
    }
    return rules
  }
}

function unknown(fingerprint: string): Refusal {
  return new Refusal('not-found', `There are no rules ${fingerprint} here.`)
}

/** A game that was kept before there were scenes has none. */
function viewContextOf(
  def: GameDef,
  scene: JsonText<Scene> | null,
  expressions: JsonText<Readonly<Record<string, Expression>>> | null,
): ViewContext {
  const game = linkGame(def)
  if (scene === null || expressions === null) return { game }
  const known = fromJson(expressions)
  return { game, reckon: memoizedValues(valueTexts(def, fromJson(scene)), makeEvaluator(game, known)) }
}
