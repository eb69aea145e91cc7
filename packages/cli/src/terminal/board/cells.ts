/** The contents of a drawn space: short signs for its pieces and its terrain. */
import type { Decision, View, ZoneDef } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { kindsOf, spaceStyler } from '@ludoforge/look/node'
import type { Labels } from './labels.js'
import { marksOf } from './spaces.js'
import { widthOf } from './text.js'

export interface Cell {
  readonly name: string
  /** Signs of the pieces and marks. Empty if there are none. */
  readonly held: string
  readonly ground: string
  /** Whether it is an option of the current question. */
  readonly offered: boolean
}

export type CellOf = (space: ZoneDef) => Cell

/** One-column characters for the look's symbols. */
const GLYPHS: Readonly<Record<string, string>> = {
  star: '*',
  crown: 'w',
  flag: '!',
  house: '⌂',
  anchor: '‡',
  mountain: '^',
  tree: '↑',
  wave: '~',
  grass: '"',
  up: '↑',
  'up-twice': '⇑',
  down: '↓',
  'down-twice': '⇓',
  cross: 'x',
  ring: 'o',
  dot: '•',
  coin: '$',
  clubs: '♣',
  diamonds: '♦',
  hearts: '♥',
  spades: '♠',
}

const MAX_SIGN = 3

const CACHE = new WeakMap<Labels, Signs>()

export function signsOf(labels: Labels): Signs {
  const found = CACHE.get(labels) ?? new Signs(labels)
  CACHE.set(labels, found)
  return found
}

/** The signs of a game's pieces and terrain, with a legend. */
class Signs {
  readonly #pieces = new Map<string, string>()
  readonly #explained = new Set<string>() // kinds that need a legend
  readonly #ground = new Map<string, { readonly sign: string; readonly name: string }>()

  constructor(readonly labels: Labels) {
    const { def, look } = labels
    const kinds = kindsOf(def).filter(({ type }) => type.family === 'pieces')
    const given = (id: string, name: string): string | undefined =>
      [labels.short[id], look.pieces[id]?.sign, name].find(
        (text) => text !== undefined && text !== '' && look.symbols[text] === undefined && isShort(text),
      )
    const letters = lettersFor(
      [...new Set(kinds.map(({ type }) => type.id))]
        .map((id) => ({ id, name: labels.plainKind(id) }))
        .filter(({ id, name }) => given(id, name) === undefined),
    )
    for (const { id, type, values } of kinds) {
      const own = given(id, labels.plainKind(id))
      const base = given(type.id, labels.plainKind(type.id)) ?? letters.get(type.id) ?? type.id
      this.#pieces.set(id, own ?? base + values.map((value) => value.slice(0, 1)).join(''))
      if (own !== labels.plainKind(id)) this.#explained.add(id)
    }
    const style = spaceStyler(def, look)
    for (const zone of def.zones) {
      if (!zone.space) continue
      const { column = 0, row = 0 } = zone.attributes
      const name = style(zone, { column: Number(column), row: Number(row) })
      const pattern = look.styles[name]?.pattern
      if (pattern === undefined) continue
      const sign = GLYPHS[pattern] ?? pattern.slice(0, 1).toUpperCase()
      this.#ground.set(zone.id, { sign, name: name.replaceAll('-', ' ') })
    }
  }

  /** The sign of `count` pieces of a kind, in their owner's colour. */
  pieces(kind: string, count: number): string {
    const sign = this.#pieces.get(kind) ?? kind
    return this.labels.inColourOf(kind, count === 1 ? sign : `${count}${sign}`)
  }

  ground(space: string): string {
    return this.#ground.get(space)?.sign ?? ''
  }

  groundName(space: string): string {
    return this.#ground.get(space)?.name ?? ''
  }

  /** The legend of the signs these spaces show now. */
  legend(view: View, spaces: readonly ZoneDef[]): string[] {
    const kinds = new Set(spaces.flatMap(({ id }) => Object.keys(view.zones[id]?.pieces ?? {})))
    const explained = [...this.#explained].filter((kind) => kinds.has(kind))
    const grounds = new Map(
      spaces.flatMap(({ id }) => {
        const found = this.#ground.get(id)
        return found === undefined ? [] : [[found.sign, found.name] as const]
      }),
    )
    return [
      ...explained.map((kind) => `${this.#pieces.get(kind)} ${this.labels.words.kind(kind)}`),
      ...[...grounds].map(([sign, name]) => `${sign} ${name}`),
    ]
  }
}

const isShort = (text: string): boolean => widthOf(text) <= MAX_SIGN && !text.includes(' ')

/** Short abbreviations of the names, all different. Takes the first scheme that makes them unique. */
function lettersFor(names: readonly { readonly id: string; readonly name: string }[]): Map<string, string> {
  const letter = (word: string): string => word.slice(0, 1).toUpperCase()
  const schemes: readonly ((words: readonly string[]) => string)[] = [
    (words) => letter(words[0] ?? ''),
    (words) => letter(words.at(-1) ?? ''),
    (words) => words.map(letter).join('').slice(0, MAX_SIGN),
    (words) => letter(words[0] ?? '') + (words[0] ?? '').slice(1, 2),
    (words) => letter(words[0] ?? '') + (words.at(-1) ?? '').slice(0, 2),
  ]
  for (const abbreviate of schemes) {
    const found = new Map(names.map(({ id, name }) => [id, abbreviate(name.split(/[\s-]+/))]))
    if (new Set(found.values()).size === names.length) return found
  }
  return new Map(names.map(({ id }, i) => [id, `#${i + 1}`]))
}

/** The spaces among a question's options, as themselves or as the space of a piece. */
export function offeredSpaces(decision: Decision | undefined): ReadonlySet<string> {
  return new Set(decision?.options.map(({ id }) => id.slice(id.indexOf('@') + 1)) ?? [])
}

/** The contents of a board's spaces. Options aren't marked if they are all spaces, or exactly the empty ones. */
export function cellsOf(view: View, spaces: readonly ZoneDef[], labels: Labels, computed: Values): CellOf {
  const signs = signsOf(labels)
  const offered = offeredSpaces(view.decision)
  const isEmpty = ({ id }: ZoneDef): boolean => (view.zones[id]?.size ?? 0) === 0
  const plain = spaces.every((space) => offered.has(space.id) === isEmpty(space))
  const all = spaces.every(({ id }) => offered.has(id))
  return ({ id }) => {
    const zone = view.zones[id]
    const pieces =
      zone === undefined || zone.size === 0
        ? []
        : zone.pieces === undefined
          ? [`${zone.size}?`]
          : Object.entries(zone.pieces).map(([kind, count]) => signs.pieces(kind, count))
    return {
      name: labels.place(id),
      held: [...pieces, ...marksOf(id, view, labels, computed)].join(' '),
      ground: signs.ground(id),
      offered: !plain && !all && offered.has(id),
    }
  }
}
