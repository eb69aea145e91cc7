// `npm run api`: the reference of what the packages export, from their sources, into api/. Every export has a line of
// documentation: what has none, and every other warning, fails. `npm run api -- --check` writes nothing, and
// `npm run api -- --markdown FOLDER` writes Markdown there, one page for each module, for the documentation site.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolders, root } from './process.mjs'

const tools = path.join(root, 'scripts/api')
/**
 * What is exported under which name: `@ludoforge/look/node` leads to packages/look/src/node.ts. `internal` is for our own
 * packages and no part of the reference.
 */
function entryPoints() {
  const found = packageFolders().flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    return Object.entries(exports)
      .filter(([door]) => door !== './internal')
      .map(([door, target]) => [path.posix.join(name, door), target.source ?? target.types])
      .filter(([, file]) => file !== undefined)
      .map(([door, file]) => [path.join(root, folder, file), door])
  })
  return new Map(found)
}

/** Exports without a line that says what they are; where they are defined. */
function undocumented(modules) {
  return modules
    .flatMap(({ children = [] }) => children)
    .filter((one) => !one.isReference())
    .filter((one) => ![one, ...(one.signatures ?? [])].some((part) => part.hasComment()))
    .map(
      ({ name, sources = [] }) =>
        `${sources[0]?.fileName}:${sources[0]?.line}: ${name} has no documentation.`,
    )
}

/** Pages for the site: it has its own navigation, and makes plain text of the links to sources. */
const asMarkdown = (folder, markdownPlugin) => ({
  plugin: [markdownPlugin],
  out: path.resolve(folder),
  sourceLinkTemplate: 'source:{path}',
  outputFileStrategy: 'modules',
  entryFileName: 'index.md',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  pageTitleTemplates: { index: 'API reference', module: ({ name }) => name },
  expandObjects: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  enumMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  typeDeclarationVisibility: 'compact',
})

const { Application, LogLevel, markdownPlugin } = await import('./api/typedoc.mjs')
const markdownAt = process.argv.indexOf('--markdown') + 1
const markdownFolder = markdownAt > 0 ? process.argv[markdownAt] : undefined
const doors = entryPoints()
const app = await Application.bootstrapWithPlugins({
  name: 'LudoForge',
  entryPoints: [...doors.keys()],
  basePath: root,
  tsconfig: path.join(tools, 'tsconfig.json'),
  out: path.join(root, 'api'),
  readme: 'none',
  disableGit: true,
  sourceLinkTemplate: '../{path}',
  excludeExternals: true,
  skipErrorChecking: true, // tsc has checked
  validation: { notExported: false, invalidLink: true },
  logLevel: LogLevel.Warn,
  ...(markdownFolder === undefined ? {} : asMarkdown(markdownFolder, markdownPlugin)),
})
const project = await app.convert()
if (project === undefined) throw new Error('typedoc found nothing to describe.')
for (const module of project.children) module.name = doors.get(path.join(root, module.sources[0].fileName))
const problems = undocumented(project.children)
for (const problem of problems) console.error(problem)
app.validate(project)
if (!process.argv.includes('--check')) await app.generateOutputs(project)
const count = problems.length + app.logger.warningCount + app.logger.errorCount
console.log(`${project.children.length} modules, ${count} problems`)
process.exitCode = count > 0 ? 1 : 0
