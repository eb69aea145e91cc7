/**
 * The action space of a game: a fixed numbering of atomic actions, derived from the GameDef alone, so it is the same in
 * every state, seed and process. An answer is one action or several (`PartialAnswer`).
 */
import {
  type Game,
  IllegalChoice,
  present,
  questionsOf,
  type RuleQuestion,
  type State,
} from '@ludoforge/kernel'
import type { Layout, Names, QuestionSite } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'

/** What an atomic action does: picks an option, takes an offer, gives a sign or a digit of a number, or finishes. */
export type ActionKind = 'done' | 'offer' | 'sign' | 'digit' | 'option'

/** The description of an atomic action. */
export interface AtomicAction {
  readonly name: string // "zone b2", "offer rest", "digit 7"
  readonly kind: ActionKind
  readonly type: string // of the option, such as `zone`; the kind for all other actions
  readonly id: string // of the option; a piece as `kind@zone`, or its type alone if there is one such token
}

/** Finishes a selection, or declines. */
export const DONE = 0
/** Numbers are given in digits of this base, so that a number below it is one action. */
export const DIGIT_BASE = 100

/** How the options of a question become actions. */
export type OptionCode =
  | { readonly by: 'value'; readonly first: number } // `first` is the action of the value 0
  | { readonly by: 'token' }
  | { readonly by: 'alternative'; readonly actions: readonly number[] }
  | { readonly by: 'number' } // by digits of the value
  | { readonly by: 'index' } // by digits of its place in the list: its type has no fixed values

/** The actions of the tokens of one type: one for a unique token, else one for each kind and zone. */
interface TokenActions {
  readonly first: number
  readonly isUnique: boolean
  readonly kind: number // the first kind of the type
  readonly zone: number // the first zone of its family
  readonly zones: number
}

interface ActionBlock {
  readonly first: number
  readonly describe: (i: number) => AtomicAction
}

const BY_DIGITS: readonly string[] = ['number', 'kind', 'text', 'position']

/** The atomic actions of a game, numbered: the same numbers in every position. */
export class ActionSpace {
  readonly size: number
  /** The actions `plus` and `minus`, then the digits. -1: no question needs a number. */
  readonly signs: number
  readonly #offers = new Map<number, number>()
  readonly #firsts = new Map<string, number>()
  readonly #alternatives = new Map<string, number>()
  readonly #tokens: TokenActions[] = []
  readonly #blocks: ActionBlock[] = []
  readonly #codes: (OptionCode | undefined)[] = [] // by site
  readonly #layout: Layout

  constructor(game: Game) {
    const { machine } = linkedGame(game).linked
    const { layout } = machine.linker
    this.#layout = layout
    const questions = questionsOf(game.def)
    const types = new Set(questions.flatMap(({ type }) => type ?? []))
    let next = 0
    const add = (size: number, describe: ActionBlock['describe']): number => {
      const first = next
      this.#blocks.push({ first, describe })
      next += size
      return first
    }
    add(1, () => ({ name: 'done', kind: 'done', type: 'done', id: 'done' }))
    if (questions.some(offersActions)) this.#addOffers(layout, add)
    const needsDigits = BY_DIGITS.some((type) => types.has(type))
    this.signs = needsDigits ? add(2, signOf) : -1
    if (needsDigits) add(DIGIT_BASE, digitOf)
    const ids = [...new Set(questions.flatMap((question) => question.ids))]
    const first = add(ids.length, (i) => option('choice', ids[i] ?? ''))
    ids.forEach((id, i) => this.#alternatives.set(id, first + i))
    for (const type of [...types].sort()) {
      if (BY_DIGITS.includes(type) || type === 'token') continue
      // Values start at -1, which is none.
      const start = add(layout.size(type) + 1, (i) => option(type, machine.names.scalar(type, i - 1)))
      this.#firsts.set(type, start + 1)
    }
    if (types.has('token')) this.#addTokens(layout, machine.names, add)
    this.size = next
  }

  #addOffers({ actions, procedures }: Layout, add: AddBlock): void {
    const first = add(actions.length, (i) => {
      const id = procedures[actions[i] ?? -1] ?? ''
      return { name: `offer ${id}`, kind: 'offer', type: 'offer', id }
    })
    actions.forEach((action, i) => this.#offers.set(action, first + i))
  }

  #addTokens(layout: Layout, names: Names, add: AddBlock): void {
    const { pieceZones } = layout
    for (const { def, kind, kinds } of layout.types) {
      const isUnique = def.count <= 1
      const zone = def.family === 'pieces' ? 0 : pieceZones
      const zones = def.family === 'pieces' ? pieceZones : layout.zones.length - pieceZones
      const idOf = (i: number): string =>
        isUnique
          ? def.id
          : `${names.kindId(kind + Math.floor(i / zones))}@${layout.zones[zone + (i % zones)]?.def.id ?? ''}`
      const first = add(isUnique ? 1 : kinds * zones, (i) => option('token', idOf(i)))
      this.#tokens.push({ first, isUnique, kind, zone, zones })
    }
  }

