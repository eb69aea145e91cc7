/** Rows of the kernel's table of nodes. */
import { definition, type DefinitionName, type NodeShape, present } from '@ludoforge/kernel'

/** The first row of a definition, which for most is the only one. */
export const rowOf = (name: DefinitionName): NodeShape =>
  present(definition(name).nodes[0], `the definition ${name} has a row.`)
