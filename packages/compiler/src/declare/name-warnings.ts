import { enumType, itemOf, rowType } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import { compareSpans, formatLocation, type Span } from '../source/index.js'
import type { Context } from './context.js'
import type { Declarations } from './declarations.js'

/** The kinds of names that occur alone in a rule, with the words for them in messages. */
const ALONE: Readonly<Record<string, string>> = {
  seat: 'a seat',
  zone: 'a zone',
  family: 'a zone of each seat',
  token: 'a type of token',
  variable: 'a variable',
  table: 'a table',
  option: 'a game option',
  group: 'a group',
}

/** Kinds that can't share a name with an enumeration value. A type or group of pieces can ("troops"). */
const NOT_A_VALUE: ReadonlySet<string> = new Set(['seat', 'zone', 'family', 'variable', 'table', 'option'])

/** Warns about names that are ambiguous in a rule. */
export function warnOfClashes(context: Context): void {
  const byName = new Map<string, { kind: string; span: Span }[]>()
  for (const [key, span] of context.spans) {
    const colon = key.indexOf(':')
    const [kind, name] = [key.slice(0, colon), key.slice(colon + 1)]
    if (Object.hasOwn(ALONE, kind) && !name.includes(':'))
      byName.set(name, [...(byName.get(name) ?? []), { kind, span }])
  }
  for (const [name, uses] of byName) {
    const [first, ...others] = uses.toSorted((left, right) => compareSpans(left.span, right.span))
    if (first === undefined) continue
    for (const { kind, span } of others) {
      const words = `${ALONE[kind]} and ${ALONE[first.kind]}`
      const message = `\`${name}\` is ${words} (${formatLocation(first.span)}), so it is ambiguous in rules.`
      context.reporter.warn('ambiguous-name', span, message, 'rename one of them')
    }
  }
  for (const [id, { values }] of context.enums) {
    if (!context.spans.has(`enum:${id}`)) continue // a board's directions: the context always resolves them
    for (const value of values) {
      const clash = byName.get(value)?.find(({ kind }) => NOT_A_VALUE.has(kind))
      if (clash === undefined) continue
      const words = `${ALONE[clash.kind]} and a value of \`${id}\``
      const message = `\`${value}\` is ${words}, so it is ambiguous in rules.`
      context.reporter.warn('ambiguous-name', clash.span, message, 'rename one of them')
    }
  }
}

/**
 * Warns about declarations no rule uses. `used` has keys like `Declarations.spans`: `variable:ID`, `group:ID`,
 * `enum:ID`, `table:ID`, `option:ID`. An enumeration counts as used if it is the type of a declaration.
 */
export function unusedWarnings(
  declarations: Declarations,
  used: ReadonlySet<string>,
  reporter: Reporter,
): void {
  const { variables, groups, enums, tables, options, properties, attributes, seatProps } = declarations
  const columns = tables.flatMap((table) => table.columns)
  const typed = [...variables, ...options, ...properties, ...attributes, ...seatProps, ...columns]
  const types = new Set(typed.map(({ type }) => itemOf(type)))
  const warn = (kind: string, word: string, id: string) => {
    const key = `${kind}:${id}`
    if (used.has(key)) return
    const message = `No rule uses the ${word} \`${id}\`.`
    reporter.warn('unused', declarations.spans.get(key), message, 'use it or remove it')
  }
  for (const { id } of variables) warn('variable', 'variable', id)
  for (const { id } of groups) warn('group', 'group', id)
  for (const { id } of tables) if (!types.has(rowType(id))) warn('table', 'table', id)
  for (const { id } of options) if (id !== declarations.players) warn('option', 'option', id)
  for (const { id } of enums) {
    const made = id === 'action-class' || (id === 'direction' && !declarations.spans.has('enum:direction'))
    if (!made && !types.has(enumType(id))) warn('enum', 'enumeration', id)
  }
}
