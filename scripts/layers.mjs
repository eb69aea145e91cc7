// Checks the layer rules of .dependency-cruiser.cjs, and that the check saw every source file: without a
// parser that fits the TypeScript version, dependency-cruiser looks at nothing and reports success.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import swc from '@swc/core'
import { cruise } from 'dependency-cruiser'
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { root } from './process.mjs'

const isSource = (file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file)

const sources = readdirSync(path.join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true }).map((file) =>
      path.posix.join('packages', name, 'src', file.replaceAll(path.sep, '/')),
    ),
  )
  .filter(isSource)

// dependency-cruiser reads everything with swc, but never tells it that a file holds JSX.
const read = swc.parseFileSync
swc.parseFileSync = (file, options) => read(file, { ...options, tsx: file.endsWith('x') })

process.chdir(root)
const config = await extractDepcruiseConfig(path.join(root, '.dependency-cruiser.cjs'))
const { options, ...ruleSet } = config
const { output } = await cruise(['packages', 'test'], {
  ...options,
  ruleSet,
  validate: true,
  outputType: 'json',
})
const report = JSON.parse(output)

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
