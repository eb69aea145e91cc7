/** Finds the texts for people in a GameDef: names, titles, prompts and sentences. They are never part of the rules. */
import { canonical } from './shape.js'
import type { Field, Kind, NodeShape } from './table.js'
import { walk } from './walk.js'

/** Returns canonical JSON without the texts for people, so that it is the same in every language. */
export function canonicalRules(rules: object): string {
  const texts = new WeakMap<object, ReadonlySet<string>>()
  walk('GameDef', rules, (object, row) => {
    const fields = textFields(row)
    if (fields.size > 0) texts.set(object, fields)
  })
  return canonical(rules, (object, key) => texts.get(object)?.has(key) === true)
}

const known = new WeakMap<NodeShape, ReadonlySet<string>>()

function textFields(row: NodeShape): ReadonlySet<string> {
  let fields = known.get(row)
  if (fields === undefined) {
    fields = new Set(row.fields.filter(isText).map(({ name }) => name))
    known.set(row, fields)
  }
  return fields
}

const isText = ({ kind }: Field): boolean => isTextKind(kind)

/** Only display texts are plain strings: ids are names, and data are constants. */
function isTextKind(kind: Kind): boolean {
  if (kind.form === 'map') return isTextKind(kind.of)
  if (kind.form === 'plain') return kind.plain === 'string'
  return kind.form === 'definition' && ['Text', 'Title', 'Saying'].includes(kind.name)
}
