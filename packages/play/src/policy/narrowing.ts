/** Generates one function from the policy lines of an entry that narrow the options. */
import { type EntryDef, type Expr, type LineDef, type Slot, type State, walk } from '@ludoforge/kernel'
import type { Linker, List } from '@ludoforge/kernel/internal'

/**
 * Filters the first `c` options in `l` (indexes into the values `v`): moves those that all lines keep to the front, and
 * returns their number; 0 only if it declines. `y`: the choices so far; `z`: the deciding seat; `m`: it may decline.
 * It records nothing. `DecisionRecorder` does the same slowly and records each part, for reasons.
 */
export type OptionFilter = (
  s: State,
  k: Slot[],
  fp: number,
  v: List,
  l: number[],
  c: number,
  y: List,
  z: number,
  m: boolean,
) => number
export const NARROWING_PARAMETERS = ['S', 'k', 'fp', 'v', 'l', 'c', 'y', 'z', 'm']

/** `ids`: the alternatives of a menu. `code`: generates an expression in the scope of the question; `x` is an option. */
export function narrowingCode(linker: Linker, entry: EntryDef, ids: readonly string[], code: Code): string {
  const lines = entry.lines
    .filter((line) => line.do !== 'take')
    .map((line) => lineCode(linker, line, ids, code))
  // `f`: one of the `first` lines has matched.
  return `const w=0,x=-1;let f=false,n=0;${lines.join('')}return c`
}

/** Generates the code of an expression. */
type Code = (node: Expr, type: string) => string

function lineCode(linker: Linker, line: LineDef, ids: readonly string[], code: Code): string {
  const { coverage } = linker
  const { do: does } = line
  const option = line.option === undefined ? -1 : ids.indexOf(line.option)
  const named = line.test !== undefined || option >= 0
  const stops = does === 'stop' || (does === 'otherwise' && !named)
  const first: string[] = [] // the preconditions for evaluating its condition
  if (does === 'first' || does === 'otherwise') first.push('!f')
  if (stops) first.push('m')
  else if (coverage === null) {
    // Skips conditions that can't matter, unless coverage observes them.
    if (does === 'prefer' || does === 'avoid') first.push('c>1')
    if (does === 'only') first.push('(m||c>1)')
    if (option >= 0) first.push(does === 'only' ? '(m||p<c)' : 'p<c')
  }
  const [reached, held, failed] = coverage?.policyPoints(line) ?? []
  const note = (point: number | undefined): string =>
    point === undefined ? '' : `${linker.constant(coverage)}.hits[${point}]=1;`
  const place = option < 0 ? '' : `let p=0;while(p<c&&v[l[p]]!==${option})p++;`
  const when = line.when === undefined ? '' : `if(${code(line.when, 'flag')})`
  const then = stops ? 'return 0' : keeping(line, named, code)
  const otherwise = failed === undefined ? '' : `else{${note(failed)}}`
  const body = `{${note(reached)}${when}{${note(held)}${then}}${otherwise}}`
  return `{${place}${first.length === 0 ? '' : `if(${first.join('&&')})`}${body}}`
}

/** Generates the filter of a line: keeps the `n` options that pass the test, and of these the best. */
function keeping(line: LineDef, named: boolean, code: Code): string {
  const { do: does, test, ranks = [] } = line
  const each = (node: Expr): string =>
    `for(let j=0;j<h;j++){const i=l[j],x=v[i];${asksAfter(node) ? 'lookAt(i);' : ''}`
  const best = ranks.map(({ by, value }) => {
    const rank = `const r=${by === 'most' ? '' : '-'}(${code(value, 'number')});`
    const better = 'if(n>0){if(r<b)continue;if(r>b)n=0}b=r;l[n++]=i'
    return `if(n>1){const h=n;let b=0;n=0;${each(value)}${rank}${better}}}`
  })
  const found = `${best.join('')}${does === 'first' ? 'f=true;' : ''}c=n`
  if (!named) return `n=c;${found}`
  let meeting = 'n=0;if(p<c){l[0]=l[p];n=1}'
  if (test !== undefined) {
    const met = `${does === 'avoid' ? '!' : ''}(${code(test, 'flag')})`
    meeting = `const h=c;n=0;${each(test)}if(${met})l[n++]=i}`
  } else if (does === 'avoid') meeting = 'n=0;for(let j=0;j<c;j++)if(j!==p)l[n++]=l[j];'
  return `${meeting}if(n>0){${found}}${does === 'only' ? 'else if(m)return 0' : ''}`
}

/** Returns whether an expression uses `after`. */
export const asksAfter = (node: Expr): boolean => containsNode(node, (part) => 'after' in part)

/** Returns whether an expression contains a node that passes the test. */
export function containsNode(node: Expr, test: (part: object) => boolean): boolean {
  let found = false
  walk('Expr', node, (part) => {
    found ||= test(part)
  })
  return found
}
