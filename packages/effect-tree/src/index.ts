/**
 * The effect tree, a dialect of the compiler: rules as trees in YAML. It accepts GameDef nodes unchanged and the
 * spelling of the specs, and lowers both to GameDef nodes. `expand` prints any rule as its tree.
 */
export { effectTree } from './dialect.js'
export { expand } from './expand.js'
