// Mutation testing of the code with StrykerJS: it changes the sources in small ways and runs the tests of their package.
// A mutant that no test kills survives, and shows where tests are thin. Everything runs in a copy of the tree.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root, run } from './process.mjs'

const PACKAGES = ['kernel', 'play', 'compiler', 'table', 'server', 'sim', 'web']

const HELP = `Usage: npm run mutants -- [options] [FILE[:FROM-TO] ...]

Runs mutation testing on FILEs, or on a random sample of the packages' sources, and prints the survivors.

  --sample N         files per package (default 1); ignored if you name files
  --seed N           seed of the sample (default 1)
  --lines N          lines of a sampled file, at a random place; 0 takes the whole file (default 80)
  --packages A,B     packages to sample (default ${PACKAGES.join(',')})
  --tests GLOB,GLOB  tests to run (default: packages/PACKAGE/test/**/*.test.ts of each file's package)
  --jobs N           test runners at the same time (default 1)
  --list             prints the sample and ends
  --help             prints this
`

/** The mulberry32 random generator: small, and the same on every machine. */
function generator(seed) {
  let a = seed >>> 0
  return (below) => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** The page, its storage and its sound: the browser tests cover them, which Stryker can't run. */
const PAGE =
  /\b(?:document|window|navigator|localStorage|indexedDB|AudioContext|requestAnimationFrame|Worker|(?:HTML|SVG)\w*Element)\b|from 'react|\bfetch\w*\(/

/** The entry of a thread: it runs as a built bundle, which Stryker doesn't change. */
const THREAD = /\bparentPort\b/

/** Returns true for code of which unit tests can notice a change: types, indexes, threads and the page are left out. */
export function hasLogic(file, text) {
  if (!/^packages\/\w[\w-]*\/src\/.*\.ts$/.test(file) || /\/index\.ts$|\.d\.ts$/.test(file)) return false
  if (!/\breturn\b|=>/.test(text) || THREAD.test(text)) return false
  return !file.startsWith('packages/web/') || !PAGE.test(text)
}

/** Draws `size` files without repetition, each with a range of at most `lines` lines (0: the whole file). */
export function drawSample(files, { size, lines, seed }) {
  const below = generator(seed)
  const left = files.toSorted((a, b) => (a.file < b.file ? -1 : 1))
  const drawn = []
  while (drawn.length < size && left.length > 0) {
    const [{ file, length }] = left.splice(below(left.length), 1)
    const from = 1 + (lines > 0 && length > lines ? below(length - lines + 1) : 0)
    drawn.push(lines > 0 && length > lines ? `${file}:${from}-${from + lines - 1}` : file)
  }
  return drawn
}

const packageOf = (file) => /^packages\/([\w-]+)\//.exec(file)?.[1]

const CAUGHT = new Set(['Killed', 'Timeout', 'RuntimeError'])
const SURVIVED = new Set(['Survived', 'NoCoverage'])

/** Counts the mutants of a Stryker report. Static ones are ignored: Stryker can't tell which tests run them. */
export function count(report) {
  /** @type {{file: string, line: number, text: string}[]} */
  const survivors = []
  const found = { caught: 0, timeouts: 0, ignored: 0, survivors }
  for (const [file, { mutants, source }] of Object.entries(report.files)) {
    const text = source.split('\n')
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (CAUGHT.has(status)) found.caught += 1
      else if (!SURVIVED.has(status)) found.ignored += 1
      if (status === 'Timeout') found.timeouts += 1
      if (!SURVIVED.has(status)) continue
      const { start, end } = location
      const rest = text[start.line - 1] ?? ''
      const was = start.line === end.line ? rest.slice(start.column - 1, end.column - 1) : rest.trim()
      const reached = status === 'NoCoverage' ? ' (no test runs it)' : ''
      const change = `${was} -> ${(replacement ?? mutatorName).replaceAll(/\s+/g, ' ')}`
      found.survivors.push({ file, line: start.line, text: `${file}:${start.line}: ${change}${reached}` })
    }
  }
  found.survivors.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
  return found
}

