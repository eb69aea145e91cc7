/** Which files of a game's folder the compiler reads. */

/** `look/` holds no rules, and `words/` translations, so the compiler skips them. */
const SKIPPED: ReadonlySet<string> = new Set(['look', 'node_modules', 'words'])

/** Whether the compiler skips a folder with this name. */
export const isSkippedFolder = (name: string): boolean => name.startsWith('.') || SKIPPED.has(name)

/** Whether the compiler reads the file at a path within the folder. */
export function isRuleFile(path: string): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return !name.startsWith('.') && /\.(?:md|ya?ml)$/i.test(name) && !parts.some(isSkippedFolder)
}

/** Sorts by code unit, not by locale: a folder compiles to the same game on every machine. */
export const byCodeUnit = (left: string, right: string): number => (left < right ? -1 : 1)
