/**
 * The effect tree: rules as trees in YAML, a dialect of the compiler. It reads the nodes of a GameDef as they are, and
 * the spelling of the specs, and lowers both to the nodes of the rules notation. `expand` prints any rule as its tree.
 */
export { effectTree } from './dialect.js'
export { expand } from './expand.js'
