/** Resolves answers as examples and lessons write them: options by id, by label or by an expression. */
import type { Alternatives, Choice, Decision, Effect, State, Text, TypeName } from '@ludoforge/kernel'
import { itemOf, LudoError, walk } from '@ludoforge/kernel'
import type { LinkCache } from '../workbench/link-cache.js'
import type { Expression } from '../workbench/values.js'
import { textMatches } from './text-match.js'

type MenuOption = Alternatives['options'][number]

/** One item of a written answer: its words and count. */
export interface WrittenPick {
  readonly text: string
  readonly count?: number | undefined
}

/** The meaning of written items as expressions. */
export interface PickMeanings<P extends WrittenPick> {
  /** Returns what the words mean where a value of this type is expected. Throws if they mean nothing. */
  meaning(pick: P, type: TypeName): Expression
  /** Returns what the words mean alone, or `undefined`. */
  plainMeaning(pick: P): Expression | undefined
}

/** A written item that fits no answer. */
export class PickError<P extends WrittenPick> extends Error {
  constructor(
    readonly pick: P,
    readonly problem:
      | { readonly is: 'empty' | 'no-number' }
      | { readonly is: 'ambiguous'; readonly places: readonly string[] }
      | { readonly is: 'unknown'; readonly known: readonly string[] }
      | { readonly is: 'of-another-type'; readonly wanted: TypeName; readonly found: TypeName },
  ) {
    super(`\`${pick.text}\` isn't an answer here.`)
  }
}

/** Resolves the written answers of one game. */
export class Picks<P extends WrittenPick> {
  /** The options of each menu, by its source location. */
  readonly #menus = new Map<string, readonly MenuOption[]>()

  constructor(
    private readonly links: LinkCache,
    private readonly meanings: PickMeanings<P>,
  ) {
    const { def } = links.game
    walk('GameDef', def, (object, { id }) => {
      const { src, ...effect } = object as Partial<Effect>
      const at = id === 'alternatives' || id === 'chooseAtOnce' ? def.sources[src ?? -1] : undefined
      const asked = 'chooseAtOnce' in effect ? effect.chooseAtOnce?.ask : effect
      if (
        at !== undefined &&
        asked !== undefined &&
        'alternatives' in asked &&
        asked.alternatives !== undefined
      )
        this.#menus.set(`${at.file}:${at.line}`, asked.alternatives.options)
    })
  }

  /** The answer to a question. `ahead`: it is also the answer to the same question in the rounds that follow. */
  choice(state: State, decision: Decision, picks: readonly P[], ahead?: 'only' | 'throughout'): Choice {
    const answer = this.#answer(state, decision, picks)
    if (ahead === 'only' && typeof answer === 'string') return [answer]
    if (ahead === 'throughout' && typeof answer !== 'object') return { throughout: answer }
    return answer
  }

  #answer(state: State, decision: Decision, picks: readonly P[]): Choice {
    const [first] = picks
    if (decision.kind === 'number' && first !== undefined) return wholeNumber(first)
    const ids = picks.flatMap((pick) => this.#ids(state, decision, pick))
    const [id] = ids
    if (id === undefined || ids.length > 1) return ids
    if (!isOption(decision, id) && isOffer(decision, id)) return { offer: id }
    return decision.kind === 'one' ? id : ids
  }

  /** Whether the pick can be chosen, as an option or as an offered action. */
  offered(state: State, decision: Decision, pick: P): boolean {
    if (decision.kind === 'number') {
      const number = wholeNumber(pick)
      return number >= decision.min && number <= decision.max
    }
    return this.#ids(state, decision, pick).every((id) => isOption(decision, id) || isOffer(decision, id))
  }

  /** The names a pick refers to in this state, offered or not. Returns `undefined` if it refers to nothing. */
  namesIn(state: State, pick: P): readonly string[] | undefined {
    try {
      const meaning = this.meanings.plainMeaning(pick)
      return meaning === undefined ? undefined : this.links.names(state, meaning)
    } catch (error) {
      if (error instanceof LudoError) return undefined
      throw error
    }
  }

  /** The display name of a token type, zone or seat. */
  nameOf(id: string): string | undefined {
    const { tokens, zones, seats } = this.links.game.def
    return [...tokens, ...zones, ...seats].find((item) => item.id === id)?.name
  }

