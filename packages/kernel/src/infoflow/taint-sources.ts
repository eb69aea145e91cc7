/** The sources of taint: everything that is hidden from a viewer. A set of sources is a bit mask. */
import type { GameDef, OptionDef, VariableDef, ZoneDef } from '../def/index.js'

export type Taint = bigint

/** A seat, or null for a spectator. `acting`: the action in progress is the seat's own. */
export interface Viewer {
  readonly seat: string | null
  readonly acting: boolean
  readonly actor?: string | null // the seat that `actor` refers to; default: the viewer's
}

/** No taint. */
export const CLEAN: Taint = 0n
/** A secret answer. */
export const SECRET_ANSWER: Taint = 1n
/** A change that not every viewer observes. */
export const UNOBSERVED_CHANGE: Taint = 2n
/** The zones that limit the action in progress (`within`). The acting seat knows them. */
export const BOUND_ZONES: Taint = 4n
/** A value held by a name: it may come from an earlier position. This bit alone hides nothing. */
export const REMEMBERED: Taint = 8n
const FIRST_BIT = 4n

interface Source {
  readonly bit: Taint
  readonly zone?: ZoneDef
  readonly variable?: VariableDef
  readonly option?: OptionDef // a list of tokens chosen before the game, such as the order of a deck
  readonly owner: string | undefined
  /** The seats that see it: its owner, all others, or nobody. A spectator never does. */
  readonly seenBy: 'owner' | 'others' | 'nobody'
}

/** All sources of a game, one bit each. */
export class Sources {
  /** All sources that are hidden from a spectator. */
  readonly secret: Taint
  /** All hidden zones and variables. */
  readonly everything: Taint
  /** The zones with hidden contents. Their bits are the same in a taint and in `ValueDomain.zones`. */
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
        this.#options.set(option.id, this.#add({ option, owner: undefined, seenBy: 'nobody' }).bit)
    this.everything = bitsOf(this.#all)
    this.secret = this.everything | SECRET_ANSWER | UNOBSERVED_CHANGE
  }

  #add(source: Omit<Source, 'bit'>): Source {
    const added = { ...source, bit: 1n << (FIRST_BIT + BigInt(this.#all.length)) }
    this.#all.push(added)
    return added
  }

  #addZone(zone: ZoneDef): void {
    if (zone.visible === 'all') return
    const seenBy = zone.owner === undefined || zone.visible === 'none' ? 'nobody' : zone.visible
    const source = this.#add({ zone, owner: zone.owner, seenBy })
    this.#zones.set(zone.id, source.bit)
    if (zone.family !== undefined) getOrCreate(this.#families, zone.family).push(source)
  }

  #addVariable(variable: VariableDef): void {
    const owners: readonly (string | undefined)[] =
      variable.hidden === 'owner' && variable.scope === 'seat'
        ? this.def.seats.map(({ id }) => id)
        : [undefined]
    for (const owner of owners)
      getOrCreate(this.#variables, variable.id).push(
        this.#add({ variable, owner, seenBy: owner === undefined ? 'nobody' : 'owner' }),
      )
  }

  get hasVariables(): boolean {
    return this.#variables.size > 0
  }

  /** Returns the bits of zones by name. Zones that everybody sees have none. */
  zonesOf(ids: Iterable<string>): Taint {
    let found = CLEAN
    for (const id of ids) found |= this.#zones.get(id) ?? CLEAN
    return found
  }

  /** Returns the zones of a family whose owner passes `owned`. */
  family(id: string, owned: (seat: string | undefined) => boolean = () => true): Taint {
    return bitsOf((this.#families.get(id) ?? []).filter(({ zone }) => owned(zone?.owner)))
  }

  /** Returns the zones that hold pieces, cards or both. */
  holding(families: readonly ZoneDef['holds'][]): Taint {
    return families.reduce((all, family) => all | this.#holding[family], CLEAN)
  }

  /** Returns the bits of a variable, for the seats that pass `owned`. */
  variable(id: string, owned: (seat: string) => boolean = () => true): Taint {
    const found = this.#variables.get(id)
    if (found === undefined) return CLEAN
    return bitsOf(found.filter(({ owner }) => owner === undefined || owned(owner)))
  }

  option(id: string): Taint {
    return this.#options.get(id) ?? CLEAN
  }

  /** Returns the sources that are hidden from a viewer. */
  hiddenFrom({ seat, acting }: Pick<Viewer, 'seat' | 'acting'>): Taint {
    const isSeen = ({ owner, seenBy }: Source): boolean =>
      seat !== null && (seenBy === 'owner' ? owner === seat : seenBy === 'others' && owner !== seat)
    const unseen = bitsOf(this.#all.filter((source) => !isSeen(source)))
    return unseen | SECRET_ANSWER | UNOBSERVED_CHANGE | (acting ? CLEAN : BOUND_ZONES)
  }

  /** Returns the ids of the zones in a taint. */
  zonesIn(taint: Taint): readonly string[] {
    return this.#all.flatMap(({ zone, bit }) =>
      zone !== undefined && (taint & bit) !== CLEAN ? [zone.id] : [],
    )
  }

  /** Describes the first source of a taint, for messages. */
  describe(taint: Taint): string {
    const first = this.#all.find(({ bit }) => (taint & bit) !== CLEAN)
    if (first?.zone !== undefined) return `the contents of ${first.zone.name}`
    if (first?.variable !== undefined) {
      const { id, hidden } = first.variable
      return `\`${id}\`${hidden === 'owner' ? ' of others' : ''}`
    }
    if (first?.option !== undefined) return `the value of the option \`${first.option.id}\``
    if ((taint & SECRET_ANSWER) !== CLEAN) return 'a secret answer'
    if ((taint & UNOBSERVED_CHANGE) !== CLEAN) return 'what the last action changed'
    return 'where the action in progress is allowed'
  }
}

function bitsOf(sources: readonly Source[]): Taint {
  return sources.reduce((all, { bit }) => all | bit, CLEAN)
}

function getOrCreate<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key)
  if (list === undefined) map.set(key, (list = []))
  return list
}
