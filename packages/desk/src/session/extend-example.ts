/** Changes an example in its file: adds a step, or expects the question that is asked. */

/** The lines of an example in its file: from 1, both included. */
export interface ExampleLines {
  readonly line: number
  readonly end: number
}

/**
 * Returns the text of the file with a step more: before the line that fails, or at the end. `step` is what happens, such
 * as `red chooses b3`.
 */
export function withStep(
  text: string,
  { line, end }: ExampleLines,
  failing: number | undefined,
  step: string,
): string {
  const lines = text.split('\n')
  if (failing === undefined || failing <= line)
    return [...lines.slice(0, end), `  when ${step}`, ...lines.slice(end)].join('\n')
  const at = failing - 1
  const failed = lines[at] ?? ''
  if (modeAt(lines, line, failing) === 'when') {
    const isFirst = /^\s*when\b/.test(failed)
    const added = isFirst ? `  when ${step}` : `   and ${step}`
    const rest = isFirst ? failed.replace(/^\s*when\b/, '   and') : failed
    return [...lines.slice(0, at), added, rest, ...lines.slice(failing)].join('\n')
  }
  const rest = failed.replace(/^\s*(?:then|and)\b/, '  then')
  return [...lines.slice(0, at), `  when ${step}`, rest, ...lines.slice(failing)].join('\n')
}

/** Returns the text of the file with another expectation in place of the one that fails. */
export function withExpectation(text: string, failing: number, expectation: string): string {
  const lines = text.split('\n')
  const at = failing - 1
  const [head = '  then'] = /^\s*(?:then|and)\b/.exec(lines[at] ?? '') ?? []
  return [...lines.slice(0, at), `${head} ${expectation}`, ...lines.slice(failing)].join('\n')
}

/** Whether a line is part of `when` or of `then`. */
function modeAt(lines: readonly string[], title: number, line: number): string {
  const heads = lines.slice(title, line).flatMap((text) => /^\s*(given|when|then)\b/.exec(text)?.[1] ?? [])
  return heads.at(-1) ?? 'given'
}
