import type { Place, Problem } from '../desk-state.js'

/** The problem after a place, errors before warnings: in its file, then in the next ones, then from the start again. */
export function nextProblem(
  problems: readonly Problem[],
  { path, line = 0 }: Place,
): (Place & { readonly line: number }) | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const all = (errors.length > 0 ? errors : problems).toSorted(
    (a, b) => compare(a.path, b.path) || a.line - b.line,
  )
  const next =
    all.find((one) => compare(one.path, path) > 0 || (one.path === path && one.line > line)) ?? all[0]
  return next === undefined ? undefined : { path: next.path, line: next.line }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