  /** The ids a pick refers to. If none is offered, the first one. */
  #ids(state: State, decision: Decision, pick: P): string[] {
    const times = (id: string): string[] => Array.from({ length: pick.count ?? 1 }, () => id)
    const { text } = pick
    const plain = decision.options.find((o) => o.id === text || o.label.toLowerCase() === text.toLowerCase())
    if (plain !== undefined) return times(plain.id)
    if (isOffer(decision, text)) return [text]
    if (decision.type === 'choice') return times(this.#menuOption(decision, pick))
    const named = this.#named(decision.type, text)
    if (named !== undefined) return times(named)
    const card = decision.type === 'token' ? this.#card(decision, pick) : undefined
    if (card !== undefined) return times(card)
    const names = this.links.names(state, this.#typed(decision, pick))
    const [first] = names
    if (first === undefined) throw new PickError(pick, { is: 'empty' })
    const offered = names.filter((n) => isOption(decision, n))
    const enough = offered.slice(0, pick.count ?? 1)
    return enough.length === (pick.count ?? 1) ? enough : times(offered[0] ?? first)
  }

  /** A piece or card by its type alone, if only one place offers it. */
  #card({ options }: Decision, pick: P): string | undefined {
    const { text } = pick
    if (!this.links.game.def.tokens.some(({ id }) => id === text)) return undefined
    const ids = options.flatMap(({ id }) => (id.startsWith(`${text}@`) ? [id] : []))
    if (ids.length <= 1) return ids[0] ?? text
    throw new PickError(pick, { is: 'ambiguous', places: ids.map((id) => id.replace('@', ' in ')) })
  }

  /** Whether a pick refers to anything in the game, or to an option of some menu. */
  exists(state: State, pick: P): boolean {
    const { text } = pick
    if (/^-? ?\d{1,10}$/.test(text) || this.#procedure(text) !== undefined) return true
    const isMatch = ({ id, label }: MenuOption): boolean =>
      id === text || (label !== undefined && textMatches(label, text))
    if ([...this.#menus.values()].some((options) => options.some(isMatch))) return true
    return this.namesIn(state, pick) !== undefined
  }

  #procedure(name: string) {
    return this.links.game.def.procedures.find(({ id }) => id === name)
  }

  /** The id of a card, zone or seat by its display name. */
  #named(type: string, text: string): string | undefined {
    const { tokens, zones, seats } = this.links.game.def
    const things =
      type === 'token'
        ? tokens.filter(({ family }) => family === 'cards')
        : type === 'zone'
          ? zones
          : type === 'seat'
            ? seats
            : []
    return things.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.id
  }

  /** An option of the menu by id, or by a label it could have if it isn't offered; or an action. */
  #menuOption(decision: Decision, pick: P): string {
    const menu = this.#menus.get(decision.place ?? '') ?? []
    const found = menu.find(
      ({ id, label }) =>
        id === pick.text || (label !== undefined && !isOption(decision, id) && textMatches(label, pick.text)),
    )
    if (found !== undefined) return found.id
    if (this.#procedure(pick.text)?.kind === 'action') return pick.text
    const known = [...decision.options, ...menu].flatMap(({ id, label }) => [id, plainLabel(label)])
    throw new PickError(pick, { is: 'unknown', known })
  }

  /** The meaning of a pick that fits the type of the question. */
  #typed(decision: Decision, pick: P): Expression {
    const fits = ({ type }: Expression): boolean => {
      const item = itemOf(type)
      return item === decision.type || item === 'action'
    }
    const plain = this.meanings.plainMeaning(pick)
    if (plain !== undefined && fits(plain)) return plain
    const expected = this.meanings.meaning(pick, decision.type)
    if (fits(expected)) return expected
    throw new PickError(pick, { is: 'of-another-type', wanted: decision.type, found: expected.type })
  }
}

function wholeNumber(pick: WrittenPick): number {
  if (!/^-? ?\d{1,10}$/.test(pick.text)) throw new PickError(pick, { is: 'no-number' })
  return Number(pick.text.replace(' ', ''))
}

const isOption = ({ options }: Decision, id: string): boolean => options.some((o) => o.id === id)
const isOffer = ({ offers }: Decision, id: string): boolean => offers.some((o) => o.id === id)

function plainLabel(label: string | Text | undefined): string {
  return typeof label === 'string' ? label : (label ?? []).filter((part) => typeof part === 'string').join('')
}
