import type { Context } from './context.js'
import type { Sections } from './sections.js'

/** Reads `class-names`: aliases of action classes for programs. `compile.ts` checks that the classes exist. */
export function readClassNames(
  sections: Sections,
  context: Context,
): Readonly<Record<string, string>> | undefined {
  const entries = sections.uniqueEntries('class-names').flatMap(({ key, value }) => {
    const id = context.string(value, `the class that \`${key}\` means`)
    if (id === undefined) return []
    context.spans.set(`class-name:${key}`, value.span)
    return [[key, id] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
