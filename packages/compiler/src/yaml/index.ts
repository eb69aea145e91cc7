/** YAML 1.2 as a tree in which every node knows its place, and a typed reader for it. */
export {
  describeNode,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
} from './node.js'
export { parseYaml } from './parse.js'
export {
  expectFlag,
  expectInt,
  expectList,
  expectMap,
  expectOneOf,
  expectString,
  Fields,
  INT32_MAX,
  INT32_MIN,
} from './read.js'
