/** Names for people of what a GameDef declares. */
import type { GameDef } from '@ludoforge/kernel'
import type { Language, Noun } from '../language/index.js'

/** Without a name, a thing is called by its id, with spaces. */
export const plainName = (id: string): string => id.replaceAll(/(?<=\w)[-_:](?=\w)/g, ' ')

/** Names by what declares them. Built once a game. */
export class DeclaredNames {
  private readonly variables: ReadonlyMap<string, GameDef['variables'][number]>
  private readonly attributes: ReadonlyMap<string, string>
  private readonly properties: ReadonlyMap<string, string>
  private readonly families: ReadonlyMap<string, string>

  constructor({ variables, attributes, seatProps, tables, properties, zones, seats }: GameDef) {
    this.variables = new Map(variables.map((variable) => [variable.id, variable]))
    const columns = tables.flatMap((table) => table.columns)
    this.attributes = namesOf([...columns, ...seatProps, ...attributes])
    this.properties = namesOf(properties)
    this.families = new Map(
      zones.flatMap(({ family, name, owner }) => {
        if (family === undefined) return []
        const of = seats.find(({ id }) => id === owner)?.name ?? ''
        return [[family, name.replace(` (${of})`, '')]]
      }),
    )
  }

  variable(id: string): string {
    return this.variables.get(id)?.name ?? plainName(id)
  }

  /** The noun that a variable counts, or undefined if it is a measure. */
  counted(id: string): Noun | undefined {
    const { name, many } = this.variables.get(id) ?? {}
    return many === undefined ? undefined : { one: name ?? plainName(id), many }
  }

  attribute(id: string): string {
    return this.attributes.get(id) ?? plainName(id)
  }

  property(id: string): string {
    return this.properties.get(id) ?? plainName(id)
  }

  /** The name that the zones of all seats share: `Available`. */
  family(id: string): string {
    return this.families.get(id) ?? plainName(id)
  }
}

function namesOf(rows: readonly { readonly id: string; readonly name?: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name ?? plainName(id)]))
}

/** Makes a noun from its singular. */
export const nounOf = (one: string, language: Language): Noun => ({ one, many: language.plural(one) })
