/** A tokenizer for the part of TextMate grammars that ours use: `match` with captures, and `begin` with `end`. */

/** A pattern of a grammar. */
interface Pattern {
  readonly name?: string
  readonly match?: string
  readonly captures?: Readonly<Record<string, { readonly name: string }>>
  readonly begin?: string
  readonly end?: string
  readonly patterns?: readonly Pattern[]
}

/** A TextMate grammar. */
export interface Grammar {
  readonly scopeName: string
  readonly patterns: readonly Pattern[]
}

/** A part of a line with its scopes, the outermost first. */
export interface ScopedText {
  readonly text: string
  readonly scopes: readonly string[]
}

/** A compiled pattern. */
interface Rule {
  readonly name: string | undefined
  readonly start: RegExp
  readonly captures: readonly (readonly [number, string])[]
  readonly end: RegExp | undefined
  readonly inner: readonly Rule[]
}

/** The open patterns at the end of a line, the innermost last. A text may span lines. */
export type OpenRules = readonly Rule[]

/** Splits lines by a grammar. */
export class Tokenizer {
  readonly #rules: readonly Rule[]
  readonly #root: string

  constructor({ scopeName, patterns }: Grammar) {
    this.#root = scopeName
    this.#rules = patterns.map(ruleOf)
  }

  /** Splits a block into lines of scoped texts. */
  block(text: string): ScopedText[][] {
    let open: OpenRules = []
    return text.split('\n').map((line) => {
      const read = this.line(line, open)
      open = read.open
      return read.parts
    })
  }

  /** Splits a line. `open`: the open patterns at its start. */
  line(line: string, before: OpenRules = []): { parts: ScopedText[]; open: OpenRules } {
    const parts: ScopedText[] = []
    const open = [...before]
    let at = 0
    const scopes = (more?: string): string[] => [
      this.#root,
      ...open.flatMap(({ name }) => name ?? []),
      ...(more === undefined ? [] : [more]),
    ]
    const push = (to: number, more?: string): void => {
      if (to > at) parts.push({ text: line.slice(at, to), scopes: scopes(more) })
      at = Math.max(at, to)
    }
    while (at < line.length) {
      const around = open.at(-1)
      const found = nextMatch(line, at, around?.end, around?.inner ?? this.#rules)
      if (found === undefined) break
      push(found.from)
      if (found.rule === undefined) {
        push(found.to) // the end has the scope of its pattern
        open.pop()
      } else if (found.rule.end !== undefined) {
        open.push(found.rule)
        push(found.to)
      } else if (found.rule.captures.length === 0) push(found.to, found.rule.name)
      else {
        for (const [from, to, name] of found.captured) {
          push(from, found.rule.name)
          push(to, name)
        }
        push(found.to, found.rule.name)
      }
    }
    push(line.length)
    return { parts, open }
  }
}

function ruleOf({ name, match, captures = {}, begin, end, patterns = [] }: Pattern): Rule {
  return {
    name,
    start: new RegExp(match ?? begin ?? '(?!)', 'dg'),
    captures: Object.entries(captures).map(([at, capture]) => [Number(at), capture.name] as const),
    end: end === undefined ? undefined : new RegExp(end, 'g'),
    inner: patterns.map(ruleOf),
  }
}

interface Found {
  readonly from: number
  readonly to: number
  /** Absent if the innermost open pattern ends here. */
  readonly rule?: Rule
  readonly captured: readonly (readonly [number, number, string])[]
}

/** The first match from a place on. Of several at one place, the end of the open pattern comes first, then their order. */
function nextMatch(
  line: string,
  at: number,
  end: RegExp | undefined,
  rules: readonly Rule[],
): Found | undefined {
  let best: Found | undefined
  if (end !== undefined) {
    end.lastIndex = at
    const closing = end.exec(line)
    if (closing !== null) best = { from: closing.index, to: end.lastIndex, captured: [] }
  }
  for (const rule of rules) {
    rule.start.lastIndex = at
    const found = rule.start.exec(line)
    if (found === null || (best !== undefined && best.from <= found.index)) continue
    const captured = rule.captures.flatMap(([index, name]) => {
      const range = found.indices?.[index]
      return range === undefined ? [] : [[range[0], range[1], name] as const]
    })
    best = { from: found.index, to: rule.start.lastIndex, rule, captured }
  }
  return best
}
