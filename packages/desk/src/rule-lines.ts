/** Lines of a file, and the line that matters most. */
export interface RuleLines {
  readonly path: string
  /** From 1. */
  readonly from: number
  readonly to: number
  readonly line: number
}

/** Whether a place of a rule, `file:line`, is one of these lines. */
export function isInLines({ path, from, to }: RuleLines, place: string | undefined): boolean {
  const [, file, line] = /^(.*):(\d+)$/.exec(place ?? '') ?? []
  return file === path && Number(line) >= from && Number(line) <= to
}
