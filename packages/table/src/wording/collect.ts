/** Plays seeded games and collects every text that people would see: questions, log, previews, why-nots, reasons. */
import { type Agent, choiceOfPicks, makeAgent } from '@ludoforge/agents'
import {
  type Choice,
  type Decision,
  type Game,
  LudoError,
  type PolicyReason,
  type State,
  walk,
} from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { explain, outlook, policyNames, type Reason } from '@ludoforge/play'
import {
  becauseText,
  confirmText,
  consequences,
  GameLog,
  hintLines,
  isGroup,
  type LogItem,
  turnLine,
  type Vocabulary,
} from '../log/index.js'
import { choiceLabel } from '../log/choice-label.js'

/** Where a text is shown. */
export const TEXT_SOURCES = ['prompt', 'option', 'log', 'preview', 'why-not', 'reason', 'board'] as const
/** A place where people read texts. */
export type TextSource = (typeof TEXT_SOURCES)[number]

export interface CollectOptions {
  readonly games: number
  readonly seed: string
  /** Games are cut off after this many decisions. */
  readonly decisions: number
}

/** Explanations and previews at one decision. */
const WHY_NOTS = 8
const PREVIEWS = 4

/** Distinct texts with the number of times they were shown, by source. */
export class ShownTexts {
  readonly texts = new Map<TextSource, Map<string, number>>(TEXT_SOURCES.map((source) => [source, new Map()]))

  add(source: TextSource, text: string | undefined): void {
    const known = this.texts.get(source)
    if (text !== undefined) known?.set(text, (known.get(text) ?? 0) + 1)
  }
}

/** Plays games with policies and random agents in turn, and collects the texts of every decision. */
export function collectTexts(game: Game, words: Vocabulary, options: CollectOptions): ShownTexts {
  const shown = new ShownTexts()
  for (const text of boardTexts(words)) shown.add('board', text)
  for (let n = 0; n < options.games; n++)
    new SeededGame(game, words, shown, `${options.seed}-${n}`, n).play(options.decisions)
  return shown
}

class SeededGame {
  readonly #agents: readonly Agent[]
  readonly #log: GameLog

  constructor(
    private readonly game: Game,
    private readonly words: Vocabulary,
    private readonly shown: ShownTexts,
    private readonly seed: string,
    private readonly number: number,
  ) {
    const spec = (seat: string): string =>
      number % 2 === 0 && policyNames(game.def, seat).length > 0 ? 'policy' : 'random'
    this.#agents = game.def.seats.map(({ id }) => makeAgent(spec(id), `${seed}-${id}`))
    this.#log = new GameLog(words, null)
  }

  play(decisions: number): void {
    const { game } = this
    const { scenarios } = game.def
    const scenario = scenarios[this.number % scenarios.length]?.id
    const { state: first, events } = game.begin({
      seed: this.seed,
      ...(scenario === undefined ? {} : { scenario }),
    })
    this.#log.tell(events)
    let state = first
    for (let n = 0; n < decisions; n++) {
      const [index] = game.deciding(state)
      const decision = game.decision(state)
      if (decision === undefined || index === undefined) break
      this.#decision(state, decision, n)
      const agent = this.#agents[index]
      if (agent === undefined) break
      const choice = choiceOfPicks(decision, agent.choose(game, state, index))
      this.#reasons(agent.why?.(state) ?? [], decision, choice)
      const step = game.step(state, choice, decision.seat)
      this.#log.tell(step.events)
      state = step.state
    }
    this.#logged(this.#log.top.items)
  }

  #decision(state: State, decision: Decision, n: number): void {
    const { shown } = this
    shown.add('prompt', decision.prompt)
    for (const { label } of [...decision.options, ...decision.offers]) shown.add('option', label)
    for (const name of this.#names(decision, n)) {
      const { offered, unknown, summary, failed } = explain(this.game, state, name, decision.seat)
      if (offered || unknown === true) continue // an unknown name is quoted as it was typed
      shown.add('why-not', summary)
      for (const reason of failed) this.#reason(reason)
    }
    if (decision.kind !== 'one') return
    for (const { id } of decision.options.slice(0, PREVIEWS))
      try {
        const seen = outlook<Values>(this.game, state, id, decision.seat)
        const { short, lines } = consequences(seen, { words: this.words, seat: decision.seat })
        // Nobody sees an outcome without a text.
        for (const line of short === '' ? lines : [short, ...lines]) shown.add('preview', line)
        shown.add('preview', confirmText(decision, id, this.words))
      } catch (error) {
        if (!(error instanceof LudoError)) throw error
      }
  }

  #reasons(why: readonly PolicyReason[], decision: Decision, choice: Choice): void {
    if (why.length === 0) return
    this.shown.add('reason', becauseText(why))
    const hint = {
      seat: decision.seat,
      label: choiceLabel(this.game.def, decision, choice),
      reasons: [...why],
      plan: [],
    }
    for (const { text } of hintLines(hint, this.words)) this.shown.add('reason', text)
  }

  #reason({ text, anyOf = [], allOf = [], noneWith = [] }: Reason): void {
    this.shown.add('why-not', text)
    for (const part of [...anyOf, ...allOf, ...noneWith]) this.#reason(part)
  }

  /** Spaces and actions that a player may ask about: some of them at each decision, so that all get their turn. */
  #names({ seat }: Decision, n: number): readonly string[] {
    const { zones, procedures, tokens } = this.game.def
    const hands = zones.filter(({ holds, owner }) => holds === 'cards' && owner === seat)
    const all = [
      ...alternativesOf(this.game),
      ...hands.flatMap(({ id: hand }) => tokens.map(({ id }) => `${id}@${hand}`)),
      ...zones.flatMap(({ id, space }) => (space ? [id] : [])),
      ...procedures.flatMap(({ id, kind, by, title }) =>
        kind === 'action' && typeof title === 'string' && (by.length === 0 || by.includes(seat)) ? [id] : [],
      ),
    ]
    return all.length === 0
      ? []
      : Array.from({ length: WHY_NOTS }, (_, i) => all[(n * WHY_NOTS + i * 7) % all.length] ?? '')
  }

  #logged(items: readonly LogItem[]): void {
    for (const item of items) {
      this.shown.add('log', item.text)
      if (!isGroup(item)) continue
      this.shown.add('log', turnLine(item, this.words))
      this.#logged(item.items)
    }
  }
}

/** The names on the board. */
function boardTexts(words: Vocabulary): readonly string[] {
  const { zones, tokens, seats, variables } = words.def
  return [
    ...zones.map(({ id }) => words.zone(id)),
    ...tokens.flatMap(({ id, family }) =>
      // A card has a name of its own, which nobody counts.
      family === 'cards' ? [words.kind(id)] : [words.kind(id), words.counted(id, 1), words.counted(id, 2)],
    ),
    ...seats.map(({ id }) => words.seat(id)),
    ...variables.flatMap(({ id }) => (words.isHidden(id) || words.isKept(id) ? [] : [words.variable(id)])),
  ]
}

const alternatives = new WeakMap<Game, readonly string[]>()

/** The ids of all alternatives of the rules. */
function alternativesOf(game: Game): readonly string[] {
  let found = alternatives.get(game)
  if (found === undefined) {
    const ids = new Set<string>()
    for (const procedure of game.def.procedures)
      walk('ProcedureDef', procedure, (object, row) => {
        if (row.id === 'Alternative' && typeof object.id === 'string') ids.add(object.id)
      })
    alternatives.set(game, (found = [...ids]))
  }
  return found
}
