import type { Constant, TypeName, VariableDef, ZoneDef } from '@ludoforge/kernel'
import { enumId, itemOf } from '@ludoforge/kernel'
import { didYouMean, closestName } from '../diagnostics/index.js'
import { type NonEmpty, formatLocation, type Span } from '../source/index.js'
import { isNullValue, Reader, wordsOf, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { isEngineName, isReserved } from '../parser/index.js'
import { inferType, readConstant } from './types.js'

/** The kinds of names, with the word for each in messages. */
const WORDS = {
  seat: 'seat',
  'seat-property': 'seat property',
  enum: 'enumeration',
  attribute: 'attribute',
  zone: 'zone',
  family: 'zone',
  property: 'property',
  token: 'token type',
  variable: 'variable',
  table: 'table',
  option: 'option',
  scenario: 'scenario',
  group: 'group',
} as const
type NameKind = keyof typeof WORDS

/** Kinds whose names occur alone in rules, so that they can't be reserved words. */
const ALONE: ReadonlySet<NameKind> = new Set([
  'seat',
  'zone',
  'family',
  'token',
  'variable',
  'table',
  'option',
  'group',
])

const article = (word: string): string => `${/^[aeou]/.test(word) ? 'an' : 'a'} ${word}`
const pluralOf = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`)

/** Zones and families of zones share one namespace. */
const SIBLINGS: Readonly<Record<string, string>> = { zone: 'family', family: 'zone' }

const ID = /^[A-Za-z][A-Za-z0-9-]*$/
/** Cards are often called by number or rank: `68`, `2-of-clubs`. */
const CARD_ID = /^[A-Za-z0-9][A-Za-z0-9-]*$/

export const isId = (text: string): boolean => ID.test(text)

/** An enumeration. A declared one is closed; an inferred one grows as values appear. */
export interface Enumeration {
  readonly values: string[]
  readonly closed: boolean
  /** For people, by value. */
  readonly names?: Readonly<Record<string, string>> | undefined
}

/** The uses of each attribute or property, by its name. */
export type Occurrences = ReadonlyMap<string, NonEmpty<YamlEntry>>

/** The state of reading declarations: the names declared so far, with their spans. */
export class Context extends Reader {
  readonly spans = new Map<string, Span>()
  readonly seats = new Map<string, { readonly name: string }>()
  readonly enums = new Map<string, Enumeration>()
  /** Every zone by id; attributes and adjacency are filled in once all ids are known. */
  readonly zones = new Map<string, ZoneDef>()
  readonly families = new Set<string>()
  readonly variables = new Map<string, VariableDef>()
  /** The declared types of fixed properties. The others are inferred. */
  readonly fixedTypes = new Map<string, TypeName>()
  /** Values reported by type inference, so that they aren't reported again. */
  readonly misfits = new WeakSet<YamlNode>()

  /** Zones and families whose `holds` had an error. */
  readonly unclear = new Set<string>()

  /** Declares a name. Reports and returns `false` if it isn't a valid name or is already declared. */
  declare(kind: NameKind, id: string, span: Span, card = false): boolean {
    if (!(card ? CARD_ID : ID).test(id)) {
      const rule = `letters, digits and hyphens${card ? '' : ', and start with a letter'}`
      this.error('bad-id', span, `\`${id}\` isn't a valid name. Use ${rule}.`)
      return false
    }
    if (isEngineName(id) || (ALONE.has(kind) && isReserved(id))) {
      const message = `\`${id}\` is a reserved word, so it can't name ${article(WORDS[kind])}.`
      this.error('bad-id', span, message, 'choose another name')
      return false
    }
    const first = this.spans.get(`${kind}:${id}`) ?? this.spans.get(`${SIBLINGS[kind]}:${id}`)
    if (first !== undefined) {
      const message = `There are two ${pluralOf(WORDS[kind])} \`${id}\`. The first is at ${formatLocation(first)}.`
      this.error('duplicate-id', span, message, 'rename one of them')
      return false
    }
    this.spans.set(`${kind}:${id}`, span)
    return true
  }

  /** Reports an undeclared name, with the closest declared one as a hint. */
  unknown(what: string, name: string, span: Span, candidates: Iterable<string>): undefined {
    const known = [...candidates]
    const few = known.length > 0 && known.length <= 8
    const all = few ? `known names: ${known.map((id) => `\`${id}\``).join(', ')}` : undefined
    const code = `unknown-${what.replaceAll(' ', '-')}`
    const message = `There is no ${what} \`${name}\`.`
    this.reporter.missing(name, code, span, message, didYouMean(name, known) ?? all)
    return undefined
  }

  /** Finds an item by id. Reports and returns `undefined` if there is none. */
  find<T extends { readonly id: string }>(
    what: string,
    { text, span }: { readonly text: string; readonly span: Span },
    among: readonly T[],
  ): T | undefined {
    const found = among.find(({ id }) => id === text)
    const ids = among.map(({ id }) => id)
    return found ?? this.unknown(what, text, span, ids)
  }

  spaces(): ZoneDef[] {
    return [...this.zones.values()].filter(({ space }) => space)
  }

  /** The values of an enumeration type. */
  valuesOf(type: TypeName): readonly string[] {
    return this.enums.get(enumId(type))?.values ?? []
  }

  /** Infers the types of attributes or properties from all their values. */
  infer(
    kind: 'seat-property' | 'attribute' | 'property',
    samples: Occurrences,
    what: (id: string) => string,
    skip: (id: string, first: Span) => boolean = () => false,
  ): Map<string, TypeName> {
    const types = new Map<string, TypeName>()
    const repeated = [...samples].filter(([, uses]) => uses.length > 1).map(([name]) => name)
    // A name that occurs once and is close to a repeated one is most likely a typo.
    const all = [...samples].map(([id, entries]) => {
      const lone = entries.length === 1 && kind !== 'seat-property'
      return { id, entries, meant: lone ? closestName(id, repeated) : undefined }
    })
    // Infer the repeated names first: a suspected typo is compared with the type of its target.
    const inOrder = all.toSorted((a, b) => Number(a.meant !== undefined) - Number(b.meant !== undefined))
    for (const { id, entries, meant } of inOrder) {
      const [{ keySpan, value }] = entries
      if (skip(id, keySpan)) continue
      const message = `The ${WORDS[kind]} \`${id}\` occurs only once.`
      const hint = `did you mean \`${meant}\`?`
      // As a second name its values would become ambiguous everywhere, so this is an error.
      if (meant !== undefined && this.#fits(value, types.get(meant))) {
        this.error('lone-name', keySpan, message, hint)
        continue
      }
      if (meant !== undefined) this.reporter.warn('lone-name', keySpan, message, hint)
      if (!this.declare(kind, id, keySpan)) continue
      const nodes = entries.map((entry) => entry.value)
      const type = inferType(this, id, nodes, what(id), kind === 'property' ? 'spaces' : 'zones')
      if (type !== undefined) types.set(id, type)
    }
    return types
  }

  /** Whether every word of the value is a seat, a zone or an enumeration value of this type. */
  #fits(node: YamlNode, type: TypeName | undefined): boolean {
    const item = type === undefined ? undefined : itemOf(type)
    const words = wordsOf(node)
    if (item === undefined || words.length === 0) return false
    return words.every((word) => {
      if (item === 'seat') return this.seats.has(word)
      return item === 'zone' ? this.zones.has(word) : this.valuesOf(item).includes(word)
    })
  }

  /** Reads the values of one thing as constants. Skips keys without a value, unless `all` is set. */
  constants(
    entries: Iterable<YamlEntry>,
    types: ReadonlyMap<string, TypeName>,
    of: string,
    all = false,
  ): Record<string, Constant> {
    const values = [...entries].flatMap(({ key, value }) => {
      const type = types.get(key)
      if (type === undefined || (!all && isNullValue(value))) return []
      const constant = readConstant(this, value, type, `\`${key}\` of ${of}`)
      return constant === undefined ? [] : [[key, constant] as const]
    })
    return Object.fromEntries(values)
  }
}

export function occurrencesOf(all: Iterable<Iterable<YamlEntry>>): Occurrences {
  const samples = new Map<string, [YamlEntry, ...YamlEntry[]]>()
  for (const entries of all)
    for (const entry of entries) {
      const list = samples.get(entry.key)
      if (list === undefined) samples.set(entry.key, [entry])
      else list.push(entry)
    }
  return samples
}

/** `north-gate` as a title: `North Gate`. */
export function titleCase(id: string): string {
  return id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
