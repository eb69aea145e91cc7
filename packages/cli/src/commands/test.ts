import { withoutUndefined, fromJson } from '@ludoforge/kernel'
import { readFileSync, statSync } from 'node:fs'
import type {
  CoverageReport,
  ExampleReport,
  ExampleResult,
  LoadedGame,
  SourceFile,
} from '@ludoforge/compiler'
import { coverExamples, diagnosticsToJson, renderDiagnostics, runExamples } from '@ludoforge/compiler'
import { coverageLines } from './coverage.js'
import { mutate, type MutateOptions, type MutationReport, mutationLines } from './mutate.js'
import { findGame, findGames, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface TestOptions extends MutateOptions {
  readonly game?: string
  readonly coverage: boolean
  readonly mutate: boolean
  readonly json: boolean
  readonly verbose: boolean
}

interface Tested {
  readonly name: string
  readonly loaded: LoadedGame
  readonly path: string // of the game
  readonly files?: readonly SourceFile[]
  readonly report: ExampleReport & { readonly coverage?: CoverageReport }
  mutation?: MutationReport
}

/** Runs the examples and lessons of games, or of Markdown files against a game. */
export async function test(
  names: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<number> {
  const files = names.filter(isExampleFile)
  const games = names.filter((name) => !isExampleFile(name))
  const tested = [
    ...(await testGames(games, options)),
    ...(await testFiles(files, options.game ?? onlyGame(games, files, terminal), options)),
  ]
  const all = tested.flatMap(({ report }) => report.results)
  const failed = all.filter(({ failure }) => failure !== undefined).length
  const broken = tested
    .flatMap(({ report }) => report.diagnostics)
    .filter(({ severity }) => severity === 'error').length
  // Only passing examples can kill a mutant.
  if (options.mutate && failed + broken === 0)
    for (const item of tested) item.mutation = await mutate(item.path, item.files, options, terminal)
  if (options.json)
    terminal.out(JSON.stringify(asJson(tested, all.length - failed, failed + broken), null, 2))
  else {
    for (const item of tested) showOne(item, options.verbose, terminal)
    terminal.out(`${all.length - failed} passed, ${failed + broken} failed`)
  }
  return failed + broken === 0 ? EXIT.ok : EXIT.failed
}

/** The folders and files that the tests depend on. */
export function testedPlaces(names: readonly string[], { game }: Pick<TestOptions, 'game'>): string[] {
  const games = [...names.filter((name) => !isExampleFile(name)), ...(game === undefined ? [] : [game])]
  return [...names.filter(isExampleFile), ...findGames(games).map((found) => found.path)]
}

function isExampleFile(name: string): boolean {
  return /\.md$/i.test(name)
}

/** The game of `test GAME my.md`, which runs the examples of both on that game. */
function onlyGame(
  games: readonly string[],
  files: readonly string[],
  { command }: Terminal,
): string | undefined {
  if (files.length === 0 || games.length === 1) return games[0]
  throw new UsageError(`Name the game of the example files: ${command} test --game GAME FILE.md`)
}

async function testGames(names: readonly string[], { coverage }: TestOptions): Promise<Tested[]> {
  const tested: Tested[] = []
  for (const found of names.length === 0 ? [] : findGames(names)) {
    const loaded = await load(found)
    const report = coverage ? coverExamples(loaded) : runExamples(loaded)
    tested.push({ name: found.given, loaded, path: found.path, report })
  }
  return tested
}

async function testFiles(
  files: readonly string[],
  game: string | undefined,
  { coverage }: TestOptions,
): Promise<Tested[]> {
  if (files.length === 0 || game === undefined) return []
  const missing = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
  if (missing !== undefined) throw new UsageError(`There is no file ${missing}.`)
  const found = findGame(game)
  const loaded = await load(found)
  const sources = files.map((file) => ({
    path: file.replaceAll('\\', '/'),
    text: readFileSync(file, 'utf8'),
  }))
  const report = coverage ? coverExamples(loaded, sources) : runExamples(loaded, sources)
  return [{ name: files.join(' '), loaded, path: found.path, files: sources, report }]
}

function showOne({ name, loaded, report, mutation }: Tested, verbose: boolean, terminal: Terminal): void {
  const { paint } = terminal
  if (report.diagnostics.length > 0) {
    terminal.out(renderDiagnostics(report.diagnostics, loaded.sources, { colour: paint.isColorSupported }))
  }
  for (const result of report.results) {
    if (result.failure !== undefined) terminal.out(failureText(result, loaded, terminal))
    else if (verbose) terminal.out(`${paint.green('ok')} ${result.title}${ruleText(result)}`)
  }
  const failed = report.results.filter(({ failure }) => failure !== undefined).length
  terminal.out(`${name}: ${countText(report.results)}${failed === 0 ? '' : paint.red(`, ${failed} failed`)}`)
  if (report.coverage !== undefined) terminal.out(coverageLines(report.coverage, paint).join('\n'))
  if (mutation !== undefined) terminal.out(mutationLines(mutation, paint).join('\n'))
}

/** "12 examples", "12 examples, 3 lessons" or "1 lesson". */
function countText(results: readonly ExampleResult[]): string {
  const lessons = results.filter(({ isLesson }) => isLesson === true).length
  const examples = results.length - lessons
  const counted = lessons === 0 ? [] : [`${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`]
  return [...(examples === 0 && lessons > 0 ? [] : [`${examples} examples`]), ...counted].join(', ')
}

function ruleText({ rule }: ExampleResult): string {
  return rule === undefined ? '' : ` (${rule})`
}

/** A failed example: expected and actual values, and the source line. */
function failureText(result: ExampleResult, loaded: LoadedGame, { paint }: Terminal): string {
  const { failure } = result
  if (failure === undefined) return ''
  const { file, line, column } = failure.span
  const source = loaded.sources.line(file, line)
  return [
    `${paint.red('FAIL')} ${paint.bold(result.title)}${ruleText(result)}`,
    `  ${file}:${line}:${column}: ${failure.message}`,
    ...(source === undefined ? [] : [paint.dim(`  ${line} | `) + source.trimEnd()]),
    ...(failure.expected === undefined ? [] : [`  expected: ${failure.expected}`]),
    ...(failure.actual === undefined ? [] : [`  actual:   ${failure.actual}`]),
    ...(failure.asked === undefined ? [] : [`  asked:    ${failure.asked}`]),
  ].join('\n')
}

function asJson(tested: readonly Tested[], passed: number, failed: number) {
  return {
    passed,
    failed,
    games: tested.map(({ name, report, mutation }) => ({
      name,
      examples: report.results.map(({ title, rule, span, isLesson, failure }) => ({
        title,
        ...withoutUndefined({ rule, lesson: isLesson }),
        file: span.file,
        line: span.line,
        passed: failure === undefined,
        ...withoutUndefined({ failure }),
      })),
      diagnostics: fromJson(diagnosticsToJson(report.diagnostics)),
      ...withoutUndefined({ coverage: report.coverage, mutation }),
    })),
  }
}
