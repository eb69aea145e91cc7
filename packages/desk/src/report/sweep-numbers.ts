/** The numbers in rules that a sweep can vary. */

/** A file of the rules. */
interface RulesFile {
  readonly path: string
  readonly text: string
}

/** Where a number is written. */
export interface NumberPlace {
  readonly file: string
  readonly line: number // from 1
  readonly column: number // from 0
  readonly length: number
}

/** A value that the rules declare as a number: `value hill-bonus = 1`. */
export interface DeclaredNumber extends NumberPlace {
  readonly name: string
}

const MAX_VALUES = 50

/** Parses `0..3`, `0..20/5` (in steps of 5) or `1,2,5`. Returns `undefined` if it isn't a range. */
export function rangeValues(text: string): number[] | undefined {
  const [, from, to, step = '1'] = /^(-?\d+)\.\.(-?\d+)(?:\/(\d+))?$/.exec(text) ?? []
  if (from === undefined) {
    const values = /^-?\d+(?:,-?\d+)+$/.test(text) ? text.split(',').map(Number) : []
    return values.length < 2 || values.length > MAX_VALUES ? undefined : values
  }
  const length = Math.floor((Number(to) - Number(from)) / Number(step)) + 1
  if (!(length >= 2 && length <= MAX_VALUES)) return undefined
  return Array.from({ length }, (_, i) => Number(from) + i * Number(step))
}

/** The message for a text that isn't a range. */
export function rangeError(text: string): string {
  return `"${text}" isn't a range of 2 to ${MAX_VALUES} whole numbers. Write 0..3, 0..20/5 for steps of 5, or 1,2,5.`
}

/** The values that the rules declare as a number. */
export function declaredNumbers(files: readonly RulesFile[]): DeclaredNumber[] {
  return files.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, i) => {
      const [, before = '', name, number = ''] =
        /^(value ([\w-]+)(?: "[^"]*")? *= *)(-?\d+) *(?:#.*)?\r?$/.exec(line) ?? []
      return name === undefined
        ? []
        : [{ name, file, line: i + 1, column: before.length, length: number.length }]
    }),
  )
}

/** The numbers of a line outside of texts and comments. */
export function numbersIn(line: string): Pick<NumberPlace, 'column' | 'length'>[] {
  const blank = (part: string) => ' '.repeat(part.length)
  const code = line.replaceAll(/"[^"]*"|'[^']*'/g, blank).replace(/#.*$/, blank)
  return [...code.matchAll(/(?<![\w-])\d+(?!\w)/g)].map((match) => ({
    column: match.index,
    length: match[0].length,
  }))
}

/** Returns the number at a place. */
export function numberAt(files: readonly RulesFile[], { file, line, column, length }: NumberPlace): number {
  const text = files.find(({ path }) => path === file)?.text.split('\n')[line - 1] ?? ''
  return Number(text.slice(column, column + length))
}

/** Returns the files with another number at a place. */
export function withNumber<File extends RulesFile>(
  files: readonly File[],
  { file, line, column, length }: NumberPlace,
  value: number,
): File[] {
  return files.map((one) => {
    if (one.path !== file) return one
    const lines = one.text.split('\n')
    const old = lines[line - 1] ?? ''
    lines[line - 1] = old.slice(0, column) + value + old.slice(column + length)
    return { ...one, text: lines.join('\n') }
  })
}
