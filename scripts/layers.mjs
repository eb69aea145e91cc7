// Checks the layer rules of .dependency-cruiser.cjs, and that the check saw every source file: without a
// parser that fits the TypeScript version, dependency-cruiser looks at nothing and reports success.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root, run, tool } from './process.mjs'

const isSource = (file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file)

const sources = readdirSync(path.join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true }).map((file) =>
      path.posix.join('packages', name, 'src', file.replaceAll(path.sep, '/')),
    ),
  )
  .filter(isSource)

const { output } = await run(tool('depcruise'), ['packages', 'test', '--output-type', 'json'])

let report
try {
  report = JSON.parse(output)
} catch {
  console.error(`dependency-cruiser gave no report:\n${output}`)
  process.exit(1)
}

const seen = new Set(report.modules.map((module) => module.source))
const unseen = sources.filter((file) => !seen.has(file))
const imports = report.summary.totalDependenciesCruised
const problems = report.summary.violations.map(({ rule, from, to, cycle }) => {
  const comment = report.summary.ruleSetUsed.forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
  const way = cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> ')
  return `${from} -> ${way}: ${rule.name}. ${comment}`
})
if (sources.length === 0) problems.push('No source files found under packages/*/src: nothing was checked.')
problems.push(...unseen.map((file) => `${file} was not looked at by dependency-cruiser.`))

for (const problem of problems) console.error(problem)
console.log(`${seen.size} modules, ${imports} imports, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
