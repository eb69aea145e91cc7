import { enumType, itemOf, rowType } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import { compareSpans, showPlace, type Span } from '../source/index.js'
import type { Context } from './context.js'
import type { Declarations } from './declarations.js'

/** The kinds of names that stand alone in a rule, and how a message calls them. */
const ALONE: Readonly<Record<string, string>> = {
  seat: 'a seat',
  zone: 'a zone',
  family: 'a zone of each seat',
  token: 'a type of token',
  variable: 'a variable',
  table: 'a table',
  option: 'an option',
  group: 'a group',
}

/** A value of an enumeration may be called like a type or group of pieces ("troops"); like these it may not. */
const NOT_A_VALUE: ReadonlySet<string> = new Set(['seat', 'zone', 'family', 'variable', 'table', 'option'])

/** Warns where one word in a rule could mean two things. */
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
      const message = `\`${name}\` is ${words} (${showPlace(first.span)}): rules cannot tell which is meant.`
      context.reporter.warn('ambiguous-name', span, message, 'rename one of them')
    }
  }
  for (const [id, { values }] of context.enums) {
    if (!context.spans.has(`enum:${id}`)) continue // directions of a board: where one is wanted is always clear
    for (const value of values) {
      const clash = byName.get(value)?.find(({ kind }) => NOT_A_VALUE.has(kind))
      if (clash === undefined) continue
      const words = `${ALONE[clash.kind]} and a value of \`${id}\``
      const message = `\`${value}\` is ${words}: rules cannot tell which is meant.`
      context.reporter.warn('ambiguous-name', clash.span, message, 'rename one of them')
    }
  }
}

/**
 * Warns of what no rule ever mentions. `used` has keys like Declarations.spans: `variable:ID`, `group:ID`,
 * `enum:ID`, `table:ID`, `option:ID`. An enumeration that some declaration is typed with counts as used.
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
  for (const { id } of options) warn('option', 'option', id)
  for (const { id } of enums) {
    const made = id === 'action-class' || (id === 'direction' && !declarations.spans.has('enum:direction'))
    if (!made && !types.has(enumType(id))) warn('enum', 'enumeration', id)
  }
}
