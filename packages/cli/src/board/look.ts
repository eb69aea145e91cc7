import { printable } from '@ludoforge/kernel'
import { parse } from 'yaml'

/**
 * How a game wants to be shown in a terminal: `look/terminal.yaml` in its folder. All of it is optional, and
 * none of it can change a rule.
 */
export interface Look {
  /** Spaces shown together under a title; the rest follow under one of their own. */
  readonly groups: readonly GroupLook[]
  /** Short names for anything that has an id. */
  readonly short: Readonly<Record<string, string>>
  /** Of seats, and of values of markers and variables. */
  readonly colours: Readonly<Record<string, string>>
  /** Which variables to show, in this order; empty: all. */
  readonly tracks: readonly string[]
  /** Zones beside the map that come first, in this order. */
  readonly zones: readonly string[]
  /** What is not worth showing, by id: variables, markers, zones. */
  readonly hide: readonly string[]
  /** Values that the rules can compute, beside the tracks, the seats and the spaces. */
  readonly values: readonly ValueLook[]
  readonly 'seat-values': readonly ValueLook[]
  readonly 'space-values': readonly ValueLook[]
  /** Of cards that lie in these zones, the properties that are told with their names. */
  readonly 'card-notes': Readonly<Record<string, readonly string[]>>
  /** Pieces in a space by their owners: "Red 2 cubes, Base · Blue Base". */
  readonly 'by-owner': boolean
  /** What the short names mean, in a line below the map. */
  readonly legend: string
}

export interface GroupLook {
  readonly title: string
  readonly spaces: readonly string[]
  /** `counted`: of spaces with nothing in them only the number is told. */
  readonly empty: 'named' | 'counted'
}

export interface ValueLook {
  readonly title: string
  /** An expression of the notation; of seats and spaces the name of a function, or a text with `{it}` in it. */
  readonly value: string
  readonly hide: readonly string[] // values that are not worth showing
  readonly signed: boolean // numbers with + or -
  readonly aside: boolean // alone no reason to show a space
}

export const PLAIN_LOOK: Look = {
  groups: [],
  short: {},
  colours: {},
  tracks: [],
  zones: [],
  hide: [],
  values: [],
  'seat-values': [],
  'space-values': [],
  'card-notes': {},
  'by-owner': false,
  legend: '',
}

export interface LookRead {
  readonly look: Look
  readonly notes: readonly string[]
}

/** Reads the file's text. What makes no sense is left out and noted. */
export function readLook(text: string): LookRead {
  let value: unknown
  try {
    value = parse(text, (_, part: unknown) => (typeof part === 'string' ? printable(part) : part), {
      version: '1.2',
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { look: PLAIN_LOOK, notes: [printable(`look/terminal.yaml is not YAML: ${reason}`)] }
  }
  if (value === null) return { look: PLAIN_LOOK, notes: [] }
  if (!isRecord(value)) return { look: PLAIN_LOOK, notes: ['look/terminal.yaml holds no keys.'] }
  const reader = new Reader(value)
  const look: Look = {
    groups: reader.groups(),
    short: reader.texts('short'),
    colours: reader.texts('colours'),
    tracks: reader.names('tracks'),
    zones: reader.names('zones'),
    hide: reader.names('hide'),
    values: reader.values('values'),
    'seat-values': reader.values('seat-values'),
    'space-values': reader.values('space-values'),
    'card-notes': reader.lists('card-notes'),
    'by-owner': value['by-owner'] === true,
    legend: typeof value['legend'] === 'string' ? value['legend'] : '',
  }
  return { look, notes: reader.notes }
}

class Reader {
  readonly notes: string[] = []

  constructor(private readonly keys: Record<string, unknown>) {
    for (const key of Object.keys(keys)) {
      if (!Object.hasOwn(PLAIN_LOOK, key)) this.#note(`"${key}" means nothing.`)
    }
  }

  #note(sentence: string): void {
    this.notes.push(printable(`look/terminal.yaml: ${sentence}`))
  }

  #record(key: string, what: string): Record<string, unknown> {
    const found = this.keys[key]
    if (found === undefined) return {}
    if (isRecord(found)) return found
    this.#note(`"${key}" should be ${what}.`)
    return {}
  }

  #items(key: string): unknown[] {
    const found = this.keys[key]
    if (found === undefined) return []
    return Array.isArray(found) ? found : [found]
  }

  texts(key: string): Record<string, string> {
    const entries = Object.entries(this.#record(key, 'names with texts'))
    return Object.fromEntries(entries.map(([id, text]) => [id, String(text)]))
  }

  lists(key: string): Record<string, string[]> {
    const entries = Object.entries(this.#record(key, 'names with lists of names'))
    return Object.fromEntries(entries.map(([id, list]) => [id, namesOf(list) ?? [String(list)]]))
  }

  names(key: string): string[] {
    const names = namesOf(this.keys[key])
    if (names === undefined) this.#note(`"${key}" should be a list of ids.`)
    return names ?? []
  }

  groups(): GroupLook[] {
    return this.#items('groups').flatMap((group) => {
      const spaces = isRecord(group) && 'spaces' in group ? namesOf(group['spaces']) : undefined
      if (!isRecord(group) || typeof group['title'] !== 'string' || spaces === undefined) {
        this.#note('a group needs a "title" and "spaces".')
        return []
      }
      return [{ title: group['title'], spaces, empty: group['empty'] === 'counted' ? 'counted' : 'named' }]
    })
  }

  values(key: string): ValueLook[] {
    return this.#items(key).flatMap((item) => {
      if (!isRecord(item) || typeof item['value'] !== 'string') {
        this.#note(`an item of "${key}" needs a "value", an expression.`)
        return []
      }
      const { title, value, hide, signed, aside } = item
      return [
        {
          title: typeof title === 'string' ? title : '',
          value,
          hide: namesOf(hide) ?? [String(hide)],
          signed: signed === true,
          aside: aside === true,
        },
      ]
    })
  }
}

function namesOf(value: unknown): string[] | undefined {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