const percent = (part, all) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`)

/** Returns the table as lines, one per package and one for all of them. */
export function table(rows) {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0)
  const line = (name, caught, survived, timeouts, ignored) =>
    [name, caught + survived, caught, survived, percent(caught, caught + survived), timeouts, ignored].map(
      String,
    )
  const cells = [
    ['package', 'mutants', 'caught', 'survived', 'caught %', 'by timeout', 'ignored'],
    ...rows.map((row) => line(row.name, row.caught, row.survivors.length, row.timeouts, row.ignored)),
    line(
      'all',
      sum((row) => row.caught),
      sum((row) => row.survivors.length),
      sum((row) => row.timeouts),
      sum((row) => row.ignored),
    ),
  ]
  const width = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)))
  return cells.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(width[i]) : cell.padStart(width[i]))).join('  '),
  )
}

const OURS = '@ludoforge'

/** Links `folder`'s dependencies into the copy. Our own packages must be those of the copy, or no test sees a mutant. */
function linkModules(copy, folder) {
  const from = path.join(root, folder, 'node_modules')
  if (!existsSync(from)) return
  const into = path.join(copy, folder, 'node_modules')
  mkdirSync(into, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== OURS && name !== '.cache') symlinkSync(path.join(from, name), path.join(into, name))
  }
  if (!existsSync(path.join(from, OURS))) return
  cpSync(path.join(from, OURS), path.join(into, OURS), { recursive: true, verbatimSymlinks: true })
}

async function listFiles() {
  const { code, output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) throw new Error(`git could not list the files of the repository.\n${output}`)
  return output.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
}

function copyTree(files) {
  const copy = mkdtempSync(path.join(tmpdir(), 'ludoforge-mutants-'))
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file), { recursive: true })
  const folders = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)
  for (const folder of ['.', 'games', ...folders]) linkModules(copy, folder)
  return copy
}

/**
 * Returns the configuration of Vitest for these tests. The first run, in which Stryker notes which tests reach a mutant,
 * gives each file a worker of its own: a game that another file has compiled would hide its tests from Stryker.
 */
export function vitestConfig(tests) {
  return `import base from './vitest.config.ts'
export default (env) => {
  const config = base(env)
  const Order = config.test.sequence.sequencer
  class Isolating extends Order {
    async sort(files) {
      for (const { project } of files) project.config.isolate = project.getProvidedContext().mode === 'dry-run'
      return super.sort(files)
    }
  }
  const sequence = { ...config.test.sequence, sequencer: Isolating }
  return { ...config, test: { ...config.test, sequence, include: ${JSON.stringify(tests)} } }
}
`
}

/** Runs Stryker on the files of one package and returns its report. */
async function mutate(copy, { name, files, tests, jobs, stop }) {
  const config = path.join(copy, `vitest.${name}.config.mjs`)
  writeFileSync(config, vitestConfig(tests))
  const report = path.join(copy, `${name}.json`)
  const settings = path.join(copy, `stryker.${name}.json`)
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: config },
    mutate: files,
    inPlace: true, // the tree is a copy
    tsconfigFile: 'none', // no paths to rewrite
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: jobs,
    // Long enough for a loaded machine: a timeout counts as caught.
    timeoutMS: 20_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 60,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    thresholds: { high: 100, low: 85, break: null },
  }
  writeFileSync(settings, JSON.stringify(options))
  const stryker = path.join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  await run(process.execPath, [stryker, 'run', settings], { inherit: true, cwd: copy, stop })
  if (stop.aborted) throw new Error('Mutation testing was stopped.')
  if (!existsSync(report)) throw new Error(`Stryker wrote no report of ${name}. Its messages are above.`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

function whole(value, option) {
  if (!/^\d+$/.test(value)) throw new Error(`--${option} needs a whole number, not "${value}".`)
  return Number(value)
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      lines: { type: 'string', default: '80' },
      packages: { type: 'string', default: PACKAGES.join(',') },
      tests: { type: 'string' },
      jobs: { type: 'string', default: '1' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const all = await listFiles()
  const sample = { size: whole(values.sample, 'sample'), lines: whole(values.lines, 'lines') }
  const seed = whole(values.seed, 'seed')
  const names = values.packages.split(',')
  const sources = all
    .filter((file) => names.includes(packageOf(file) ?? ''))
    .map((file) => ({ file, text: file.endsWith('.ts') ? readFileSync(path.join(root, file), 'utf8') : '' }))
    .filter(({ file, text }) => hasLogic(file, text))
    .map(({ file, text }) => ({ file, length: text.split('\n').length - 1 }))
  const named = positionals.map((file) => path.relative(root, path.resolve(file)).replaceAll('\\', '/'))
  for (const file of named) {
    if (packageOf(file) === undefined || !all.includes(file.replace(/:[\d:-]+$/, '')))
      throw new Error(`${file} isn't a source file of a package.`)
  }
  const files =
    named.length > 0
      ? named
      : names.flatMap((name) =>
          drawSample(
            sources.filter(({ file }) => packageOf(file) === name),
            { ...sample, seed },
          ),
        )
  if (files.length === 0) throw new Error(`No source files in ${names.join(', ')}. Name packages that exist.`)
  process.stdout.write(`${files.join('\n')}\n`)
  if (values.list) return
  const copy = copyTree(all)
  // Stryker ends before the copy is removed: it still writes there.
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const rows = []
  try {
    for (const name of new Set(files.map(packageOf))) {
      const mine = files.filter((file) => packageOf(file) === name)
      const tests = values.tests?.split(',') ?? [`packages/${name}/test/**/*.test.ts`]
      const jobs = whole(values.jobs, 'jobs')
      const report = await mutate(copy, { name, files: mine, tests, jobs, stop: stopping.signal })
      rows.push({ name, ...count(report) })
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const { name, survivors } of rows) {
    if (survivors.length === 0) continue
    process.stdout.write(`\nSurvivors in ${name}:\n`)
    for (const { text } of survivors) process.stdout.write(`  ${text}\n`)
  }
  process.stdout.write(`\n${table(rows).join('\n')}\n`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
