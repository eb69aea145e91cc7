/** Rows of the kernel's table of nodes. */
import { definition, type DefinitionName, type NodeShape, present } from '@ludoforge/kernel'

/** The row of a definition with one row, or the first row of one with several. */
export const rowOf = (name: DefinitionName): NodeShape =>
  present(definition(name).nodes[0], `the definition ${name} has a row.`)
