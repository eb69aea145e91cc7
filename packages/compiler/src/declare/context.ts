import type { VariableDef, ZoneDef } from '@ludoforge/kernel'
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import { showPlace, type Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'

export type NameKind =
  | 'seat'
  | 'seat-property'
  | 'enum'
  | 'attribute'
  | 'zone'
  | 'family'
  | 'property'
  | 'token'
  | 'variable'
  | 'table'
  | 'option'
  | 'scenario'
  | 'group'

const WORDS: Readonly<Record<NameKind, string>> = {
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
}

const ID = /^[A-Za-z][A-Za-z0-9-]*$/
/** Cards are often called by number or rank: `68`, `2-of-clubs`. */
const CARD_ID = /^[A-Za-z0-9][A-Za-z0-9-]*$/

export function isId(text: string): boolean {
  return ID.test(text)
}

/** An enumeration. One that was written out is closed; one made from data grows as values appear. */
export interface Enumeration {
  readonly values: string[]
  readonly closed: boolean
}

/** What is known so far while declarations are read, and the one place where names are given out. */
export class Context {
  readonly spans = new Map<string, Span>()
  readonly seats = new Map<string, { readonly name: string }>()
  readonly enums = new Map<string, Enumeration>()
  /** Every zone by id; attributes and adjacency are filled in once all ids are known. */
  readonly zones = new Map<string, ZoneDef>()
  readonly families = new Set<string>()
  readonly variables = new Map<string, VariableDef>()
  /** Values that were reported while types were inferred: once is enough. */
  readonly misfits = new WeakSet<YamlNode>()

  constructor(readonly reporter: Reporter) {}

  /** Takes a name; false if it is not one, or is taken. */
  declare(kind: NameKind, id: string, span: Span, card = false): boolean {
    if (!(card ? CARD_ID : ID).test(id)) {
      const rule = card
        ? 'letters, digits and hyphens'
        : 'letters, digits and hyphens, and begins with a letter'
      this.reporter.error('bad-id', span, `\`${id}\` is not a name: a name has ${rule}.`)
      return false
    }
    const first = this.spans.get(`${kind}:${id}`) ?? this.spans.get(`${sibling(kind)}:${id}`)
    if (first !== undefined) {
      const message = `There are two ${WORDS[kind]}s \`${id}\`: the first is at ${showPlace(first)}.`
      this.reporter.error('duplicate-id', span, message)
      return false
    }
    this.spans.set(`${kind}:${id}`, span)
    return true
  }

  /** Reports a name that nothing has, with the nearest that something has. */
  unknown(what: string, name: string, span: Span, candidates: Iterable<string>): undefined {
    const known = [...candidates]
    const all = known.length > 0 && known.length <= 8 ? `there is ${known.map(quote).join(', ')}` : undefined
    const hint = didYouMean(name, known) ?? all
    this.reporter.error(
      `unknown-${what.replaceAll(' ', '-')}`,
      span,
      `There is no ${what} \`${name}\`.`,
      hint,
    )
    return undefined
  }

  spaces(): ZoneDef[] {
    return [...this.zones.values()].filter(({ space }) => space)
  }
}

/** Zones and families of zones are named in the same places, so they share their names. */
function sibling(kind: NameKind): NameKind {
  if (kind === 'zone') return 'family'
  return kind === 'family' ? 'zone' : kind
}

function quote(name: string): string {
  return `\`${name}\``
}

/** `north-gate` as a title: `North Gate`. */
export function titleCase(id: string): string {
  return id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
