/** Finds faults in texts that people read: ids, syntax of the rules, wrong plurals and articles, empty reasons. */
import type { GameDef } from '@ludoforge/kernel'
import { english } from '@ludoforge/play'

/** What is wrong with a text. */
export interface Fault {
  readonly kind: 'id' | 'syntax' | 'plural' | 'article' | 'repetition' | 'empty'
  /** The part of the text that is wrong. */
  readonly at: string
}

/** Checks texts of one game. */
export class FaultFinder {
  readonly #ids: ReadonlySet<string>
  readonly #singular: ReadonlySet<string>
  readonly #plural: ReadonlySet<string>
  readonly #proper: RegExp
  readonly #cardZones: ReadonlySet<string>

  constructor(def: GameDef) {
    const names = displayNames(def)
    const prose = names.join('\n').toLowerCase()
    this.#ids = new Set(idsOf(def).filter((id) => /[a-z]-[a-z0-9]/.test(id) && !prose.includes(id)))
    const nouns = nounsOf(def)
    this.#singular = new Set(nouns.flatMap(({ one, many }) => (one === many ? [] : [one])))
    this.#proper = properNames(def)
    // The owner at the end of a name is omitted where it's known.
    this.#cardZones = new Set(
      def.zones.flatMap(({ holds, name }) =>
        holds === 'cards' ? [name, name.replace(/ \([^()]*\)$/, '')] : [],
      ),
    )
    this.#plural = new Set(nouns.flatMap(({ one, many }) => (one === many ? [] : [many])))
  }

  /** Returns the faults of a text, or none. */
  faults(text: string): readonly Fault[] {
    const found: Fault[] = []
    const add = (kind: Fault['kind'], at: string | undefined): void => {
      if (at !== undefined) found.push({ kind, at })
    }
    if (text.trim() === '' || /^(?:because|why not|:)\s*$/i.test(text.trim())) add('empty', text)
    for (const [word] of text.matchAll(/[a-z][a-z0-9]*(?:-[a-z0-9]+)+/g))
      if (this.#ids.has(word)) add('id', word)
    // A proper name may look like an article or a wrong plural.
    const masked = text.replaceAll(this.#proper, '◦')
    add('syntax', SYNTAX.exec(masked)?.[0])
    add('syntax', this.#route(text))
    add('repetition', /\b(the|a|an|is|are|of|in|to|and|or|no) \1\b/i.exec(masked)?.[0])
    add('article', wrongArticle(masked))
    add('plural', this.#wrongPlural(masked))
    return found
  }

  /** Finds a move of cards that isn't a sentence: `Storm: Hand → Deck`. */
  #route(text: string): string | undefined {
    const [, from, into] = /: ([^:→]+) → ([^:→;]+)$/.exec(text.split('; ')[0] ?? '') ?? []
    const isZone = (name: string | undefined): boolean => name !== undefined && this.#cardZones.has(name)
    return isZone(from) && isZone(into) ? `${from} → ${into}` : undefined
  }

  /** Finds `1 cubes`, `3 cube` and `no cubes is`. */
  #wrongPlural(text: string): string | undefined {
    for (const { 0: whole, 1: number = '', 2: rest = '' } of text.matchAll(
      /(?<![\d.,:+-])\b(\d+) ((?:[\w'’]+ ?){1,5})/g,
    )) {
      const isOne = number === '1'
      const noun = longest(
        rest.trimEnd(),
        isOne ? this.#plural : this.#singular,
        isOne ? this.#singular : this.#plural,
      )
      if (noun !== undefined) return whole.trimEnd()
    }
    const [, is] = /\b(no [\w ]+) is\b/.exec(text) ?? []
    const noun = is?.replace(/^no /, '') ?? ''
    return this.#plural.has(noun) ? `${is} is` : undefined
  }
}

/** The names of spaces and cards, the longest first. */
function properNames({ zones, tokens }: GameDef): RegExp {
  const cards = tokens.filter(({ family }) => family === 'cards')
  const names = [...zones, ...cards].map(({ name }) => name).filter((name) => name.length > 2)
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(escaped.length === 0 ? '(?!)' : `(?<!\\w)(?:${escaped.join('|')})(?!\\w)`, 'g')
}

/** Signs and words of the rules' notation. An arrow between two values is fine. */
const SYNTAX =
  /[a-z][\w-]*\((?=[\w"'[])|[<>!=]=|(?<![-\w ])=|\w@\w|\w\+[a-z]|[{}]|\[\w|\]|\bundefined\b|\bNaN\b|\[object|\bit\.\w|\w\.\w+\(| <(?=\s*\w)|(?<!-)> (?=\d)/

/** Finds `a apple` and `an pear`. Initialisms are read letter by letter. */
function wrongArticle(text: string): string | undefined {
  for (const { 0: whole, 1: article = '', 2: noun = '' } of text.matchAll(
    /(?<![\w'’])([Aa]n?) ([A-Za-z][\w-]*)/g,
  )) {
    if (noun.length === 1) continue
    if (english.withArticle(noun) !== `${article.toLowerCase()} ${noun}`) return whole
  }
  return undefined
}

/** Returns the wrong noun at the beginning of a text, unless a right one is there that is at least as long. */
function longest(text: string, wrong: ReadonlySet<string>, right: ReadonlySet<string>): string | undefined {
  const words = text.split(' ')
  for (let n = words.length; n > 0; n--) {
    const noun = words.slice(0, n).join(' ')
    if (right.has(noun)) return undefined
    if (wrong.has(noun)) return noun
  }
  return undefined
}

/** Nouns that every game has. */
const COMMON = [
  'space',
  'piece',
  'card',
  'player',
  'action',
  'die',
  'marker',
  'point',
  'more space',
  'more piece',
  'level',
]

function nounsOf({ tokens, groups, variables }: GameDef): { readonly one: string; readonly many: string }[] {
  const declared = [...tokens, ...groups, ...variables].flatMap(({ name, many }) =>
    name === undefined || many === undefined ? [] : [{ one: name, many }],
  )
  return [...COMMON.map((one) => ({ one, many: english.plural(one) })), ...declared]
}

function displayNames(def: GameDef): string[] {
  const named = [...def.zones, ...def.tokens, ...def.seats, ...def.groups, ...def.variables]
  return [
    ...named.flatMap(({ name }) => name ?? []),
    ...def.procedures.flatMap(({ title }) => (typeof title === 'string' ? [title] : [])),
    ...def.enums.flatMap(({ names = {} }) => Object.values(names)),
    ...def.options.map(({ about }) => about),
  ]
}

function idsOf(def: GameDef): string[] {
  const declared = [
    ...def.zones,
    ...def.tokens,
    ...def.groups,
    ...def.variables,
    ...def.functions,
    ...def.procedures,
    ...def.attributes,
    ...def.properties,
    ...def.options,
    ...def.tables,
    ...def.enums,
  ]
  return [...declared.map(({ id }) => id), ...def.enums.flatMap(({ values }) => values)]
}
