/** The local names of a rule: parameters, and what its statements introduce. Found by tokens, so that broken lines don't matter. */
import type { BlockPart, Token } from '@ludoforge/compiler/editing'

/** A local name where it is introduced. */
export interface Local {
  readonly token: Token
  readonly kind: 'parameter' | 'choice' | 'name'
}

/** Declarations that may have parameters. */
const WITH_PARAMETERS = new Set('value test set procedure action operation activity event'.split(' '))

/** Returns the places where a part introduces local names, in order. */
export function localsOf({ lines, title }: BlockPart): Local[] {
  const [head, ...others] = lines
  if (head === undefined) return []
  const found: Local[] = []
  if (title === undefined && WITH_PARAMETERS.has(head.tokens[0]?.text ?? ''))
    found.push(...parametersOf(lines.flatMap(({ tokens }) => tokens)))
  for (const { tokens } of title === undefined ? [head, ...others] : lines)
    tokens.forEach((token, i) => {
      const name = introducedAt(tokens, i)
      if (name !== undefined) found.push({ token: name, kind: token.text === 'choose' ? 'choice' : 'name' })
    })
  return found
}

function parametersOf(tokens: readonly Token[]): Local[] {
  const open = tokens[2]
  if (open?.text !== '(' || open.kind !== 'mark') return []
  const found: Local[] = []
  let depth = 0
  for (let i = 2; i < tokens.length; i += 1) {
    const token = tokens[i]
    if (token?.kind === 'mark' && (token.text === '(' || token.text === '[')) depth += 1
    if (token?.kind === 'mark' && (token.text === ')' || token.text === ']')) depth -= 1
    if (depth === 0) break
    const next = tokens[i + 1]
    const starts = depth === 1 && (token?.text === '(' || token?.text === ',')
    if (starts && next?.kind === 'name') found.push({ token: next, kind: 'parameter' })
  }
  return found
}

/** The name that the word at an index introduces: `let NAME`, `each NAME in`, `choose NAME from`. */
function introducedAt(tokens: readonly Token[], i: number): Token | undefined {
  const token = tokens[i]
  if (token?.kind !== 'name') return undefined
  const [next, after] = [tokens[i + 1], tokens[i + 2]]
  const named = next?.kind === 'name' ? next : undefined
  const begins = i === 0
  switch (token.text) {
    case 'let':
      return begins ? named : undefined
    case 'roll':
    case 'offers':
      return begins && after?.text === 'from' ? named : undefined
    case 'each':
      return after?.text === 'in' || after?.text === 'from' || tokens[i - 1]?.text === 'choose'
        ? named
        : undefined
    case 'into':
      return named
    case 'as':
      return after !== undefined && ['where', ',', ')'].includes(after.text) && !begins ? named : undefined
    case 'choose':
      return begins && next?.text !== 'each' ? chosen(tokens) : undefined
    default:
      return undefined
  }
}

/** The name of a choice: the word before `from` or the colon. */
function chosen(tokens: readonly Token[]): Token | undefined {
  const at = tokens.findIndex(
    ({ kind, text }) => (kind === 'name' && text === 'from') || (kind === 'mark' && text === ':'),
  )
  const before = tokens[at - 1]
  const word = before?.text === ',' ? tokens[at - 2] : before
  return at > 1 && word?.kind === 'name' ? word : undefined
}
