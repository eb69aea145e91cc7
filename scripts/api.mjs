// `npm run api`: writes the API reference of all packages to api/. Fails on any warning, and on exports without a doc
// comment. `npm run api -- --check` writes nothing. `npm run api -- --markdown FOLDER` writes Markdown, one page per module,
// for the documentation site.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolders, root } from './process.mjs'

const tools = path.join(root, 'scripts/api')
/**
 * The entry points by source file: packages/look/src/node.ts is `@ludoforge/look/node`. Skips `internal`, which is only
 * for packages of this repository.
 */
function entryPoints() {
  const found = packageFolders().flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    return Object.entries(exports)
      .filter(([subpath]) => subpath !== './internal')
      .map(([subpath, target]) => [path.posix.join(name, subpath), target.source ?? target.types])
      .filter(([, file]) => file !== undefined)
      .map(([specifier, file]) => [path.join(root, folder, file), specifier])
  })
  return new Map(found)
}

/** Messages about exports without a doc comment. */
function undocumented(modules) {
  return modules
    .flatMap(({ children = [] }) => children)
    .filter((item) => !item.isReference())
    .filter((item) => ![item, ...(item.signatures ?? [])].some((part) => part.hasComment()))
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
const specifiers = entryPoints()
const app = await Application.bootstrapWithPlugins({
  name: 'LudoForge',
  entryPoints: [...specifiers.keys()],
  basePath: root,
  tsconfig: path.join(tools, 'tsconfig.json'),
  out: path.join(root, 'api'),
  readme: 'none',
  disableGit: true,
  sourceLinkTemplate: '../{path}',
  excludeExternals: true,
  skipErrorChecking: true, // tsc checks them
  validation: { notExported: false, invalidLink: true },
  logLevel: LogLevel.Warn,
  ...(markdownFolder === undefined ? {} : asMarkdown(markdownFolder, markdownPlugin)),
})
const project = await app.convert()
if (project === undefined) throw new Error('typedoc found no modules.')
for (const module of project.children)
  module.name = specifiers.get(path.join(root, module.sources[0].fileName))
const problems = undocumented(project.children)
for (const problem of problems) console.error(problem)
app.validate(project)
if (!process.argv.includes('--check')) await app.generateOutputs(project)
const count = problems.length + app.logger.warningCount + app.logger.errorCount
console.log(`${project.children.length} modules, ${count} problems`)
process.exitCode = count > 0 ? 1 : 0
