/** The sources of taint: what not every viewer may know. A set of sources is a bit mask. */
import type { GameDef, OptionDef, VariableDef, ZoneDef } from '../def/index.js'

export type Taint = bigint

/** A seat that asks, or null for a spectator. `acting`: the action in progress is the seat's own. */
export interface Viewer {
  readonly seat: string | null
  readonly acting: boolean
  readonly actor?: string | null // who is meant by `actor`; else the one who asks
}

/** Nothing hidden has a part in it. */
export const CLEAN: Taint = 0n
/** An answer that was given in secret. */
export const SECRET_ANSWER: Taint = 1n
/** Something may have changed without everybody knowing of it. */
export const UNOBSERVED_CHANGE: Taint = 2n
/** To which zones the action in progress is bound. Who acts knows them. */
export const BOUND_ZONES: Taint = 4n
/** A name holds it: it may have been read in an earlier position. By itself it hides nothing. */
export const REMEMBERED: Taint = 8n
const FIRST_BIT = 4n

interface Source {
  readonly bit: Taint
  readonly zone?: ZoneDef
  readonly variable?: VariableDef
  readonly option?: OptionDef // tokens that were given before the game: the order of a deck, for example
  readonly owner: string | undefined // the only seat that sees it
}

/** Everything in a game that not every viewer may know, each with a bit of its own. */
export class Sources {
  /** Everything that a spectator may not know. */
  readonly secret: Taint
  /** The zones that not everybody sees into. Their bits are the same in a taint and in what a zone can be. */
  readonly zones: Taint
  readonly #all: Source[] = []
  readonly #zones = new Map<string, Taint>()
  readonly #families = new Map<string, Source[]>()
  readonly #variables = new Map<string, Source[]>()
  readonly #holding: Readonly<Record<ZoneDef['holds'], Taint>>
  readonly #options = new Map<string, Taint>()

  constructor(private readonly def: GameDef) {
    for (const zone of def.zones) this.#addZone(zone)
    this.zones = bitsOf(this.#all)
    this.#holding = {
      pieces: bitsOf(this.#all.filter(({ zone }) => zone?.holds === 'pieces')),
      cards: bitsOf(this.#all.filter(({ zone }) => zone?.holds === 'cards')),
    }
    for (const variable of def.variables) if (variable.hidden !== undefined) this.#addVariable(variable)
    for (const option of def.options)
      if (option.type === 'list token')
        this.#options.set(option.id, this.#add({ option, owner: undefined }).bit)
    this.secret = bitsOf(this.#all) | SECRET_ANSWER | UNOBSERVED_CHANGE
  }

  #add(source: Omit<Source, 'bit'>): Source {
    const added = { ...source, bit: 1n << (FIRST_BIT + BigInt(this.#all.length)) }
    this.#all.push(added)
    return added
  }

  #addZone(zone: ZoneDef): void {
    if (zone.visible === 'all') return
    const source = this.#add({ zone, owner: zone.visible === 'owner' ? zone.owner : undefined })
    this.#zones.set(zone.id, source.bit)
    if (zone.family !== undefined) listed(this.#families, zone.family).push(source)
  }

  #addVariable(variable: VariableDef): void {
    const owners: readonly (string | undefined)[] =
      variable.hidden === 'owner' && variable.scope === 'seat'
        ? this.def.seats.map(({ id }) => id)
        : [undefined]
    for (const owner of owners) listed(this.#variables, variable.id).push(this.#add({ variable, owner }))
  }

  get hasVariables(): boolean {
    return this.#variables.size > 0
  }

  /** Zones by their names, as far as not everybody sees into them. */
  zonesOf(ids: Iterable<string>): Taint {
    let found = CLEAN
    for (const id of ids) found |= this.#zones.get(id) ?? CLEAN
    return found
  }

  /** The zones of a family; of those with an owner only what belongs to one of these seats. */
  family(id: string, owned: (seat: string | undefined) => boolean = () => true): Taint {
    return bitsOf((this.#families.get(id) ?? []).filter(({ zone }) => owned(zone?.owner)))
  }

  /** The zones that hold pieces or cards. */
  holding(families: readonly ZoneDef['holds'][]): Taint {
    return families.reduce((all, family) => all | this.#holding[family], CLEAN)
  }

  /** A variable, of seats that it can be. */
  variable(id: string, owned: (seat: string) => boolean = () => true): Taint {
    const found = this.#variables.get(id)
    if (found === undefined) return CLEAN
    return bitsOf(found.filter(({ owner }) => owner === undefined || owned(owner)))
  }

  option(id: string): Taint {
    return this.#options.get(id) ?? CLEAN
  }

  /** What the viewer may not know. */
  hiddenFrom({ seat, acting }: Pick<Viewer, 'seat' | 'acting'>): Taint {
    const unseen = bitsOf(this.#all.filter(({ owner }) => owner === undefined || owner !== seat))
    return unseen | SECRET_ANSWER | UNOBSERVED_CHANGE | (acting ? CLEAN : BOUND_ZONES)
  }

  /** The zones among sources. */
  zonesIn(taint: Taint): readonly string[] {
    return this.#all.flatMap(({ zone, bit }) =>
      zone !== undefined && (taint & bit) !== CLEAN ? [zone.id] : [],
    )
  }

  /** The first of some sources, in words. */
  describe(taint: Taint): string {
    const first = this.#all.find(({ bit }) => (taint & bit) !== CLEAN)
    if (first?.zone !== undefined) return `what lies in ${first.zone.name}`
    if (first?.variable !== undefined) {
      const { id, hidden } = first.variable
      return `\`${id}\`${hidden === 'owner' ? ' of others' : ''}`
    }
    if (first?.option !== undefined) return `what was given for \`${first.option.id}\``
    if ((taint & SECRET_ANSWER) !== CLEAN) return 'what was answered in secret'
    if ((taint & UNOBSERVED_CHANGE) !== CLEAN) return 'what the last action has changed'
    return 'where the action in progress is allowed'
  }
}

function bitsOf(sources: readonly Source[]): Taint {
  return sources.reduce((all, { bit }) => all | bit, CLEAN)
}

function listed<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key)
  if (list === undefined) map.set(key, (list = []))
  return list
}
