// Checks the layer rules of .dependency-cruiser.cjs, and that every source file was checked. Without a parser for the
// installed TypeScript version, dependency-cruiser skips all files and reports success.
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

// dependency-cruiser parses with swc, but doesn't enable JSX for .tsx files.
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
  const target = cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> ')
  return `${from} -> ${target}: ${rule.name}. ${comment}`
})
if (sources.length === 0) problems.push('No source files found under packages/*/src. Nothing was checked.')
problems.push(...unseen.map((file) => `${file} was not checked by dependency-cruiser.`))

for (const problem of problems) console.error(problem)
console.log(`${seen.size} modules, ${imports} imports, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
