/** YAML 1.2 as a tree of nodes with spans, and a typed reader for it. */
export type { YamlEntry, YamlList, YamlMap, YamlNode } from './node.js'
export { describeNode, wordsOf } from './node.js'
export { parseYaml } from './parse.js'
export { Fields, isNullValue, Reader } from './read.js'