  /** Describes an action. */
  describe(action: number): AtomicAction {
    if (!Number.isInteger(action) || action < 0 || action >= this.size)
      throw new IllegalChoice(`There is no action ${action}. The actions are 0 to ${this.size - 1}.`)
    const block = present(
      this.#blocks.findLast(({ first }) => first <= action),
      'every action is in a block.',
    )
    return block.describe(action - block.first)
  }

  /** Returns how the options of a question become actions. */
  code(site: QuestionSite): OptionCode {
    return (this.#codes[site.id] ??= this.#codeOf(site))
  }

  #codeOf({ kind, type, ids }: QuestionSite): OptionCode {
    if (kind === 'window') return { by: 'index' } // it has offers only
    if (kind === 'alternatives')
      return { by: 'alternative', actions: ids.map((id) => numbered(this.#alternatives.get(id), id)) }
    if (type === 'token' && this.#tokens.length > 0) return { by: 'token' }
    if (type === 'number' && this.signs >= 0) return { by: 'number' }
    if (BY_DIGITS.includes(type) && this.signs >= 0) return { by: 'index' }
    return { by: 'value', first: numbered(this.#firsts.get(type), type) }
  }

  /** Returns the action that picks a token. */
  tokenAction({ d }: State, token: number): number {
    const layout = this.#layout
    const type = layout.typeOf[token] ?? -1
    const of = present(this.#tokens[type], 'every type of token has its actions.')
    if (of.isUnique) return of.first
    if (token < layout.pieces) {
      const at = d[layout.at + token] ?? 0
      const zone = Math.floor(at / layout.pieceKinds)
      return of.first + ((at % layout.pieceKinds) - of.kind) * of.zones + zone - of.zone
    }
    return (
      of.first + (layout.kindOf(d, token) - of.kind) * of.zones + (d[layout.cardZone + token] ?? 0) - of.zone
    )
  }

  /** Returns the action that takes an offer. */
  offerAction(action: number): number {
    return numbered(this.#offers.get(action), this.#layout.procedures[action] ?? '')
  }
}

type AddBlock = (size: number, describe: ActionBlock['describe']) => number

const option = (type: string, id: string): AtomicAction => ({
  name: `${type} ${id}`,
  kind: 'option',
  type,
  id,
})

function signOf(i: number): AtomicAction {
  const id = i === 0 ? 'plus' : 'minus'
  return { name: id, kind: 'sign', type: 'sign', id }
}

function digitOf(i: number): AtomicAction {
  return { name: `digit ${i}`, kind: 'digit', type: 'digit', id: String(i) }
}

function offersActions({ kind, node }: RuleQuestion): boolean {
  return kind === 'window' || (node !== null && node.offering !== undefined)
}

/** The rules have numbered all their questions. Blocks that are linked later can ask about other things. */
function numbered(action: number | undefined, what: string): number {
  if (action !== undefined) return action
  throw new IllegalChoice(`No question of the rules is about ${what}, so it has no action.`)
}

const spaces = new WeakMap<Game, ActionSpace>()

/** Returns the action space of a game. */
export function actionSpaceOf(game: Game): ActionSpace {
  let space = spaces.get(game)
  if (space === undefined) spaces.set(game, (space = new ActionSpace(game)))
  return space
}
