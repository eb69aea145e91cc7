// `npm test`: every check of the repository, one line each, and `N passed, N failed` as the last line.
// Has no dependencies: it installs what the checks need.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import { cache, root, run, tool } from './process.mjs'

const color = process.stdout.isTTY && process.env.NO_COLOR === undefined
const paint = (code, text) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
const env = color ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

const script = (name) => run(process.execPath, [`scripts/${name}`], { env })
const exists = (file) => existsSync(path.join(root, file))

const MESSAGE_LINES = 30

/** The failed tests of Vitest's report with their messages, files that couldn't be loaded included. */
function failures(files) {
  const lines = []
  for (const { name, status, message, assertionResults } of files) {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status !== 'failed' && failed.length === 0) continue
    const file = path.relative(root, name)
    if (failed.length === 0) lines.push(`${file}\n${indented(message)}`)
    for (const test of failed)
      lines.push(`${file} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`)
  }
  return lines.join('\n')
}

const indented = (text) =>
  text
    .split('\n')
    .slice(0, MESSAGE_LINES)
    .map((line) => `  ${line}`)
    .join('\n')

/** The errors of hooks, which Vitest's report leaves out. */
function failedSuites(output) {
  const at = output.indexOf('Failed Suites')
  return at < 0 ? '' : indented(output.slice(at))
}

/** The files that a worker left when it died, from their own report. */
function unfinishedFiles(report) {
  if (!existsSync(report)) return ''
  const { begun, waiting } = JSON.parse(readFileSync(report, 'utf8'))
  const lines = []
  if (begun.length > 0) lines.push(`A worker died in one of these files:\n${indented(begun.join('\n'))}`)
  if (waiting.length > 0) lines.push(`These files never ran:\n${indented(waiting.join('\n'))}`)
  return lines.join('\n')
}

/** Runs Vitest and takes the counts and the failures from its JSON report. */
async function vitest() {
  const report = path.join(cache, 'vitest.json')
  const unfinished = path.join(cache, 'unfinished.json')
  mkdirSync(cache, { recursive: true })
  for (const file of [report, unfinished]) rmSync(file, { force: true })
  const reporters = ['default', 'json', './test/support/run/unfinished-files.ts']
  const args = ['run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
  const result = await run(tool('vitest'), args, { env: { ...env, LUDOFORGE_UNFINISHED: unfinished } })
  if (!existsSync(report)) return { ...result, code: result.code || 1 }
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'))
  // Without a failed test, an error outside the tests failed the run: only Vitest's own output shows it.
  const lost = unfinishedFiles(unfinished)
  const output = [lost, failures(testResults) || result.output, failedSuites(result.output)]
    .filter((part) => part !== '')
    .join('\n')
  // A run that lost files hasn't passed, whatever its exit code.
  const code = lost === '' ? result.code : result.code || 1
  return {
    ...result,
    code,
    output,
    passed,
    failed,
    note: `${passed} passed, ${failed} failed, ${skipped} skipped`,
  }
}

/** The worked examples in the game folders, run by the command itself. */
async function examples() {
  if (!exists('packages/cli/src/main.ts')) return { code: 0, output: '', note: 'no command to run them yet' }
  if (!exists('games')) return { code: 0, output: '', note: 'no games yet' }
  const result = await run(process.execPath, ['packages/cli/bin/ludoforge.js', 'test', 'games'], {
    env: { NO_COLOR: '1' },
  })
  const counts = /^(\d+) passed, (\d+) failed$/.exec(result.output.trimEnd().split('\n').at(-1).trim())
  if (counts === null) {
    return { code: 1, output: `${result.output}The last line is not "N passed, N failed".\n` }
  }
  return { ...result, passed: Number(counts[1]), failed: Number(counts[2]), note: counts[0] }
}

/** Steps of one group run next to each other, in lanes. The groups run one after the other. */
const groups = [
  [[['install', () => install('everything', { env }), { stop: true }]]],
  [
    [
      ['build', () => script('build.mjs')],
      ['api', () => run(process.execPath, ['scripts/api.mjs', '--check'], { env })],
    ],
    [
      ['format', () => run(tool('biome'), ['format', '.'], { env })],
      ['lint', () => run(tool('oxlint'), ['--type-aware'], { env })],
      ['layers', () => script('layers.mjs')],
      ['unused', () => run(tool('knip'), ['--no-config-hints'], { env })],
      ['guard', () => script('guard.mjs')],
    ],
  ],
  [[['tests', vitest]], [['examples', examples]]],
]

let passed = 0
let failed = 0

/** Runs a step and prints its line. Returns whether the run can continue. */
async function take([name, step, { stop = false } = {}]) {
  const start = performance.now()
  const result = await step()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const ok = result.code === 0 && (result.failed ?? 0) === 0
  const note = result.note === undefined ? '' : `  ${result.note}`
  console.log(
    `${ok ? paint(32, 'ok  ') : paint(31, 'FAIL')} ${name.padEnd(9)}${seconds.padStart(6)} s${note}`,
  )
  if (!ok) process.stdout.write(`${result.output.trimEnd()}\n`)
  passed += result.passed ?? 0
  // A failed check without test counts is one failure, so that the last line shows it.
  failed += ok ? 0 : Math.max(1, result.failed ?? 0)
  return ok || !stop
}

for (const lanes of groups) {
  const results = await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) if (!(await take(step))) return false
      return true
    }),
  )
  if (results.includes(false)) break
}

process.exitCode = failed > 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)
