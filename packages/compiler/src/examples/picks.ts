import type { Alternatives, Choice, Decision, Effect, State, Text } from '@ludoforge/kernel'
import { itemOf, LudoError, walk } from '@ludoforge/kernel'
import { describe, DiagnosticError, type Typed, unknownName } from '../elaborate/index.js'
import type { ExprNode } from '../parser/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr } from '../parser/expressions.js'
import { onlyItem } from '../source/index.js'
import type { ExampleLinker } from './linker.js'
import type { Pick } from './parse.js'
import { textMatches } from './text-match.js'

type MenuOption = Alternatives['options'][number]

/** Resolves the answers of examples: options by id, by label or by an expression such as "2 troops in hill". */
export class Picks {
  /** The options of each menu, by its source location. */
  readonly #menus = new Map<string, readonly MenuOption[]>()

  constructor(private readonly linker: ExampleLinker) {
    const { def } = linker.game
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

  choice(state: State, decision: Decision, picks: readonly Pick[]): Choice {
    const [first] = picks
    if (decision.kind === 'number' && first !== undefined) return wholeNumber(first)
    const ids = picks.flatMap((pick) => this.ids(state, decision, pick))
    const id = onlyItem(ids)
    if (id === undefined) return ids
    if (!isOption(decision, id) && isOffer(decision, id)) return { offer: id }
    return decision.kind === 'one' ? id : ids
  }

  /** Whether the pick can be chosen, as an option or as an offered action. */
  offered(state: State, decision: Decision, pick: Pick): boolean {
    if (decision.kind === 'number') {
      const number = wholeNumber(pick)
      return number >= decision.min && number <= decision.max
    }
    return this.ids(state, decision, pick).every((id) => isOption(decision, id) || isOffer(decision, id))
  }

  /** The names a pick refers to, whether or not they are offered. */
  names(state: State, pick: Pick): readonly string[] {
    return this.linker.names(state, this.linker.typed(exprOf(pick)))
  }

  /** The same, or `undefined` if it refers to nothing. */
  namesIn(state: State, pick: Pick): readonly string[] | undefined {
    try {
      return this.names(state, pick)
    } catch (error) {
      if (error instanceof DiagnosticError || error instanceof ParseError || error instanceof LudoError)
        return undefined
      throw error
    }
  }

  /** The display name of a token type, zone or seat. */
  nameOf(id: string): string | undefined {
    const { tokens, zones, seats } = this.linker.game.def
    return [...tokens, ...zones, ...seats].find((item) => item.id === id)?.name
  }

  /** The ids a pick refers to. If none is offered, the first one. */
  private ids(state: State, decision: Decision, pick: Pick): string[] {
    const times = (id: string): string[] => Array.from({ length: pick.count ?? 1 }, () => id)
    const { text } = pick
    const plain = decision.options.find((o) => o.id === text || o.label.toLowerCase() === text.toLowerCase())
    if (plain !== undefined) return times(plain.id)
    if (isOffer(decision, text)) return [text]
    if (decision.type === 'choice') return times(this.menuOption(decision, pick))
    const named = this.named(decision.type, text)
    if (named !== undefined) return times(named)
    const card = decision.type === 'token' ? this.card(decision, pick) : undefined
    if (card !== undefined) return times(card)
    const names = this.linker.names(state, this.typed(decision, pick))
    const [first] = names
    if (first === undefined)
      throw new DiagnosticError('names-nothing', pick.span, `\`${text}\` is empty here: nothing matches it.`)
    const offered = names.filter((n) => isOption(decision, n))
    const enough = offered.slice(0, pick.count ?? 1)
    return enough.length === (pick.count ?? 1) ? enough : times(offered[0] ?? first)
  }

  /** A piece or card by its type alone, if only one place offers it. */
  private card({ options }: Decision, { text, span }: Pick): string | undefined {
    if (!this.linker.world.tokenTypes.has(text)) return undefined
    const ids = options.flatMap(({ id }) => (id.startsWith(`${text}@`) ? [id] : []))
    if (ids.length <= 1) return ids[0] ?? text
    const places = ids.map((id) => `\`${id.replace('@', ' in ')}\``)
    throw new DiagnosticError(
      'ambiguous-name',
      span,
      `\`${text}\` is offered in several places.`,
      writeOneOf(places),
    )
  }

  /** Whether a pick refers to anything in the game, or to an option of some menu. */
  exists(state: State, pick: Pick): boolean {
    const { text } = pick
    if (/^-? ?\d{1,10}$/.test(text) || this.linker.world.procedures.has(text)) return true
    const isMatch = ({ id, label }: MenuOption): boolean =>
      id === text || (label !== undefined && textMatches(label, text))
    if ([...this.#menus.values()].some((options) => options.some(isMatch))) return true
    return this.namesIn(state, pick) !== undefined
  }

  /** The id of a card, zone or seat by its display name. */
  private named(type: string, text: string): string | undefined {
    const { tokens, zones, seats } = this.linker.game.def
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
  private menuOption(decision: Decision, pick: Pick): string {
    const menu = this.#menus.get(decision.place ?? '') ?? []
    const found = menu.find(
      ({ id, label }) =>
        id === pick.text || (label !== undefined && !isOption(decision, id) && textMatches(label, pick.text)),
    )
    if (found !== undefined) return found.id
    if (this.linker.world.procedures.get(pick.text)?.action === true) return pick.text
    const known = [...decision.options, ...menu].flatMap(({ id, label }) => [id, plainLabel(label)])
    throw unknownName(pick.span, pick.text, 'an option of this question', known)
  }

  /** Elaborates a pick to the type of the question. */
  private typed(decision: Decision, pick: Pick): Typed {
    const node = exprOf(pick)
    const fits = ({ type }: Typed): boolean => {
      const item = itemOf(type)
      return item === decision.type || item === 'action'
    }
    let first: Typed | undefined
    try {
      first = this.linker.typed(node)
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error
    }
    if (first !== undefined && fits(first)) return first
    const expected = this.linker.typed(node, decision.type)
    if (fits(expected)) return expected
    throw new DiagnosticError(
      'wrong-type',
      pick.span,
      `The question asks for ${describe(decision.type)}, but \`${pick.text}\` is ${describe(expected.type)}.`,
    )
  }
}

const parsed = new WeakMap<Pick, ExprNode>()

function exprOf(pick: Pick): ExprNode {
  const known = parsed.get(pick)
  if (known !== undefined) return known
  const c = new Cursor(pick.tokens, pick.span)
  const node = parseExpr(c)
  c.end()
  parsed.set(pick, node)
  return node
}

function wholeNumber({ text, span }: Pick): number {
  if (!/^-? ?\d{1,10}$/.test(text))
    throw new DiagnosticError('wrong-type', span, `Expected a number, found \`${text}\`.`)
  return Number(text.replace(' ', ''))
}

const writeOneOf = (names: readonly string[]): string => `Write ${names.join(' or ')}.`

const isOption = ({ options }: Decision, id: string): boolean => options.some((o) => o.id === id)
const isOffer = ({ offers }: Decision, id: string): boolean => offers.some((o) => o.id === id)

function plainLabel(label: string | Text | undefined): string {
  return typeof label === 'string' ? label : (label ?? []).filter((part) => typeof part === 'string').join('')
}
