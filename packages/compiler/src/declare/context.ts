import type { Constant, TypeName, VariableDef, ZoneDef } from '@ludoforge/kernel'
import { enumId, itemOf } from '@ludoforge/kernel'
import { didYouMean, closestName } from '../diagnostics/index.js'
import { type NonEmpty, showPlace, type Span } from '../source/index.js'
import { isNullValue, Reader, wordsOf, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { isEngineName, isReserved } from '../parser/index.js'
import { inferType, readConstant } from './types.js'

/** The kinds of names, and how a message calls them. */
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

/** What a rule names by its word alone. */
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

const several = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`)

/** Zones and families of zones are named in the same places, so they share their names. */
const SIBLINGS: Readonly<Record<string, string>> = { zone: 'family', family: 'zone' }

const ID = /^[A-Za-z][A-Za-z0-9-]*$/
/** Cards are often called by number or rank: `68`, `2-of-clubs`. */
const CARD_ID = /^[A-Za-z0-9][A-Za-z0-9-]*$/

export const isId = (text: string): boolean => ID.test(text)

/** An enumeration. One that was written out is closed; one made from data grows as values appear. */
export interface Enumeration {
  readonly values: string[]
  readonly closed: boolean
}

/** Things that say something of themselves, in words of the game: by word, all places that say it. */
export type Occurrences = ReadonlyMap<string, NonEmpty<YamlEntry>>

/** What is known so far while declarations are read, and the one place where names are given out. */
export class Context extends Reader {
  readonly spans = new Map<string, Span>()
  readonly seats = new Map<string, { readonly name: string }>()
  readonly enums = new Map<string, Enumeration>()
  /** Every zone by id; attributes and adjacency are filled in once all ids are known. */
  readonly zones = new Map<string, ZoneDef>()
  readonly families = new Set<string>()
  readonly variables = new Map<string, VariableDef>()
  /** Values that were reported while types were inferred: once is enough. */
  readonly misfits = new WeakSet<YamlNode>()

  /** Zones and families of which an error leaves open what they hold. */
  readonly unclear = new Set<string>()

  /** Takes a name; false if it is not one, or is taken. */
  declare(kind: NameKind, id: string, span: Span, card = false): boolean {
    if (!(card ? CARD_ID : ID).test(id)) {
      const rule = `letters, digits and hyphens${card ? '' : ', and begins with a letter'}`
      this.error('bad-id', span, `\`${id}\` is not a name: a name has ${rule}.`)
      return false
    }
    if (isEngineName(id) || (ALONE.has(kind) && isReserved(id))) {
      const message = `\`${id}\` is a reserved word: no ${WORDS[kind]} can be called so.`
      this.error('bad-id', span, message, 'choose another name')
      return false
    }
    const first = this.spans.get(`${kind}:${id}`) ?? this.spans.get(`${SIBLINGS[kind]}:${id}`)
    if (first !== undefined) {
      const message = `There are two ${several(WORDS[kind])} \`${id}\`: the first is at ${showPlace(first)}.`
      this.error('duplicate-id', span, message)
      return false
    }
    this.spans.set(`${kind}:${id}`, span)
    return true
  }

  /** Reports a name that nothing has, with the nearest that something has. */
  unknown(what: string, name: string, span: Span, candidates: Iterable<string>): undefined {
    const known = [...candidates]
    const few = known.length > 0 && known.length <= 8
    const all = few ? `there is ${known.map((one) => `\`${one}\``).join(', ')}` : undefined
    const code = `unknown-${what.replaceAll(' ', '-')}`
    const message = `There is no ${what} \`${name}\`.`
    this.reporter.missing(name, code, span, message, didYouMean(name, known) ?? all)
    return undefined
  }

  /** One of these by its id; what is not there is reported. */
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

  /** The values of the enumeration that a type is of. */
  valuesOf(type: TypeName): readonly string[] {
    return this.enums.get(enumId(type))?.values ?? []
  }

  /** The types of what things say of themselves, from all that they say. */
  infer(
    kind: 'seat-property' | 'attribute' | 'property',
    samples: Occurrences,
    what: (id: string) => string,
    skip: (id: string, first: Span) => boolean = () => false,
  ): Map<string, TypeName> {
    const types = new Map<string, TypeName>()
    const often = [...samples].filter(([, uses]) => uses.length > 1).map(([name]) => name)
    // A name that occurs once, next to one that occurs often and differs by a slip, is most likely that slip.
    const all = [...samples].map(([id, entries]) => {
      const lone = entries.length === 1 && kind !== 'seat-property'
      return { id, entries, meant: lone ? closestName(id, often) : undefined }
    })
    // What it may have been meant to be is known first.
    const inOrder = all.toSorted((a, b) => Number(a.meant !== undefined) - Number(b.meant !== undefined))
    for (const { id, entries, meant } of inOrder) {
      const [{ keySpan, value }] = entries
      if (skip(id, keySpan)) continue
      const message = `Only one place has the ${WORDS[kind]} \`${id}\`.`
      const hint = `did you mean \`${meant}\`?`
      // Its values would have two meanings then, everywhere.
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

  /** Is this a seat, a zone or a value of the enumeration that the type is of, or a list of such? */
  #fits(node: YamlNode, type: TypeName | undefined): boolean {
    const item = type === undefined ? undefined : itemOf(type)
    const words = wordsOf(node)
    if (item === undefined || words.length === 0) return false
    return words.every((word) => {
      if (item === 'seat') return this.seats.has(word)
      return item === 'zone' ? this.zones.has(word) : this.valuesOf(item).includes(word)
    })
  }

  /** What one of them says, as constants. A key without a value says nothing, unless all have to be said. */
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
