/** The lines of the rules that declare actions and numbers, for facts above them. */
import { type NumberPlace, numbersIn } from './sweep-numbers.js'

/** A line that declares an action or a value. */
export interface DeclaredLine {
  readonly path: string
  readonly line: number // from 1
  /** The id of the action; `undefined` for a value. */
  readonly action: string | undefined
  /** The first number of the declaration that a sweep can vary. */
  readonly number: (NumberPlace & { readonly now: number }) | undefined
}

const DECLARATION = /^(action|value) ([\w-]+)/
const FENCE = /^(?:```|~~~)/

/** Returns the actions of the rules and the values with a number, in the blocks of `rules`. */
export function declaredLines(files: Readonly<Record<string, string>>): DeclaredLine[] {
  return Object.entries(files).flatMap(([path, text]) => (path.endsWith('.md') ? linesOf(path, text) : []))
}

function linesOf(path: string, text: string): DeclaredLine[] {
  const found: DeclaredLine[] = []
  let isRules = false
  let open = false // the declaration goes on, and has no number yet
  for (const [i, content] of text.split('\n').entries()) {
    if (FENCE.test(content)) {
      isRules = !isRules && /^(?:```|~~~)rules\b/.test(content)
      open = false
      continue
    }
    if (!isRules) continue
    const [, kind, name] = DECLARATION.exec(content) ?? []
    if (kind !== undefined) {
      found.push({ path, line: i + 1, action: kind === 'action' ? name : undefined, number: undefined })
      open = true
    } else if (/^\S/.test(content)) open = false
    const last = found.at(-1)
    const [number] = numbersIn(content)
    if (!open || last === undefined || number === undefined) continue
    const now = Number(content.slice(number.column, number.column + number.length))
    found[found.length - 1] = { ...last, number: { file: path, line: i + 1, ...number, now } }
    open = false
  }
  return found.filter(({ action, number }) => action !== undefined || number !== undefined)
}
