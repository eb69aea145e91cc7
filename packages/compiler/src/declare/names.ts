/** Names for people: of one thing, of several, and of the values of an enumeration. */
import { withoutUndefined } from '@ludoforge/kernel'
import { english } from '@ludoforge/play'
import { capitalise } from '../diagnostics/index.js'
import type { Fields } from '../yaml/index.js'
import { titleCase } from './context.js'

export interface Named {
  readonly name?: string
  readonly many?: string
}

/** `name`, and `many` if several are called something that no rule of grammar makes. */
export function readNoun(fields: Fields, key = 'name'): Named {
  const [name, many] = [fields.name(key), fields.name('many')]
  if (name !== undefined) return { name, many: many ?? english.plural(name) }
  if (many !== undefined && !fields.has(key)) {
    const message = `${capitalise(fields.what)} has the key \`many\`, but no \`${key}\`.`
    fields.reader.error('missing-key', fields.keySpan('many'), message, `add \`${key}\`, the name of one`)
  }
  return {}
}

/** The name of a token type. Ids are often plurals, and a name made from one stays as it is. */
export function tokenNoun(id: string, { name, many }: Named): Required<Named> {
  if (name !== undefined) return { name, many: many ?? english.plural(name) }
  const title = titleCase(id)
  return { name: title, many: /[^su]s$/.test(id) ? title : english.plural(title) }
}

/** The name of a variable: `name` of a measure or state, `counted` of something that it counts. */
export function readVariableName(fields: Fields | undefined, isNumber: boolean): Named {
  if (fields === undefined) return {}
  if (!fields.has('counted')) {
    const name = fields.name('name')
    if (fields.has('many')) {
      const message = `${capitalise(fields.what)} has the key \`many\`, but no \`counted\`.`
      const hint = 'write `counted` with the name of one, such as `counted: coin`'
      fields.reader.error('missing-key', fields.keySpan('many'), message, hint)
      fields.node('many')
    }
    return withoutUndefined({ name })
  }
  if (fields.has('name')) {
    const message = `${capitalise(fields.what)} has both \`name\` and \`counted\`. Remove one.`
    fields.reader.error('wrong-type', fields.keySpan('counted'), message)
    fields.node('name')
  } else if (!isNumber) {
    const message = `${capitalise(fields.what)} isn't a number, so it can't be \`counted\`.`
    fields.reader.error('wrong-type', fields.keySpan('counted'), message, 'write `name`')
  }
  return readNoun(fields, 'counted')
}
