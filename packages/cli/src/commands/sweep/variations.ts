/** The numbers that `sweep` can vary, and the game with each value. */
import path from 'node:path'
import {
  closestName,
  compileFiles,
  loadCompilation,
  type LoadedGame,
  readFolder,
  type SourceFile,
} from '@ludoforge/compiler'
import {
  type DeclaredNumber,
  declaredNumbers,
  numberAt,
  type NumberPlace,
  numbersIn,
  rangeError,
  rangeValues,
  type SweptNumber,
  withNumber,
} from '@ludoforge/desk/report'
import type { GameDef } from '@ludoforge/kernel'
import { COMPILE_OPTIONS, type FoundGame, load } from '../../games.js'
import { unknownName, UsageError } from '../../usage.js'

/** The game with one value of the varied number. */
interface Variation {
  readonly value: number
  readonly game: LoadedGame
  /** The game options to set. */
  readonly options: Readonly<Record<string, number>>
}

/** The varied number, and the game with each value. */
interface Sweep extends SweptNumber {
  readonly variations: readonly Variation[]
}

/** Parses a range. */
function readValues(text: string): number[] {
  const values = rangeValues(text)
  if (values === undefined) throw new UsageError(rangeError(text))
  return values
}

/** Varies a game option, or a value that the rules declare as a number: `value hill-bonus = 1`. */
export async function sweepName(found: FoundGame, pair: string): Promise<Sweep> {
  const at = pair.indexOf('=')
  if (at <= 0) throw new UsageError(`--value takes NAME=RANGE, such as hill-bonus=0..3, not "${pair}".`)
  const [name, values] = [pair.slice(0, at), readValues(pair.slice(at + 1))]
  const game = await load(found)
  const option = game.def.options.find(({ id }) => id === name)
  if (option !== undefined) {
    const { type, min, max } = option
    if (type !== 'number') throw new UsageError(`The option ${name} isn't a number.`)
    const outside = values.find((value) => value < (min ?? value) || value > (max ?? value))
    if (outside !== undefined)
      throw new UsageError(`The option ${name} takes a number from ${min} to ${max}, not ${outside}.`)
    return {
      name,
      now: typeof option.default === 'number' ? option.default : Number.NaN,
      variations: values.map((value) => ({ value, game, options: { [name]: value } })),
    }
  }
  const files = await filesOf(found)
  const declared = declaredNumbers(files)
  const constant = declared.find((one) => one.name === name)
  if (constant === undefined) throw new UsageError(notANumber(name, game.def, declared))
  return varied(files, name, constant, values)
}

function notANumber(name: string, { options }: GameDef, declared: readonly DeclaredNumber[]): string {
  const known = [
    ...options.filter(({ type }) => type === 'number').map(({ id }) => id),
    ...declared.map((one) => one.name),
  ]
  const hint = `For a number inside a rule, use --at FILE:LINE=RANGE, or declare it: value ${name} = 1`
  return `${unknownName('number', name, closestName(name, known), known)} ${hint}`
}

/** Varies the number in a line of a file: `rules.md:63=0..3`, or `rules.md:63:2=0..3` for the second number of the line. */
export async function sweepPlace(found: FoundGame, pair: string): Promise<Sweep> {
  const [, file = '', line = '', nth, range = ''] = /^(.+?):(\d+)(?::(\d+))?=(.+)$/.exec(pair) ?? []
  if (file === '')
    throw new UsageError(`--at takes FILE:LINE=RANGE, such as rules.md:63=0..3, not "${pair}".`)
  const values = readValues(range)
  const files = await filesOf(found)
  const source = files.find((one) => one.path === file || path.basename(one.path) === file)
  if (source === undefined)
    throw new UsageError(
      unknownName(
        'file',
        file,
        undefined,
        files.map((one) => one.path),
      ),
    )
  const text = source.text.split('\n')[Number(line) - 1] ?? ''
  const numbers = numbersIn(text)
  const chosen = nth === undefined && numbers.length === 1 ? numbers[0] : numbers[Number(nth ?? 0) - 1]
  if (chosen !== undefined)
    return varied(files, `${file}:${line}`, { file: source.path, line: Number(line), ...chosen }, values)
  const written = numbers.map(({ length, column }) => text.slice(column, column + length)).join(', ')
  throw new UsageError(
    numbers.length === 0
      ? `Line ${line} of ${file} has no number: ${text.trim()}`
      : `Line ${line} of ${file} has the numbers ${written}. Name one by its position: ${file}:${line}:1=${range}`,
  )
}

async function filesOf(found: FoundGame): Promise<readonly SourceFile[]> {
  if (found.kind === 'file')
    throw new UsageError(`${found.given} is a compiled game. To vary its rules, name its folder.`)
  return readFolder(found.path)
}

/** Compiles the game once for each value. Throws `CompileError` if one of them has an error. */
function varied(
  files: readonly SourceFile[],
  name: string,
  place: NumberPlace,
  values: readonly number[],
): Sweep {
  return {
    name,
    now: numberAt(files, place),
    variations: values.map((value) => ({
      value,
      game: loadCompilation(compileFiles(withNumber(files, place, value), COMPILE_OPTIONS)),
      options: {},
    })),
  }
}
