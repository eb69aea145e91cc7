/** The result of compiling a folder. */
import type { GameDef } from '@ludoforge/kernel'
import type { Diagnostic } from './diagnostics/index.js'
import type { SymbolTable } from './elaborate/index.js'
import type { Block } from './folder/index.js'
import type { Sources } from './source/index.js'

export interface Compilation {
  /** Absent if there is any error. */
  readonly def?: GameDef
  /** The symbol table, for examples and expressions that are compiled later. */
  readonly world: SymbolTable
  readonly blocks: readonly Block[]
  readonly diagnostics: readonly Diagnostic[]
  readonly sources: Sources
}
