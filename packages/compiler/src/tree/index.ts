/**
 * The effect tree in YAML, the second notation of rules. It reads the nodes of a GameDef as they are and the
 * spelling of the specs, and lowers both to the same nodes as the rules notation; `expand` prints them.
 */
export { TreeRules } from './program.js'
export { expand } from './expand.js'
